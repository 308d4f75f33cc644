#include "exercise/telling.h"

#include "base/text.h"
#include "exercise/hints.h"
#include "exercise/level.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string_view>

namespace exercise {

narration::Values values_of(const Question& question) {
    const auto number = [](double value) { return base::shortest(std::round(value * 1e4) / 1e4); };
    return narration::values_of(
        {{"d_k", std::to_string(question.d_k())},
         {"root", number(std::sqrt(static_cast<double>(question.d_k())))},
         {"d_model", std::to_string(question.d_model())},
         {"n", std::to_string(question.rows())},
         {"m", std::to_string(question.keys())},
         {"heads", std::to_string(question.heads)},
         {"kv_heads", std::to_string(question.kv_heads)},
         {"past", std::to_string(question.past())},
         {"base", base::shortest(question.options.rotary ? question.options.rotary->base : 0.0F)}});
}

const std::string& title_of(const narration::Texts& texts, const Level& level) {
    return texts.text(std::string("exercise.title.") + level.id);
}

namespace {

std::string task_with(const narration::Texts& texts, const Question& question, const std::string& formula) {
    narration::Values values = values_of(question);
    values["formula"] = {{formula}};
    return narration::plain_text(texts, std::string("exercise.task.") + question.level->id, values);
}

} // namespace

std::string task_of(const narration::Texts& texts, const Question& question) {
    const std::string name = std::string("exercise.in_a_line.") + question.level->id;
    return task_with(texts, question, texts.has(name) ? texts.text(name) : "");
}

namespace {

struct TaskFormula {
    const char *level, *markup;
};
const TaskFormula task_formulas[] = {
    {"scores", "S = \\q{Q}\\k{K}^{\\rm{T}}"},
    {"scale", "\\frac{S}{\\sqrt{d_{k}}}"},
    {"one_head", "\\rm{softmax}( \\frac{\\q{Q}\\k{K}^{\\rm{T}}}{\\sqrt{d_{k}}} ) \\v{V}"},
    {"additive", "v · \\rm{tanh}( \\q{q} W_{q} + \\k{k} W_{k} )"},
    {"general", "\\q{q} W \\k{k}^{\\rm{T}}"},
    {"rnn", "h_{t} = \\rm{tanh}( W_{\\rm{ih}} x_{t} + b_{\\rm{ih}} + W_{\\rm{hh}} h_{t−1} + b_{\\rm{hh}} )"}};

} // namespace

SetTask set_task_of(const narration::Texts& texts, const Question& question) {
    const auto* const formula = std::ranges::find_if(task_formulas, [&](const TaskFormula& one) {
        return std::string_view(one.level) == question.level->id;
    });
    if (formula == std::end(task_formulas)) return {task_of(texts, question)};
    std::string sentence = task_with(texts, question, ""); // which ends with it
    while (sentence.ends_with('.') || sentence.ends_with(' '))
        sentence.pop_back();
    return {sentence, formula->markup};
}

std::string said(const narration::Texts& texts, const Question& question, const Mistake& mistake) {
    return narration::plain_text(texts, "exercise.mistake." + mistake.text, values_of(question));
}

std::string said(const narration::Texts& texts, const Observation& observed) {
    return narration::plain_text(texts, "exercise.observed." + observed.text,
                                 narration::values_of(observed.values));
}

namespace {

/// "item 1, head 0, ": which block it is, as far as there are several.
std::string block_text(std::size_t block, std::size_t blocks, const Question& question) {
    const Index heads = static_cast<Index>(blocks) / question.items(), at = static_cast<Index>(block);
    std::string text;
    if (question.items() > 1) text += "item " + std::to_string(at / heads) + ", ";
    if (heads > 1) text += "head " + std::to_string(at % heads) + ", ";
    return text;
}

} // namespace

std::string hint_said(const narration::Texts& texts, const Question& question, const std::string& stage,
                      int step, const CheckedStage* wrong) {
    std::optional<Cell> at;
    if (wrong && wrong->name == stage && wrong->fits)
        at = Cell{wrong->difference.block, wrong->difference.row, wrong->difference.column};
    Hint found = hint(question, stage, step, at);
    if (!found.values.empty()) { // it works out a number
        std::string block = block_text(found.block, found.blocks, question);
        if (!block.empty()) { // a sentence of its own
            block.replace(block.size() - 2, 1, ".");
            block.front() = block.front() == 'i' ? 'I' : 'H';
        }
        found.values["block"] = block;
    }
    return narration::plain_text(texts, found.text, narration::values_of(found.values));
}

std::string place_text(const CheckedStage& stage, const Question& question) {
    const Difference& at = stage.difference;
    return block_text(at.block, stage.ours.size(), question) + "row " + std::to_string(at.row) + ", column " +
           std::to_string(at.column);
}

} // namespace exercise
