// The lab of positions: a query and a key as hands of a clock that turn with the words' places, and the score
// against the distance under every scheme that tells places apart.
#include "base/study.h"
#include "drawing/figures/clock.h"
#include "drawing/figures/word_row.h"
#include "drawing/shapes/fitted_text.h"
#include "ui/board/figures.h"
#include "ui/chrome/view.h"
#include "ui/views/labs/labs.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"
#include "workbench/studies/place_study.h"

#include "attention/rotary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <numbers>
#include <optional>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::PlaceScheme;
using workbench::PlaceScores;
using workbench::PlaceStudy;

namespace {

const std::array<std::string, workbench::place_schemes> scheme_names{"none", "added", "learned", "rotary",
                                                                     "alibi"};
constexpr std::array<float, 4> rotary_bases{10, 100, 10'000, 500'000};
const std::array<std::string, 4> rotary_base_names{"10", "100", "10000", "500000"};

/// The two words moved away from their own places. Counted from 1; 0: its own place.
struct Moved {
    Index query = 0, key = 0;
    bool operator==(const Moved&) const = default;
};

struct PlaceLabChoices {
    PlaceScheme scheme = PlaceScheme::rotary;
    Index pair = 0;       ///< of columns, from 0
    std::size_t base = 2; ///< index of rotary_bases
    Index alibi_head = 0;
    Moved moved = {};
    Index query_word = 0, key_word = 0; ///< those that were moved, from 0 …
    bool elsewhere = false;             ///< … or the words of another model
};

/// Where the two words stand.
struct Standing {
    Index query = 0, key = 0; ///< from 0
    Index distance() const { return key - query; }
    bool operator==(const Standing&) const = default;
};

struct PlaceLabState {
    PlaceLabChoices chosen;
    base::Study<PlaceStudy, workbench::PlaceStudyOptions> study;
    std::shared_ptr<const PlaceStudy> shown = {}; ///< as drawn in the last frame
    Standing standing = {};                       ///< in the last frame
    std::optional<Standing> before = {};          ///< when the last movement began
    std::string moving = {};                      ///< what is being dragged
    float grabbed = 0;                            ///< where, as places from the left end
};

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

// What is written.

std::string degrees(double radians) {
    const double number = std::abs(radians) * 180 / std::numbers::pi;
    if (number < 5e-4) return "0°";
    return number_text(static_cast<float>(number), number >= 100 ? 0 : number >= 0.95 ? 1 : 3) + "°";
}

std::string pair_of(Point pair) {
    return "(" + number_text(pair.x, 2) + ", " + number_text(pair.y, 2) + ")";
}

/// "1/2", "1/16": slopes are powers of two.
std::string slope_text(float slope) {
    return "1/" + number_text(1 / slope, 0);
}

/// A line in several colours, its middle at `centre`.
struct ColouredRun {
    std::string text;
    Role role = Role::text;
    Font font = Font::mono;
};
void draw_runs(Ui& ui, Point centre, const std::vector<ColouredRun>& runs, float size, float room) {
    const auto wide = [&] {
        float sum = 0;
        for (const ColouredRun& run : runs)
            sum += ui.canvas.width(run.font, size, run.text);
        return sum;
    };
    float needed = wide();
    if (needed > room) {
        size *= room / needed;
        needed = wide();
    }
    float x = centre.x - needed / 2;
    for (const ColouredRun& run : runs) {
        ui.canvas.text({x, centre.y}, run.text, run.font, size, ui[run.role]);
        x += ui.canvas.width(run.font, size, run.text);
    }
}

/// The plot of the scores against the distance. `few`: every pair of places has a dot; otherwise every
/// distance has one, with a band from the least to the highest score.
constexpr Index most_dotted = 16;

Plot plot_of_places(Ui& ui, const PlaceStudy& study, PlaceScheme scheme) {
    const PlaceScores& scores = study.of(scheme);
    const Index p = scores.places();
    Plot plot;
    plot.x = {
        .title = ui.plain("places.axis", {{"key", {{scores.words.key}}}, {"query", {{scores.words.query}}}})};
    plot.y = {.title = ui.text("places.score")};
    plot.x.low = -static_cast<double>(p - 1);
    plot.x.high = static_cast<double>(p - 1);
    const SeriesStyle violet{.role = Role::weight};
    if (scheme == PlaceScheme::rotary) {
        PlotSeries curve{.name = {}, .style = violet, .kind = SeriesKind::computed};
        const Index steps = std::clamp<Index>(4000 / (2 * p), 1, 12); // between two distances
        for (Index i = -(p - 1) * steps; i <= (p - 1) * steps; ++i) {
            const double distance = static_cast<double>(i) / static_cast<double>(steps);
            curve.points.push_back(
                {.x = distance,
                 .y = workbench::turned_score(scores.q_alone, scores.k_alone, study.rotary, distance)});
        }
        plot.series.push_back(std::move(curve));
    }
    PlotSeries dots{.name = {}, .style = violet, .kind = SeriesKind::points};
    if (p <= most_dotted) {
        for (Index i = 0; i < p; ++i)
            for (Index j = 0; j < p; ++j)
                dots.points.push_back({.x = static_cast<double>(j - i), .y = scores.scores(i, j)});
    } else {
        if (p > 4 * most_dotted) dots.kind = SeriesKind::measured;
        for (Index distance = 1 - p; distance < p; ++distance) {
            const workbench::AtDistance& at = scores.at(distance);
            dots.points.push_back(
                {.x = static_cast<double>(distance), .y = at.mean, .lower = at.least, .upper = at.most});
        }
    }
    plot.series.push_back(std::move(dots));
    plot.levels.push_back({0, ""});
    return plot;
}

/// The page of one frame.
class PlacePage {
public:
    PlacePage(ViewFrame& frame, PlaceLabState& state, const PlaceStudy& study)
        : frame_(frame), ui_(frame.ui), state_(state), study_(study), chosen_(state.chosen),
          scores_(study.of(chosen_.scheme)),
          elsewhere_(chosen_.scheme == PlaceScheme::learned && !study.learned_by.empty()) {
        if (!scores_.known()) return;
        pairs_ = std::max<Index>(1, scores_.q.cols() / 2);
        chosen_.pair = std::clamp<Index>(chosen_.pair, 0, pairs_ - 1);
        const auto& options = study.options;
        if (chosen_.query_word != options.query || chosen_.key_word != options.key ||
            chosen_.elsewhere != elsewhere_) {
            chosen_.moved = {};
            state.before.reset();
        }
        chosen_.query_word = options.query;
        chosen_.key_word = options.key;
        chosen_.elsewhere = elsewhere_;
        const auto placed = [&](Index moved, Index own) {
            return std::min(moved > 0 ? moved - 1 : own, scores_.places() - 1);
        };
        at_ = {placed(chosen_.moved.query, words().query_place),
               placed(chosen_.moved.key, words().key_place)};
        if (words().same) at_.key = at_.query;
        if (apart() && at_.query == at_.key) at_.key += at_.key > 0 ? -1 : 1;
        set_columns();
    }

    void draw(const Rect& area) {
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

private:
    const workbench::PlacedWords& words() const { return scores_.words; }
    /// Two words of one sentence never stand at the same place.
    bool apart() const { return !words().same && !words().sentence.empty(); }
    float score() const { return scores_.scores(at_.query, at_.key); }
    const std::string& title(PlaceScheme scheme) const {
        return ui_.texts.text("places." + scheme_names[static_cast<std::size_t>(scheme)]);
    }
    std::string why_unknown(PlaceScheme scheme) const {
        if (scheme == PlaceScheme::rotary) return ui_.text("places.no_pair");
        return ui_.text(scheme == PlaceScheme::added ? "places.no_added" : "places.no_learned");
    }

    // The pair of columns, and the hands that it gives.

    /// The columns of the pair: those that rotary positions turn together.
    void set_columns() {
        const Index d_k = scores_.q.cols();
        first_ = second_ = 0;
        if (d_k < 2) return;
        attention::Rotary rotary = study_.rotary;
        if (rotary.dims < 2 || rotary.dims > d_k) rotary.dims = d_k - d_k % 2;
        Index pair = 0;
        for (Index column = 0; column < d_k; ++column) {
            const attention::Turn turn = attention::turn_of(rotary, d_k, 1, column);
            if (!turn.turns || turn.sign > 0) continue;
            if (pair++ != chosen_.pair) continue;
            first_ = column;
            second_ = turn.partner;
            speed_ = turn.angle;
        }
        pairs_ = pair;
    }
    Point of(const base::Matrix& rows, Index row) const {
        return {rows(row, first_), first_ == second_ ? 0 : rows(row, second_)};
    }
    /// A hand on its way to its place.
    Point moving(const base::Matrix& rows, const base::Matrix& alone, float place) const {
        if (chosen_.scheme == PlaceScheme::rotary)
            return turned(of(alone, 0), static_cast<float>(std::remainder(static_cast<double>(place) * speed_,
                                                                          2 * std::numbers::pi)));
        const auto below = std::clamp<Index>(static_cast<Index>(std::floor(place)), 0, scores_.places() - 1);
        const Index above = std::min(below + 1, scores_.places() - 1);
        const float share = place - static_cast<float>(below);
        const Point a = of(rows, below), b = of(rows, above);
        return {std::lerp(a.x, b.x, share), std::lerp(a.y, b.y, share)};
    }
    std::string column_name(Index column) const {
        const auto i = static_cast<std::size_t>(column);
        return i < words().columns.size() ? words().columns[i] : std::to_string(column + 1);
    }

    // Moving the words.

    /// Puts them there, if they may stand there.
    void put(Standing to) {
        const Index last = scores_.places() - 1;
        if (to.query < 0 || to.key < 0 || to.query > last || to.key > last) return;
        if (apart() && to.query == to.key) return;
        if (to == at_) return;
        chosen_.moved = {to.query + 1, to.key + 1};
        at_ = to;
        ui_.motion.draw_again();
    }
    void move(const std::string& what, Standing to) {
        if (state_.moving.empty() || state_.moving != what) state_.before = at_;
        put(to);
    }
    /// Drags a word, or both by the grip between them.
    void drag(const std::string& name, const Rect& place, bool query, bool key) {
        const Touch t = touch(ui_, name, place, true, false);
        const float here = (ui_.mouse.x - first_x_) / pitch_;
        if (t.held && state_.moving != name) {
            state_.before = at_;
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

    // The hands.

    void draw_clocks(const Rect& area) {
        card(ui_, area);
        ui_.anchors.add("place_lab/clocks", area);
        const Rect in = area.inset(ui_.px(18));
        float y = in.y - ui_.px(4);
        y += paragraph(ui_, {in.x, y}, in.width, {{says()}}, body_size, false, Role::quiet, 1.35F) +
             ui_.px(12);
        const float lines = ui_.px(30 + 26 + 24), heading = ui_.px(34), foot = ui_.px(control_height + 14),
                    sentence = ui_.px(168);
        const float room = in.bottom() - foot - sentence - y;
        const float radius =
            std::max(ui_.px(34), std::min({(room - lines - heading) / 2, 0.145F * in.width, ui_.px(150)}));
        const float spare = std::max(0.0F, room - lines - heading - 2 * radius);
        float longest = 1e-3F;
        for (const base::Matrix* rows : {&scores_.q, &scores_.k, &scores_.q_alone, &scores_.k_alone})
            for (Index i = 0; i < rows->rows(); ++i)
                longest = std::max(longest, std::hypot(of(*rows, i).x, of(*rows, i).y));
        const float column = in.width / 3;
        const auto face = [&](int i) {
            return ClockFace{
                {in.x + (static_cast<float>(i) + 0.5F) * column, y + heading + radius + spare / 3},
                radius,
                0.86F * radius / longest,
                ui_.theme.scale};
        };
        const float bottom = face(0).centre.y + radius + ui_.px(10);
        const float steps[] = {static_cast<float>(at_.query), static_cast<float>(at_.key)};
        const Point q = moving(scores_.q, scores_.q_alone,
                               ui_.motion.glide("place_lab/query_place", steps[0])),
                    k = moving(scores_.k, scores_.k_alone, ui_.motion.glide("place_lab/key_place", steps[1]));
        draw_one(face(0), {in.x, bottom, column, lines}, y + heading / 2, true, q);
        draw_one(face(1), {in.x + column, bottom, column, lines}, y + heading / 2, false, k);
        draw_both(face(2), {in.x + 2 * column, bottom, column, lines}, y + heading / 2, q, k);
        const float top = bottom + lines + spare / 3;
        draw_sentence({in.x, top, in.width, in.bottom() - foot - top});
        draw_controls({in.x, in.bottom() - ui_.px(control_height), in.width, ui_.px(control_height)});
    }

    std::string says() const {
        std::string said;
        switch (chosen_.scheme) {
        case PlaceScheme::rotary:
            said = ui_.plain("places.rotary_says", {{"angle", {{degrees(speed_)}}}});
            break;
        case PlaceScheme::alibi:
            said = ui_.plain("places.alibi_says", {{"slope", {{slope_text(study_.slope)}}}});
            break;
        case PlaceScheme::learned:
            said = elsewhere_ ? ui_.plain("places.learned_elsewhere", {{"model", {{study_.learned_by}}}})
                              : ui_.text("places.learned_says");
            break;
        case PlaceScheme::added:
            said = ui_.text("places.added_says");
            break;
        case PlaceScheme::none:
            said = ui_.text("places.none_says");
        }
        if (study_.as_read && !elsewhere_) said += " " + ui_.text("places.as_read");
        if (words().sentence.empty()) said += " " + ui_.text("places.two_sentences");
        return said;
    }

    void draw_heading(Point centre, const std::string& label, const std::string& word, WordPart part,
                      float room) {
        const float size = ui_.px(body_size), gap = ui_.px(8), high = ui_.px(28);
        const float said = ui_.canvas.width(Font::sans, size, label);
        const float box = std::min(ui_.canvas.width(Font::sans_bold, size, word) + ui_.px(22),
                                   std::max(ui_.px(30), room - said - gap - ui_.px(12)));
        const float x = centre.x - (said + gap + box) / 2;
        ui_.canvas.text({x, centre.y}, label, Font::sans, size, ui_[Role::quiet]);
        ui_.canvas.paint(word_figure({x + said + gap, centre.y - high / 2, box, high}, word, part, false,
                                     size, ui_.theme.scale, ui_.theme.palette(), ui_.canvas));
    }

    /// The query's face or the key's.
    void draw_one(const ClockFace& face, const Rect& below, float heading, bool query, Point hand) {
        const Role role = query ? Role::query_fill : Role::key_line;
        const Point alone = of(query ? scores_.q_alone : scores_.k_alone, 0);
        const Index place = query ? at_.query : at_.key;
        const Rgba pale = mix(ui_[Role::sunk], ui_[role], 0.6F);
        draw_heading({face.centre.x, heading}, ui_.text(query ? "places.query_of" : "places.key_of"),
                     query ? words().query : words().key, query ? WordPart::asks : WordPart::is_read,
                     below.width);
        ui_.canvas.paint(face_figure(face, ui_.theme.palette()));
        ui_.canvas.paint(earlier_hand_figure(face, alone, pale, ui_[Role::sunk]));
        const bool rotary = chosen_.scheme == PlaceScheme::rotary;
        if (rotary)
            ui_.canvas.paint(turn_figure(face, hand_angle(alone),
                                         static_cast<float>(static_cast<double>(place) * speed_), pale));
        ui_.canvas.paint(hand_figure(face, hand, ui_[role]));
        const std::string name = query ? "place_lab/query" : "place_lab/key";
        ui_.anchors.add(name, {face.centre.x - face.radius, face.centre.y - face.radius, 2 * face.radius,
                               2 * face.radius});
        // The place, to be stepped.
        const std::string& label = ui_.text("places.place");
        const float size = ui_.px(note_size), high = ui_.px(control_height - 2), wide = ui_.px(112);
        const float said = ui_.canvas.width(Font::sans, size, label) + ui_.px(8);
        const float x = face.centre.x - (said + wide) / 2;
        ui_.canvas.text({x, below.y + high / 2}, label, Font::sans, size, ui_[Role::text]);
        auto number = static_cast<std::int64_t>(place + 1);
        const std::int64_t other = (query ? at_.key : at_.query) + 1;
        if (stepper(ui_, name + "_place", {x + said, below.y, wide, high}, number, 1, scores_.places(),
                    [&](std::int64_t n) { return !apart() || n != other; })) {
            const auto to = static_cast<Index>(number - 1);
            state_.before = at_;
            put(words().same ? Standing{to, to} : query ? Standing{to, at_.key} : Standing{at_.query, to});
        }
        const std::string turn =
            !rotary
                ? ui_.text(is_added() ? "places.row_added" : "places.not_turned")
                : ui_.plain("places.turned", {{"steps", {{std::to_string(place)}}},
                                              {"angle", {{degrees(speed_)}}},
                                              {"whole", {{degrees(static_cast<double>(place) * speed_)}}}});
        const float room = below.width - ui_.px(12);
        ui_.canvas.text_within({face.centre.x, below.y + ui_.px(44)}, room, turn, Font::sans,
                               ui_.px(card_size), ui_[Role::text], Align::centre);
        ui_.canvas.text_within({face.centre.x, below.y + ui_.px(67)}, room,
                               ui_.plain(is_added() || rotary ? "places.dashed" : "places.solid",
                                         {{"pair", {{pair_of(alone)}}}}),
                               Font::sans, ui_.px(label_size), ui_[Role::quiet], Align::centre);
    }
    bool is_added() const {
        return chosen_.scheme == PlaceScheme::added || chosen_.scheme == PlaceScheme::learned;
    }

    void draw_both(const ClockFace& face, const Rect& below, float heading, Point q, Point k) {
        ui_.canvas.text({face.centre.x, heading}, ui_.text("places.between"), Font::sans, ui_.px(body_size),
                        ui_[Role::quiet], Align::centre);
        ui_.canvas.paint(face_figure(face, ui_.theme.palette()));
        ui_.canvas.paint(
            wedge_figure(face, hand_angle(q), hand_angle(k), mix(ui_[Role::sunk], ui_[Role::weight], 0.2F)));
        ui_.canvas.paint(hand_figure(face, k, ui_[Role::key_line]));
        ui_.canvas.paint(hand_figure(face, q, ui_[Role::query_fill]));
        ui_.canvas.paint(Disc{face.centre, ui_.px(5), ui_[Role::text]});
        ui_.anchors.add("place_lab/between", {face.centre.x - face.radius, face.centre.y - face.radius,
                                              2 * face.radius, 2 * face.radius});
        const Index last = scores_.places() - 1;
        const std::string& label = ui_.text("places.both");
        const float size = ui_.px(note_size), high = ui_.px(control_height - 2), gap = ui_.px(8);
        const float said = ui_.canvas.width(Font::sans, size, label);
        const float x = face.centre.x - (said + 2 * gap + 2 * high) / 2;
        ui_.canvas.text({x, below.y + high / 2}, label, Font::sans, size, ui_[Role::text]);
        const Index low = std::min(at_.query, at_.key), most = std::max(at_.query, at_.key);
        for (const int by : {-1, 1}) {
            const bool can = by < 0 ? low > 0 : most < last;
            const Rect place{x + said + gap + (by < 0 ? 0 : high + gap), below.y, high, high};
            if (icon_button(ui_, by < 0 ? "place_lab/both/less" : "place_lab/both/more", place,
                            by < 0 ? Icon::chevron_left : Icon::chevron_right,
                            {.enabled = can, .hint = ui_.text("places.both_hint")})) {
                state_.before = at_;
                put({at_.query + by, at_.key + by});
            }
        }
        const Point at_q = of(scores_.q, at_.query), at_k = of(scores_.k, at_.key);
        const float of_pair = at_q.x * at_k.x + at_q.y * at_k.y;
        const float length_q = std::hypot(at_q.x, at_q.y), length_k = std::hypot(at_k.x, at_k.y);
        const double angle = angle_between(at_);
        const float room = below.width - ui_.px(8);
        draw_runs(ui_, {face.centre.x, below.y + ui_.px(44)},
                  {{number_text(length_q, 2), Role::query},
                   {" × ", Role::quiet},
                   {number_text(length_k, 2), Role::key},
                   {" × cos " + degrees(angle) + " = "},
                   {number_text(of_pair, 2), Role::text, Font::mono_bold}},
                  ui_.px(card_size), room);
        draw_runs(ui_, {face.centre.x, below.y + ui_.px(67)}, rest_of_score(of_pair), ui_.px(label_size),
                  room);
    }
    /// Between the two hands, 0 to π.
    double angle_between(Standing at) const {
        const Point q = of(scores_.q, at.query), k = of(scores_.k, at.key);
        return std::abs(std::remainder(
            static_cast<double>(hand_angle(k)) - static_cast<double>(hand_angle(q)), 2 * std::numbers::pi));
    }
    /// From the product of this pair to the score.
    std::vector<ColouredRun> rest_of_score(float of_pair) const {
        const float product = chosen_.scheme == PlaceScheme::alibi
                                  ? study_.of(PlaceScheme::none).scores(at_.query, at_.key)
                                  : score();
        std::vector<ColouredRun> runs;
        if (scores_.q.cols() > 2) {
            const float rest = product - of_pair;
            runs.push_back(
                {std::string(rest < 0 ? "− " : "+ ") + number_text(std::abs(rest), 2) + " ", Role::text});
            runs.push_back({ui_.plain(pairs_ == 2 && scores_.q.cols() == 4 ? "places.other_pair"
                                                                           : "places.other_columns",
                                      {{"count", {{std::to_string(scores_.q.cols() - 2)}}}}),
                            Role::quiet, Font::sans});
            if (chosen_.scheme != PlaceScheme::alibi) {
                runs.push_back({" = ", Role::quiet});
                runs.push_back({number_text(product, 2), Role::text, Font::mono_bold});
            }
        }
        if (chosen_.scheme == PlaceScheme::alibi) {
            if (runs.empty()) runs.push_back({number_text(product, 2)});
            runs = {{number_text(product, 2) + " ÷ " + number_text(study_.divisor, 2)},
                    {" − " + slope_text(study_.slope) + " × " + std::to_string(std::abs(at_.distance()))},
                    {" = ", Role::quiet},
                    {number_text(score(), 2), Role::text, Font::mono_bold}};
        }
        return runs;
    }

    // The words at their places.

    float x_of(Index place) const { return first_x_ + pitch_ * static_cast<float>(place); }

    std::string distance_text(Index distance) const {
        if (distance == 0) return ui_.text("places.no_distance");
        return ui_.plain(std::abs(distance) == 1 ? "places.one_apart" : "places.apart",
                         {{"count", {{std::to_string(std::abs(distance))}}}});
    }

    void draw_sentence(const Rect& area) {
        const Index p = scores_.places();
        pitch_ = area.width / static_cast<float>(p);
        first_x_ = area.x + pitch_ / 2;
        const float high = ui_.px(38), pill = ui_.px(26);
        float y = area.y + ui_.px(10);
        const std::string& invitation = ui_.text(words().same ? "places.drag_one" : "places.drag");
        ui_.canvas.text({area.x, y}, invitation, Font::sans_bold, ui_.px(card_size), ui_[Role::text]);
        const float said =
            area.x + ui_.canvas.width(Font::sans_bold, ui_.px(card_size), invitation) + ui_.px(16);
        y += ui_.px(22);
        const float bracket = y;
        y += pill + ui_.px(8);
        const Rect line{area.x, y, area.width, high};
        draw_words(line);
        y += high;
        draw_bracket(bracket, pill, y - high);
        draw_numbers(y + ui_.px(13));
        y += ui_.px(36);
        draw_track(y);
        const std::string outcome = what_happened();
        if (!outcome.empty())
            ui_.canvas.text_within({area.right(), area.y + ui_.px(10)}, area.right() - said, outcome,
                                   Font::sans, ui_.px(card_size), ui_[Role::text], Align::right);
        ui_.anchors.add("place_lab/outcome", {said, area.y, area.right() - said, ui_.px(20)});
    }

    /// The words in the order that moving the two has made, −1 for an empty place. The others keep their
    /// order.
    std::vector<Index> order() const {
        const auto& sentence = words().sentence;
        std::vector<Index> at(static_cast<std::size_t>(scores_.places()), -1);
        at[static_cast<std::size_t>(at_.query)] = words().query_place;
        if (!words().same) at[static_cast<std::size_t>(at_.key)] = words().key_place;
        auto next = at.begin();
        for (Index word = 0; word < std::ssize(sentence); ++word) {
            if (word == words().query_place || word == words().key_place) continue;
            next = std::find(next, at.end(), -1);
            if (next == at.end()) break;
            *next = word;
        }
        return at;
    }

    /// The size at which every word can be read in its box; 0 if there is none.
    float word_size(float room) const {
        if (room < ui_.px(12)) return 0;
        float widest = ui_.canvas.width(Font::sans_bold, 1, words().query);
        widest = std::max(widest, ui_.canvas.width(Font::sans_bold, 1, words().key));
        for (const std::string& word : words().sentence)
            widest = std::max(widest, ui_.canvas.width(Font::sans_medium, 1, word));
        const float size = std::min(ui_.px(15.5F), (room - ui_.px(8)) / std::max(widest, 1e-3F));
        return size >= ui_.px(11.5F) ? size : 0;
    }

    void draw_words(const Rect& line) {
        const float gap = pitch_ > ui_.px(50) ? ui_.px(10) : 0.16F * pitch_;
        const float size = word_size(pitch_ - gap);
        const auto paint = [&](const Rect& box, const std::string& word, WordPart part, float text) {
            ui_.canvas.paint(
                word_figure(box, word, part, false, text, ui_.theme.scale, ui_.theme.palette(), ui_.canvas));
        };
        if (size <= 0) {
            draw_two_words(line);
            return;
        }
        const std::vector<Index> at = order();
        for (Index place = 0; place < scores_.places(); ++place) {
            const Rect box{x_of(place) - (pitch_ - gap) / 2, line.y, pitch_ - gap, line.height};
            const Index word = at[static_cast<std::size_t>(place)];
            if (place == at_.query || place == at_.key) continue;
            if (word < 0) {
                ui_.canvas.fill(box, ui_[Role::sunk], word_radius(box.height, ui_.theme.scale));
                continue;
            }
            paint(box, words().sentence[static_cast<std::size_t>(word)], WordPart::plain, size);
            if (elsewhere_) continue;
            const Touch t = touch(ui_, "place_lab/word/" + std::to_string(word), box);
            if (t.hovered) {
                ui_.canvas.stroke(box, ui_[Role::key_line], ui_.px(1.5F),
                                  word_radius(box.height, ui_.theme.scale));
                ui_.cursor_hint = ui_.text("places.choose_key");
            }
            if (t.focused) focus_ring(ui_, box, word_radius(box.height, ui_.theme.scale));
            if (t.clicked) {
                frame_.actions.select = frame_.scene.selection;
                frame_.actions.select->key = word;
                frame_.actions.select->pinned.reset();
            }
        }
        const auto own = [&](Index place) {
            return Rect{x_of(place) - (pitch_ - gap) / 2, line.y, pitch_ - gap, line.height};
        };
        if (!words().same) two_word(own(at_.key), false, size);
        two_word(own(at_.query), true, size);
    }

    void two_word(const Rect& box, bool query, float size) {
        drag(query ? "place_lab/query_word" : "place_lab/key_word", box, query || words().same,
             !query || words().same);
        ui_.canvas.paint(word_figure(box, query ? words().query : words().key,
                                     query ? WordPart::asks : WordPart::is_read, false, size, ui_.theme.scale,
                                     ui_.theme.palette(), ui_.canvas));
    }

    /// Only the two of so many that the others have no room.
    void draw_two_words(const Rect& line) {
        const float size = ui_.px(15.5F), gap = ui_.px(6);
        const auto wide = [&](const std::string& word) {
            return std::min(ui_.canvas.width(Font::sans_bold, size, word) + ui_.px(22), 0.4F * line.width);
        };
        const float of_query = wide(words().query), of_key = words().same ? 0 : wide(words().key);
        const bool key_first = at_.key < at_.query;
        const std::vector<float> starts =
            spread_apart(key_first ? std::vector<Stretch>{{x_of(at_.key) - of_key / 2, of_key + gap},
                                                          {x_of(at_.query) - of_query / 2, of_query}}
                                   : std::vector<Stretch>{{x_of(at_.query) - of_query / 2, of_query + gap},
                                                          {x_of(at_.key) - of_key / 2, of_key}},
                         line.x, line.right());
        if (!words().same) two_word({starts[key_first ? 0 : 1], line.y, of_key, line.height}, false, size);
        two_word({starts[key_first ? 1 : 0], line.y, of_query, line.height}, true, size);
    }

    void draw_bracket(float y, float pill, float words_top) {
        const float low = x_of(std::min(at_.query, at_.key)), high = x_of(std::max(at_.query, at_.key));
        const std::string text = distance_text(at_.distance());
        const float size = ui_.px(card_size),
                    wide = ui_.canvas.width(Font::sans_bold, size, text) + ui_.px(22);
        const float middle = y + pill / 2, thick = ui_.px(2);
        const float left =
            std::clamp((low + high - wide) / 2, first_x_ - pitch_ / 2,
                       std::max(first_x_ - pitch_ / 2, x_of(scores_.places() - 1) + pitch_ / 2 - wide));
        if (high > low) {
            ui_.canvas.line({low, middle}, {high, middle}, ui_[Role::weight], thick);
            for (const float x : {low, high})
                ui_.canvas.line({x, middle}, {x, words_top - ui_.px(3)}, ui_[Role::weight], thick);
        }
        const Rect box{left, y, wide, pill};
        ui_.canvas.fill(box, ui_[Role::card], pill / 2);
        ui_.canvas.stroke(box, ui_[Role::weight], ui_.px(1.5F), pill / 2);
        ui_.canvas.text(box.centre(), text, Font::sans_bold, size, ui_[Role::text], Align::centre);
        ui_.anchors.add("place_lab/distance", box);
    }

    void draw_numbers(float y) {
        const Index p = scores_.places();
        const float size = ui_.px(label_size),
                    needed = ui_.canvas.width(Font::mono_bold, size, std::to_string(p)) + ui_.px(6);
        float end = -1e9F;
        const auto number = [&](Index place, bool strong) {
            ui_.canvas.text({x_of(place), y}, std::to_string(place + 1),
                            strong ? Font::mono_bold : Font::mono, size,
                            ui_[strong ? Role::text : Role::quiet], Align::centre);
        };
        const auto clear_of = [&](Index place, Index other) {
            return std::abs(x_of(place) - x_of(other)) >= needed;
        };
        const auto is_theirs = [&](Index place) { return place == at_.query || place == at_.key; };
        if (is_theirs(at_.query)) number(at_.query, true);
        if (at_.key != at_.query && clear_of(at_.key, at_.query)) number(at_.key, true);
        for (Index place = 0; place < p; ++place) {
            const bool round = pitch_ >= needed || place == 0 || (place + 1) % 50 == 0 ||
                               (p <= 100 && (place + 1) % 10 == 0);
            if (!round || is_theirs(place) || !clear_of(place, at_.query) || !clear_of(place, at_.key))
                continue;
            if (x_of(place) - end < needed) continue;
            number(place, false);
            end = x_of(place);
        }
    }

    void draw_track(float y) {
        const float low = x_of(std::min(at_.query, at_.key)), high = x_of(std::max(at_.query, at_.key));
        const float thick = ui_.px(4), radius = ui_.px(8);
        const Rect track{first_x_, y - thick / 2, x_of(scores_.places() - 1) - first_x_, thick};
        ui_.canvas.fill(track, ui_[Role::track], thick / 2);
        ui_.canvas.fill({low, y - thick / 2, high - low, thick}, ui_[Role::weight], thick / 2);
        ui_.anchors.add("place_lab/track", track);
        const auto knob = [&](const char* name, Index place, Role role, bool query) {
            const Point at{x_of(place), y};
            drag(name, {at.x - 1.4F * radius, at.y - 1.6F * radius, 2.8F * radius, 3.2F * radius},
                 query || words().same, !query || words().same);
            ui_.canvas.paint(Disc{at, radius, ui_[role]});
        };
        if (!words().same) knob("place_lab/key_knob", at_.key, Role::key_line, false);
        knob("place_lab/query_knob", at_.query, Role::query_fill, true);
        if (words().same) return;
        // The grip for both, below where there is no room for it between them.
        const float wide = ui_.px(44), tall = ui_.px(24);
        const bool below = high - low < wide + 2.6F * radius;
        const float centre = std::clamp((low + high) / 2, first_x_, track.right());
        const Rect grip{centre - wide / 2, below ? y + radius + ui_.px(4) : y - tall / 2, wide, tall};
        drag("place_lab/grip", grip, true, true);
        const bool held = state_.moving == "place_lab/grip";
        ui_.canvas.fill(grip, ui_[Role::card], tall / 2);
        ui_.canvas.stroke(grip, ui_[held ? Role::focus : Role::text], ui_.px(1.5F), tall / 2);
        for (const float dx : {-6.0F, 0.0F, 6.0F})
            ui_.canvas.line({grip.centre().x + ui_.px(dx), grip.y + ui_.px(7)},
                            {grip.centre().x + ui_.px(dx), grip.bottom() - ui_.px(7)}, ui_[Role::quiet],
                            ui_.px(1.6F));
    }

    /// What the last movement has changed.
    std::string what_happened() const {
        const Standing before = state_.before.value_or(at_);
        const Index last = scores_.places() - 1;
        if (before == at_ || before.query > last || before.key > last) return {};
        const float earlier = scores_.scores(before.query, before.key);
        const std::string now = number_text(score(), 2), then = number_text(earlier, 2);
        if (before.distance() != at_.distance())
            return ui_.plain("places.distance_changed", {{"then", {{then}}}, {"now", {{now}}}});
        if (now != then) return ui_.plain("places.both_changed", {{"then", {{then}}}, {"now", {{now}}}});
        return ui_.plain("places.both_stay", {{"angle", {{degrees(angle_between(at_))}}}, {"now", {{now}}}});
    }

    void draw_controls(const Rect& area) {
        float x = area.x;
        const float size = ui_.px(label_size), middle = area.centre().y;
        const auto label = [&](const std::string& text, Role role = Role::text) {
            ui_.canvas.text({x, middle}, text, Font::sans, size, ui_[role]);
            x += ui_.canvas.width(Font::sans, size, text) + ui_.px(8);
        };
        if (pairs_ > 1 || scores_.q.cols() > 2) {
            label(ui_.text("places.pair"));
            auto pair = static_cast<std::int64_t>(chosen_.pair + 1);
            if (stepper(ui_, "place_lab/pair", {x, area.y, ui_.px(108), area.height}, pair, 1, pairs_))
                chosen_.pair = static_cast<Index>(pair - 1);
            x += ui_.px(116);
        }
        if (first_ != second_)
            label(ui_.plain("places.columns",
                            {{"first", {{column_name(first_)}}}, {"second", {{column_name(second_)}}}}),
                  Role::quiet);
        if (chosen_.scheme == PlaceScheme::rotary) {
            std::vector<std::string> names;
            for (const float base : rotary_bases)
                names.push_back(whole_text(static_cast<double>(base)));
            const float wide = choice_width(ui_, names);
            const std::string& said = ui_.text("places.base");
            x = std::max(x + ui_.px(8),
                         area.right() - wide - ui_.canvas.width(Font::sans, size, said) - ui_.px(8));
            label(said);
            const int clicked =
                choice(ui_, "place_lab/base", {x, area.y}, names, static_cast<int>(chosen_.base),
                       control_height, {ui_.text("places.base_hint")});
            if (clicked >= 0) chosen_.base = static_cast<std::size_t>(clicked);
        }
        if (chosen_.scheme == PlaceScheme::alibi) {
            const std::string said =
                ui_.plain("places.alibi_head", {{"slope", {{slope_text(study_.slope)}}}});
            const float wide = ui_.px(108);
            x = std::max(x + ui_.px(8),
                         area.right() - wide - ui_.canvas.width(Font::sans, size, said) - ui_.px(8));
            label(said);
            auto head = static_cast<std::int64_t>(chosen_.alibi_head + 1);
            if (stepper(ui_, "place_lab/alibi_head", {x, area.y, wide, area.height}, head, 1,
                        workbench::alibi_heads))
                chosen_.alibi_head = static_cast<Index>(head - 1);
        }
    }

    // The score against the distance.

    std::string plot_says() const {
        const Index p = scores_.places();
        const std::string pairs = whole_text(static_cast<double>(p) * static_cast<double>(p));
        if (!scores_.by_distance_alone())
            return ui_.plain("places.spread",
                             {{"pairs", {{pairs}}}, {"spread", {{number_text(scores_.spread, 2)}}}});
        const float size = std::max(std::abs(scores_.largest()), std::abs(scores_.smallest()));
        if (scores_.largest() - scores_.smallest() <= 1e-4F * std::max(1.0F, size))
            return ui_.plain("places.flat", {{"pairs", {{pairs}}}, {"score", {{number_text(score(), 2)}}}});
        return ui_.plain("places.points", {{"pairs", {{pairs}}}, {"points", {{std::to_string(2 * p - 1)}}}});
    }

    void draw_scores(const Rect& area) {
        const Rect inner = titled_card(ui_, "place_lab/scores", area, ui_.text("places.title"), plot_says());
        const Plot plot = plot_of_places(ui_, study_, chosen_.scheme);
        PlotOptions options{.scale = ui_.theme.scale};
        const PlotLayout layout = plot_layout(inner, plot, options, ui_.canvas);
        if (layout.empty()) return;
        if (inner.contains(ui_.mouse)) options.hovered = nearest(plot, layout, ui_.mouse);
        ui_.canvas.paint(plot_figure(plot, layout, options, ui_.theme.palette(), ui_.canvas));
        ui_.anchors.add("place_lab/plot", layout.frame);
        const Touch t = touch(ui_, "place_lab/plot/point", layout.frame, true, false);
        if (options.hovered) {
            const PlotPoint& point = plot.series[options.hovered->series].points[options.hovered->point];
            ui_.cursor_hint =
                ui_.plain("places.point", {{"distance", {{number_text(static_cast<float>(point.x), 0)}}},
                                           {"score", {{number_text(static_cast<float>(point.y), 2)}}}});
            if (t.clicked && !words().same) put_apart(static_cast<Index>(std::lround(point.x)));
        }
        draw_here(layout);
    }
    /// The key so far after the query, which gives way where there is no place left.
    void put_apart(Index distance) {
        const Index last = scores_.places() - 1;
        const Index query =
            std::clamp(at_.query, std::max<Index>(0, -distance), std::min(last, last - distance));
        state_.before = at_;
        put({query, query + distance});
    }
    /// The pair on the left, in the plot.
    void draw_here(const PlotLayout& layout) {
        const Point at = layout.place(static_cast<double>(at_.distance()), static_cast<double>(score()));
        if (!is_seen(at)) return;
        ui_.canvas.paint(Disc{at, ui_.px(9), ui_[Role::text]});
        ui_.canvas.paint(Disc{at, ui_.px(6.5F), ui_[Role::card]});
        ui_.canvas.paint(Disc{at, ui_.px(4.5F), ui_[Role::weight]});
        const std::string number = number_text(score(), 2);
        const std::string where =
            at_.distance() == 0 ? ui_.text("places.here")
                                : ui_.plain(at_.distance() < 0 ? "places.here_back" : "places.here_ahead",
                                            {{"count", {{std::to_string(std::abs(at_.distance()))}}}});
        const float size = ui_.px(body_size), small = ui_.px(label_size), gap = ui_.px(6);
        const float of_number = ui_.canvas.width(Font::mono_bold, size, number),
                    wide = of_number + gap + ui_.canvas.width(Font::sans, small, where);
        const bool left = at.x + ui_.px(14) + wide > layout.frame.right();
        const float x =
            std::max(layout.frame.x + ui_.px(2), left ? at.x - ui_.px(14) - wide : at.x + ui_.px(14));
        const bool low = at.y - ui_.px(16) < layout.frame.y;
        const float y = low ? at.y + ui_.px(18) : at.y - ui_.px(14);
        const Rect ground{x - ui_.px(3), y - ui_.px(9), wide + ui_.px(6), ui_.px(18)};
        ui_.canvas.fill(ground, Rgba(ui_[Role::card]).faded(0.85F), ui_.px(4));
        ui_.canvas.text({x, y}, number, Font::mono_bold, size, ui_[Role::text]);
        ui_.canvas.text({x + of_number + gap, y}, where, Font::sans, small, ui_[Role::quiet]);
        ui_.anchors.add("place_lab/here", {at.x - ui_.px(9), at.y - ui_.px(9), ui_.px(18), ui_.px(18)});
    }

    // The schemes, each a small plot.

    void draw_choices(const Rect& area) {
        const float gap = ui_.px(8), count = static_cast<float>(workbench::place_schemes);
        const float wide = (area.width - (count - 1) * gap) / count;
        for (std::size_t i = 0; i < workbench::place_schemes; ++i)
            draw_choice(static_cast<PlaceScheme>(i),
                        {area.x + static_cast<float>(i) * (wide + gap), area.y, wide, area.height});
    }
    void draw_choice(PlaceScheme scheme, const Rect& area) {
        const std::string& key = scheme_names[static_cast<std::size_t>(scheme)];
        const PlaceScores& scores = study_.of(scheme);
        const Touch t = touch(ui_, "place_lab/scheme/" + key, area);
        card(ui_, area);
        if (chosen_.scheme == scheme)
            draw_selected(ui_, area, ui_.px(10));
        else if (t.hovered)
            ui_.canvas.stroke(area, ui_[Role::focus], ui_.px(1.5F), ui_.px(10));
        if (t.focused) focus_ring(ui_, area, ui_.px(10));
        if (t.hovered)
            ui_.cursor_hint =
                scores.known() ? ui_.texts.text("places." + key + "_hint") : why_unknown(scheme);
        if (t.clicked) {
            chosen_.scheme = scheme;
            state_.before.reset();
        }
        const float foot = ui_.px(34), pad = std::min(ui_.px(12), 0.12F * area.width);
        const Rect picture{area.x + pad, area.y + ui_.px(14), area.width - 2 * pad,
                           area.height - foot - ui_.px(14)};
        if (scores.known())
            draw_cloud(scores, picture);
        else
            ui_.canvas.text(picture.centre(), "—", Font::sans, ui_.px(headline_size), ui_[Role::quiet],
                            Align::centre);
        ui_.canvas.text_within({area.centre().x, area.bottom() - foot / 2}, area.width - ui_.px(8),
                               title(scheme), chosen_.scheme == scheme ? Font::sans_bold : Font::sans_medium,
                               ui_.px(card_size), ui_[scores.known() ? Role::text : Role::quiet],
                               Align::centre);
    }
    void draw_cloud(const PlaceScores& scores, const Rect& area) {
        const Index p = scores.places();
        const float low = std::min(0.0F, scores.smallest()), high = std::max(0.0F, scores.largest());
        const float whole = std::max(1e-3F, high - low), margin = 0.06F * whole;
        const auto at = [&](Index distance, float value) {
            return Point{area.x + area.width * (static_cast<float>(distance + p - 1) /
                                                static_cast<float>(std::max<Index>(1, 2 * p - 2))),
                         area.bottom() - area.height * ((value - low + margin) / (whole + 2 * margin))};
        };
        const float zero = at(0, 0).y, middle = area.centre().x;
        ui_.canvas.line({area.x, zero}, {area.right(), zero}, ui_[Role::edge], ui_.px(1));
        ui_.canvas.line({middle, area.y}, {middle, area.bottom()}, ui_[Role::hairline], ui_.px(1));
        const Rgba violet = mix(ui_[Role::card], ui_[Role::weight], 0.8F);
        if (p <= most_dotted) {
            for (Index i = 0; i < p; ++i)
                for (Index j = 0; j < p; ++j)
                    ui_.canvas.paint(Disc{at(j - i, scores.scores(i, j)), ui_.px(1.5F), violet});
            return;
        }
        Band band{.upper = {}, .lower = {}, .colour = mix(ui_[Role::card], ui_[Role::weight], 0.25F)};
        const Index step = std::max<Index>(1, (2 * p - 1) / 120);
        for (Index distance = 1 - p; distance < p; distance += step) {
            band.upper.push_back(at(distance, scores.at(distance).most));
            band.lower.push_back(at(distance, scores.at(distance).least));
        }
        if (!scores.by_distance_alone()) ui_.canvas.paint(band);
        Point last = at(1 - p, scores.at(1 - p).mean);
        for (Index distance = 1 - p + step; distance < p; distance += step) {
            const Point next = at(distance, scores.at(distance).mean);
            ui_.canvas.line(last, next, violet, ui_.px(1.5F));
            last = next;
        }
    }

    ViewFrame& frame_;
    Ui& ui_;
    PlaceLabState& state_;
    const PlaceStudy& study_;
    PlaceLabChoices& chosen_;
    const PlaceScores& scores_;
    const bool elsewhere_;
    Standing at_ = {};
    Index pairs_ = 1, first_ = 0, second_ = 0; ///< of columns
    double speed_ = 0;                         ///< of the pair: radians from place to place
    float pitch_ = 1, first_x_ = 0;            ///< of the places
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
        .rotary = t.options.rotary.value_or(attention::Rotary{.interleaved = true}),
        .alibi_head = state_.chosen.alibi_head};
    options.rotary.base = rotary_bases[state_.chosen.base];
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
    choices.named("scheme", chosen.scheme, scheme_names);
    choices.number("pair", chosen.pair, 0, workbench::largest_size);
    choices.one_of("base", chosen.base, rotary_base_names);
    choices.number("alibi_head", chosen.alibi_head, 0, workbench::alibi_heads - 1);
    choices.number("query_place", chosen.moved.query, 0, workbench::most_places);
    choices.number("key_place", chosen.moved.key, 0, workbench::most_places);
    choices.number("query_word", chosen.query_word, 0, workbench::largest_size);
    choices.number("key_word", chosen.key_word, 0, workbench::largest_size);
    choices.boolean("elsewhere", chosen.elsewhere);
}

nlohmann::json PlaceLab::shown() const {
    if (!state_.shown) return nullptr;
    const PlaceScores& scores = state_.shown->of(state_.chosen.scheme);
    const Standing& at = state_.standing;
    if (!scores.known() || at.query >= scores.places() || at.key >= scores.places()) return nullptr;
    return {{"query_at", at.query + 1},
            {"key_at", at.key + 1},
            {"score", scores.scores(at.query, at.key)},
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
