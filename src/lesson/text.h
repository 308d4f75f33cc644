#pragma once
// The text of a step: Markdown with formulas in braces, computed and ready to be set.

#include "lesson/formula.h"
#include "narration/narration.h"

#include <map>
#include <memory>

namespace lesson {

/// What a piece of the text names on screen.
struct Tie {
    std::optional<Place> place = {}; ///< cells
    std::string anchor = {};         ///< or a word: "token/7", "source/1"
    bool operator==(const Tie&) const = default;
};

enum class BlockKind { paragraph, item, code, line /**< close below the block before it */ };

struct Block {
    BlockKind kind = BlockKind::paragraph;
    narration::Paragraph spans; ///< Span::tie is an index in LessonText::ties
};

struct LessonText {
    std::vector<Block> blocks;
    std::vector<Tie> ties;
};

/// The Markdown with its formulas computed. Throws InputError for an unpaired brace and for whatever
/// evaluate() refuses.
LessonText told(const std::string& markdown, const Scope& scope);

/// The text alone, blocks separated by a line break.
std::string plain_text(const LessonText& text);
/// Its first sentence.
LessonText first_sentence(const LessonText& text);

/// A value as text: words, lists in brackets, numbers with this many decimals ("−∞" too).
std::string written(const Value& value, int decimals);

/// What an entry of a step's "point" names: "weights[it]", "word it", "source chat", or an anchor. Throws
/// InputError for cells and words that do not exist.
Tie pointed_at(const std::string& name, const Scope& scope);

/// A lesson's texts about the passes on screen, worked out once for as long as these are shown.
class Telling {
public:
    using PassPtr = std::shared_ptr<const workbench::Pass>;

    /// Sets what the texts are about: the pass on screen, and Compare's right-hand one or null. Texts about
    /// other passes are forgotten.
    void about(PassPtr pass, PassPtr right);
    /// Valid until the next about(), which must have been called.
    Scope scope() const { return {*pass_, right_.get()}; }
    const PassPtr& pass() const { return pass_; }
    const PassPtr& right() const { return right_; }

    /// The result of lesson::told(), valid until the next about(). Throws InputError like it.
    const LessonText& told(const std::string& markdown);

private:
    PassPtr pass_, right_;
    std::map<std::string, LessonText> texts_;
};

} // namespace lesson
