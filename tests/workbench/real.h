#pragma once
// Small models in the true layouts, as documents read them.

#include "source_folder.h"
#include "workbench/document/edit.h"
#include "workbench/document/pass.h"

#include <filesystem>
#include <string>

namespace real {

/// A model of tests/golden/pretrained: "gpt2", "bert" …
inline std::filesystem::path folder(const std::string& name) {
    return source_folder() / "tests/golden/pretrained" / name;
}

/// Its id, opened.
inline std::string opened(const workbench::Library& library, const std::string& name) {
    return library.real->open(folder(name));
}

/// A text that it reads.
inline workbench::Document document(const workbench::Library& library, const std::string& name,
                                    const std::string& text) {
    workbench::Document typed;
    typed.text = text;
    typed.weights = library.opening().document.weights;
    return workbench::apply(typed, workbench::ChooseReal{opened(library, name)}, library);
}

inline std::shared_ptr<const workbench::Pass> pass(const workbench::Library& library,
                                                   const workbench::Document& document) {
    return workbench::compute(workbench::prepare(document, library));
}

} // namespace real
