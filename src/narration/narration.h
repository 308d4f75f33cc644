#pragma once
// The explanation of a stage in plain words, with the actual numbers filled in (templates in
// assets/texts/walkthrough.toml).

#include "attention/stage.h"
#include "language/names.h"
#include "narration/glossary.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace narration {

/// What a piece of a sentence is about, which determines its colour.
enum class Tone { plain, query, key, value, number, strong };

struct Span {
    std::string text;
    Tone tone = Tone::plain;
    int tie = -1; ///< number of what it names on screen, in a list kept beside the text; −1: nothing
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
    bool trained = false;  ///< rows are what a trained model has made of the words up to here
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
    std::string program;         ///< the lines and all they need to run; prints the output
};

class Texts {
public:
    /// Reads every .toml file of the folder. Throws InputError naming file and entry.
    static Texts load(const std::filesystem::path& folder);

    Narration narrate(const Subject& subject) const;
    /// The listings for this pass: self or cross, one head or several, its scale, mask and score function;
    /// complete and runnable.
    std::vector<Listing> listings(const attention::Trace& t) const;
    /// The whole formula in the markup of drawing/formula.h, each part tagged with its stage's key.
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
        std::map<std::string, std::string>
            words; ///< how this language writes the parts that depend on the pass
        std::vector<ListingLine> lines;
    };

    std::map<std::string, std::string> texts_;
    Glossary glossary_;
    std::vector<ListingTemplate> listings_;
};

} // namespace narration
