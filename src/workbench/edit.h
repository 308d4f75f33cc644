#pragma once
// Everything that a person can do to a document. Panels return edits; the workbench applies them.

#include "workbench/document.h"
#include "workbench/library.h"

#include <variant>

namespace workbench {

struct ChoosePreset {
    std::string id;
};
struct SetText {
    std::string text, memory_text;
};
struct SetWeights {
    std::variant<HandSetWeights, model::RandomSizes> weights;
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
/// These heads are off, all others on; in any order.
struct SwitchHeads {
    std::vector<attention::Index> off;
};
struct SetItem {
    attention::Index item;
};
struct SetCell {
    attention::Cell cell;
    float value;
};
struct ClearCell {
    attention::Cell cell;
};
struct ClearOverrides {
    bool of_rows = true; ///< also those in X and in the source, which change the row of a word
};
/// Gives a word the row back that the weights have for it, in these places of X and of the source.
struct RestoreRow {
    std::string word;
    std::vector<attention::Index> places, memory_places;
};
struct ReplaceDocument {
    Document document;
};

using Edit = std::variant<ChoosePreset, SetText, SetWeights, SetLanguage, SetPosition, SetScore, SetScale,
                          SetMask, SetDropout, SwitchHeads, SetItem, SetCell, ClearCell, ClearOverrides,
                          RestoreRow, ReplaceDocument>;

/// The document after the edit. Throws InputError when the edit cannot be made; then nothing has changed.
/// Overrides follow their word when the sentence changes around it, and go with their word or with a change
/// of sizes. Another number of heads switches all of them on.
Document apply(const Document& document, const Edit& edit, const Library& library);

} // namespace workbench
