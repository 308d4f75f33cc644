#pragma once
// Everything the user can do to a document. Views return edits; the workbench applies them.

#include "base/matrix.h"
#include "workbench/document/document.h"
#include "workbench/document/library.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace workbench {

struct ChoosePreset {
    std::string id;
};
struct SetText {
    std::string text, memory_text;
};
/// The model goes on with the text by this word, or piece of one, with the space before it.
struct WriteWord {
    std::string text;
};
/// The last words that the model wrote are taken back; all of them if there are fewer.
struct TakeBack {
    base::Index words = 1;
};
/// Two words of the sentence, or of the source, change places.
struct SwapWords {
    base::Index a, b;
    bool in_memory = false;
};
struct SetWeights {
    Weights weights;
};
/// A trained model, and, where it does not know the words of the sentence, a sentence that it does.
struct ChooseTrained {
    std::string id;
};
/// A real model that is open, without what only suits other weights.
struct ChooseReal {
    std::string id;
};
struct SetLanguage {
    Language language;
};
struct SetPosition {
    PositionKind position;
};
struct SetScore {
    attention::ScoreFunction score;
};
struct SetScale {
    attention::Scale scale;
};
struct SetMask {
    MaskChoice mask;
};
struct SetDropout {
    attention::Dropout dropout;
};
struct SetAdditions {
    Additions additions;
};
/// Switches these heads off and all others on; in any order.
struct SwitchHeads {
    std::vector<HeadPlace> off;
};
struct SetItem {
    base::Index item;
};
/// Cells on screen do not say which layer they belong to: without `layer`, that of the pass.
struct SetCell {
    attention::Cell cell;
    float value;
    std::optional<base::Index> layer = {};
};
struct ClearCell {
    attention::Cell cell;
    std::optional<base::Index> layer = {};
};
struct ClearOverrides {
    bool of_rows = true; ///< include those in X and in the source, which change the row of a word
};
/// Restores the row that the weights give a word, at these places in X and in the source.
struct RestoreRow {
    std::string word;
    std::vector<base::Index> places, memory_places;
};
struct ReplaceDocument {
    Document document;
};

using Edit =
    std::variant<ChoosePreset, SetText, WriteWord, TakeBack, SwapWords, SetWeights, ChooseTrained, ChooseReal,
                 SetLanguage, SetPosition, SetScore, SetScale, SetMask, SetDropout, SetAdditions, SwitchHeads,
                 SetItem, SetCell, ClearCell, ClearOverrides, RestoreRow, ReplaceDocument>;

/// The document after the edit. Throws InputError when the edit cannot be made. Overrides move with their
/// word when the sentence changes around it, and are dropped when their word goes or the sizes change.
/// Changing the number of heads switches all of them on.
Document apply(const Document& document, const Edit& edit, const Library& library);

// How changes made by hand find their words again in an edited sentence.

/// For each old word, its position in the new sentence, or nothing if it is gone. The order of words is
/// preserved: common words at both ends are matched first, then a longest common subsequence of the rest,
/// which is not searched if it has more than 4 million pairs: its words then count as gone.
using Alignment = std::vector<std::optional<base::Index>>;
Alignment align(const std::vector<std::string>& before, const std::vector<std::string>& after);

} // namespace workbench
