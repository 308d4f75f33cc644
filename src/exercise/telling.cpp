#include "exercise/telling.h"

#include "base/text.h"
#include "exercise/hints.h"
#include "exercise/level.h"

#include <cmath>

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

std::string task_of(const narration::Texts& texts, const Question& question) {
    return narration::plain_text(texts, std::string("exercise.task.") + question.level->id,
                                 values_of(question));
}

std::string said(const narration::Texts& texts, const Question& question, const Mistake& mistake) {
    return narration::plain_text(texts, "exercise.mistake." + mistake.text, values_of(question));
}

std::string hint_said(const narration::Texts& texts, const Question& question, const std::string& stage,
                      int step) {
    const Hint found = hint(question, stage, step);
    return narration::plain_text(texts, found.text, narration::values_of(found.values));
}

std::string place_text(const CheckedStage& stage, const Question& question) {
    const Difference& at = stage.difference;
    const auto blocks = static_cast<Index>(stage.ours.size());
    const Index heads = blocks / question.items();
    std::string text;
    if (question.items() > 1) text += "item " + std::to_string(static_cast<Index>(at.block) / heads) + ", ";
    if (heads > 1) text += "head " + std::to_string(static_cast<Index>(at.block) % heads) + ", ";
    return text + "row " + std::to_string(at.row) + ", column " + std::to_string(at.column);
}

} // namespace exercise
