#include "ui/panels/scrubber.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {

using namespace drawing;

namespace {

constexpr std::array<float, 4> speeds{0.5F, 1, 2, 4};
constexpr std::array<const char*, 4> speed_names{"½×", "1×", "2×", "4×"};
constexpr float room_beside_track = 64; // design pixels: half of the first and the last stage's name
constexpr double seconds_a_stage = 3.2; // long enough to read one line

std::size_t place_of(const std::vector<const attention::Stage*>& stages, attention::StageId id) {
    const auto here = std::find_if(stages.begin(), stages.end(), [&](const auto* s) { return s->id == id; });
    return static_cast<std::size_t>(here - stages.begin());
}

workbench::Selection at_stage(const Scene& scene, attention::StageId id) {
    workbench::Selection next = scene.selection;
    next.stage = id;
    next.product = 0;
    return next;
}

void draw_track(Ui& ui, const Scene& scene, const Rect& track, Actions& actions) {
    const auto stages = attention::stages_of(scene.trace());
    const std::size_t here = place_of(stages, scene.selection.stage);
    const float y = track.y + ui.px(23);
    const auto count = static_cast<float>(stages.size());
    const float pitch = track.width / std::max(1.0F, count - 1);
    const float half = std::min(pitch * 0.48F, ui.px(room_beside_track - 4));
    const auto x_of = [&](std::size_t i) { return track.x + pitch * static_cast<float>(i); };
    const float reached = ui.motion.glide("scrubber", static_cast<float>(here));
    ui.canvas.line({track.x, y}, {track.right(), y}, ui[Role::hairline], ui.px(2));
    ui.canvas.line({track.x, y}, {track.x + pitch * reached, y}, ui[Role::query_fill], ui.px(2));
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const Rect spot{x_of(i) - half, track.y + ui.px(4), 2 * half, track.height - ui.px(8)};
        const Touch t = touch(ui, "scrubber/" + std::string(stages[i]->key), spot);
        const bool past = static_cast<float>(i) <= reached + 0.01F;
        const Rgba dot = ui[past ? Role::query_fill : Role::masked];
        ui.canvas.paint(Disc{{x_of(i), y}, ui.px(past ? 6.0F : 5.0F) + (t.hovered ? ui.px(1.5F) : 0), dot});
        const bool on = i == here;
        ui.canvas.text_within({x_of(i), y + ui.px(20)}, spot.width, std::string(stages[i]->title),
                              on ? Font::sans_bold : Font::sans, ui.px(13), ui[on ? Role::text : Role::quiet],
                              Align::centre);
        if (t.focused) focus_ring(ui, spot.inset(ui.px(4)), ui.px(4));
        if (t.clicked) actions.select = at_stage(scene, stages[i]->id);
    }
}

} // namespace

workbench::Selection stepped(const Scene& scene, int by) {
    const auto stages = attention::stages_of(scene.trace());
    const auto here = static_cast<long>(place_of(stages, scene.selection.stage));
    const long next = std::clamp(here + by, 0L, static_cast<long>(stages.size()) - 1);
    return at_stage(scene, stages[static_cast<std::size_t>(next)]->id);
}

void toggle_play(ScrubberState& state, const Scene& scene, Actions& actions) {
    state.playing = !state.playing;
    state.elapsed = 0;
    const auto stages = attention::stages_of(scene.trace());
    if (state.playing && scene.selection.stage == stages.back()->id)
        actions.select = at_stage(scene, stages.front()->id);
}

void draw_scrubber(Ui& ui, ScrubberState& state, const Scene& scene, const Rect& area, double seconds,
                   Actions& actions) {
    card(ui, area);
    const float middle = area.centre().y, round = ui.px(36);
    const Rect play{area.x + ui.px(18), middle - round / 2, round, round};
    const Touch t = touch(ui, "play", play);
    ui.canvas.paint(
        Disc{play.centre(), round / 2, mix(ui[Role::strong_fill], ui[Role::quiet], t.hovered ? 0.3F : 0)});
    const float icon = ui.px(20);
    draw_icon(ui, state.playing ? Icon::pause : Icon::play,
              {play.centre().x - icon / 2, middle - icon / 2, icon, icon}, ui[Role::strong_text]);
    if (t.focused) focus_ring(ui, play, round / 2);
    if (t.clicked) toggle_play(state, scene, actions);

    const Rect speed{play.right() + ui.px(6), middle - ui.px(14), ui.px(46), ui.px(28)};
    if (button(ui, "speed", speed, speed_names[static_cast<std::size_t>(state.speed)],
               {.look = ButtonLook::plain, .hint = ui.text("scrubber.speed_hint")}))
        state.speed = (state.speed + 1) % static_cast<int>(speeds.size());

    const std::string& keys = ui.text("scrubber.keys");
    const bool roomy = area.width > ui.px(1280);
    const float keys_width = roomy ? ui.canvas.width(Font::sans, ui.px(13), keys) + ui.px(24) : 0;
    if (roomy)
        ui.canvas.text({area.right() - ui.px(20), middle}, keys, Font::sans, ui.px(13), ui[Role::quiet],
                       Align::right);
    const float left = speed.right() + ui.px(room_beside_track);
    const float right = area.right() - keys_width - ui.px(room_beside_track);
    draw_track(ui, scene, {left, area.y, right - left, area.height}, actions);

    if (!state.playing) return;
    state.elapsed +=
        std::min(seconds, 0.1) * static_cast<double>(speeds[static_cast<std::size_t>(state.speed)]);
    ui.motion.keep_going();
    if (state.elapsed < seconds_a_stage) return;
    state.elapsed = 0;
    const workbench::Selection next = stepped(scene, 1);
    if (next.stage == scene.selection.stage)
        state.playing = false;
    else
        actions.select = next;
}

} // namespace ui
