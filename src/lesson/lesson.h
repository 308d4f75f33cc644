#pragma once
// A lesson: steps, each a state of the program, a few words about it, and perhaps a question; and how lessons
// are read from their TOML files. docs/lessons.md says how to write them.

#include "base/input_error.h"
#include "workbench/document/document_json.h"
#include "workbench/session/choices.h"

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

/// One of the choices of a question; right if its formula holds.
struct Choice {
    std::string text;
    std::string holds;
    std::string because = {}; ///< the answer to this choice; empty: the question's
    bool operator==(const Choice&) const = default;
};

/// A frequent wrong answer, and how it comes about.
struct Slip {
    std::string value; ///< a formula; for a click, the word; for a goal, what has become true
    std::string because;
    bool operator==(const Slip&) const = default;
};

/// What a step sets; everything that it does not name stays.
struct StepState {
    std::string code = {}; ///< everything at once, as "Copy as code" gives it; the other entries change that
    std::string view = {}, preset = {};
    workbench::DocumentPart document = {};
    std::string stage = {}, query = {}, key = {};
    std::optional<std::size_t> result = {}, head = {}, feature = {}; ///< from 0
    workbench::Choices choices = {};
    std::vector<StepState> second = {}; ///< one, for Compare's right-hand document, or none
    bool operator==(const StepState&) const = default;
};

using Arrow = std::array<double, 2>;

/// Words as arrows in a plane: one asks, the others have keys of two numbers and, where they are to be mixed,
/// values. plane_pass() makes a pass of it, of which the step then speaks.
struct Plane {
    std::string query;              ///< the word that asks
    Arrow at = {};                  ///< where its arrow ends at first
    std::vector<std::string> words; ///< the others
    std::vector<Arrow> keys;        ///< one each
    std::vector<Arrow> values;      ///< one each, or none
    bool divided = true;            ///< the scores, by √2, before the softmax
    bool operator==(const Plane&) const = default;
};

enum class QuestionKind { choose, number, click, bar, order, drag, goal };

/// True where something has to be made true on screen.
inline bool is_goal(QuestionKind kind) {
    return kind == QuestionKind::drag || kind == QuestionKind::goal;
}

struct Question {
    QuestionKind kind = QuestionKind::choose;
    std::string ask, hint, because; ///< as in Step::text
    /// number, bar: gives the number; click: gives the word; drag, goal: what has to become true
    std::string formula = {};
    int decimals = 2; ///< number: how exactly it has to be typed
    std::vector<Slip> slips = {};
    std::string otherwise = {}; ///< click, drag, goal: the answer to whatever else is wrong; empty: computed
    std::string beside = {};    ///< bar: the formula of the bar that is given
    std::string now = {};       ///< drag, goal: how far it has come, as in Step::text; empty: computed
    std::vector<Choice> choices = {};
    std::vector<std::string> order = {};    ///< keys of stages, in any order
    std::vector<std::string> reveal = {};   ///< what shows the answer: cells, words, anchors; empty: computed
    std::optional<Arrow> tip = {};          ///< drag: where the arrow makes it true
    std::optional<StepState> solution = {}; ///< goal: what makes it true
    bool operator==(const Question&) const = default;
};

/// What a step is for in the course, besides what it says.
enum class StepRole {
    plain,
    recall,  ///< asks for something of an earlier lesson
    transfer ///< asks for what was never shown, with what was learned
};

struct Step {
    std::string title;
    std::string text;    ///< Markdown, with {formulas}
    std::string caption; ///< for the lecture; empty: the first sentence of the text
    std::string note;    ///< for the lecturer alone
    StepState state;
    std::vector<std::string> point; ///< what it is about: cells, words, anchors
    std::string label;              ///< beside it
    std::vector<std::string> shows; ///< parts and controls of its view that it needs besides (needs.h)
    std::vector<std::string> sides; ///< names of Compare's two sides; empty: none
    std::optional<Plane> plane;     ///< what its numbers are about, in place of the document
    std::optional<Question> question;
    StepRole role = StepRole::plain;
    std::string room = {}; ///< the id of the side room that it offers; empty: none
    /// "3-scale-and-softmax:4": this step of another lesson, without the number all of them, in place of a
    /// step of its own. read_course() puts those there; empty from then on.
    std::string from = {};
    /// Of a step from another lesson: what the steps before it set there. It then begins where lessons begin.
    std::optional<std::vector<StepState>> before = {};
    std::string place;                                      ///< "softmax.toml, line 12", for messages
    std::map<std::string, std::string, std::less<>> places; ///< the same for its entries, by name

    /// The place of the entry that a message begins with: "point" in "point: nowhere".
    const std::string& place_of(std::string_view mistake) const;
};

/// What the learner can do after a lesson, once these steps' questions are answered.
struct Ability {
    std::string what;                    ///< as in Step::text, but without formulas
    std::vector<std::size_t> steps = {}; ///< from 0
};

struct Lesson {
    std::string id; ///< the file's name without ".toml"
    std::filesystem::path file;
    std::string title;
    std::string afterwards;               ///< what the learner can do afterwards, in one sentence …
    std::vector<Ability> can = {};        ///< … and one by one; empty: nothing is listed
    std::optional<std::size_t> keep = {}; ///< the step whose sentence is the picture to keep, from 0
    int minutes = 0;
    std::optional<long> order; ///< place in the course; those without come last
    bool room = false;         ///< a side room: a step of another lesson offers it to those who like
    std::string recap = {}; ///< what it comes to, in the learner's own numbers: as Step::text, about `keep`
    std::string exercise = {}; ///< the level of Check that fits it; empty: none
    std::vector<Step> steps;
};

// Lessons in TOML files.

/// Throws InputError naming file, line and what to do: not TOML, larger than 4 MB, a missing or unknown
/// entry, a value of the wrong type, a field that no document has. Whether what it names exists, and its
/// formulas, are checked later.
Lesson read_lesson(const std::filesystem::path& file);

/// The same for a text that is, or will be, in this file.
Lesson lesson_in(const std::string& text, const std::filesystem::path& file);

/// The mistake, prefixed with its place in the file unless it has one: "a.toml, line 12: point: nowhere".
base::InputError placed(const base::InputError& mistake, const Step& step);

} // namespace lesson
