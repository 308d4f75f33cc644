#include "ui/views/labs/labs.h"

#include "ui/chrome/navigation.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace ui {

using namespace drawing;

namespace {

const ViewKind table[] = {
    {.key = "mask",
     .landmarks = {"mask_lab/left", "mask_lab/weights", "mask_lab/leak", "mask_lab/hidden"},
     .make = make_mask_lab},
    {.key = "scale",
     .landmarks = {"scale_lab/spread", "scale_lab/largest", "scale_lab/gradient", "scale_lab/why"},
     .make = make_scale_lab},
    {.key = "score", .landmarks = {"score_lab/text"}, .make = make_score_lab},
    {.key = "order",
     .landmarks = {"order_lab/without", "order_lab/with", "order_lab/positions", "order_lab/shuffle"},
     .make = make_order_lab},
    {.key = "place",
     .landmarks = {"place_lab/clocks", "place_lab/query", "place_lab/key", "place_lab/between",
                   "place_lab/distance", "place_lab/scores"},
     .make = make_place_lab},
    {.key = "blocks",
     .landmarks = {"block_lab/map", "block_lab/held", "block_lab/arithmetic", "block_lab/memory"},
     .make = make_block_lab},
};

} // namespace

std::span<const ViewKind> lab_kinds() {
    return table;
}

LabsView::LabsView(std::span<const ViewKind> kinds) {
    for (const ViewKind& kind : kinds) {
        keys_.emplace_back(kind.key);
        labs_.push_back(kind.make());
    }
}

bool LabsView::open(const std::string& page) {
    const auto found = std::ranges::find(keys_, page);
    if (found == keys_.end()) return false;
    page_ = static_cast<std::size_t>(found - keys_.begin());
    return true;
}

void LabsView::draw(ViewFrame& frame) {
    Ui& ui = frame.ui;
    const Rect& area = frame.area;
    const float margin = ui.px(16), gap = ui.px(12), row = ui.px(30);
    const Rect body{area.x + margin, area.y + gap, area.width - 2 * margin, area.height - gap - margin};
    if (frame.needed) { // by a step, which has chosen the lab and asks the question
        ViewFrame lab = frame;
        lab.area = {area.x, area.y + margin, area.width - margin, area.height - 2 * margin};
        return labs_[page_]->draw(lab);
    }
    std::vector<std::string> titles;
    for (const auto& key : keys_)
        titles.push_back(ui.text(("labs." + key).c_str()));
    const int clicked = choice(ui, "lab", {body.x, body.y}, titles, static_cast<int>(page_), 30);
    if (clicked >= 0) page_ = static_cast<std::size_t>(clicked);
    // The question beside the tabs, or below them where it would be cut, by the edge of the window, too.
    const std::string& question = ui.text(("labs." + keys_[page_] + "_question").c_str());
    const float in_sight = std::min(body.width, ui.window.width - 2 * margin);
    const float beside = choice_width(ui, titles) + ui.px(20);
    const bool below = beside + ui.canvas.width(Font::sans_bold, ui.px(16), question) > in_sight;
    float strip = row;
    if (below)
        strip += ui.px(6) + paragraph(ui, {body.x, body.y + row + ui.px(6)}, in_sight, question,
                                      Font::sans_bold, 16, ui[Role::text]);
    else
        subscripted(ui, {body.x + beside, body.y + row / 2}, question, Font::sans_bold, ui.px(16),
                    ui[Role::text]);
    const float chips = chips_height(ui, chips_, frame.scene, body.width);
    draw_chips(ui, chips_, frame.scene, {body.x, body.y + strip + gap, body.width, chips}, frame.actions);
    const float top = body.y + strip + gap + chips_room(ui, chips, body.height);
    ViewFrame lab = frame;
    lab.area = {body.x, top, body.width, body.bottom() - top};
    labs_[page_]->draw(lab);
}

Exportables LabsView::exports(ViewFrame& frame) {
    return labs_[page_]->exports(frame);
}

void LabsView::visit(workbench::ChoiceVisitor& choices) {
    choices.one_of("page", page_, keys_);
    for (std::size_t i = 0; i < labs_.size(); ++i)
        choices.within(keys_[i].c_str(), [&](workbench::ChoiceVisitor& of_lab) { labs_[i]->visit(of_lab); });
}

nlohmann::json LabsView::shown() const {
    return labs_[page_]->shown();
}

void LabsView::keys(ViewFrame& frame) {
    word_keys(frame.ui, frame.scene, frame.actions);
    head_key(frame.ui, frame.scene, frame.actions);
    mask_key(frame.ui, frame.scene, frame.actions);
    labs_[page_]->keys(frame);
}

} // namespace ui
