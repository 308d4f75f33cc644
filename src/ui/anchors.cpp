#include "ui/anchors.h"

#include "attention/input_error.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>

namespace ui {

const drawing::Rect* Anchors::find(const std::string& whole_name) const {
    const auto found = places_.find(whole_name);
    return found == places_.end() ? nullptr : &found->second;
}

void Anchors::publish(long frame, const std::string& state) {
    if (!wanted()) return;
    for (const auto& [scope, names] : later_) {
        scope_ = scope;
        names(*this);
    }
    scope_.clear();
    later_.clear();
    nlohmann::json anchors = nlohmann::json::object();
    for (const auto& [name, r] : places_)
        anchors[name] = {std::lround(r.x), std::lround(r.y), std::lround(r.width), std::lround(r.height)};
    std::string body = "\"state\":" + state + ",\"anchors\":" + anchors.dump() + "}\n";
    if (body == written_) return;
    auto beside = file_;
    beside += ".new";
    std::ofstream(beside) << "{\"frame\":" << frame << "," << body;
    std::error_code failed;
    std::filesystem::rename(beside, file_, failed);
    if (failed)
        throw attention::InputError(file_.string(), "cannot write the anchors: " + failed.message(),
                                    "name a file in a folder that you may write to");
    written_ = std::move(body);
}

} // namespace ui
