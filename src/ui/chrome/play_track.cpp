#include "ui/chrome/play_track.h"

#include "ui/widgets/controls.h"

#include <algorithm>

namespace ui {

using namespace drawing;
using workbench::Playback;
using workbench::Player;
using workbench::PlayPhase;

namespace {

constexpr float thumb_radius = 8.5F; // design pixels

/// In a stage with several products, each is named at its first phase; only the first product's phases are
/// named.
std::string name_of(const Ui& ui, const Playback& playback, const PlayPhase& phase, const Scene& scene) {
    const auto products = scene.stage().products(scene.trace());
    const std::string title = ui.texts.text("play.phases." + std::string(phase.key));
    if (products.size() < 2) return title;
    const std::string symbol(attention::symbol(products[phase.product].result));
    const bool first = &phase == playback.phases().data() || (&phase - 1)->product != phase.product;
    if (phase.product > 0) return first ? symbol : std::string();
    return first ? symbol + ": " + title : title;
}

/// "phase/one_cell"; of a later product "phase/k/one_cell".
std::string anchor_of(const PlayPhase& phase, const Scene& scene) {
    const auto result = scene.stage().products(scene.trace())[phase.product].result;
    return "phase/" + (phase.product > 0 ? std::string(attention::key(result)) + "/" : "") +
           std::string(phase.key);
}

void draw_phases(Ui& ui, Player& player, const Playback& playback, const Scene& scene, const Rect& area) {
    const float y = area.y + ui.px(track_line);
    const std::size_t here = playback.phase_at(playback.step_at(player.at()));
    const auto x_of = [&](double seconds) {
        return area.x + area.width * static_cast<float>(seconds / playback.seconds());
    };
    for (std::size_t i = 0; i < playback.phases().size(); ++i) {
        const PlayPhase& phase = playback.phases()[i];
        const float left = x_of(phase.begins), right = x_of(phase.begins + phase.pace.seconds());
        const bool on = i == here, past = i < here;
        if (i > 0)
            ui.canvas.line({left, y - ui.px(5)}, {left, y + ui.px(5)},
                           ui[past || on ? Role::query_fill : Role::masked], ui.px(2));
        // The names of the stages are below the dots at both ends.
        const float room = std::min(ui.px(44), 0.4F * (right - left));
        const float from = left + (i == 0 ? room : ui.px(2));
        const float to = right - (i + 1 == playback.phases().size() ? room : ui.px(2));
        const Rect spot{from, y + ui.px(9), to - from, ui.px(22)};
        if (spot.width < ui.px(8)) continue;
        const Touch t = touch(ui, anchor_of(phase, scene), spot);
        const std::string name = name_of(ui, playback, phase, scene);
        const bool fits = ui.canvas.width(Font::sans, ui.px(tiny_size), name) <= spot.width;
        if (fits)
            ui.canvas.text({spot.centre().x, y + ui.px(20)}, name, Font::sans, ui.px(tiny_size),
                           ui[on || t.hovered ? Role::query : Role::quiet], Align::centre);
        else if (t.hovered)
            ui.cursor_hint = ui.texts.text("play.phases." + std::string(phase.key));
        if (t.focused) focus_ring(ui, spot, ui.px(4));
        if (t.clicked) player.go_to(phase.begins);
    }
}

} // namespace

float share_played(const Player& player, const Playback& playback) {
    return static_cast<float>(std::clamp(player.at() / playback.seconds(), 0.0, 1.0));
}

bool scrub(Ui& ui, Player& player, const Playback& playback, const Rect& area) {
    const float reach = ui.px(thumb_radius), y = area.y + ui.px(track_line);
    // Extends the area so that the thumb can be grabbed at the very ends, too.
    const Touch t =
        touch(ui, "scrub", {area.x - reach, y - reach, area.width + 2 * reach, 2 * reach}, true, false);
    // The last movement may arrive in the same frame as the release; outside the window the position is
    // unknown.
    if ((t.held || t.let_go) && ui.mouse.x >= 0)
        player.go_to(playback.seconds() *
                     static_cast<double>(std::clamp((ui.mouse.x - area.x) / area.width, 0.0F, 1.0F)));
    return t.held;
}

void draw_play_track(Ui& ui, Player& player, const Playback& playback, const Scene& scene, const Rect& area) {
    draw_phases(ui, player, playback, scene, area);
    const Point thumb{area.x + area.width * share_played(player, playback), area.y + ui.px(track_line)};
    const float radius = ui.px(thumb_radius);
    ui.canvas.paint(Disc{thumb, radius, ui[Role::query_fill]});
    ui.canvas.paint(Disc{thumb, radius - ui.px(2.5F), ui[Role::card]});
    ui.anchors.add("thumb", {thumb.x - radius, thumb.y - radius, 2 * radius, 2 * radius});
}

} // namespace ui
