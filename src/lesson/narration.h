#pragma once
// The explanation of a stage in plain words, filled with the actual numbers (templates in
// assets/texts/walkthrough.toml).

#include "attention/stage.h"
#include "language/names.h"
#include "lesson/glossary.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lesson {

/// What a piece of a sentence is about: it gives the piece its colour.
enum class Tone { plain, query, key, value, number, strong };

struct Span {
    std::string text;
    Tone tone = Tone::plain;
};
using Paragraph = std::vector<Span>;

/// What is being explained: read-only.
struct Subject {
    const attention::Trace& trace;
    const language::Names& names;
    attention::StageId stage;
    attention::Cell cell;  ///< the marked cell, in the stage's result
    bool hand_set;         ///< dimensions have meanings that sentences may use
    bool foretells = true; ///< sentences may say what a later stage will show
};

struct Narration {
    std::string question; ///< the title: "How well does each key answer each query?"
    std::vector<Paragraph> paragraphs;
};

/// A line of code and where it belongs.
struct CodeLine {
    std::string text;
    std::vector<attention::StageId> stages; ///< lit in these stages
};
struct Listing {
    std::string language;        ///< "NumPy"
    std::vector<CodeLine> lines; ///< from what is given to the output
    std::string program;         ///< the lines and all that they need to run: prints the output
};

class Texts {
public:
    /// Reads every .toml of the folder. Throws InputError naming file and entry.
    static Texts load(const std::filesystem::path& folder);

    Narration narrate(const Subject& subject) const;
    /// The listings for this pass: self or cross, one head or several, its scale, mask and score function;
    /// complete and runnable.
    std::vector<Listing> listings(const attention::Trace& t) const;
    /// The whole formula in the markup of drawing/formula.h, each part tagged with its stage's key.
    std::string formula(const attention::Trace& t) const;
    /// A text by its name ("keys.title"): for labels and menus. Asserts that there is one.
    const std::string& text(const std::string& name) const;
    bool has(const std::string& name) const { return texts_.contains(name); }
    const Glossary& glossary() const { return glossary_; }
    /// All of them, for tests.
    const std::map<std::string, std::string>& all() const { return texts_; }

private:
    friend struct TextsReader;
    /// A line of a listing and when it belongs there ("multi !w_o": all flags hold, those with ! do not).
    struct ListingLine {
        std::string code, stages, when;
    };
    struct ListingTemplate {
        std::string language;
        std::map<std::string, std::string>
            words; ///< how this language says the parts that depend on the pass
        std::vector<ListingLine> lines;
    };

    std::map<std::string, std::string> texts_;
    Glossary glossary_;
    std::vector<ListingTemplate> listings_;
};

} // namespace lesson
