// A query and a key as hands: their faces, the angle between them, and how it makes the score.
#include "drawing/shapes/fitted_text.h"
#include "ui/views/labs/place_page.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::PlaceScheme;
using workbench::PlaceScores;
using workbench::PlaceStudy;

std::string degrees(double radians) {
    const double number = std::abs(radians) * 180 / std::numbers::pi;
    if (number < 5e-4) return "0°";
    return number_text(static_cast<float>(number), number >= 100 ? 0 : number >= 0.95 ? 1 : 3) + "°";
}

std::string slope_text(float slope) {
    return "1/" + number_text(1 / slope, 0);
}

namespace {

constexpr float line_pitch = 22, first_line = 43; // design pixels, below a face

/// Too short for its direction to be seen.
bool is_dot(const ClockFace& face, Point hand) {
    return std::hypot(hand.x, hand.y) * face.unit < 0.1F * face.radius;
}

std::string pair_of(Point pair) {
    return "(" + number_text(pair.x, 2) + ", " + number_text(pair.y, 2) + ")";
}

/// A line in several colours, its middle at `centre`.
void draw_runs(Ui& ui, Point centre, const std::vector<ColouredRun>& runs, float size, float room) {
    const auto wide = [&] {
        float sum = 0;
        for (const ColouredRun& run : runs)
            sum += ui.canvas.width(run.font, size, run.text);
        return sum;
    };
    float needed = wide();
    if (needed > room) {
        size = std::max(size * room / needed, ui.px(tiny_size));
        needed = wide();
    }
    float x = centre.x - needed / 2;
    for (const ColouredRun& run : runs) {
        ui.canvas.text({x, centre.y}, run.text, run.font, size, ui[run.role]);
        x += ui.canvas.width(run.font, size, run.text);
    }
}

} // namespace

void PlacePage::draw_clocks(const Rect& area) {
    card(ui_, area);
    ui_.anchors.add("place_lab/clocks", area);
    const Rect in = area.inset(ui_.px(18));
    float y = in.y - ui_.px(4);
    y += paragraph(ui_, {in.x, y}, in.width, {{says()}}, body_size, false, Role::quiet, 1.35F) + ui_.px(12);
    const float lines = ui_.px(30 + 3 * line_pitch), heading = ui_.px(34), foot = ui_.px(control_height + 14),
                sentence = ui_.px(168);
    const float room = in.bottom() - foot - sentence - y;
    const float radius =
        std::max(ui_.px(34), std::min({(room - lines - heading) / 2, 0.145F * in.width, ui_.px(150)}));
    const float spare = std::max(0.0F, room - lines - heading - 2 * radius);
    float longest = 1e-3F;
    for (const base::Matrix* rows : {&scores_.q, &scores_.k, &scores_.q_alone, &scores_.k_alone})
        for (Index i = 0; i < rows->rows(); ++i)
            longest = std::max(longest, std::hypot(of(*rows, i).x, of(*rows, i).y));
    const float column = 0.32F * in.width, last = in.width - 2 * column; // the last has the longest lines
    const auto face = [&](int i) {
        return ClockFace{{in.x + (i < 2 ? (static_cast<float>(i) + 0.5F) * column : 2 * column + last / 2),
                          y + heading + radius + spare / 3},
                         radius,
                         0.86F * radius / longest,
                         ui_.theme.scale};
    };
    const float bottom = face(0).centre.y + radius + ui_.px(10);
    const float steps[] = {static_cast<float>(at_.query), static_cast<float>(at_.key)};
    const Point q = moving(scores_.q, scores_.q_alone, ui_.motion.glide("place_lab/query_place", steps[0])),
                k = moving(scores_.k, scores_.k_alone, ui_.motion.glide("place_lab/key_place", steps[1]));
    draw_one(face(0), {in.x, bottom, column, lines}, y + heading / 2, true, q);
    draw_one(face(1), {in.x + column, bottom, column, lines}, y + heading / 2, false, k);
    draw_both(face(2), {in.x + 2 * column, bottom, last, lines}, y + heading / 2, q, k);
    const float top = bottom + lines + spare / 3;
    draw_sentence({in.x, top, in.width, in.bottom() - foot - top});
    draw_controls({in.x, in.bottom() - ui_.px(control_height), in.width, ui_.px(control_height)});
}

std::string PlacePage::says() const {
    std::string said;
    switch (chosen_.scheme) {
    case PlaceScheme::rotary:
        said = ui_.plain(speed_ == 1 ? "places.rotary_says" : "places.rotary_says_later",
                         {{"angle", {{degrees(speed_)}}}, {"pair", {{std::to_string(pair_ + 1)}}}});
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

void PlacePage::draw_heading(Point centre, const std::string& label, const std::string& word, WordPart part,
                             float room) {
    const float size = ui_.px(body_size), gap = ui_.px(8), high = ui_.px(28);
    const float said = ui_.canvas.width(Font::sans, size, label);
    const float box = std::min(ui_.canvas.width(Font::sans_bold, size, word) + ui_.px(22),
                               std::max(ui_.px(30), room - said - gap - ui_.px(12)));
    const float x = centre.x - (said + gap + box) / 2;
    ui_.canvas.text({x, centre.y}, label, Font::sans, size, ui_[Role::quiet]);
    ui_.canvas.paint(word_figure({x + said + gap, centre.y - high / 2, box, high}, word, part, false, size,
                                 ui_.theme.scale, ui_.theme.palette(), ui_.canvas));
}

void PlacePage::draw_one(const ClockFace& face, const Rect& below, float heading, bool query, Point hand) {
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
    const double whole = static_cast<double>(place) * speed_;
    const Point now = of(query ? scores_.q : scores_.k, place);
    const bool nothing = is_nothing(now);
    if (rotary && !is_dot(face, now))
        ui_.canvas.paint(turn_figure(face, hand_angle(alone), static_cast<float>(whole), pale));
    ui_.canvas.paint(hand_figure(face, hand, ui_[role]));
    const std::string name = query ? "place_lab/query" : "place_lab/key";
    ui_.anchors.add(
        name, {face.centre.x - face.radius, face.centre.y - face.radius, 2 * face.radius, 2 * face.radius});
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
        begin_movement();
        put(words().same ? Standing{to, to} : query ? Standing{to, at_.key} : Standing{at_.query, to});
    }
    const float room = below.width - ui_.px(12);
    float y = below.y + ui_.px(first_line);
    const auto line = [&](const std::string& text, float height, Role colour) {
        if (text.empty()) return;
        ui_.canvas.text_within({face.centre.x, y}, room, text, Font::sans, ui_.px(height), ui_[colour],
                               Align::centre);
        y += ui_.px(line_pitch);
    };
    if (rotary && nothing)
        return line(ui_.text(query ? "places.no_query" : "places.no_key"), card_size, Role::text);
    line(rotary ? ui_.plain("places.turned", {{"steps", {{std::to_string(place)}}},
                                              {"angle", {{degrees(speed_)}}},
                                              {"whole", {{degrees(whole)}}}})
                : ui_.text(is_added() ? "places.row_added" : "places.not_turned"),
         card_size, Role::text);
    if (rotary) line(rounds(whole), card_size, Role::text);
    line(ui_.plain(is_added() || rotary ? "places.dashed" : "places.solid", {{"pair", {{pair_of(alone)}}}}),
         label_size, Role::quiet);
}

std::string PlacePage::rounds(double angle) const {
    const auto whole = static_cast<int>(angle / (2 * std::numbers::pi));
    if (whole == 0) return {};
    return ui_.plain(
        whole == 1   ? "places.once_round"
        : whole == 2 ? "places.twice_round"
                     : "places.often_round",
        {{"count", {{std::to_string(whole)}}}, {"rest", {{degrees(angle - whole * 2 * std::numbers::pi)}}}});
}

bool PlacePage::is_added() const {
    return chosen_.scheme == PlaceScheme::added || chosen_.scheme == PlaceScheme::learned;
}

void PlacePage::draw_both(const ClockFace& face, const Rect& below, float heading, Point q, Point k) {
    ui_.canvas.text({face.centre.x, heading}, ui_.text("places.between"), Font::sans, ui_.px(body_size),
                    ui_[Role::quiet], Align::centre);
    ui_.canvas.paint(face_figure(face, ui_.theme.palette()));
    const Point at_q = of(scores_.q, at_.query), at_k = of(scores_.k, at_.key);
    const bool angled = !is_nothing(at_q) && !is_nothing(at_k);
    const bool seen = !is_dot(face, at_q) && !is_dot(face, at_k);
    if (seen)
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
            begin_movement();
            put({at_.query + by, at_.key + by});
        }
    }
    const float of_pair = at_q.x * at_k.x + at_q.y * at_k.y;
    const double angle = angle_between(at_);
    if (seen) {
        // On the side that the hands leave free.
        const float middle =
            hand_angle(q) + std::remainder(hand_angle(k) - hand_angle(q), 2 * std::numbers::pi_v<float>) / 2;
        const bool small = face.radius < ui_.px(80); // no room within
        const Point free = small ? Point{face.centre.x + face.radius + ui_.px(36), face.centre.y}
                                 : face.at(middle + std::numbers::pi_v<float>, 0.5F);
        ui_.canvas.text(free, degrees(angle), Font::mono_bold, ui_.px(headline_size), ui_[Role::text],
                        Align::centre);
    }
    const float room = below.width - ui_.px(8);
    std::vector<ColouredRun> first{{number_text(std::hypot(at_q.x, at_q.y), 2), Role::query},
                                   {" × ", Role::quiet},
                                   {number_text(std::hypot(at_k.x, at_k.y), 2), Role::key}};
    if (angled) first.push_back({" × cos " + degrees(angle)});
    first.push_back({" = "});
    first.push_back({number_text(of_pair, 2), Role::text, Font::mono_bold});
    float y = below.y + ui_.px(first_line);
    for (const auto& runs : {first, rest_of_product(of_pair), rest_of_score()}) {
        if (runs.empty()) continue;
        draw_runs(ui_, {face.centre.x, y}, runs, ui_.px(body_size), room);
        y += ui_.px(line_pitch);
    }
    ui_.anchors.add("place_lab/sum", {below.x, below.y + ui_.px(30), below.width, y - below.y - ui_.px(30)});
}

double PlacePage::angle_between(Standing at) const {
    const Point q = of(scores_.q, at.query), k = of(scores_.k, at.key);
    return std::abs(std::remainder(static_cast<double>(hand_angle(k)) - static_cast<double>(hand_angle(q)),
                                   2 * std::numbers::pi));
}

float PlacePage::product() const {
    return scores_.q.row(at_.query).dot(scores_.k.row(at_.key));
}

std::vector<ColouredRun> PlacePage::rest_of_product(float of_pair) const {
    if (scores_.q.cols() <= 2) return {};
    const float rest = product() - of_pair;
    return {{std::string(rest < 0 ? "− " : "+ ") + number_text(std::abs(rest), 2) + " "},
            {ui_.plain(pairs_ == 2 && scores_.q.cols() == 4 ? "places.other_pair" : "places.other_columns",
                       {{"count", {{std::to_string(scores_.q.cols() - 2)}}}}),
             Role::quiet, Font::sans},
            {" = ", Role::quiet},
            {number_text(product(), 2), Role::text, Font::mono_bold}};
}

std::vector<ColouredRun> PlacePage::rest_of_score() const {
    const bool penalty = chosen_.scheme == PlaceScheme::alibi;
    if (scores_.divisor == 1 && !penalty) return {};
    std::string sum = number_text(product(), 2);
    if (scores_.divisor != 1) sum += " ÷ " + number_text(scores_.divisor, 2);
    if (penalty) sum += " − " + slope_text(study_.slope) + " × " + std::to_string(std::abs(at_.distance()));
    return {{sum}, {" = ", Role::quiet}, {number_text(score(), 2), Role::text, Font::mono_bold}};
}

} // namespace ui
