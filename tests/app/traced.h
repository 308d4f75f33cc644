#pragma once
// `attention-lab trace` without a terminal: what it prints, refuses and writes of a question on disk.

#include "app/commands.h"
#include "base/input_error.h"
#include "language/temporary_file.h"
#include "model/tensor_file.h"
#include "source_folder.h"

#include <CLI/CLI.hpp>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace traced {

inline const std::filesystem::path assets = source_folder() / "assets";
inline const std::string cat_sentence = "The cat sat on the mat because it was tired";

inline std::string printed(const app::TraceArguments& arguments) {
    std::ostringstream out;
    CHECK(app::run_trace(arguments, out, assets) == 0);
    return out.str();
}

inline nlohmann::json as_json(app::TraceArguments arguments) {
    arguments.json = true;
    return nlohmann::json::parse(printed(arguments));
}

/// The message of the InputError; nothing may have been printed before it.
inline std::string refused(const app::TraceArguments& arguments) {
    std::ostringstream out;
    std::string message;
    try {
        app::run_trace(arguments, out, assets);
    } catch (const base::InputError& error) {
        message = error.what();
    }
    CHECK(out.str().empty());
    return message;
}

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

inline model::Tensor tensor(std::vector<std::int64_t> shape, unsigned seed) {
    model::Tensor t{std::move(shape), {}};
    for (std::int64_t i = 0; i < t.size(); ++i)
        t.values.push_back(static_cast<float>((seed * 7 + static_cast<unsigned>(i) * 5) % 11) / 11 - 0.5F);
    return t;
}

/// A question on disk, for as long as this lives.
class QuestionFile {
public:
    explicit QuestionFile(model::Tensors changed = {}) : place_("unused", "") {
        model::Tensors tensors{{"x", tensor({3, 4}, 1)},
                               {"w_q", tensor({4, 6}, 2)},
                               {"w_k", tensor({4, 6}, 3)},
                               {"w_v", tensor({4, 2}, 4)}};
        for (auto& [name, replacement] : changed)
            tensors[name] = std::move(replacement);
        model::write_tensors(path(), tensors);
    }

    std::filesystem::path path() const { return place_.folder() / "question.safetensors"; }
    std::filesystem::path answer() const { return place_.folder() / "answer.safetensors"; }

private:
    TemporaryFile place_;
};

inline nlohmann::json captions(const QuestionFile& file, bool causal = false) {
    return as_json({.file = file.path(), .pass = {.causal = causal ? "upper-left" : ""}})["captions"];
}

/// The status of `attention-lab trace` with these arguments, −1 if they are refused; what it prints is
/// dropped.
inline int status_of(std::vector<std::string> arguments) {
    CLI::App cli;
    int status = -1;
    app::add_trace_command(cli, status, [] { return assets; });
    arguments.insert(arguments.begin(), "trace");
    std::ranges::reverse(arguments); // CLI11 takes them from the back
    std::ostringstream printed_text;
    std::streambuf* const terminal = std::cout.rdbuf(printed_text.rdbuf());
    try {
        cli.parse(std::move(arguments));
    } catch (const CLI::ParseError&) {
        status = -1;
    }
    std::cout.rdbuf(terminal);
    return status;
}

} // namespace traced
