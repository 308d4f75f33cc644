// The lab of blocks: a fused pass, played block by block, which never holds the whole matrix of scores.
#include "ui/board/figures.h"
#include "ui/views/labs/block_page.h"
#include "ui/views/labs/labs.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "workbench/playback.h"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::BlockStudy;

std::vector<std::string> block_size_names(std::span<const Index> sizes) {
    std::vector<std::string> names;
    for (const Index size : sizes)
        names.push_back(std::to_string(size));
    return names;
}

// The moments.

BlockWay::BlockWay(const attention::BlockPass& pass) {
    starts_.push_back(0);
    for (const attention::BlockStep& step : pass.steps)
        starts_.push_back(starts_.back() + (step.is_skipped() ? 1 : block_moments));
}

Index BlockWay::index(BlockPlace place) const {
    if (place.block >= blocks()) return starts_.back();
    const auto block = static_cast<std::size_t>(std::max<Index>(0, place.block));
    return std::clamp(starts_[block] + place.moment, starts_[block], starts_[block + 1] - 1);
}

BlockPlace BlockWay::at(Index index) const {
    index = std::clamp<Index>(index, 0, starts_.back());
    const auto next = std::upper_bound(starts_.begin(), starts_.end(), index);
    const auto block = static_cast<Index>(next - starts_.begin()) - 1;
    return {block, index - starts_[static_cast<std::size_t>(block)]};
}

// The page.

BlockPage::BlockPage(ViewFrame& frame, BlockLabState& state, const std::shared_ptr<const BlockStudy>& study)
    : frame_(frame), ui_(frame.ui), state_(state), study_(study), way_(study->pass),
      at_(way_.clamped(state.chosen.place)),
      row_(std::clamp<Index>(frame.scene.selection.query - study->pass.first_query, 0,
                             study->pass.queries - 1)) {}

void BlockPage::draw(const Rect& area) {
    play_on();
    make_pieces();
    // On a page larger than the window, what is in sight counts.
    const float in_sight = std::min(area.width, ui_.window.width - ui_.px(32)),
                high_in_sight = std::min(area.height, ui_.window.height - ui_.px(120));
    if (in_sight < ui_.px(1080) || area.height < ui_.px(400))
        return draw_stacked(
            {area.x, area.y, in_sight, high_in_sight < ui_.px(400) ? area.height : high_in_sight});
    const float gap = ui_.px(12), bar = ui_.px(66), high = area.height - bar - gap;
    const float left = std::clamp(0.235F * area.width, ui_.px(240), ui_.px(460)),
                right = std::clamp(0.27F * area.width, ui_.px(290), ui_.px(520));
    draw_map({area.x, area.y, left, high});
    draw_held({area.x + left + gap, area.y, area.width - left - right - 2 * gap, high});
    draw_arithmetic_card({area.right() - right, area.y, right, high});
    draw_bar({area.x, area.bottom() - bar, area.width, bar});
    state_.place = at_;
}

void BlockPage::draw_stacked(const Rect& area) {
    const float gap = ui_.px(12), bar = ui_.px(area.width < ui_.px(700) + sizes_width() ? 104 : 66);
    const float width = area.width - ui_.px(10);
    {
        ScrollArea scrolled(ui_, "block_lab/scroll", {area.x, area.y, area.width, area.height - bar - gap});
        float y = scrolled.top();
        const float held = ui_.px(560), below = ui_.px(430), half = (width - gap) / 2;
        draw_held({area.x, y, width, held});
        y += held + gap;
        draw_map({area.x, y, half, below});
        draw_arithmetic_card({area.x + half + gap, y, half, below});
        scrolled.ends_at(y + below);
    }
    draw_bar({area.x, area.bottom() - bar, area.width, bar});
    state_.place = at_;
}

std::string BlockPage::key_name(Index key) const {
    return study_->of->names.along(attention::Axis::keys, key);
}

std::string BlockPage::query_name(Index row) const {
    return study_->of->names.along(attention::Axis::queries, pass().first_query + row);
}

std::string BlockPage::keys_named(attention::KeyRange keys) const {
    const Index last = keys.end - 1;
    if (keys.first >= last) return "“" + key_name(keys.first) + "”";
    return "“" + key_name(keys.first) + (last == keys.first + 1 ? "”, “" : "” … “") + key_name(last) + "”";
}

std::string BlockPage::queries_named() const {
    const Index last = pass().queries - 1;
    if (last == 0) return "“" + query_name(0) + "”";
    return "“" + query_name(0) + (last == 1 ? "”, “" : "” … “") + query_name(last) + "”";
}

// The bar.

namespace {

constexpr double first_moment = 1.6, whole_way = 60; // seconds

} // namespace

void BlockPage::go_to(Index index) {
    state_.chosen.place = at_ = way_.at(index);
    state_.picked.reset();
    state_.since = 0;
    ui_.motion.draw_again();
}

void BlockPage::play_on() {
    if (!state_.playing) return;
    ui_.motion.keep_going();
    const Index here = way_.index(at_);
    if (here + 1 >= way_.count()) {
        state_.playing = false;
        return;
    }
    const workbench::Pace pace(static_cast<long>(way_.count()), first_moment, whole_way);
    state_.since += std::min(frame_.seconds, 0.1); // so that a slow frame skips nothing
    const double now = pace.start(static_cast<long>(here)) + state_.since;
    const auto next = static_cast<Index>(pace.step_at(now));
    if (next == here) return;
    go_to(next);
    state_.since = now - pace.start(static_cast<long>(next));
}

void BlockPage::draw_bar(const Rect& area) {
    card(ui_, area);
    ui_.anchors.add("block_lab/bar", area);
    const bool two_rows = area.height > ui_.px(90); // the sizes below the line
    const Rect line{area.x, area.y, area.width, two_rows ? ui_.px(62) : area.height};
    const float middle = line.centre().y, round = ui_.px(44), small = ui_.px(control_height);
    const Index here = way_.index(at_), last = way_.count() - 1;
    const Rect play{area.x + ui_.px(16), middle - round / 2, round, round};
    if (play_button(ui_, "block_lab/play", play, state_.playing)) {
        if (!state_.playing && here == last) go_to(0);
        state_.playing = !state_.playing;
        state_.since = 0;
    }
    float x = play.right() + ui_.px(10);
    for (const int by : {-1, 1}) {
        const bool can = by < 0 ? here > 0 : here < last;
        if (icon_button(ui_, by < 0 ? "block_lab/back" : "block_lab/next",
                        {x, middle - small / 2, small, small},
                        by < 0 ? Icon::chevron_left : Icon::chevron_right,
                        {.enabled = can, .hint = ui_.text(by < 0 ? "blocks.back" : "blocks.next")})) {
            state_.playing = false;
            go_to(here + by);
        }
        x += small + ui_.px(6);
    }
    const float sizes = sizes_width(), left = x + ui_.px(14);
    if (two_rows) {
        draw_sizes({area.x + ui_.px(16), line.bottom(), sizes, area.bottom() - line.bottom() - ui_.px(6)});
        return draw_way({left, line.y, area.right() - ui_.px(16) - left, line.height});
    }
    draw_sizes({area.right() - sizes - ui_.px(8), area.y, sizes, area.height});
    draw_way({left, area.y, area.right() - sizes - ui_.px(30) - left, area.height});
}

float BlockPage::sizes_width() const {
    float width = choice_width(ui_, block_size_names(block_queries)) +
                  choice_width(ui_, block_size_names(block_keys)) + ui_.px(44);
    for (const char* name : {"blocks.size", "blocks.queries", "blocks.keys"})
        width += ui_.canvas.width(Font::sans, ui_.px(label_size), ui_.text(name));
    return width;
}

void BlockPage::draw_sizes(const Rect& area) {
    const float size = ui_.px(label_size), gap = ui_.px(8), y = area.centre().y;
    float x = area.x;
    const auto label = [&](const char* name) {
        const std::string& text = ui_.text(name);
        ui_.canvas.text({x, y}, text, Font::sans, size, ui_[Role::quiet]);
        x += ui_.canvas.width(Font::sans, size, text) + gap;
    };
    const auto sizes = [&](const char* name, std::span<const Index> all, std::size_t& chosen) {
        const std::vector<std::string> names = block_size_names(all);
        const int clicked = choice(ui_, name, {x, y - ui_.px(control_height) / 2}, names,
                                   static_cast<int>(chosen), control_height, {ui_.text("blocks.size_hint")});
        x += choice_width(ui_, names) + gap;
        if (clicked < 0 || static_cast<std::size_t>(clicked) == chosen) return;
        chosen = static_cast<std::size_t>(clicked);
        state_.playing = false;
        go_to(0);
    };
    label("blocks.size");
    sizes("block_lab/queries", block_queries, state_.chosen.queries);
    label("blocks.queries");
    sizes("block_lab/keys", block_keys, state_.chosen.keys);
    label("blocks.keys");
}

// A piece of the line for each block, and one for the end.
void BlockPage::draw_way(const Rect& area) {
    const auto count = static_cast<float>(way_.blocks());
    const float end = ui_.px(34), pitch = (area.width - end) / count, y = area.y + 0.38F * area.height;
    const auto x_of = [&](BlockPlace place) {
        if (place.block >= way_.blocks()) return area.right() - end / 2;
        const bool skipped = pass().steps[static_cast<std::size_t>(place.block)].is_skipped();
        const float share =
            skipped ? 0.5F : (static_cast<float>(place.moment) + 0.5F) / static_cast<float>(block_moments);
        return area.x + (static_cast<float>(place.block) + share) * pitch;
    };
    const Touch t = touch(ui_, "block_lab/way",
                          {area.x, area.y + ui_.px(6), area.width, area.height - ui_.px(12)}, true, false);
    if ((t.held || t.let_go) && ui_.mouse.x >= 0) {
        const float along = (ui_.mouse.x - area.x) / pitch;
        const auto block = static_cast<Index>(std::floor(std::clamp(along, 0.0F, count)));
        const auto moment =
            static_cast<Index>((along - static_cast<float>(block)) * static_cast<float>(block_moments));
        const Index to = way_.index({block, std::clamp<Index>(moment, 0, block_moments - 1)});
        state_.playing = false;
        if (to != way_.index(at_)) go_to(to);
    }
    const float here = x_of(at_), size = ui_.px(label_size);
    ui_.canvas.line({area.x, y}, {area.right(), y}, ui_[Role::hairline], ui_.px(4));
    ui_.canvas.line({area.x, y}, {here, y}, ui_[Role::query_fill], ui_.px(4));
    // All blocks are named, or the one that is held.
    const bool named =
        pitch >= ui_.px(34) && std::ranges::all_of(pass().steps, [&](const attention::BlockStep& s) {
            return ui_.canvas.width(Font::sans_bold, size, keys_named(s.keys)) <= pitch - ui_.px(8);
        });
    for (Index block = 0; block < way_.blocks(); ++block) {
        const Rect piece{area.x + static_cast<float>(block) * pitch, area.y, pitch, area.height};
        const attention::BlockStep& step = pass().steps[static_cast<std::size_t>(block)];
        if (step.is_skipped()) {
            const Rect over{piece.x, y - ui_.px(5), piece.width, ui_.px(10)};
            ui_.canvas.fill(over, ui_[Role::sunk]);
            ui_.canvas.paint(Hatch{over, ui_[Role::masked], ui_.px(5)});
        } else if (pitch >= ui_.px(24)) {
            for (Index moment = 0; moment < block_moments; ++moment)
                ui_.canvas.paint(Disc{{x_of({block, moment}), y},
                                      ui_.px(3),
                                      ui_[x_of({block, moment}) <= here ? Role::query_fill : Role::masked]});
        }
        if (pitch >= ui_.px(8))
            ui_.canvas.line({piece.x, y - ui_.px(8)}, {piece.x, y + ui_.px(8)}, ui_[Role::edge], ui_.px(1));
        if (named)
            ui_.canvas.text({piece.centre().x, y + ui_.px(22)}, keys_named(step.keys),
                            block == at_.block ? Font::sans_bold : Font::sans, size,
                            ui_[block == at_.block ? Role::text : Role::quiet], Align::centre);
    }
    ui_.canvas.line({area.right() - end, y - ui_.px(8)}, {area.right() - end, y + ui_.px(8)}, ui_[Role::edge],
                    ui_.px(1));
    ui_.canvas.text({area.right() - end / 2, y + ui_.px(22)}, "÷ ℓ", at_end() ? Font::sans_bold : Font::sans,
                    size, ui_[at_end() ? Role::text : Role::quiet], Align::centre);
    if (!named && !at_end()) {
        const float half = std::min(ui_.px(120), (area.width - end) / 2);
        ui_.canvas.text_within({std::clamp(here, area.x + half, area.right() - end - half), y + ui_.px(22)},
                               2 * half, keys_named(step().keys), Font::sans_bold, size, ui_[Role::text],
                               Align::centre);
    }
    const float radius = ui_.px(t.hovered || t.held ? 9 : 8);
    ui_.canvas.paint(Disc{{here, y}, radius, ui_[Role::query_fill]});
    ui_.canvas.paint(Disc{{here, y}, radius - ui_.px(2.5F), ui_[Role::card]});
}

// The lab.

namespace {

class BlockLab : public View {
public:
    void draw(ViewFrame& frame) override;
    /// Space plays.
    void keys(ViewFrame& frame) override;
    /// What is held now.
    Exportables exports(ViewFrame& frame) override;
    void visit(workbench::ChoiceVisitor& choices) override;
    void leave() override { state_.playing = false; }
    nlohmann::json shown() const override;

private:
    BlockLabState state_;
};

} // namespace

void BlockLab::draw(ViewFrame& frame) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    const attention::Trace& t = scene.trace();
    const BlockLabChoices& chosen = state_.chosen;
    workbench::BlockStudyOptions options{
        .head = std::clamp<Index>(scene.selection.head, 0, std::ssize(t.heads) - 1),
        .query = std::clamp<Index>(scene.selection.query, 0, t.n() - 1),
        .size = {block_queries[chosen.queries], block_keys[chosen.keys]}};
    options.query -= options.query % options.size.queries; // the same for the whole block
    const auto study = state_.study.ask(
        {{scene.shown}, options},
        [pass = scene.shown, options](const base::StopToken&) {
            return workbench::block_study(pass, options);
        },
        workbench::block_study_cost(t, options));
    ui.wait_for(state_.study);
    // An earlier answer is about other words.
    state_.shown = study && study->of == scene.shown ? study : nullptr;
    if (const auto* problem = state_.study.problem()) {
        const Rect inner = titled_card(ui, "block_lab/held", frame.area, ui.text("blocks.title"));
        ui.canvas.text_within({inner.x, inner.y + ui.px(10)}, inner.width,
                              problem->problem + " – " + problem->hint, Font::sans, ui.px(body_size),
                              ui[Role::text]);
        return;
    }
    if (state_.shown) BlockPage(frame, state_, state_.shown).draw(frame.area);
}

void BlockLab::keys(ViewFrame& frame) {
    if (!frame.ui.pressed(GLFW_KEY_SPACE) || !state_.shown) return;
    const BlockWay way(state_.shown->pass);
    if (!state_.playing && way.index(state_.place) + 1 == way.count()) state_.chosen.place = {};
    state_.playing = !state_.playing;
    state_.since = 0;
    frame.ui.motion.draw_again();
}

void BlockLab::visit(workbench::ChoiceVisitor& choices) {
    BlockLabChoices& chosen = state_.chosen;
    choices.one_of("queries", chosen.queries, block_size_names(block_queries));
    choices.one_of("keys", chosen.keys, block_size_names(block_keys));
    choices.number("block", chosen.place.block, 0, workbench::largest_size);
    choices.number("moment", chosen.place.moment, 0, block_moments - 1);
}

nlohmann::json BlockLab::shown() const {
    if (!state_.shown) return nullptr;
    const BlockWay way(state_.shown->pass);
    const attention::BlockPass& pass = state_.shown->pass;
    const auto skipped = std::ranges::count_if(pass.steps, &attention::BlockStep::is_skipped);
    return {{"blocks", way.blocks()},          {"skipped", skipped},
            {"block_now", state_.place.block}, {"moment_now", state_.place.moment},
            {"playing", state_.playing},       {"held", pass.held_scores()},
            {"first_query", pass.first_query}, {"difference", state_.shown->difference}};
}

Exportables BlockLab::exports(ViewFrame& frame) {
    const auto study = state_.shown;
    const BlockPieces& held = state_.pieces;
    if (!study || held.of.lock() != study) return {};
    const attention::BlockStep& step = study->pass.steps[static_cast<std::size_t>(held.block)];
    if (step.is_skipped()) return {};
    Ui& ui = frame.ui;
    const auto titled = [&](const std::string& title, const BlockPieces::Numbers& numbers,
                            const Coloured& coloured) {
        MatrixOptions options;
        options.map = coloured.map;
        options.range = coloured.range;
        options.row_name = [study](Index row) {
            return study->of->names.along(attention::Axis::queries, study->pass.first_query + row);
        };
        options.column_name = [study, first = step.seen.first](Index column) {
            return study->of->names.along(attention::Axis::keys, first + column);
        };
        return TitledMatrix{title, numbers, options};
    };
    std::vector<TitledMatrix> matrices{
        titled(ui.text("blocks.scores"), held.scores, signed_colours(study->score_reach)),
        titled("exp(S − m)", held.numerators, {ColourMap::weights, {0, 1}})};
    Exportable what = exportable("block-of-scores", ui.text("labs.blocks_question"), std::move(matrices));
    what.note = note_of(ui, *study->of);
    what.anchor = "block_lab/held";
    Exportables all;
    all.push_back(std::move(what));
    return all;
}

std::unique_ptr<View> make_block_lab() {
    return std::make_unique<BlockLab>();
}

} // namespace ui
