#include "ui/views/stage/stage.h"

#include "drawing/figures/reading.h"
#include "narration/wording.h"
#include "ui/board/words.h"
#include "ui/chrome/pieces.h"
#include "ui/widgets/controls.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ui {

using namespace drawing;
using base::Index;

float StageFrame::progress(double lasts, double begins) const {
    if (ui.theme.reduce_motion || on_slide) return 1;
    const double share = (state.shown_for - begins) / lasts;
    if (share < 1) ui.motion.keep_going();
    return static_cast<float>(std::clamp(share, 0.0, 1.0));
}

namespace {

/// Notes since when the answer has been shown, and a wrong one given.
void follow(StageFrame& frame) {
    StageState& state = frame.state;
    constexpr double long_ago = 60;
    const bool shows = !frame.hides();
    const std::string place = frame.staged ? frame.staged->place : "";
    const long attempts = frame.staged ? frame.staged->attempts : 0;
    if (state.place != place) {
        state.place = place;
        state.way.clear();
        state.part = 0;
        // A picture that only shows something plays once; an answer that was given before stands there.
        state.shown_for = frame.staged && frame.staged->attempts > 0 ? long_ago : 0;
        state.wrong_for = long_ago;
    } else if (shows && !state.showed) {
        state.shown_for = 0;
    } else if (attempts > state.attempts) {
        state.wrong_for = 0;
    }
    state.showed = shows;
    state.attempts = attempts;
    // After an idle period the first frame must not skip the whole motion.
    constexpr double longest_frame = 0.05;
    state.shown_for += std::min(frame.seconds, longest_frame);
    state.wrong_for += std::min(frame.seconds, longest_frame);
}

} // namespace

void StageView::draw(ViewFrame& frame) {
    StageFrame on_stage{frame, state_};
    follow(on_stage);
    const bool has_arrows = frame.staged && frame.staged->arrows;
    if (!has_arrows || state_.page == StagePage::sentence) return draw_sentence_page(on_stage);
    if (state_.page == StagePage::mix) return draw_mix_page(on_stage);
    if (state_.page == StagePage::formula) return draw_formula_page(on_stage);
    draw_arrows_page(on_stage);
}

void StageView::keys(ViewFrame& frame) {
    if (!frame.staged || !frame.staged->arrows) return;
    const float right = static_cast<float>(frame.ui.pressed(GLFW_KEY_RIGHT)) -
                        static_cast<float>(frame.ui.pressed(GLFW_KEY_LEFT)),
                up = static_cast<float>(frame.ui.pressed(GLFW_KEY_UP)) -
                     static_cast<float>(frame.ui.pressed(GLFW_KEY_DOWN));
    if (right == 0 && up == 0) return;
    if (state_.page == StagePage::formula) {
        const bool on = right > 0 || up < 0;
        state_.part = on ? std::min(state_.part + 1, formula_parts - 1) : state_.part - (state_.part > 0);
    } else if (state_.page != StagePage::mix && frame.staged->moves) {
        constexpr float step = 0.1F;
        const auto& q = frame.staged->arrows->trace.heads.front().q;
        const auto moved = [&](float from, float by) { return std::round((from + by * step) / step) * step; };
        frame.actions.ask(MoveArrow{{moved(q(0, 0), right), moved(q(0, 1), up)}});
    }
    frame.ui.motion.draw_again();
}

void StageView::visit(workbench::ChoiceVisitor& choices) {
    static const std::vector<std::string> pages{"sentence", "arrows", "shares", "mix", "formula"};
    choices.named("page", state_.page, pages);
}

// The sentence.

namespace {

constexpr WordSizes words_on_stage{
    .box = 56, .text = 24, .gap = 12, .number = 18, .strong_number = 28, .number_line = 40, .fills = false};
constexpr float arcs_high = 200, arc_width = 16, side_room = 24; // design pixels
constexpr float field_below = 96, field_width = 620, field_height = 44;

/// Beyond 1 and back: 1 + 8 % at its highest.
float spring(float share) {
    constexpr float overshoot = 1.47F;
    const float left = share - 1;
    return 1 + (overshoot + 1) * left * left * left + overshoot * left * left;
}

/// 6 px to and fro, twice.
float shake(const StageFrame& frame) {
    constexpr double lasts = 0.36;
    const double share = frame.state.wrong_for / lasts;
    if (share >= 1 || frame.ui.theme.reduce_motion) return 0;
    frame.ui.motion.keep_going();
    return frame.ui.px(6) * static_cast<float>(std::sin(4 * std::numbers::pi * share) * (1 - share));
}

class Sentence {
public:
    explicit Sentence(StageFrame& frame)
        : frame_(frame), ui_(frame.ui), scene_(frame.scene),
          weights_(frame.scene.trace().matrix(attention::Quantity::weights, frame.scene.selection.head)),
          query_(std::min(scene_.selection.query, weights_.rows() - 1)) {
        const Rect& area = frame.area;
        const float high = ui_.px(words_on_stage.box);
        // Where arcs rise above them, the words stand a little below the middle.
        const float top = area.centre().y - 0.64F * high;
        line_ = {area.x + ui_.px(side_room), top, area.width - 2 * ui_.px(side_room), high};
        words_ = boxed_keys(scene_.pass());
        row_ = set_row(line_, words_, query_,
                       {.sizes = words_on_stage, .scale = ui_.theme.scale, .tight = true}, ui_.canvas);
        weights_.row(query_).maxCoeff(&most_read_);
    }

    void draw() {
        const bool shows = !frame_.hides();
        if (shows) arcs();
        for (Index word = row_.first; word < row_.first + row_.count(); ++word)
            box(word, shows);
        if (frame_.staged && frame_.staged->changes && !frame_.on_slide) field();
    }

private:
    ReadingOptions reading() const {
        const float grown = frame_.progress(0.42);
        return {.query = query_,
                .sizes = words_on_stage,
                .height = std::min(ui_.px(arcs_high), line_.y - frame_.area.y - ui_.px(40)),
                .whole = arc_width,
                .grown = grown,
                .risen = spring(grown),
                .scale = ui_.theme.scale};
    }

    void arcs() {
        const ReadingOptions options = reading();
        std::vector<float> weights(static_cast<std::size_t>(weights_.cols()));
        for (Index word = 0; word < weights_.cols(); ++word)
            weights[static_cast<std::size_t>(word)] = weights_(query_, word);
        ui_.canvas.paint(reading_figure(row_, weights, options, ui_.theme.palette(), ui_.canvas));
        for (Index word = row_.first; word < row_.first + row_.count(); ++word)
            ui_.anchors.add(
                cell_anchor({.quantity = attention::Quantity::weights, .row = query_, .column = word}),
                weight_place(*row_.box(word), options));
    }

    void box(Index word, bool shows) {
        Rect place = *row_.box(word);
        const Touch t = touch(ui_, "token/" + std::to_string(word), place, !frame_.on_slide,
                              frame_.staged && frame_.staged->clicks);
        if (frame_.staged && frame_.staged->wrong == word) place.x += shake(frame_);
        const WordPart part = word == query_                ? WordPart::asks
                              : shows && word == most_read_ ? WordPart::is_read
                                                            : WordPart::plain;
        ui_.canvas.paint(word_figure(place, words_, word, part, row_.text_size, ui_.theme.scale,
                                     ui_.theme.palette(), ui_.canvas));
        const float radius = word_radius(place.height, ui_.theme.scale);
        if (t.hovered && frame_.staged && frame_.staged->clicks)
            ui_.canvas.stroke(place, ui_[Role::focus], ui_.px(1.5F), radius);
        if (t.focused) focus_ring(ui_, place, radius);
        if (frame_.staged && frame_.staged->changes && frame_.reacts())
            drag_word(ui_, scene_, {row_, words_, false}, word, t, frame_.actions);
        if (!t.clicked || (frame_.staged && frame_.staged->clicks)) return;
        if (frame_.staged && frame_.staged->changes) { // the question stays about its own word
            frame_.state.field.take_caret = true;
            frame_.state.field.select = bytes_of(word);
            return;
        }
        frame_.actions.select = scene_.selection;
        frame_.actions.select->query = word;
    }

    /// Where the word stands in the sentence as it was typed; empty: its words were not written like that.
    std::optional<std::pair<std::size_t, std::size_t>> bytes_of(Index word) const {
        const std::string& text = scene_.bench.document().text;
        std::size_t begin = 0, end = 0;
        for (Index i = 0; i <= word; ++i) {
            begin = text.find(words_[i], end);
            if (begin == std::string::npos) return std::nullopt;
            end = begin + words_[i].size();
        }
        return std::pair(begin, end);
    }

    void field() {
        const float wide = std::min(ui_.px(field_width), line_.width);
        const Rect place{line_.centre().x - wide / 2, line_.bottom() + ui_.px(field_below), wide,
                         ui_.px(field_height)};
        ui_.canvas.text({place.x, place.y - ui_.px(14)}, ui_.text("stage.change"), Font::sans,
                        ui_.px(headline_size), ui_[Role::quiet]);
        draw_sentence_field(ui_, frame_.state.field, scene_, place, frame_.actions);
    }

    StageFrame& frame_;
    Ui& ui_;
    const Scene& scene_;
    const base::Matrix& weights_;
    const Index query_;
    Index most_read_ = 0;
    Rect line_;
    Words words_;
    WordRow row_;
};

} // namespace

void draw_sentence_page(StageFrame& frame) {
    if (frame.scene.trace().input.is_cross()) return; // one row of words
    Sentence(frame).draw();
}

} // namespace ui
