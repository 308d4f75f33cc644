// The words at their places, to be moved, and the choices below them.
#include "drawing/figures/word_row.h"
#include "drawing/plot/layout.h"
#include "drawing/shapes/fitted_text.h"
#include "ui/views/labs/place_page.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::PlaceScheme;
using workbench::PlaceScores;
using workbench::PlaceStudy;

std::string PlacePage::distance_text(Index distance) const {
    if (distance == 0) return ui_.text("places.no_distance");
    return ui_.plain(std::abs(distance) == 1 ? "places.one_apart" : "places.apart",
                     {{"count", {{std::to_string(std::abs(distance))}}}});
}

void PlacePage::draw_sentence(const Rect& area) {
    const Index p = scores_.places();
    pitch_ = area.width / static_cast<float>(p);
    first_x_ = area.x + pitch_ / 2;
    const float high = ui_.px(38), pill = ui_.px(26);
    float y = area.y + ui_.px(10);
    const std::string& invitation = ui_.text(words().same ? "places.drag_one" : "places.drag");
    ui_.canvas.text({area.x, y}, invitation, Font::sans_bold, ui_.px(card_size), ui_[Role::text]);
    const float said = area.x + ui_.canvas.width(Font::sans_bold, ui_.px(card_size), invitation) + ui_.px(16);
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
    const std::string outcome = state_.told = what_happened();
    if (!outcome.empty())
        ui_.canvas.text_within({area.right(), area.y + ui_.px(10)}, area.right() - said, outcome, Font::sans,
                               ui_.px(card_size), ui_[Role::text], Align::right);
    ui_.anchors.add("place_lab/outcome", {said, area.y, area.right() - said, ui_.px(20)});
}

std::vector<Index> PlacePage::order() const {
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

float PlacePage::word_size(float room) const {
    if (room < ui_.px(12)) return 0;
    float widest = ui_.canvas.width(Font::sans_bold, 1, words().query);
    widest = std::max(widest, ui_.canvas.width(Font::sans_bold, 1, words().key));
    for (const std::string& word : words().sentence)
        widest = std::max(widest, ui_.canvas.width(Font::sans_medium, 1, word));
    const float size = std::min(ui_.px(15.5F), (room - ui_.px(8)) / std::max(widest, 1e-3F));
    return size >= ui_.px(11.5F) ? size : 0;
}

void PlacePage::draw_words(const Rect& line) {
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

void PlacePage::two_word(const Rect& box, bool query, float size) {
    drag(query ? "place_lab/query_word" : "place_lab/key_word", box, query || words().same,
         !query || words().same);
    ui_.canvas.paint(word_figure(box, query ? words().query : words().key,
                                 query ? WordPart::asks : WordPart::is_read, false, size, ui_.theme.scale,
                                 ui_.theme.palette(), ui_.canvas));
}

void PlacePage::draw_two_words(const Rect& line) {
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

void PlacePage::draw_bracket(float y, float pill, float words_top) {
    const float low = x_of(std::min(at_.query, at_.key)), high = x_of(std::max(at_.query, at_.key));
    const std::string text = distance_text(at_.distance());
    const float size = ui_.px(card_size), wide = ui_.canvas.width(Font::sans_bold, size, text) + ui_.px(22);
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

void PlacePage::draw_numbers(float y) {
    const Index p = scores_.places();
    const float size = ui_.px(label_size),
                needed = ui_.canvas.width(Font::mono_bold, size, std::to_string(p)) + ui_.px(6);
    float end = -1e9F;
    const auto number = [&](Index place, bool strong) {
        ui_.canvas.text({x_of(place), y}, std::to_string(place + 1), strong ? Font::mono_bold : Font::mono,
                        size, ui_[strong ? Role::text : Role::quiet], Align::centre);
    };
    const auto clear_of = [&](Index place, Index other) {
        return std::abs(x_of(place) - x_of(other)) >= needed;
    };
    const auto is_theirs = [&](Index place) { return place == at_.query || place == at_.key; };
    if (is_theirs(at_.query)) number(at_.query, true);
    if (at_.key != at_.query && clear_of(at_.key, at_.query)) number(at_.key, true);
    for (Index place = 0; place < p; ++place) {
        const bool round =
            pitch_ >= needed || place == 0 || (place + 1) % 50 == 0 || (p <= 100 && (place + 1) % 10 == 0);
        if (!round || is_theirs(place) || !clear_of(place, at_.query) || !clear_of(place, at_.key)) continue;
        if (x_of(place) - end < needed) continue;
        number(place, false);
        end = x_of(place);
    }
}

void PlacePage::draw_track(float y) {
    const float low = x_of(std::min(at_.query, at_.key)), high = x_of(std::max(at_.query, at_.key));
    const float thick = ui_.px(4), radius = ui_.px(8);
    const Rect track{first_x_, y - thick / 2, x_of(scores_.places() - 1) - first_x_, thick};
    ui_.canvas.fill(track, ui_[Role::track], thick / 2);
    ui_.canvas.fill({low, y - thick / 2, high - low, thick}, ui_[Role::weight], thick / 2);
    ui_.anchors.add("place_lab/track", track);
    const auto knob = [&](const char* name, Index place, Role role, bool query) {
        const Point at{x_of(place), y};
        // Two neighbours share the room between them.
        const float wide = std::min(2.8F * radius, std::max(pitch_, ui_.px(8)));
        drag(name, {at.x - wide / 2, at.y - 1.6F * radius, wide, 3.2F * radius}, query || words().same,
             !query || words().same);
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

std::string PlacePage::what_happened() const {
    const Standing before = state_.before && state_.before_of == these() ? *state_.before : at_;
    const Index last = scores_.places() - 1;
    if (before == at_ || before.query > last || before.key > last) return {};
    const float earlier = scores_.scores(before.query, before.key);
    const std::string now = number_text(score(), 2), then = number_text(earlier, 2);
    if (before.distance() != at_.distance())
        return ui_.plain("places.distance_changed", {{"then", {{then}}}, {"now", {{now}}}});
    if (now != then) return ui_.plain("places.both_changed", {{"then", {{then}}}, {"now", {{now}}}});
    if (is_nothing(of(scores_.q, at_.query)) || is_nothing(of(scores_.k, at_.key)))
        return ui_.plain("places.score_stays", {{"now", {{now}}}});
    return ui_.plain("places.both_stay", {{"angle", {{degrees(angle_between(at_))}}}, {"now", {{now}}}});
}

void PlacePage::draw_controls(const Rect& area) {
    float x = area.x;
    const float size = ui_.px(label_size), middle = area.centre().y;
    const auto label = [&](const std::string& text, Role role = Role::text) {
        ui_.canvas.text({x, middle}, text, Font::sans, size, ui_[role]);
        x += ui_.canvas.width(Font::sans, size, text) + ui_.px(8);
    };
    if (pairs_ > 1 || scores_.q.cols() > 2) {
        label(ui_.text("places.pair"));
        auto pair = static_cast<std::int64_t>(pair_ + 1);
        if (stepper(ui_, "place_lab/pair", {x, area.y, ui_.px(108), area.height}, pair, 1, pairs_))
            chosen_.pair = static_cast<Index>(pair);
        x += ui_.px(116);
    }
    if (first_ != second_)
        label(ui_.plain("places.columns",
                        {{"first", {{column_name(first_)}}}, {"second", {{column_name(second_)}}}}),
              Role::quiet);
    const Rect rest{x + ui_.px(8), area.y, area.right() - x - ui_.px(8), area.height};
    if (chosen_.scheme == PlaceScheme::rotary && pairs_ > 1) draw_base(rest);
    if (chosen_.scheme == PlaceScheme::alibi) {
        const std::string said =
            ui_.plain("places.alibi_cost", {{"heads", {{std::to_string(workbench::alibi_heads)}}},
                                            {"slope", {{slope_text(study_.slope)}}}});
        const std::string& before = ui_.text("places.alibi_head");
        const auto width = [&](const std::string& text) { return ui_.canvas.width(Font::sans, size, text); };
        const float wide = ui_.px(108), gap = ui_.px(8);
        x = std::max(rest.x, rest.right() - width(before) - wide - width(said) - 2 * gap);
        label(before);
        auto head = static_cast<std::int64_t>(chosen_.alibi_head + 1);
        if (stepper(ui_, "place_lab/alibi_head", {x, area.y, wide, area.height}, head, 1,
                    workbench::alibi_heads))
            chosen_.alibi_head = static_cast<Index>(head - 1);
        x += wide + gap;
        label(said);
    }
}

void PlacePage::draw_base(const Rect& area) {
    const float size = ui_.px(label_size), middle = area.centre().y;
    if (speed_ == 1) { // base⁰: nothing to choose
        ui_.canvas.text_within({area.right(), middle}, area.width, ui_.text("places.first_pair"), Font::sans,
                               size, ui_[Role::quiet], Align::right);
        return;
    }
    const float own = frame_.scene.trace().options.rotary.value_or(attention::Rotary{}).base;
    std::vector<float> bases(rotary_bases.begin(), rotary_bases.end());
    if (std::ranges::find(bases, own) == bases.end()) bases.push_back(own);
    std::ranges::sort(bases);
    std::vector<std::string> names;
    for (const float base : bases)
        names.push_back(whole_text(static_cast<double>(base)));
    const auto now = std::ranges::find(bases, study_.rotary.base) - bases.begin();
    const float wide = choice_width(ui_, names);
    const std::string& said = ui_.text("places.base");
    const float said_wide = ui_.canvas.width(Font::sans, size, said) + ui_.px(8);
    const float x = std::max(area.x, area.right() - wide - said_wide);
    ui_.canvas.text({x, middle}, said, Font::sans, size, ui_[Role::text]);
    const int clicked = choice(ui_, "place_lab/base", {x + said_wide, area.y}, names, static_cast<int>(now),
                               control_height, {ui_.text("places.base_hint")});
    if (clicked < 0) return;
    const float base = bases[static_cast<std::size_t>(clicked)];
    const auto offered = std::ranges::find(rotary_bases, base);
    chosen_.base = base == own ? 0 : static_cast<std::size_t>(offered - rotary_bases.begin()) + 1;
}

} // namespace ui
