#pragma once
// What the tests of the workbench share: the library that the program ships with, and short ways to get
// documents.

#include "workbench/document/library.h"
#include "workbench/document/pass.h"

#include "refusal_text.h"
#include "source_folder.h"

#include <doctest/doctest.h>

#include <string>

namespace lab {

using attention::Cell;
using attention::Quantity;
using base::Index;
using workbench::Document;

inline const std::filesystem::path assets = source_folder() / "assets";

inline const workbench::Library& library() {
    static const workbench::Library library = workbench::load_library(assets);
    return library;
}

inline Document preset(const std::string& id) {
    return library().preset(id).document;
}

inline Document sentence(const std::string& text, const std::string& memory_text = {}) {
    Document d = preset("cat-tired");
    d.text = text;
    d.memory_text = memory_text;
    return d;
}

/// A sequence without words, with random weights: if it is large enough, it goes to the worker.
inline Document numbers(Index length, const model::RandomSizes& sizes = {}) {
    Document d;
    d.length = length;
    d.weights = sizes;
    return d;
}

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace lab
