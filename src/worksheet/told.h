#pragma once
// A lesson walked through without a window: what each step says, shows and asks, for paper.

#include "lesson/check.h"
#include "lesson/lesson.h"
#include "worksheet/page.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace worksheet {

/// A paragraph of a step's text.
struct ToldParagraph {
    std::string text;
    bool is_code = false;
};

/// A question as it can be asked on paper, and its answer, computed.
struct ToldQuestion {
    lesson::QuestionKind kind = lesson::QuestionKind::choose;
    std::string ask;
    std::vector<std::string> choices; ///< to be ticked, or stages to be put in order
    std::string answer;               ///< empty: something to be done on screen
    std::string because;
};

struct ToldStep {
    std::string title, caption;
    std::vector<ToldParagraph> text;
    std::optional<ToldQuestion> question;
    workbench::Selection selection;
    std::shared_ptr<const workbench::Pass> pass;
    std::optional<lesson::Plane> plane;
};

/// Every step of a lesson, its numbers and answers computed. Throws InputError as lesson::mistakes_in() would
/// report it.
std::vector<ToldStep> told_steps(const lesson::Lesson& lesson, const workbench::Library& library);

/// What a step shows, in black: its sentence with the weights of the marked word as arcs, its arrows, or the
/// matrix of its stage around the marked row; under it what it is. `scale`: of text and cells.
Block picture_of(const ToldStep& step, float width, float most_height, float scale,
                 const TextMeasure& measure);

} // namespace worksheet
