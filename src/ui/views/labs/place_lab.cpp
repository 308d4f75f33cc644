// The lab of positions: a query and a key as hands of a clock that turn with the words' places, and the score
// against the distance under every scheme that tells places apart.
#include "ui/board/figures.h"
#include "ui/views/labs/labs.h"
#include "ui/views/labs/place_page.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include "attention/rotary.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::PlaceScheme;
using workbench::PlaceScores;
using workbench::PlaceStudy;

// The page, and what moves on it.

PlacePage::PlacePage(ViewFrame& frame, PlaceLabState& state, const PlaceStudy& study)
    : frame_(frame), ui_(frame.ui), state_(state), study_(study), chosen_(state.chosen),
      scores_(study.of(chosen_.scheme)),
      elsewhere_(chosen_.scheme == PlaceScheme::learned && !study.learned_by.empty()) {
    if (!scores_.known()) return;
    // What was moved were other words: these stand at their own places. To look at them chooses nothing.
    const Moved moved_ones = chosen_.words == these() ? chosen_.moved : Moved{};
    const auto placed = [&](Index moved, Index own) {
        return std::min(moved > 0 ? moved - 1 : own, scores_.places() - 1);
    };
    at_ = {placed(moved_ones.query, words().query_place), placed(moved_ones.key, words().key_place)};
    if (words().same) at_.key = at_.query;
    if (apart() && at_.query == at_.key) at_.key += at_.key > 0 ? -1 : 1;
    set_columns();
}

void PlacePage::draw(const Rect& area) {
    if (frame_.needed && scores_.known() && !frame_.shows_part("place_lab/scores")) {
        draw_clocks(area); // all that a step needs
        state_.standing = at_;
        return;
    }
    const float gap = ui_.px(12), right = std::clamp(0.36F * area.width, ui_.px(340), ui_.px(620));
    const Rect left{area.x, area.y, area.width - right - gap, area.height};
    const float pictures = std::clamp(0.26F * area.height, ui_.px(110), ui_.px(200));
    const Rect plot{left.right() + gap, area.y, right, area.height - pictures - gap};
    if (scores_.known()) {
        draw_clocks(left);
        draw_scores(plot);
    } else {
        const Rect inner = titled_card(ui_, "place_lab/clocks", left, title(chosen_.scheme));
        paragraph(ui_, {inner.x, inner.y}, inner.width, {{why_unknown(chosen_.scheme)}}, body_size);
        card(ui_, plot);
    }
    draw_choices({plot.x, plot.bottom() + gap, right, pictures});
    state_.standing = at_;
}

const std::string& PlacePage::title(PlaceScheme scheme) const {
    return ui_.texts.text("places." + place_scheme_names[static_cast<std::size_t>(scheme)]);
}

std::string PlacePage::why_unknown(PlaceScheme scheme) const {
    if (scheme == PlaceScheme::rotary) return ui_.text("places.no_pair");
    return ui_.text(scheme == PlaceScheme::added ? "places.no_added" : "places.no_learned");
}

void PlacePage::set_columns() {
    const Index d_k = scores_.q.cols();
    first_ = second_ = 0;
    if (d_k < 2) return;
    attention::Rotary rotary = study_.rotary;
    if (rotary.dims < 2 || rotary.dims > d_k) rotary.dims = d_k - d_k % 2;
    const auto pairs = workbench::turned_pairs(rotary, d_k);
    pairs_ = std::ssize(pairs);
    // The same pair under every scheme, so that they can be compared.
    const PlaceScores& shown = elsewhere_ ? scores_ : study_.of(PlaceScheme::rotary);
    pair_ = chosen_.pair > 0 ? std::min(chosen_.pair, pairs_) - 1 : workbench::clearest_pair(shown, pairs);
    const auto& pair = pairs[static_cast<std::size_t>(pair_)];
    first_ = pair.first;
    second_ = pair.second;
    speed_ = pair.speed;
}

Point PlacePage::of(const base::Matrix& rows, Index row) const {
    return {rows(row, first_), first_ == second_ ? 0 : rows(row, second_)};
}

Point PlacePage::moving(const base::Matrix& rows, const base::Matrix& alone, float place) const {
    if (chosen_.scheme == PlaceScheme::rotary)
        return turned(of(alone, 0), static_cast<float>(std::remainder(static_cast<double>(place) * speed_,
                                                                      2 * std::numbers::pi)));
    const auto below = std::clamp<Index>(static_cast<Index>(std::floor(place)), 0, scores_.places() - 1);
    const Index above = std::min(below + 1, scores_.places() - 1);
    const float share = place - static_cast<float>(below);
    const Point a = of(rows, below), b = of(rows, above);
    return {std::lerp(a.x, b.x, share), std::lerp(a.y, b.y, share)};
}

std::string PlacePage::column_name(Index column) const {
    const auto i = static_cast<std::size_t>(column);
    return i < words().columns.size() ? words().columns[i] : std::to_string(column + 1);
}

void PlacePage::put(Standing to) {
    const Index last = scores_.places() - 1;
    if (to.query < 0 || to.key < 0 || to.query > last || to.key > last) return;
    if (apart() && to.query == to.key) return;
    if (to == at_) return;
    chosen_.moved = {to.query + 1, to.key + 1};
    chosen_.words = these();
    at_ = to;
    ui_.motion.draw_again();
}

void PlacePage::begin_movement() {
    state_.before = at_;
    state_.before_of = these();
}

void PlacePage::drag(const std::string& name, const Rect& place, bool query, bool key) {
    const Touch t = touch(ui_, name, place, true, false);
    const float here = (ui_.mouse.x - first_x_) / pitch_;
    if (t.held && state_.moving != name) {
        begin_movement();
        state_.moving = name;
        state_.grabbed = here - static_cast<float>(query ? at_.query : at_.key);
    }
    if (t.let_go) state_.moving.clear();
    if (!t.held) return;
    const auto to = static_cast<Index>(std::lround(here - state_.grabbed));
    const Index last = scores_.places() - 1;
    if (query && key) {
        const Index low = std::min(at_.query, at_.key), high = std::max(at_.query, at_.key);
        const Index by = std::clamp(to - at_.query, -low, last - high);
        put({at_.query + by, at_.key + by});
    } else if (query) {
        put({std::clamp<Index>(to, 0, last), at_.key});
    } else {
        put({at_.query, std::clamp<Index>(to, 0, last)});
    }
}

// The lab.

namespace {

const std::array<std::string, rotary_bases.size() + 1> rotary_base_names{"own", "10", "100", "10000",
                                                                         "500000"};

class PlaceLab : public View {
public:
    void draw(ViewFrame& frame) override;
    /// The score against the distance.
    Exportables exports(ViewFrame& frame) override;
    void visit(workbench::ChoiceVisitor& choices) override;
    nlohmann::json shown() const override;

private:
    PlaceLabState state_;
};

} // namespace

void PlaceLab::draw(ViewFrame& frame) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    const attention::Trace& t = scene.trace();
    workbench::PlaceStudyOptions options{
        .query = std::clamp<Index>(scene.selection.query, 0, t.n() - 1),
        .key = std::clamp<Index>(scene.selection.key, 0, t.input.keys() - 1),
        .head = std::clamp<Index>(scene.selection.head, 0, std::ssize(t.heads) - 1),
        .rotary = t.options.rotary.value_or(attention::Rotary{}),
        .alibi_head = state_.chosen.alibi_head};
    options.key = workbench::other_word(t, options.head, options.query, options.key);
    if (state_.chosen.base > 0) options.rotary.base = rotary_bases[state_.chosen.base - 1];
    const auto study = state_.study.ask(
        {{scene.shown}, options},
        [pass = scene.shown, options, library = scene.bench.shared_library()](const base::StopToken& stop) {
            return workbench::place_study(*pass, options, *library, stop);
        });
    ui.wait_for(state_.study);
    state_.shown = study;
    if (study) PlacePage(frame, state_, *study).draw(frame.area);
}

void PlaceLab::visit(workbench::ChoiceVisitor& choices) {
    PlaceLabChoices& chosen = state_.chosen;
    choices.named("scheme", chosen.scheme, place_scheme_names);
    choices.number("pair", chosen.pair, 0, workbench::largest_size);
    choices.one_of("base", chosen.base, rotary_base_names);
    choices.number("alibi_head", chosen.alibi_head, 0, workbench::alibi_heads - 1);
    choices.number("query_place", chosen.moved.query, 0, workbench::most_places);
    choices.number("key_place", chosen.moved.key, 0, workbench::most_places);
    choices.number("query_word", chosen.words.query, 0, workbench::largest_size);
    choices.number("key_word", chosen.words.key, 0, workbench::largest_size);
    choices.boolean("elsewhere", chosen.words.elsewhere);
}

nlohmann::json PlaceLab::shown() const {
    if (!state_.shown) return nullptr;
    const PlaceScores& scores = state_.shown->of(state_.chosen.scheme);
    const Standing& at = state_.standing;
    if (!scores.known() || at.query >= scores.places() || at.key >= scores.places()) return nullptr;
    return {{"query_at", at.query + 1},
            {"key_at", at.key + 1},
            {"score", scores.scores(at.query, at.key)},
            {"told", state_.told},
            {"base", state_.shown->rotary.base},
            {"places", scores.places()},
            {"by_distance_alone", scores.by_distance_alone()}};
}

Exportables PlaceLab::exports(ViewFrame& frame) {
    if (!state_.shown || !state_.shown->of(state_.chosen.scheme).known()) return {};
    Ui& ui = frame.ui;
    Exportable what = exportable("score-against-distance", ui.text("places.title"),
                                 plot_of_places(ui, *state_.shown, state_.chosen.scheme));
    what.note = note_of(ui, *frame.scene.shown);
    what.anchor = "place_lab/scores";
    Exportables all;
    all.push_back(std::move(what));
    return all;
}

std::unique_ptr<View> make_place_lab() {
    return std::make_unique<PlaceLab>();
}

} // namespace ui
