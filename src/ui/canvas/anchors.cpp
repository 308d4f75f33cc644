#include "ui/canvas/anchors.h"

#include "base/files.h"
#include "base/json_text.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace ui {

std::string cell_anchor(const attention::Cell& cell) {
    const std::string layer = cell.layer == 0 ? "" : "layer/" + std::to_string(cell.layer) + "/";
    return "cell/" + layer + std::string(attention::key(cell.quantity)) + "/" + std::to_string(cell.row) +
           "/" + std::to_string(cell.column);
}

const drawing::Rect* Anchors::find(const std::string& whole_name) const {
    const auto found = places_.find(whole_name);
    return found == places_.end() ? nullptr : &found->second;
}

std::vector<drawing::Rect> Anchors::starting_with(const std::string& beginning) const {
    std::vector<drawing::Rect> found;
    for (auto place = places_.lower_bound(beginning);
         place != places_.end() && place->first.starts_with(beginning); ++place)
        found.push_back(place->second);
    return found;
}

void Anchors::name_now() {
    const std::string before = scope_;
    for (const auto& [scope, names] : later_) {
        scope_ = scope;
        names(*this);
    }
    scope_ = before;
    later_.clear();
}

void Anchors::publish(long frame, const std::string& state) {
    if (!written()) return;
    name_now();
    nlohmann::json anchors = nlohmann::json::object();
    for (const auto& [name, r] : places_) {
        // Edges are rounded, not sizes: what lies inside something still does in whole pixels.
        const long x = std::lround(r.x), y = std::lround(r.y);
        anchors[name] = {x, y, std::lround(r.right()) - x, std::lround(r.bottom()) - y};
    }
    const nlohmann::json controls = controls_, within = within_;
    std::string body = "\"state\":" + state + ",\"anchors\":" + base::json_text(anchors) +
                       ",\"controls\":" + base::json_text(controls) +
                       ",\"within\":" + base::json_text(within) + "}\n";
    if (body == last_written_) return;
    base::write_whole_file(file_, "{\"frame\":" + std::to_string(frame) + "," + body);
    last_written_ = std::move(body);
}

void Focus::begin(int tab, bool enter) {
    order_ = std::move(building_);
    building_.clear();
    const bool may_leave = may_leave_ && confined_.empty();
    if (!confined_.empty())
        std::erase_if(order_, [&](const auto& name) { return !name.starts_with(confined_); });
    confined_.clear();
    enter_ = enter;
    arrived_ = false;
    if (tab == 0) return;
    if (order_.empty()) return leave();
    const auto here = std::find(order_.begin(), order_.end(), focused_);
    const auto count = static_cast<long>(order_.size());
    const long now = here == order_.end() ? (tab > 0 ? -1 : count) : here - order_.begin();
    if (may_leave && (now + tab < 0 || now + tab >= count)) return leave();
    focused_ = order_[static_cast<std::size_t>((now + tab + count) % count)];
    visible_ = true;
    arrived_ = true;
}

bool Focus::item(const std::string& name) {
    building_.push_back(scope_ + name);
    return visible_ && building_.back() == focused_;
}

namespace {

/// A subscript may overlap the end of its letter.
bool is_subscript(const DrawnText& small, const DrawnText& large) {
    return small.text.size() <= 2 && small.place.height < 0.85F * large.place.height &&
           small.place.x > large.place.right() - 0.4F * large.place.height;
}

bool in_sight(const DrawnText& text) {
    return text.place.width > 0 && text.place.height > 0;
}

} // namespace

std::vector<std::string> overlapping(const std::vector<DrawnText>& texts) {
    std::vector<const DrawnText*> by_top;
    for (const DrawnText& text : texts)
        if (in_sight(text)) by_top.push_back(&text);
    std::ranges::sort(by_top, {}, [](const DrawnText* text) { return text->place.y; });
    std::vector<std::string> found;
    for (std::size_t i = 0; i < by_top.size(); ++i)
        for (std::size_t j = i + 1; j < by_top.size(); ++j) {
            const DrawnText &a = *by_top[i], &b = *by_top[j];
            // Glyphs fill about half of the line height.
            const float slack = 0.45F * std::min(a.place.height, b.place.height);
            if (b.place.y > a.place.bottom() - slack) break;
            const float across = std::min(a.place.right(), b.place.right()) - std::max(a.place.x, b.place.x);
            const float down = std::min(a.place.bottom(), b.place.bottom()) - b.place.y;
            const bool leans = is_subscript(a, b) || is_subscript(b, a);
            if (a.layer == b.layer && !leans && across > 2 && down > slack)
                found.push_back(a.text + " | " + b.text);
        }
    return found;
}

std::vector<std::string> outside(const std::vector<DrawnText>& texts, drawing::Rect window) {
    std::vector<std::string> found;
    for (const DrawnText& text : texts) {
        const drawing::Rect& place = text.place;
        const bool beyond = place.x < window.x - 1 || place.right() > window.right() + 1 ||
                            place.y < window.y - 1 || place.bottom() > window.bottom() + 1;
        if (in_sight(text) && beyond) found.push_back(text.text);
    }
    return found;
}

} // namespace ui
