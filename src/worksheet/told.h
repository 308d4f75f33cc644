#pragma once
// A lesson walked through without a window: what each step says, shows and asks, for paper.

#include "lesson/check.h"
#include "lesson/lesson.h"
#include "narration/narration.h"
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
    std::string view; ///< key of the one that the step opens
    workbench::Selection selection;
    std::shared_ptr<const workbench::Pass> pass;
    std::optional<lesson::Plane> plane;
};

/// Every step of a lesson, its numbers and answers computed. Throws InputError as lesson::mistakes_in() would
/// report it.
std::vector<ToldStep> told_steps(const lesson::Lesson& lesson, const workbench::Library& library);

/// A question as paper puts it: nothing can be clicked there, so a word is named. `ask`: of a click question.
std::string asked_on_paper(std::string ask, const narration::Texts& texts);

/// Room for a picture: as large as the scale allows, and cut down, not made smaller than `least`, where it
/// does not fit.
struct PictureRoom {
    float width = 0, height = 0; ///< pixels
    float scale = 1, least = 1;  ///< of text and cells
};

/// What a step shows, in black: its arrows, its sentence with the weights of the marked word as arcs, or the
/// matrix of its stage around the marked row; of a view without matrices the sentence alone. Under it what it
/// is.
Block picture_of(const ToldStep& step, const PictureRoom& room, const narration::Texts& texts,
                 const TextMeasure& measure);

} // namespace worksheet
