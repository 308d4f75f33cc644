#pragma once
// Where everything stands in the table of all heads of all layers: a row a layer, the first at the bottom as
// in the Story; or those together that do the same.

#include "ui/views/heads/heads.h"

#include <optional>
#include <string>
#include <vector>

namespace ui {

/// What stands under a picture.
enum class PictureCaption { none, score, name_and_score };

inline constexpr float table_caption_size = tiny_size; ///< of text, design pixels
/// Its height under a picture, pixels.
float caption_height(const Ui& ui, PictureCaption caption);

struct PlacedHead {
    workbench::HeadPlace place;
    drawing::Rect picture;
    PictureCaption caption;
};

/// The name of a row, a column or a group.
struct TableName {
    drawing::Point at = {}; ///< left end; `centred`: centre
    std::string text = {};
    bool centred = false;
    std::optional<std::string> rule = {}; ///< of a group: the first words of its text
};

/// From the top left corner of the table, in pixels.
struct TablePlan {
    float size = 0; ///< of a picture
    std::vector<PlacedHead> heads = {};
    std::vector<TableName> names = {};
    float width = 0, height = 0;
};

/// The pictures as large as this room allows. They may need more height, then the table scrolls. By number,
/// until it is known what the heads do.
TablePlan plan_table(const HeadsFrame& frame, const drawing::Rect& room);

/// How many heads each layer has.
std::vector<base::Index> heads_of_layers(const HeadsFrame& frame);

} // namespace ui
