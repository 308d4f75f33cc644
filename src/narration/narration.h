#pragma once
// What the program says about a pass, with the actual numbers filled in: the explanation of a stage in plain
// words, as code and as a formula. The templates are in assets/texts.

#include "attention/stage.h"
#include "language/names.h"
#include "narration/glossary.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace base {
class InputError;
}

namespace narration {

/// What a piece of a sentence is about, which determines its colour.
enum class Tone { plain, query, key, value, number, strong };

struct Span {
    std::string text;
    Tone tone = Tone::plain;
    int tie = -1; ///< index of the thing on screen that it names, in a list beside the text; −1: none
};
using Paragraph = std::vector<Span>;

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
    std::string question; ///< the title: "How well does each key answer each query?"
    std::vector<Paragraph> paragraphs;
};

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

} // namespace narration
