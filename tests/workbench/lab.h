#pragma once
// What the tests of the workbench share: the library that the program ships with, and short ways to get
// documents.

#include "workbench/document/library.h"
#include "workbench/document/pass.h"

#include "refusal_text.h"
#include "source_folder.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

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

/// A sentence read with each addition to attention as it was first published, alone and all together.
inline std::vector<Document> with_additions() {
    std::vector<Document> all(6, preset("cat-tired"));
    all[1].additions.rotary = attention::Rotary{};
    all[2].additions.softcap = 2;
    all[3].additions.alibi = true;
    all[4].additions.sink = 1.0F;
    all[5].additions = {
        .rotary = attention::Rotary{.interleaved = true}, .softcap = 3, .alibi = true, .sink = 0.5F};
    return all;
}

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace lab
