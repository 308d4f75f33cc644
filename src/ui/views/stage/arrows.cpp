// The stage's arrows: a query among keys, its scores and shares; and the values, mixed.

#include "drawing/figures/plane.h"
#include "drawing/figures/word_row.h"
#include "drawing/shapes/fitted_text.h"
#include "ui/views/stage/stage.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;
using attention::Quantity;
using base::Index;

namespace {

// Design pixels.
constexpr float margin = 56, between = 64, least_numbers = 300, most_numbers = 440;
constexpr float widest_plane = 700, handle_radius = 11, handle_reach = 22;
constexpr float title_size_on_stage = 24, note_on_stage = 17, heading = 84, heading_alone = 44,
                word_text = 20, word_high = 36;
constexpr float usual_row = 132, least_row_with_terms = 74; // of bars
constexpr float pair_size = 17, key_width = 3.5F, strongest_width = 5, query_width = 6, part_width = 3;

Point row_of(const base::Matrix& matrix, Index i) {
    return {matrix(i, 0), matrix(i, 1)};
}

/// Where the perpendicular from `tip` meets the line along `direction`.
Point foot_of(Point tip, Point direction) {
    const float squared = direction.x * direction.x + direction.y * direction.y;
    if (squared <= 0) return {};
    const float share = (tip.x * direction.x + tip.y * direction.y) / squared;
    return {share * direction.x, share * direction.y};
}

/// "0.91"; with more decimals, up to four, where a small share needs them: "0.003". Until it has `grown` to
/// 1, part of it.
std::string share_text(float share, float grown = 1) {
    int decimals = 2;
    for (float half = 0.005F; share > 0 && share < half && decimals < 4; half /= 10)
        ++decimals;
    return number_text(share * grown, decimals);
}

/// The plane on the left, what it gives on the right.
class Arrows {
public:
    explicit Arrows(StageFrame& frame)
        : frame_(frame), ui_(frame.ui), pass_(*frame.staged->arrows), head_(pass_.trace.heads.front()),
          m_(pass_.trace.m()) {
        const float side = ui_.px(margin * 0.5F), above = ui_.px(frame.on_slide ? 4 : margin * 0.5F);
        const Rect area{frame.area.x + side, frame.area.y + above, frame.area.width - 2 * side,
                        frame.area.height - 2 * above};
        const float numbers = std::clamp(0.34F * area.width, ui_.px(least_numbers), ui_.px(most_numbers));
        const float gap = std::min(ui_.px(between), 0.06F * area.width);
        const float wide = std::min(area.width - numbers - gap, ui_.px(widest_plane));
        const float left = area.x + (area.width - numbers - gap - wide) / 2;
        plane_area_ = {left, area.y, wide, area.height};
        numbers_ = {left + wide + gap, area.y, numbers, area.height};
    }

protected:
    const std::string& key(Index j) const { return pass_.names.keys[static_cast<std::size_t>(j)]; }
    const std::string& query() const { return pass_.names.queries.front(); }

    void set_plane(std::vector<Point> tips) {
        const bool names = !frame_.on_slide; // where the height is needed
        plane_ = plane_layout(plane_area_, tips, ui_.theme.scale, names);
        ui_.canvas.paint(grid_figure(plane_, names ? ui_.text("stage.first") : "",
                                     names ? ui_.text("stage.second") : "", ui_.theme.palette()));
        ui_.anchors.add("stage/plane", plane_.area);
    }

    void word(const Rect& box, const std::string& text, WordPart part) {
        ui_.canvas.paint(word_figure(box, text, part, false, ui_.px(word_text), ui_.theme.scale,
                                     ui_.theme.palette(), ui_.canvas));
    }
    void label(Point tip, const std::string& text, WordPart part, Role ink, const std::string& anchor) {
        const TipLabel label = label_at(plane_, tip, text, taken_, ui_.canvas);
        word(label.box, text, part);
        const std::string pair = pair_text(tip);
        const float size = ui_.px(pair_size), wide = ui_.canvas.width(Font::mono, size, pair);
        ui_.canvas.text(label.number, pair, Font::mono, size, ui_[ink], Align::centre);
        ui_.anchors.add(anchor, label.box);
        taken_.push_back(label.box);
        taken_.push_back({label.number.x - wide / 2, label.number.y - size / 2, wide, size});
    }

    /// No label on this line, in units.
    void keep_clear(Point from, Point to) {
        constexpr int parts = 16;
        const float half = ui_.px(6);
        for (int i = 0; i <= parts; ++i) {
            const float share = static_cast<float>(i) / parts;
            const Point at = plane_.at({from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)});
            taken_.push_back({at.x - half, at.y - half, 2 * half, 2 * half});
        }
    }

    /// The title above the numbers; returns where they begin. On a slide there is no room for the note.
    Rect headed(const std::string& title, const std::string& note, std::size_t rows) {
        const float head = ui_.px(frame_.on_slide ? heading_alone : heading);
        const float high = head + ui_.px(usual_row) * static_cast<float>(rows);
        Rect area = numbers_;
        area.y += std::max(0.0F, (numbers_.height - high) / 2);
        area.height = std::min(numbers_.height, high);
        ui_.canvas.text_within({area.x, area.y + ui_.px(12)}, area.width, title, Font::sans_bold,
                               ui_.px(title_size_on_stage), ui_[Role::text]);
        if (!frame_.on_slide)
            ui_.canvas.text_within({area.x, area.y + ui_.px(38)}, area.width, note, Font::sans,
                                   ui_.px(note_on_stage), ui_[Role::quiet]);
        area.y += head;
        area.height -= head;
        return area;
    }

    /// The arithmetic below a bar is left out where the next bar would stand on it.
    void bars(std::vector<TermBar> bars, const Rect& area, TermBarOptions options, Quantity quantity) {
        options.scale = ui_.theme.scale;
        if (area.height < ui_.px(least_row_with_terms) * static_cast<float>(bars.size()))
            for (TermBar& bar : bars)
                bar.terms.clear();
        float names = 0;
        for (Index j = 0; j < m_; ++j)
            names = std::max(names, ui_.canvas.width(Font::sans_bold, ui_.px(word_text), key(j)));
        names += ui_.px(26 + 16);
        const TermBarLayout layout = term_bar_layout(area, bars.size(), names, options);
        ui_.canvas.paint(term_bar_figure(bars, layout, options, ui_.theme.palette(), ui_.canvas));
        for (Index j = 0; j < m_; ++j) {
            const Rect row = layout.bar_row(j);
            const float wide = ui_.canvas.width(Font::sans_bold, ui_.px(word_text), key(j)) + ui_.px(26);
            word({area.x, row.y, wide, ui_.px(word_high)}, key(j),
                 bars[static_cast<std::size_t>(j)].marked ? WordPart::is_read : WordPart::plain);
            ui_.anchors.add(cell_anchor({.quantity = quantity, .column = j}),
                            {area.x, row.y, area.width, ui_.px(60)});
        }
    }

    Index largest(const base::Matrix& row) const {
        Index best = 0;
        row.row(0).maxCoeff(&best);
        return best;
    }

    StageFrame& frame_;
    Ui& ui_;
    const workbench::Pass& pass_;
    const attention::HeadTrace& head_;
    const Index m_;
    Rect plane_area_, numbers_;
    PlaneLayout plane_;
    std::vector<Rect> taken_; ///< by labels
};

// A query among keys.

class Query : Arrows {
public:
    using Arrows::Arrows;

    void draw() {
        std::vector<Point> tips{{}, frame_.staged->start};
        for (Index j = 0; j < m_; ++j)
            tips.push_back(row_of(head_.k, j));
        set_plane(tips);
        best_ = largest(head_.scores);
        const Point target = row_of(head_.q, 0);
        const Touch t = moves() ? grip(target) : Touch();
        const Point tip = follow(target, t);
        ui_.canvas.paint(ghost(tip));
        for (Index j = 0; j < m_; ++j)
            ui_.canvas.paint(arrow_figure(plane_, {}, row_of(head_.k, j), ui_[Role::key_line],
                                          j == best_ ? strongest_width : key_width));
        const Point at = plane_.at(tip);
        if (moves())
            ui_.canvas.line(plane_.at({}), at, ui_[Role::query_fill], ui_.px(query_width));
        else
            ui_.canvas.paint(arrow_figure(plane_, {}, tip, ui_[Role::query_fill], query_width));
        ui_.canvas.paint(Disc{plane_.at({}), ui_.px(5), ui_[Role::query_fill]});
        for (Index j = 0; j < m_; ++j)
            keep_clear({}, row_of(head_.k, j));
        if (frame_.on_slide) { // elsewhere labels stay where they are while it moves
            keep_clear({}, target);
            const float near = ui_.px(3 * handle_radius); // a word beside the tip would seem to name it
            taken_.push_back({at.x - near, at.y - near, 2 * near, 2 * near});
        }
        for (Index j = 0; j < m_; ++j)
            label(row_of(head_.k, j), key(j), j == best_ ? WordPart::is_read : WordPart::plain, Role::key,
                  "source/" + std::to_string(j));
        const float radius = ui_.px(handle_radius);
        taken_.push_back({at.x - radius, at.y - radius, 2 * radius, 2 * radius});
        if (moves()) {
            ui_.canvas.paint(Disc{at, radius + ui_.px(2), ui_[Role::query_fill]});
            ui_.canvas.paint(Disc{at, radius - ui_.px(2), ui_[Role::card]});
        }
        if (t.focused || t.hovered)
            focus_ring(ui_, {at.x - 1.5F * radius, at.y - 1.5F * radius, 3 * radius, 3 * radius},
                       1.5F * radius);
        keep_clear({}, target);
        keep_clear(row_of(head_.k, best_), foot_of(row_of(head_.k, best_), target));
        label(target, query(), WordPart::asks, Role::query, "token/0");
        if (frame_.state.page == StagePage::shares && !frame_.hides())
            shares();
        else
            scores();
    }

private:
    bool moves() const { return frame_.staged->moves && frame_.reacts(); }
    /// The handle; moves the arrow while it is dragged.
    Touch grip(Point tip) {
        const Point at = plane_.at(tip);
        const float reach = ui_.px(handle_reach);
        const Touch t = touch(ui_, "stage/arrow", {at.x - reach, at.y - reach, 2 * reach, 2 * reach});
        if (!t.held && !t.let_go) return t;
        const auto snapped = [](float number, int low, int high) { // to tenths, which can be multiplied
            return std::clamp(std::round(10 * number) / 10, static_cast<float>(low),
                              static_cast<float>(high));
        };
        const Point units = plane_.units(ui_.mouse);
        const Point wanted{snapped(units.x, plane_.low_x, plane_.high_x),
                           snapped(units.y, plane_.low_y, plane_.high_y)};
        if (wanted.x != tip.x || wanted.y != tip.y) frame_.actions.ask(MoveArrow{wanted});
        return t;
    }

    /// Where the tip is drawn: under the hand, or gliding to where it was put; its way is noted.
    Point follow(Point target, const Touch& t) {
        if (t.held)
            for (const char* name : {"stage/tip.x", "stage/tip.y"})
                ui_.motion.forget(name);
        if (frame_.state.way.empty()) { // another step
            for (const char* name : {"stage/tip.x", "stage/tip.y"})
                ui_.motion.forget(name);
            frame_.state.way.push_back(target);
        }
        const Point tip{ui_.motion.glide("stage/tip.x", target.x), ui_.motion.glide("stage/tip.y", target.y)};
        constexpr float noted = 0.09F; // so that the way looks dotted
        constexpr std::size_t longest = 400;
        const Point& last = frame_.state.way.back();
        if (std::hypot(tip.x - last.x, tip.y - last.y) > noted && frame_.state.way.size() < longest)
            frame_.state.way.push_back(tip);
        return tip;
    }
    Figure ghost(Point tip) const {
        const Point& start = frame_.staged->start;
        if (std::hypot(tip.x - start.x, tip.y - start.y) < 0.05F) return {};
        return ghost_figure(plane_, start, frame_.state.way, ui_.theme.palette());
    }

    /// "2", or "(−1)" behind another sign.
    static std::string factor(float number) {
        return number < 0 ? "(" + short_number(number) + ")" : short_number(number);
    }

    void scores() {
        const Rect area = headed(ui_.plain("stage.scores", {{"word", {{query()}}}}),
                                 moves() ? ui_.text("stage.scores_note") : "", static_cast<std::size_t>(m_));
        const Point q = row_of(head_.q, 0);
        std::vector<TermBar> each;
        TermBarOptions options{.largest = 0.1F};
        // One scale for all positions of the tip, so that a bar does not stay while others grow.
        for (Index j = 0; j < m_; ++j) {
            const Point k = row_of(head_.k, j);
            const float furthest =
                std::hypot(k.x, k.y) * std::hypot(frame_.staged->start.x, frame_.staged->start.y);
            options.largest = std::max({options.largest, 1.2F * furthest, head_.scores(0, j)});
            options.lowest = std::min({options.lowest, -0.6F * furthest, head_.scores(0, j)});
            each.push_back({.value = head_.scores(0, j),
                            .text = number_text(head_.scores(0, j), 1),
                            .terms = {{short_number(q.x), Role::query},
                                      {" × ", Role::quiet},
                                      {factor(k.x), Role::key},
                                      {" + ", Role::quiet},
                                      {factor(q.y), Role::query},
                                      {" × ", Role::quiet},
                                      {factor(k.y), Role::key}},
                            .marked = j == best_});
        }
        bars(each, area, options, Quantity::scores);
    }

    void shares() {
        const Rect area = headed(ui_.plain("stage.shares", {{"word", {{query()}}}}),
                                 ui_.text("stage.shares_note"), static_cast<std::size_t>(m_));
        const float grown = frame_.progress(0.42);
        std::vector<TermBar> each;
        for (Index j = 0; j < m_; ++j)
            each.push_back({.value = head_.weights(0, j) * grown,
                            .text = share_text(head_.weights(0, j), grown),
                            .terms = {{ui_.text("stage.score") + " ", Role::quiet},
                                      {number_text(head_.scores(0, j), 1), Role::text}},
                            .marked = j == best_});
        bars(each, area, {.largest = 1, .shares = true}, Quantity::weights);
    }

    Index best_ = 0; ///< the key with the highest score
};

// Values, mixed.

class Mix : Arrows {
public:
    using Arrows::Arrows;

    void draw() {
        std::vector<Point> tips{{}};
        for (Index j = 0; j < m_; ++j)
            tips.push_back(row_of(head_.v, j));
        set_plane(tips);
        const bool shows = !frame_.hides();
        const Rgba whole = mix(ui_[Role::background], ui_[Role::value], shows ? 0.4F : 0.8F);
        for (Index j = 0; j < m_; ++j)
            ui_.canvas.paint(arrow_figure(plane_, {}, row_of(head_.v, j), whole, key_width));
        for (Index j = 0; j < m_; ++j)
            keep_clear({}, row_of(head_.v, j));
        for (Index j = 0; j < m_; ++j)
            label(row_of(head_.v, j), key(j), WordPart::plain, Role::value, "source/" + std::to_string(j));
        if (shows) add_up();
        terms(shows);
    }

private:
    /// The largest share first.
    std::vector<Index> by_share() const {
        std::vector<Index> order(static_cast<std::size_t>(m_));
        for (Index j = 0; j < m_; ++j)
            order[static_cast<std::size_t>(j)] = j;
        std::ranges::sort(order, std::ranges::greater(), [&](Index j) { return head_.weights(0, j); });
        return order;
    }

    /// One share after the other, tip to tail; then the arrow to the end of all.
    void add_up() {
        constexpr double each = 0.42;
        Point at{};
        double begins = 0;
        for (const Index j : by_share()) {
            const float share = head_.weights(0, j) * frame_.progress(each, begins);
            const Point v = row_of(head_.v, j), to{at.x + share * v.x, at.y + share * v.y};
            ui_.canvas.paint(arrow_figure(plane_, at, to, ui_[Role::value], part_width));
            at = to;
            begins += each;
        }
        const float grown = frame_.progress(each, begins);
        const Point sum = row_of(head_.output, 0);
        ui_.canvas.paint(
            arrow_figure(plane_, {}, {grown * sum.x, grown * sum.y}, ui_[Role::query_fill], query_width));
        if (grown < 1) return;
        const TipLabel place = label_at(plane_, sum, query(), taken_, ui_.canvas);
        word(place.box, query(), WordPart::asks);
        ui_.anchors.add("token/0", place.box);
    }

    void terms(bool shows) {
        const Rect area = headed(ui_.plain(shows ? "stage.mix" : "stage.shares", {{"word", {{query()}}}}),
                                 ui_.text(shows ? "stage.mix_note" : "stage.shares_note"),
                                 static_cast<std::size_t>(m_) + (shows ? 1 : 0));
        std::vector<TermBar> each;
        const Index most = largest(head_.weights);
        for (Index j = 0; j < m_; ++j)
            each.push_back({.value = head_.weights(0, j),
                            .text = share_text(head_.weights(0, j)),
                            .terms = {{share_text(head_.weights(0, j)), Role::weight},
                                      {" × ", Role::quiet},
                                      {pair_text(row_of(head_.v, j)), Role::value}},
                            .marked = j == most});
        Rect rows = area;
        if (shows) rows.height -= std::min(ui_.px(usual_row), area.height / static_cast<float>(m_ + 1));
        bars(each, rows, {.largest = 1, .shares = true}, Quantity::weights);
        if (!shows) return;
        const float y = rows.bottom() + ui_.px(8);
        const float wide = ui_.canvas.width(Font::sans_bold, ui_.px(word_text), query()) + ui_.px(26);
        const Rect box{area.x, y, wide, ui_.px(word_high)};
        word(box, query(), WordPart::asks);
        const Point sum = row_of(head_.output, 0);
        ui_.canvas.text({box.right() + ui_.px(16), box.centre().y},
                        "(" + number_text(sum.x, 2) + ", " + number_text(sum.y, 2) + ")", Font::mono_bold,
                        ui_.px(24), ui_[Role::query]);
        for (Index c = 0; c < 2; ++c)
            ui_.anchors.add(cell_anchor({.quantity = Quantity::head_output, .column = c}),
                            {box.x, box.y, area.width, box.height});
    }
};

} // namespace

void draw_arrows_page(StageFrame& frame) {
    Query(frame).draw();
}

void draw_mix_page(StageFrame& frame) {
    Mix(frame).draw();
}

} // namespace ui
