#include "ui/chrome/navigation.h"

#include "ui/widgets/controls.h"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <array>
#include <cmath>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::Playback;
using workbench::Player;
using workbench::PlayPhase;

namespace {

constexpr float open_share = 0.46F; // share of the line taken by the stage being played
constexpr float thumb_radius = 9;   // design pixels

// In a low bar only the stage on screen is named.
constexpr float least_named = 60; // design pixels
bool is_low(const Ui& ui, const Rect& bar) {
    return bar.height < ui.px(least_named);
}
float line_of(const Rect& bar) {
    return bar.y + 0.4F * bar.height;
}
float names_of(const Rect& bar) {
    return bar.y + 0.76F * bar.height;
}

// The stage being played: its phases, and a thumb to go to any moment.

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
    const float y = line_of(area);
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
        const Rect spot{from, names_of(area) - ui.px(11), to - from, ui.px(22)};
        if (spot.width < ui.px(8)) continue;
        const Touch t = touch(ui, anchor_of(phase, scene), spot);
        const std::string name = name_of(ui, playback, phase, scene);
        const bool fits = ui.canvas.width(Font::sans, ui.px(tiny_size), name) <= spot.width;
        if (fits)
            ui.canvas.text(spot.centre(), name, Font::sans, ui.px(tiny_size),
                           ui[on || t.hovered ? Role::query : Role::quiet], Align::centre);
        else if (t.hovered)
            ui.cursor_hint = ui.texts.text("play.phases." + std::string(phase.key));
        if (t.focused) focus_ring(ui, spot, ui.px(4));
        if (t.clicked) player.go_to(phase.begins);
    }
}

/// The share of the stage that has been played, 0 to 1.
float share_played(const Player& player, const Playback& playback) {
    return static_cast<float>(std::clamp(player.at() / playback.seconds(), 0.0, 1.0));
}

/// Handles dragging of the thumb; `area` begins at the stage's dot. True while it is held.
bool scrub(Ui& ui, Player& player, const Playback& playback, const Rect& area) {
    const float reach = ui.px(thumb_radius), y = line_of(area);
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

/// The phases and the thumb.
void draw_play_track(Ui& ui, Player& player, const Playback& playback, const Scene& scene, const Rect& area) {
    draw_phases(ui, player, playback, scene, area);
    const Point thumb{area.x + area.width * share_played(player, playback), line_of(area)};
    const float radius = ui.px(thumb_radius);
    ui.canvas.paint(Disc{thumb, radius, ui[Role::query_fill]});
    ui.canvas.paint(Disc{thumb, radius - ui.px(2.5F), ui[Role::card]});
    ui.anchors.add("thumb", {thumb.x - radius, thumb.y - radius, 2 * radius, 2 * radius});
}

// The stages on the line.

constexpr std::array<const char*, Player::speeds.size()> speed_names{"¼×", "½×", "1×", "2×", "4×"};
constexpr float room_beside_track = 64; // design pixels: half of the first and the last stage's name
constexpr double seconds_a_stage = 2;   // in a view that only steps from stage to stage

using Stages = std::vector<const attention::Stage*>;

std::size_t place_of(const Stages& stages, attention::StageId id) {
    const auto here = std::find_if(stages.begin(), stages.end(), [&](const auto* s) { return s->id == id; });
    return static_cast<std::size_t>(here - stages.begin());
}

workbench::Selection at_stage(const Scene& scene, attention::StageId id) {
    workbench::Selection next = scene.selection;
    next.stage = id;
    next.product = 0;
    return workbench::focused_on_something(next, scene.trace());
}

std::string speed_name(double speed) {
    const auto place = std::find(Player::speeds.begin(), Player::speeds.end(), speed);
    return speed_names[static_cast<std::size_t>(place - Player::speeds.begin())];
}

/// Positions of the stages on the line.
struct Track {
    std::vector<float> x = {}; ///< position of each stage's dot
    float pitch = 0;           ///< distance between dots, except after the open stage
    bool open = false;         ///< a stage is being played
    float open_width = 0;      ///< width of that stage, after its dot
};

Track track_of(Ui& ui, const Stages& stages, std::size_t here, const Rect& area, bool open) {
    const std::size_t count = stages.size();
    const bool last = here + 1 == count;
    Track track{.open = open};
    track.open_width = ui.motion.glide("scrubber/open", open ? open_share * area.width : 0.0F);
    // The open stage replaces one gap; the last stage has no gap after it to replace.
    const auto gaps = static_cast<float>(count - 1);
    const float closed = area.width / std::max(1.0F, gaps);
    const float opened = (area.width - open_share * area.width) / std::max(1.0F, last ? gaps : gaps - 1);
    track.pitch = open ? opened : closed;
    float x = area.x;
    for (std::size_t i = 0; i < count; ++i) {
        track.x.push_back(ui.motion.glide("scrubber/" + std::to_string(i), x - area.x) + area.x);
        x += open && i == here ? open_share * area.width : track.pitch;
    }
    return track;
}

void draw_stages(Ui& ui, Player& player, const Scene& scene, const Stages& stages, std::size_t here,
                 const Track& track, const Rect& area, Actions& actions) {
    const float y = line_of(area);
    const float half = std::min(track.pitch * 0.48F, ui.px(room_beside_track - 4));
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const float x = track.x[i];
        // Next to its dot, the open stage's area belongs to the thumb and the phases.
        const float before = track.open && i == here + 1 ? ui.px(10) : half;
        const float after = track.open && i == here ? ui.px(10) : half;
        const Rect spot{x - before, area.y + ui.px(4), before + after, area.height - ui.px(8)};
        const Touch t = touch(ui, "scrubber/" + std::string(stages[i]->key), spot);
        const bool past = i <= here;
        const bool on = i == here;
        const Rgba dot = ui[past ? Role::query_fill : Role::masked];
        if (on && !track.open) ui.canvas.paint(Disc{{x, y}, ui.px(thumb_radius + 3), ui[Role::card]});
        ui.canvas.paint(
            Disc{{x, y}, ui.px(on && !track.open ? thumb_radius : 5) + (t.hovered ? ui.px(1.5F) : 0), dot});
        if (on || !is_low(ui, area))
            ui.canvas.text_within({x, names_of(area)}, 2 * half, std::string(stages[i]->title),
                                  on ? Font::sans_bold : Font::sans, ui.px(card_size),
                                  ui[on ? Role::text : Role::quiet], Align::centre);
        else if (t.hovered)
            ui.cursor_hint = std::string(stages[i]->title);
        if (t.focused) focus_ring(ui, spot.inset(ui.px(4)), ui.px(4));
        if (!t.clicked) continue;
        player.leave();
        actions.select = at_stage(scene, stages[i]->id);
    }
}

/// True while the thumb is held.
bool draw_track(Ui& ui, Player& player, const Playback* playback, const Scene& scene, const Rect& area,
                Actions& actions) {
    const Stages stages = attention::stages_of(scene.trace());
    const std::size_t here = place_of(stages, scene.selection.stage);
    const bool open = playback && player.open();
    const Track track = track_of(ui, stages, here, area, open);
    const float y = line_of(area);
    const float done = open ? track.open_width * share_played(player, *playback) : 0;
    ui.canvas.line({area.x, y}, {area.right(), y}, ui[Role::hairline], ui.px(4));
    ui.canvas.line({area.x, y}, {track.x[here] + done, y}, ui[Role::query_fill], ui.px(4));
    const Rect segment{track.x[here], area.y, track.open_width, area.height};
    const bool held = open && scrub(ui, player, *playback, segment);
    draw_stages(ui, player, scene, stages, here, track, area, actions);
    if (open) draw_play_track(ui, player, *playback, scene, segment);
    return held;
}

void play_on(Ui& ui, Player& player, const Playback* playback, const Scene& scene, double seconds,
             Actions& actions) {
    if (!player.playing()) return;
    ui.motion.keep_going();
    seconds = std::min(seconds, 0.1); // so that a slow frame skips nothing
    const bool over = !playback                ? player.advance(seconds, seconds_a_stage)
                      : ui.theme.reduce_motion ? player.advance_stills(seconds, *playback)
                                               : player.advance(seconds, playback->seconds());
    if (!over) return;
    if (is_last_stage(scene)) return player.pause();
    actions.select = stepped(scene, 1);
    player.begin(actions.select->stage);
}

} // namespace

workbench::Selection stepped(const Scene& scene, int by) {
    const Stages stages = attention::stages_of(scene.trace());
    const auto here = static_cast<long>(place_of(stages, scene.selection.stage));
    const long next = std::clamp(here + by, 0L, static_cast<long>(stages.size()) - 1);
    return at_stage(scene, stages[static_cast<std::size_t>(next)]->id);
}

void draw_next_stage(Ui& ui, const Scene& scene, const Rect& area, Actions& actions) {
    const workbench::Selection next = stepped(scene, 1);
    const bool last = next.stage == scene.selection.stage;
    const narration::Values values{{"stage", {{std::string(attention::stage(next.stage).title)}}}};
    const std::string label = ui.plain(last ? "next.last" : "next.stage", values);
    if (!button(ui, "next", area, label, {.look = ButtonLook::filled, .text_size = body_size})) return;
    if (last)
        actions.ask(OpenView{"story"});
    else
        actions.select = next;
}

bool is_last_stage(const Scene& scene) {
    return attention::stages_of(scene.trace()).back()->id == scene.selection.stage;
}

void toggle_play(Player& player, const Playback* playback, const Scene& scene, Actions& actions) {
    if (player.playing()) return player.pause();
    const bool over =
        is_last_stage(scene) && (!playback || (player.open() && player.at() >= playback->seconds()));
    if (over) {
        actions.select = at_stage(scene, attention::stages_of(scene.trace()).front()->id);
        player.begin(actions.select->stage);
    } else if (!player.open()) {
        player.begin(scene.selection.stage);
    }
    player.play();
}

void draw_scrubber(Ui& ui, Player& player, const workbench::Playback* playback, const Scene& scene,
                   const Rect& area, float kept_free, double seconds, Actions& actions) {
    card(ui, area);
    const float middle = area.centre().y, round = std::min(ui.px(44), area.height - ui.px(12));
    const Rect play{area.x + ui.px(20), middle - round / 2, round, round};
    if (play_button(ui, "play", play, player.playing())) toggle_play(player, playback, scene, actions);

    const Rect speed{play.right() + ui.px(4), middle - ui.px(14), ui.px(36), ui.px(control_height)};
    if (button(ui, "speed", speed, speed_name(player.speed()),
               {.look = ButtonLook::plain, .hint = ui.text("scrubber.speed_hint")})) {
        player.next_speed();
        actions.ask(SetPlaySpeed{player.speed()});
    }
    const float left = speed.right() + ui.px(room_beside_track);
    const float right = area.right() - kept_free - ui.px(room_beside_track);
    const bool held =
        draw_track(ui, player, playback, scene, {left, area.y, right - left, area.height}, actions);
    if (!held) play_on(ui, player, playback, scene, seconds, actions);
}

// Keys.

namespace {

/// Moves the marked cell within the stage's result.
void move_cell(const Scene& scene, Index down, Index right, Actions& actions) {
    const auto& t = scene.trace();
    attention::Cell cell = workbench::marked_cell(scene.selection, t);
    const auto& matrix = t.matrix(cell.quantity, cell.head);
    cell.row = std::clamp<Index>(cell.row + down, 0, matrix.rows() - 1);
    cell.column = std::clamp<Index>(cell.column + right, 0, matrix.cols() - 1);
    actions.select = with_cell(scene.selection, cell, cell.quantity);
}

void next_product(const Scene& scene, Actions& actions) {
    actions.select = scene.selection;
    actions.select->product = (scene.selection.product + 1) % scene.stage().products(scene.trace()).size();
    actions.select->pinned.reset();
    actions.select = workbench::focused_on_something(*actions.select, scene.trace());
}

} // namespace

void mark_words(const Scene& scene, Index down, Index right, Actions& actions) {
    const auto& t = scene.trace();
    actions.select = scene.selection;
    actions.select->query = std::clamp<Index>(scene.selection.query + down, 0, t.n() - 1);
    actions.select->key = std::clamp<Index>(scene.selection.key + right, 0, t.m() - 1);
    actions.select->hovered.reset();
}

void word_keys(const Ui& ui, const Scene& scene, Actions& actions) {
    for (const int mods : {0, GLFW_MOD_SHIFT}) {
        if (ui.pressed(GLFW_KEY_LEFT, mods)) mark_words(scene, 0, -1, actions);
        if (ui.pressed(GLFW_KEY_RIGHT, mods)) mark_words(scene, 0, 1, actions);
    }
    if (ui.pressed(GLFW_KEY_UP)) mark_words(scene, -1, 0, actions);
    if (ui.pressed(GLFW_KEY_DOWN)) mark_words(scene, 1, 0, actions);
}

void head_key(const Ui& ui, const Scene& scene, Actions& actions) {
    if (!ui.pressed(GLFW_KEY_H)) return;
    actions.select = scene.selection;
    actions.select->head = (scene.selection.head + 1) % static_cast<Index>(scene.trace().heads.size());
}

void mask_key(const Ui& ui, const Scene& scene, Actions& actions) {
    if (!ui.pressed(GLFW_KEY_M)) return;
    workbench::MaskChoice mask = scene.bench.document().mask;
    mask.causal = !mask.causal;
    actions.edit(workbench::SetMask{mask});
}

void stage_keys(const Ui& ui, const Scene& scene, Actions& actions) {
    const bool on_board = ui.focus.visible() && ui.focus.name() == "board";
    for (const auto& [key, by] : {std::pair{GLFW_KEY_LEFT, -1}, {GLFW_KEY_RIGHT, 1}}) {
        if (ui.pressed(key) && on_board) move_cell(scene, 0, by, actions);
        if (ui.pressed(key) && !on_board) actions.select = stepped(scene, by);
        if (ui.pressed(key, GLFW_MOD_SHIFT)) move_cell(scene, 0, by, actions);
    }
    if (ui.pressed(GLFW_KEY_UP)) move_cell(scene, -1, 0, actions);
    if (ui.pressed(GLFW_KEY_DOWN)) move_cell(scene, 1, 0, actions);
    if (ui.pressed(GLFW_KEY_P)) next_product(scene, actions);
    head_key(ui, scene, actions);
    mask_key(ui, scene, actions);
}

} // namespace ui
