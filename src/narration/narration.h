#pragma once
// What the program says about a pass, with the actual numbers filled in: the explanation of a stage in plain
// words, as code and as a formula, and two passes beside one another. The templates are in assets/texts.

#include "attention/stage.h"
#include "attention/trace.h"
#include "language/names.h"
#include "narration/glossary.h"

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace base {
class InputError;
}

namespace narration {

class Texts;

// Text with tones, and the markup of templates.
//
// {name} is replaced by a value; {q:…} {k:…} {v:…} {n:…} {b:…} give their words the tone of a query, a key, a
// value, a number, or emphasis. Braces have no other use.

/// What a piece of a sentence is about, which determines its colour.
enum class Tone { plain, query, key, value, number, strong };

struct Span {
    std::string text;
    Tone tone = Tone::plain;
    int tie = -1; ///< index of the thing on screen that it names, in a list beside the text; −1: none
};
using Paragraph = std::vector<Span>;

/// The replacement of each {name}.
using Values = std::map<std::string, Paragraph, std::less<>>;
/// Words without a tone.
Values values_of(const std::map<std::string, std::string>& words);

/// The template with every {name} replaced. Anything invalid (an unclosed brace, an unknown tone, a name
/// without a value) is left unchanged.
Paragraph fill(std::string_view markup, const Values& values);

/// Describes the first invalid thing that fill() would leave unchanged; empty if there is none.
std::string mistake_in(std::string_view markup, const std::function<bool(std::string_view)>& is_name);

/// The text without tones.
std::string plain_text(const Paragraph& paragraph);
/// The same of the text with this name, its {placeholders} filled in.
std::string plain_text(const Texts& texts, const std::string& name, const Values& values);

// A stage in words.

/// What is being explained.
struct Subject {
    const attention::Trace& trace;
    const language::Names& names;
    attention::StageId stage;
    attention::Cell cell;  ///< the marked cell, in the stage's result
    bool hand_set;         ///< dimensions have meanings that sentences may refer to
    bool foretells = true; ///< sentences may say what a later stage will show
    bool trained = false;  ///< the rows come from earlier parts of a trained model
};

struct Narration {
    std::string question;        ///< the title: "How well does each key answer each query?"
    Paragraph brief;             ///< the answer, in one sentence or two
    std::vector<Paragraph> more; ///< what else there is to say, for those who ask
};

// The whole pass as code.

/// A line of code and the stages it belongs to.
struct CodeLine {
    std::string text;
    std::vector<attention::StageId> stages; ///< highlighted in these stages
};
struct Listing {
    std::string language;        ///< "NumPy"
    std::vector<CodeLine> lines; ///< from the inputs to the output
    std::string program;         ///< the lines with everything they need to run; prints the output
};

/// One input of a pass as an array, named as in the tensor files.
struct GivenArray {
    enum class Kind { matrix, row, matrices, flags, flags_row, many_flags };

    std::string name;
    Kind kind = Kind::matrix;
    std::vector<base::Matrix> parts; ///< one, or one per head; flags are 0 and 1
};

/// All inputs of the pass, in the order of the program: x, memory, positions, weights, masks, and which
/// weights dropout kept.
std::vector<GivenArray> arrays_given(const attention::Trace& t);

// All texts.

class Texts {
public:
    /// Reads every .toml file of the folder. Throws InputError naming file and entry.
    static Texts load(const std::filesystem::path& folder);

    Narration narrate(const Subject& subject) const;
    /// The listings for this pass: self or cross, one head or several, its scale, mask and score function;
    /// complete and runnable.
    std::vector<Listing> listings(const attention::Trace& t) const;
    /// The whole formula in the markup of drawing/figures/formula.h, each part tagged with its stage's key.
    std::string formula(const attention::Trace& t) const;
    /// The text with this name ("keys.title"), for labels and menus. Asserts that it exists.
    const std::string& text(const std::string& name) const;
    bool has(const std::string& name) const { return texts_.contains(name); }
    const Glossary& glossary() const { return glossary_; }
    /// All texts, for tests.
    const std::map<std::string, std::string>& all() const { return texts_; }

private:
    friend struct TextsReader;
    /// A line of a listing and when to include it ("multi !w_o": if "multi" holds and "w_o" does not).
    struct ListingLine {
        std::string code, stages, when;
    };
    struct ListingTemplate {
        std::string language;
        /// How this language writes the parts that depend on the pass.
        std::map<std::string, std::string> words;
        std::vector<ListingLine> lines;
    };

    std::map<std::string, std::string> texts_;
    Glossary glossary_;
    std::vector<ListingTemplate> listings_;
};

// Once at startup: whether the texts that were read are those that the program was built with.

/// Throws InputError naming the file and the missing entry, for which there is no fallback.
void expect_all_texts(const Texts& texts, const std::filesystem::path& folder);

/// Unclosed braces, and tones and {names} that do not exist. Such texts are shown unchanged.
std::vector<base::InputError> mistakes_in(const Texts& texts, const std::filesystem::path& folder);

// Two passes beside one another: where queries, keys and values come from, the shapes, the work.

struct ComparisonRow {
    std::string name;      ///< "Shape of Q"
    std::string key;       ///< "shape_q": anchors and tests
    std::string values[2]; ///< for a and for b
};

/// One row per fact, with all values taken from the passes themselves. Shapes are those of a head.
std::vector<ComparisonRow> comparison_table(const Texts& texts, const attention::Trace& a,
                                            const attention::Trace& b);

/// Multiply-adds of the scores and the weighted sum, all heads: h·n·m·(d_k + d_v).
double attention_multiply_adds(const attention::Trace& t);

} // namespace narration
