// The state after a word, with its numbers: all that a recurrent network keeps of the words so far.

#include "drawing/clock_text.h"
#include "ui/board/plain_matrix.h"
#include "ui/views/race/cards.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;
using base::Index;
using base::Matrix;
using timing::Runner;

namespace {

constexpr Index columns = 8;

constexpr float title_room = 22, readable_line = 13.5F; // design pixels

/// The count of numbers shown in this height: as many lines as fit with digits in them.
Index numbers_shown(const Ui& ui, const timing::Lane& lane, float high) {
    const auto lines = static_cast<Index>((high - ui.px(title_room)) / ui.px(readable_line));
    const Index most = lane.cells.rows() > 0 ? 8 : 16;
    return std::min(lane.states.cols(), columns * std::clamp<Index>(lines, 4, most));
}

/// The first `count` numbers of a row, broken into lines.
std::shared_ptr<const Matrix> folded(const Matrix& states, Index word, Index count) {
    auto matrix =
        std::make_shared<Matrix>(Matrix::Zero((count + columns - 1) / columns, std::min(count, columns)));
    for (Index i = 0; i < count; ++i)
        (*matrix)(i / columns, i % columns) = states(word, i);
    return matrix;
}

float draw_numbers(RaceFrame& frame, const char* anchor, const std::string& title, const Matrix& states,
                   Index word, Index count, const Rect& area) {
    Ui& ui = frame.ui;
    ui.canvas.text_within({area.x, area.y + ui.px(9)}, area.width, title, Font::sans_bold, ui.px(label_size),
                          ui[Role::text]);
    const auto numbers = folded(states, word, count);
    const Rect place{area.x, area.y + ui.px(title_room), area.width, area.height - ui.px(title_room)};
    const MatrixLayout layout = draw_plain_matrix(
        ui,
        {.numbers = numbers,
         .coloured = {ColourMap::signed_values, fitted(ColourMap::signed_values, range_of(states))},
         .largest_width = 60,
         .largest_height = 26,
         .anchor = anchor},
        place);
    return layout.area.bottom() - area.y;
}

} // namespace

float draw_race_state(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    RaceState& state = frame.state;
    float y = area.y;
    std::vector<std::string> names;
    for (const Runner runner : timing::runners)
        names.push_back(ui.texts.text("race.short_" + key_of(runner)));
    const int chosen = choice(ui, "race/state_of", {area.x, y}, names, static_cast<int>(state.chosen.lane));
    if (chosen >= 0) state.chosen.lane = static_cast<Runner>(chosen);
    y += ui.px(38);
    const auto word = shown_word(state);
    if (!state.shown.replay || !word) {
        y += paragraph(ui, {area.x, y}, area.width, {{ui.text("race.no_state_yet")}}, panel_size, false,
                       Role::quiet);
        return y - area.y;
    }
    const timing::Lane& lane = state.shown.replay->lanes[state.chosen.lane];
    const bool kept =
        state.chosen.lane == Runner::attention && state.shown.replay->mode == timing::Mode::generation;
    const auto t = static_cast<std::size_t>(*word);
    const std::string width = std::to_string(lane.states.cols()), number = std::to_string(*word + 1);
    y += paragraph(ui, {area.x, y}, area.width,
                   frame.said("race.state_" + key_of(state.chosen.lane) + (kept ? "_generation" : ""),
                              {{"word", state.shown.replay->words[t]},
                               {"t", number},
                               {"d", width},
                               {"bytes", unit_text(lane.kept_bytes[t], Unit::bytes, 3)}}),
                   label_size, false, Role::text, 1.4F) +
         ui.px(8);
    const bool two = lane.cells.rows() > 0;
    const float rest = std::max(area.bottom() - y, ui.px(two ? 300 : 150)),
                high = two ? (rest - ui.px(10)) / 2 : rest;
    const Index shown = numbers_shown(ui, lane, high);
    const auto titled = [&](const char* name) {
        const Index d = lane.states.cols();
        std::string title = frame.plain(name, {{"t", number}});
        if (shown < d)
            title += ", " + frame.plain("race.shown_of", {{"shown", std::to_string(shown)}, {"d", width}});
        return title;
    };
    const char* hidden = state.chosen.lane == Runner::attention ? "race.output_title" : "race.hidden_title";
    const float first = draw_numbers(frame, "race/hidden", titled(hidden), lane.states, *word, shown,
                                     {area.x, y, area.width, high});
    y += first;
    if (two) {
        y += ui.px(10);
        y += draw_numbers(frame, "race/cell", titled("race.cell_title"), lane.cells, *word, shown,
                          {area.x, y, area.width, high});
    }
    return y - area.y;
}

} // namespace ui
