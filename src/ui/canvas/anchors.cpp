#include "ui/canvas/anchors.h"

#include "base/json_text.h"
#include "base/whole_file.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace ui {

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
        // The edges are rounded, so that what lies inside something also does so in whole pixels.
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

} // namespace ui
