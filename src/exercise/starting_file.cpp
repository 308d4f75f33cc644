#include "exercise/starting_file.h"

#include "base/text.h"
#include "exercise/compare.h"

#include <algorithm>
#include <utility>

namespace exercise {

namespace {

constexpr std::size_t width = 100;

/// Lines of at most `longest` characters, broken between words.
std::string wrapped(std::string_view text, std::size_t longest) {
    std::string lines, line;
    std::size_t length = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        std::size_t letters = 0;
        base::each_character(word, [&](std::string_view) { ++letters; });
        if (length > 0 && length + 1 + letters > longest) {
            lines += line + "\n";
            line.clear();
            length = 0;
        }
        if (length > 0) {
            line += ' ';
            ++length;
        }
        line += word;
        length += letters;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines + line + "\n";
}

/// What is given, in the order in which one would say it: what is read first, then what it is multiplied by.
std::vector<std::string> names_of(const Question& question) {
    std::vector<std::string> names;
    for (const char* first :
         {"x", "memory", "positions", "q", "k", "v", "scaled", "gain", "shift", "w_q", "w_k", "w_v"})
        if (question.has(first)) names.emplace_back(first);
    for (const auto& named : question.tensors)
        if (std::ranges::find(names, named.first) == names.end()) names.push_back(named.first);
    return names;
}

/// "x (5, 6), w_q (6, 4)"
std::string shapes(const Question& question) {
    std::string text;
    for (const std::string& name : names_of(question))
        text += (text.empty() ? "" : ", ") + name + " " + model::shape_text(question.at(name).shape);
    return text;
}

/// What every starting file says first.
std::string introduction(const StartingText& of) {
    return wrapped(of.task, width - 4) + "\n" + wrapped("Given: " + shapes(of.question) + ".", width - 4) +
           "\nFill in the function, run this file, and ask what agrees:\n";
}

/// The stages of the level with the shapes in which they are expected.
std::vector<std::pair<std::string, std::vector<std::int64_t>>> stages_of(const Question& question) {
    Solver solver(question);
    std::vector<std::pair<std::string, std::vector<std::int64_t>>> made;
    for (const std::string& name : question.level->stages)
        made.emplace_back(name, shape_of(*solver.stage(name, {}), question.items()));
    return made;
}

/// A call's arguments or a list's items, as many on a line as fit, the other lines indented.
std::string laid_out(const std::vector<std::string>& items, std::size_t indent) {
    std::string text, line;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const std::string item = items[i] + (i + 1 < items.size() ? "," : "");
        if (!line.empty() && indent + line.size() + 1 + item.size() > width) {
            text += line + "\n" + std::string(indent, ' ');
            line.clear();
        }
        line += (line.empty() ? "" : " ") + item;
    }
    return text + line;
}

// Python: a stage that is still `...` is left out of the answer.

std::vector<StartingFile> write_python(const StartingText& of) {
    const bool torch = std::string_view(of.language.key) == "pytorch";
    const std::string function = of.question.level->id;
    std::string file = "\"\"\"" + of.title + ".\n\n" + introduction(of) +
                       "    attention-lab check answer.npz --question question.npz\n\"\"\"\n";
    file += torch ? "import numpy as np\nimport torch\n\n\n" : "import numpy as np\n\n\n";
    file += "def " + function + "(" + laid_out(names_of(of.question), function.size() + 5) + "):\n";
    std::vector<std::string> pairs, given;
    for (const auto& [name, shape] : stages_of(of.question)) {
        file += "    # " + name + ", shape " + model::shape_text(shape) + "\n    " + name + " = ...\n\n";
        pairs.push_back("\"" + name + "\": " + name);
    }
    file += "    return {" + laid_out(pairs, 12) + "}\n\n\nquestion = np.load(\"question.npz\")\n";
    for (const std::string& name : names_of(of.question))
        given.push_back(torch ? "torch.from_numpy(question[\"" + name + "\"])"
                              : "question[\"" + name + "\"]");
    file +=
        "answer = " + function + "(" + laid_out(given, function.size() + 10) + ")\n" +
        "np.savez(\"answer.npz\", **{name: stage for name, stage in answer.items() if stage is not ...})\n";
    return {{of.language.file, file}};
}

// C++: the numbers, and what saves an answer, stand in a header beside the file.

const char* const cpp_header =
    R"(// The numbers of the question, and what saves an answer. There is nothing to fill in here.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <fstream>
#include <initializer_list>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowVector = Eigen::RowVectorXd;
using Matrices = std::vector<Matrix>; // one for each head, or for each sentence and in it for each head

// What an answer calls a stage: one matrix, or several.
struct Stage : Matrices {
    Stage(const Matrix& one) : Matrices{one} {}
    Stage(const Matrices& several) : Matrices(several) {}
};
using Answer = std::vector<std::pair<std::string, Stage>>;

// As a safetensors file. A stage without numbers is left out.
inline void save(const Answer& answer, const std::string& path) {
    std::string header, numbers;
    for (const auto& [name, matrices] : answer) {
        if (matrices.empty() || matrices.front().size() == 0) continue;
        const std::size_t begin = numbers.size();
        for (const Matrix& matrix : matrices)
            numbers.append(reinterpret_cast<const char*>(matrix.data()), sizeof(double) * matrix.size());
        header += (header.empty() ? "\"" : ",\"") + name + "\":{\"dtype\":\"F64\",\"shape\":[" +
                  std::to_string(matrices.size()) + "," + std::to_string(matrices.front().rows()) + "," +
                  std::to_string(matrices.front().cols()) + "],\"data_offsets\":[" + std::to_string(begin) + "," +
                  std::to_string(numbers.size()) + "]}";
    }
    header = "{" + header + "}";
    const std::uint64_t length = header.size();
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(&length), sizeof length) << header << numbers;
    if (!file.flush()) std::cerr << path << " could not be written\n";
}

inline Matrix matrix(int rows, int columns, std::initializer_list<double> numbers) {
    return Eigen::Map<const Matrix>(numbers.begin(), rows, columns);
}
inline RowVector row(std::initializer_list<double> numbers) {
    return Eigen::Map<const RowVector>(numbers.begin(), static_cast<int>(numbers.size()));
}
)";

const char* cpp_type(std::size_t axes) {
    return axes > 2 ? "Matrices" : axes == 2 ? "Matrix" : "RowVector";
}

/// A tensor as the initialiser of its type.
std::string cpp_numbers(const model::Tensor& tensor) {
    const std::size_t axes = tensor.shape.size();
    const std::int64_t columns = tensor.shape.back(), rows = axes > 1 ? tensor.shape[axes - 2] : 1;
    const auto number = [&](std::int64_t i) {
        return base::shortest(tensor.values[static_cast<std::size_t>(i)]);
    };
    std::string text;
    for (std::int64_t begin = 0; begin < tensor.size(); begin += rows * columns) {
        text += text.empty() ? "" : ",\n    ";
        text +=
            axes > 1 ? "matrix(" + std::to_string(rows) + ", " + std::to_string(columns) + ", {" : "row({";
        for (std::int64_t i = 0; i < rows; ++i) {
            std::vector<std::string> numbers;
            for (std::int64_t j = 0; j < columns; ++j)
                numbers.push_back(number(begin + i * columns + j));
            text += "\n        " + laid_out(numbers, 8) + (i + 1 < rows ? "," : "");
        }
        text += "})";
    }
    return axes > 2 ? "{\n    " + text + "}" : text;
}

std::vector<StartingFile> write_cpp(const StartingText& of) {
    const std::string function = of.question.level->id;
    std::string file, header = cpp_header;
    for (std::string line, lines = introduction(of); !lines.empty();) {
        line = lines.substr(0, lines.find('\n'));
        lines.erase(0, line.size() + 1);
        file += line.empty() ? "//\n" : "// " + line + "\n";
    }
    file = "// " + of.title + ".\n//\n" + file +
           "//     g++ -I /usr/include/eigen3 answer.cpp -o answer && ./answer\n"
           "//     attention-lab check answer.safetensors --question question.npz\n"
           "#include \"exercise.h\" // the numbers given, and save()\n\n";
    std::vector<std::string> parameters, pairs, given;
    header += "\nnamespace given {\n";
    for (const std::string& name : names_of(of.question)) {
        const model::Tensor& tensor = of.question.at(name);
        const std::string type = cpp_type(tensor.shape.size());
        parameters.push_back("const " + type + "& " + name);
        given.push_back("given::" + name);
        header += "\ninline const " + type + " " + name + " = " + cpp_numbers(tensor) + ";\n";
    }
    file += "Answer " + function + "(" + laid_out(parameters, function.size() + 8) + ") {\n";
    for (const auto& [name, shape] : stages_of(of.question)) {
        file += "    // " + name + ", shape " + model::shape_text(shape) + "\n    " + cpp_type(shape.size()) +
                " " + name + ";\n\n";
        pairs.push_back("{\"" + name + "\", " + name + "}");
    }
    file += "    return {" + laid_out(pairs, 12) + "};\n}\n\nint main() {\n    save(" + function + "(" +
            laid_out(given, function.size() + 10) + "), \"answer.safetensors\");\n}\n";
    header += "\n} // namespace given\n";
    return {{of.language.file, file}, {"exercise.h", header}};
}

const Language language_table[] = {{"numpy", "NumPy", "answer.py", "answer.npz", &write_python},
                                   {"pytorch", "PyTorch", "answer_torch.py", "answer.npz", &write_python},
                                   {"cpp", "C++", "answer.cpp", "answer.safetensors", &write_cpp}};

} // namespace

std::span<const Language> languages() {
    return language_table;
}

const Language* language_named(std::string_view key) {
    const auto* const found = std::ranges::find(
        language_table, key, [](const Language& language) { return std::string_view(language.key); });
    return found == std::end(language_table) ? nullptr : found;
}

std::vector<StartingFile> starting_files(const StartingText& of) {
    return of.language.write(of);
}

} // namespace exercise
