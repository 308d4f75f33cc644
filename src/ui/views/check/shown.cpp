// What the parts of the page share: what is on screen, what is said of a tile, links, numbers and times.
#include "base/text.h"
#include "exercise/telling.h"
#include "ui/views/check/check.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <cmath>
#include <ctime>

namespace ui {

using namespace drawing;
using exercise::Try;
using exercise::Verdict;
namespace fs = std::filesystem;

std::vector<StageTile> tiles_of(const exercise::Level& level) {
    struct Together {
        const char* key;
        std::vector<std::string> names;
    };
    static const std::vector<Together> together{{"qkv", {"q", "k", "v"}},
                                                {"turned", {"q_rotated", "k_rotated"}},
                                                {"cached", {"present_k", "present_v"}}};
    std::vector<StageTile> tiles;
    for (std::size_t i = 0; i < level.stages.size();) {
        StageTile tile{level.stages[i], {i}};
        const auto rest = level.stages.begin() + static_cast<std::ptrdiff_t>(i);
        for (const auto& [key, names] : together)
            if (i + names.size() <= level.stages.size() && std::equal(names.begin(), names.end(), rest)) {
                tile = {key, {}};
                for (std::size_t j = 0; j < names.size(); ++j)
                    tile.stages.push_back(i + j);
            }
        i += tile.stages.size();
        tiles.push_back(std::move(tile));
    }
    return tiles;
}

std::optional<std::size_t> first_wrong(const Try& of) {
    for (std::size_t i = 0; i < of.verdicts.size(); ++i)
        if (const Verdict verdict = of.of(i); verdict == Verdict::differs || verdict == Verdict::other_shape)
            return i;
    return std::nullopt;
}

TileVerdict tile_verdict(const exercise::Level& level, const Try& of, const StageTile& tile,
                         const exercise::Checked* checked) {
    const auto wrong = first_wrong(of);
    const auto some = [&](Verdict verdict) {
        return std::ranges::any_of(tile.stages, [&](std::size_t stage) { return of.of(stage) == verdict; });
    };
    if (wrong && std::ranges::find(tile.stages, *wrong) != tile.stages.end()) return TileVerdict::first;
    if (some(Verdict::other_shape)) return TileVerdict::other_shape;
    if (!some(Verdict::differs)) return some(Verdict::agrees) ? TileVerdict::agrees : TileVerdict::missing;
    if (!checked || checked->mistakes.empty()) return TileVerdict::unjudged;
    if (checked->then_differs.empty()) return TileVerdict::follows;
    // The mistakes give all stages up to this one.
    const auto end = std::ranges::find(level.stages, checked->then_differs);
    const auto place = static_cast<std::size_t>(end - level.stages.begin());
    if (std::ranges::find(tile.stages, place) != tile.stages.end()) return TileVerdict::also;
    return tile.stages.front() < place ? TileVerdict::follows : TileVerdict::unjudged;
}

std::string differs_text(const CheckFrame& frame, const Try& of, std::size_t wrong) {
    const std::string& stage = frame.level().stages[std::min(wrong, frame.level().stages.size() - 1)];
    return of.of(wrong) == Verdict::other_shape
               ? frame.plain("other_shape_of", {{"stage", frame.of_stage("stage", stage)}})
               : frame.of_stage("differs", stage);
}

bool is_told(const CheckFrame& frame, const Try& of) {
    const auto wrong = first_wrong(of);
    if (!wrong) return false;
    if (frame.state.shown.told_for == frame.level().stages[*wrong]) return true;
    const auto& tries = frame.state.work.tries;
    const auto newest = std::ranges::find_if(
        tries.rbegin(), tries.rend(), [](const auto& one) { return one->attempt.checked.has_value(); });
    return newest == tries.rend() || (*newest)->brief.verdicts != of.verdicts;
}

std::chrono::system_clock::time_point moment_of(const Try& of) {
    return std::chrono::system_clock::time_point(std::chrono::seconds(of.saved));
}

std::string CheckFrame::of_stage(const std::string& list, const std::string& key) const {
    const std::string name = "exercise." + list + "." + key;
    return ui.texts.has(name) ? ui.texts.text(name) : key;
}

const std::string& CheckFrame::title() const {
    return exercise::title_of(ui.texts, level());
}

const fs::path* CheckFrame::folder() const {
    const auto found = state.work.folders.find(level().id);
    return found == state.work.folders.end() ? nullptr : &found->second;
}

const exercise::LevelDone* CheckFrame::done(const exercise::Level& of) const {
    const auto found = course.exercises.find(of.id);
    return found == course.exercises.end() ? nullptr : &found->second;
}

const ShownTry* CheckFrame::shown_try() const {
    const auto& tries = state.work.tries;
    for (auto one = tries.rbegin(); one != tries.rend(); ++one)
        if (state.shown.looked_at ? (*one)->brief == *state.shown.looked_at : !(*one)->attempt.stopped)
            return one->get();
    return nullptr;
}

const ShownTry* CheckFrame::unreadable() const {
    const auto& tries = state.work.tries;
    return !tries.empty() && tries.back()->attempt.stopped ? tries.back().get() : nullptr;
}

std::string CheckFrame::opened_stage() const {
    const exercise::Checked* now = checked();
    if (!now) return {};
    if (!state.shown.stage.empty()) return state.shown.stage;
    if (const auto* wrong = now->first_wrong()) return wrong->name;
    return now->stages.back().name;
}

bool check_link(Ui& ui, const std::string& name, Point left_middle, const std::string& label,
                const std::string& hint) {
    const float size = ui.px(card_size), wide = ui.canvas.width(Font::sans_medium, size, label);
    const Rect place{left_middle.x - ui.px(6), left_middle.y - ui.px(14), wide + ui.px(12), ui.px(28)};
    const Touch t = touch(ui, name, place);
    ui.canvas.text(left_middle, label, Font::sans_medium, size, ui[Role::query]);
    if (t.hovered) {
        const float y = left_middle.y + 0.5F * size;
        ui.canvas.line({left_middle.x, y}, {left_middle.x + wide, y}, ui[Role::query], ui.px(1));
        if (!hint.empty()) ui.cursor_hint = hint;
    }
    if (t.focused) focus_ring(ui, place, ui.px(6));
    return t.clicked;
}

float check_link_width(const Ui& ui, const std::string& label) {
    return ui.canvas.width(Font::sans_medium, ui.px(card_size), label);
}

void draw_verdict(Ui& ui, Point centre, float radius, TileVerdict verdict) {
    constexpr float turn = 6.2831853F;
    constexpr int dashes = 12;
    const Rect icon{centre.x - 0.62F * radius, centre.y - 0.62F * radius, 1.24F * radius, 1.24F * radius};
    switch (verdict) {
    case TileVerdict::agrees:
        ui.canvas.paint(Disc{centre, radius, mix(ui[Role::card], ui[Role::good], 0.2F)});
        draw_icon(ui, Icon::tick, icon, ui[Role::good]);
        return;
    case TileVerdict::first:
        ui.canvas.paint(Disc{centre, radius, ui[Role::positive]});
        ui.canvas.text(centre, "≠", Font::sans_bold, 1.75F * radius, readable_on(ui[Role::positive]),
                       Align::centre);
        return;
    case TileVerdict::also:
    case TileVerdict::other_shape:
        ui.canvas.stroke({centre.x - radius, centre.y - radius, 2 * radius, 2 * radius}, ui[Role::positive],
                         ui.px(1.5F), radius);
        ui.canvas.text(centre, "≠", Font::sans_bold, 1.6F * radius, ui[Role::positive], Align::centre);
        return;
    case TileVerdict::follows:
    case TileVerdict::unjudged:
    case TileVerdict::missing:
        for (int i = 0; i < dashes; ++i) {
            const float from = turn * static_cast<float>(i) / dashes, to = from + 0.6F * turn / dashes;
            ui.canvas.line({centre.x + radius * std::cos(from), centre.y + radius * std::sin(from)},
                           {centre.x + radius * std::cos(to), centre.y + radius * std::sin(to)},
                           ui[Role::edge], ui.px(1.3F));
        }
        return;
    }
}

std::string number_of_answer(double value, int digits) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
    if (value == 0) return "0";
    constexpr double least = 1e-9, most = 1e9;
    const double size = std::abs(value);
    const double unit = std::pow(10.0, digits - 1 - static_cast<int>(std::floor(std::log10(size))));
    const double rounded = std::round(size * unit) / unit;
    const std::string text =
        size < least || size > most ? base::scientific(size, digits - 1) : base::plain(rounded);
    return value < 0 ? "−" + text : text;
}

namespace {

std::string local_time(std::chrono::system_clock::time_point moment, const char* form) {
    const std::time_t time = std::chrono::system_clock::to_time_t(moment);
    const std::tm* const local = std::localtime(&time);
    char text[32];
    const std::size_t length = local ? std::strftime(text, sizeof text, form, local) : 0;
    return {text, length};
}

} // namespace

std::string clock_time(std::chrono::system_clock::time_point moment) {
    return local_time(moment, "%H:%M:%S");
}

std::string day_of(std::chrono::system_clock::time_point moment) {
    const std::string day = local_time(moment, "%d %B");
    return day.starts_with('0') ? day.substr(1) : day;
}

} // namespace ui
