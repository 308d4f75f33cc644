#include "exercise/starting_file.h"

#include "base/text.h"

#include <algorithm>
#include <vector>

namespace exercise {

namespace {

const Language language_table[] = {{"numpy", "NumPy", "answer.py"},
                                   {"pytorch", "PyTorch", "answer_torch.py"}};

/// Lines of at most `width` characters, broken between words, each after `indent`.
std::string wrapped(std::string_view text, std::size_t width) {
    std::string lines, line;
    std::size_t length = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        std::size_t letters = 0;
        base::each_character(word, [&](std::string_view) { ++letters; });
        if (length > 0 && length + 1 + letters > width) {
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

std::string listed(const std::vector<std::string>& names) {
    std::string all;
    for (const std::string& name : names)
        all += (all.empty() ? "" : ", ") + name;
    return all;
}

/// "x (5, 6), w_q (6, 4)"
std::string shapes(const Question& question) {
    std::vector<std::string> all;
    for (const auto& [name, tensor] : question.tensors)
        all.push_back(name + " " + model::shape_text(tensor.shape));
    return listed(all);
}

} // namespace

std::span<const Language> languages() {
    return language_table;
}

const Language* language_named(std::string_view key) {
    const auto* const found = std::ranges::find(
        language_table, key, [](const Language& language) { return std::string_view(language.key); });
    return found == std::end(language_table) ? nullptr : found;
}

std::string starting_file(const Question& question, const Language& language, const std::string& title,
                          const std::string& task) {
    constexpr std::size_t width = 96;
    const bool torch = std::string_view(language.key) == "pytorch";
    const std::vector<std::string>& stages = question.level->stages;
    std::vector<std::string> arguments;
    for (const auto& named : question.tensors)
        arguments.push_back(named.first);
    std::string file = "\"\"\"" + title + ".\n\n" + wrapped(task, width) + "\n" +
                       wrapped("Given: " + shapes(question) + ".", width) +
                       "\nFill in the function, run this file, and ask what agrees:\n"
                       "    attention-lab check answer.npz --question question.npz\n\"\"\"\n";
    file += torch ? "import numpy as np\nimport torch\n\n\n" : "import numpy as np\n\n\n";
    file += "def " + std::string(question.level->id) + "(" + listed(arguments) + "):\n    # Your code.\n";
    file += "    raise NotImplementedError\n\n";
    file += "    # Any of these, the last one at least; what you leave out is not compared.\n    return {";
    std::string line;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const std::string pair = "\"" + stages[i] + "\": " + stages[i] + (i + 1 < stages.size() ? ", " : "");
        if (line.size() + pair.size() > width - 12) {
            line.pop_back(); // the blank after a comma
            file += line + "\n            ";
            line.clear();
        }
        line += pair;
    }
    file += line + "}\n\n\nquestion = np.load(\"question.npz\")\n";
    const std::string given = torch ? "torch.from_numpy(question[name])" : "question[name]";
    file += "given = {name: " + given + " for name in (\"" + arguments.front() + "\"";
    for (std::size_t i = 1; i < arguments.size(); ++i)
        file += std::string(",") + (i % 8 == 0 ? "\n         " : " ") + "\"" + arguments[i] + "\"";
    file += arguments.size() == 1 ? ",)}\n" : ")}\n";
    file += "answer = " + std::string(question.level->id) + "(**given)\n";
    file += torch ? "np.savez(\"answer.npz\", **{name: stage.numpy() for name, stage in answer.items()})\n"
                  : "np.savez(\"answer.npz\", **answer)\n";
    return file;
}

} // namespace exercise
