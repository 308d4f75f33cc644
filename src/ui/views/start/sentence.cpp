// The live sentence: what "it" is, and how one other word changes that.

#include "drawing/figures/sentence.h"
#include "narration/wording.h"
#include "ui/views/start/start.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::LastLook;

namespace {

// Sizes in design pixels.
constexpr float title_height = 76, title_line = sans_line(42), subtitle_line = sans_line(19);
constexpr float arcs_high = 158, arcs_low = 96, above_arcs = 22; ///< the last: below the subtitle
constexpr WordSizes large_words{.box = 58,
                                .text = sans_line(20),
                                .gap = 12,
                                .number = mono_line(14),
                                .strong_number = mono_line(17),
                                .number_line = 44,
                                .fills = true};
constexpr float below_height = 38, above_below = 14; ///< of the line below the sentence

// When a word is exchanged, in seconds.
constexpr double swing_time = 0.7, fade_time = 0.4, word_time = 0.18;

/// Slow, fast, slow again: 0 to 1.
float ease_in_out(double share) {
    const auto t = static_cast<float>(std::clamp(share, 0.0, 1.0));
    return t * t * (3 - 2 * t);
}

float between(float from, float to, float share) {
    return from + share * (to - from);
}

/// Both sentences; null while the model is not there yet.
std::shared_ptr<const StartLooks> looks_of(StartFrame& frame) {
    const workbench::Library& library = frame.scene.bench.library();
    const workbench::Comparison& pair = library.on_start();
    const auto& model = std::get<workbench::TrainedWeights>(pair.left.document.weights).id;
    if (library.trained->awaited(model)) return nullptr;
    auto& study = frame.state.sentence.looks;
    constexpr double cost = 0; // two passes of a small model over one sentence
    return study.ask(
        {},
        [&](const base::StopToken&) {
            StartLooks both{last_look(pair.left, library), last_look(pair.right, library)};
            both.exchanged = workbench::exchanged_word(both.one, both.other);
            return base::Slice<StartLooks>{std::make_shared<const StartLooks>(std::move(both))};
        },
        cost);
}

/// The moment of the movement.
struct Moment {
    const LastLook &before, &now;
    double since;

    float share() const { return ease_in_out(since / swing_time); }
    bool landed() const { return since >= swing_time; }
};

void exchange(StartFrame& frame) {
    SentenceState& sentence = frame.state.sentence;
    sentence.other = !sentence.other;
    sentence.exchanged = true;
    // Changed back on the way, the arc turns round where it is: ease_in_out() is symmetric.
    sentence.since = sentence.since < swing_time ? swing_time - sentence.since : 0;
    sentence.marked.reset();
    frame.ui.motion.draw_again();
}

void pass_time(StartFrame& frame) {
    SentenceState& sentence = frame.state.sentence;
    if (sentence.since > swing_time + fade_time) return;
    sentence.since = frame.ui.theme.reduce_motion ? std::numeric_limits<double>::infinity()
                                                  : sentence.since + std::min(frame.seconds, 0.05);
    frame.ui.motion.keep_going();
}

/// The words can be pointed at and clicked; returns the one that asks.
Index touch_words(StartFrame& frame, const StartLooks& looks, const WordRow& row) {
    Ui& ui = frame.ui;
    SentenceState& sentence = frame.state.sentence;
    const Index usual = looks.one.query;
    std::optional<Index> pointed;
    for (Index word = row.first; word < row.first + row.count(); ++word) {
        const Rect box = *row.box(word);
        const Touch t = touch(ui, "token/" + std::to_string(word), box);
        if (t.hovered) pointed = word;
        if (t.focused) focus_ring(ui, box, word_radius(box.height, ui.theme.scale));
        if (!t.clicked) continue;
        if (word == looks.exchanged) {
            exchange(frame);
            sentence.let_swing = true;
        } else {
            sentence.marked = word == usual ? std::nullopt : std::optional(word);
        }
    }
    sentence.let_swing &= pointed == looks.exchanged;
    if (sentence.let_swing) pointed.reset();
    return pointed.value_or(sentence.marked.value_or(usual));
}

/// The weights, words and arcs at this moment.
void paint_sentence(StartFrame& frame, const StartLooks& looks, const Moment& moment, Index query,
                    const Rect& area, const WordRow& row, SentenceLook look) {
    Ui& ui = frame.ui;
    const float share = moment.share();
    const auto exchanged = static_cast<std::size_t>(looks.exchanged);
    SentenceContent content{.words = moment.now.words, .query = query};
    for (Index key = 0; key < moment.now.weights->cols(); ++key)
        content.weights.push_back(
            between((*moment.before.weights)(query, key), (*moment.now.weights)(query, key), share));
    const Index from = moment.before.strongest_key(query), to = moment.now.strongest_key(query);
    if (moment.landed() || from == to) content.is_read = to;
    if (moment.since < swing_time + fade_time && from != to)
        look.swing = {
            .from = from,
            .to = to,
            .weight = between((*moment.before.weights)(query, from), (*moment.now.weights)(query, to), share),
            .share = share,
            .trail = static_cast<float>(1 - std::clamp((moment.since - swing_time) / fade_time, 0.0, 1.0))};
    if (moment.since < word_time) { // the old word goes, the new one comes
        const double half = word_time / 2;
        if (moment.since < half) content.words[exchanged] = moment.before.words[exchanged];
        look.exchange = {looks.exchanged, static_cast<float>(std::abs(moment.since - half) / half)};
    }
    ui.canvas.paint(sentence_figure(area, row, content, look, ui.theme.palette(), ui.canvas));
}

/// What stands there before the model does: its words alone.
void draw_title(StartFrame& frame, const StartLooks* looks, const Moment* moment, Index query,
                const Rect& column) {
    Ui& ui = frame.ui;
    const SentenceState& sentence = frame.state.sentence;
    const auto plain = [](const std::string& word) { return narration::toned(word); };
    std::string title;
    narration::Paragraph below = {{ui.text("start.explained")}};
    if (looks) {
        const LastLook& told = moment->landed() ? moment->now : moment->before;
        const auto word = [&](Index i) { return told.words[static_cast<std::size_t>(i)]; };
        const bool answers = sentence.exchanged && moment->landed();
        title = ui.plain(answers ? "start.answer" : "start.question",
                         {{"word", plain(word(looks->one.query))}, {"answer", plain(told.answer)}});
        if (query != looks->one.query)
            below = ui.said("start.pointed",
                            {{"word", narration::toned("“" + word(query) + "”", narration::Tone::query)},
                             {"read", narration::toned("“" + word(told.strongest_key(query)) + "”",
                                                       narration::Tone::key)}});
        else if (answers)
            below = ui.said("start.exchanged",
                            {{"word", narration::toned("“" + word(query) + "”", narration::Tone::query)}});
    }
    ui.canvas.text_within({column.x, column.y + ui.px(title_line / 2)}, column.width, title, Font::sans_bold,
                          ui.px(title_line), ui[Role::text]);
    paragraph(ui, {column.x, column.y + ui.px(title_line + 5)}, column.width, below, subtitle_line, false,
              Role::quiet, 1.2F);
}

/// One of two words, in one frame.
void draw_switch(StartFrame& frame, const StartLooks& looks, const Rect& row) {
    Ui& ui = frame.ui;
    const SentenceState& sentence = frame.state.sentence;
    const float text = sans_line(15), height = ui.px(36), corner = ui.px(8);
    const auto word = [&](bool other) {
        return looks.of(other).words[static_cast<std::size_t>(looks.exchanged)];
    };
    const float half = std::max(button_width(ui, word(false), text), button_width(ui, word(true), text));
    const Rect whole{row.right() - 2 * half, row.centre().y - height / 2, 2 * half, height};
    ui.canvas.fill(whole, ui[Role::card], corner);
    ui.canvas.stroke(whole, ui[Role::edge], ui.px(1), corner);
    for (const bool other : {false, true}) {
        const Rect part{whole.x + (other ? half : 0), whole.y, half, height};
        if (button(ui, other ? "start/word/1" : "start/word/0", part, word(other),
                   {.look = ButtonLook::tab, .on = sentence.other == other, .text_size = text}) &&
            sentence.other != other)
            exchange(frame);
    }
    ui.canvas.text({whole.x - ui.px(16), whole.centre().y},
                   ui.text(sentence.exchanged ? "start.change_back" : "start.change"), Font::sans,
                   ui.px(text), ui[Role::quiet], Align::right);
}

constexpr float round_size = 36, after_round = 14, apart = 36, switch_width = 370; ///< design pixels
constexpr const char* writing_preset = "trained-open";

/// Opens the story of the sentence that is shown.
void watch(StartFrame& frame) {
    const workbench::Comparison& pair = frame.scene.bench.library().on_start();
    const workbench::Compared& shown = frame.state.sentence.other ? pair.right : pair.left;
    frame.actions.ask(
        PerformEdit{.edit = workbench::ReplaceDocument{shown.document},
                    .then = workbench::Selection{
                        .stage = pair.stage, .query = shown.query, .key = shown.key, .head = shown.head}});
    frame.actions.ask(OpenView{"story", "play"});
}

/// Opens a model that goes on with a text.
void write(StartFrame& frame) {
    frame.actions.edit(workbench::ChoosePreset{writing_preset});
    frame.actions.ask(OpenView{"story"});
}

/// Something to be played: its name, how long it takes or nothing, and what it is.
struct Playable {
    const char* name; ///< of the anchor
    std::string label, length, about;
};

/// The pixels that it takes.
float width_of(const Ui& ui, const Playable& what) {
    const float upper = ui.canvas.width(Font::sans_bold, ui.px(sans_line(16)), what.label) +
                        (what.length.empty() ? 0 : ui.px(12)) +
                        ui.canvas.width(Font::sans, ui.px(sans_line(15)), what.length);
    const float lower = ui.canvas.width(Font::sans, ui.px(sans_line(13.5F)), what.about);
    return ui.px(round_size + after_round) + std::max(upper, lower);
}

/// True if it was clicked.
bool draw_playable(Ui& ui, const Rect& row, const Playable& what) {
    const float round = ui.px(round_size), size = ui.px(sans_line(16)),
                x = row.x + round + ui.px(after_round);
    const float wide = ui.canvas.width(Font::sans_bold, size, what.label);
    const Rect circle{row.x, row.centre().y - round / 2, round, round};
    const Rect place{row.x, circle.y, x - row.x + wide, round};
    const Touch t = touch(ui, what.name, place);
    const Rgba ground = mix(ui[Role::card], ui[Role::text], t.held ? 0.14F : t.hovered ? 0.06F : 0);
    ui.canvas.fill(circle, ground, round / 2);
    ui.canvas.stroke(circle, ui[Role::edge], ui.px(1), round / 2);
    draw_icon(ui, Icon::play, circle.inset(0.22F * round), ui[Role::text]);
    if (t.focused) focus_ring(ui, place, ui.px(8));
    const float upper = row.centre().y - ui.px(10), lower = row.centre().y + ui.px(11);
    ui.canvas.text({x, upper}, what.label, Font::sans_bold, size, ui[Role::text]);
    ui.canvas.text({x + wide + ui.px(12), upper}, what.length, Font::sans, ui.px(sans_line(15)),
                   ui[Role::quiet]);
    ui.canvas.text({x, lower}, what.about, Font::sans, ui.px(sans_line(13.5F)), ui[Role::quiet]);
    return t.clicked;
}

/// What a trained model does with the sentence and, where there is room for it, one that writes.
void draw_watch(StartFrame& frame, const Rect& row) {
    Ui& ui = frame.ui;
    const Playable reads{"start/watch", ui.text("start.watch"), ui.text("start.watch_seconds"),
                         ui.text("start.origin")};
    Playable writes{"start/write", ui.text("start.write"), {}, ui.text("start.write_about")};
    if (draw_playable(ui, row, reads)) watch(frame);
    const float x = row.x + width_of(ui, reads) + ui.px(apart);
    const float end = row.right() - ui.px(switch_width);
    if (x + width_of(ui, writes) > end) writes.about.clear();
    if (x + width_of(ui, writes) > end) return;
    if (draw_playable(ui, {x, row.y, row.width, row.height}, writes)) write(frame);
}

} // namespace

float draw_start_sentence(StartFrame& frame, const Rect& column) {
    Ui& ui = frame.ui;
    SentenceState& sentence = frame.state.sentence;
    pass_time(frame);
    const auto looks = sentence.shown = looks_of(frame);
    const float arcs = frame.compact ? arcs_low : arcs_high;
    const float arcs_top = column.y + ui.px(title_height + above_arcs);
    const Rect area{column.x, arcs_top, column.width,
                    ui.px(arcs + large_words.box + large_words.number_line + 10)};
    const Rect row{column.x, area.bottom() + ui.px(above_below), column.width, ui.px(below_height)};
    if (!looks) {
        draw_title(frame, nullptr, nullptr, 0, column);
        ui.motion.await();
        return row.bottom();
    }
    const Moment moment{looks->of(!sentence.other), looks->of(sentence.other), sentence.since};
    SentenceLook look{.sizes = large_words, .scale = ui.theme.scale};
    // The row has room for either word.
    SentenceContent wider{.words = looks->one.words, .query = looks->one.query};
    std::string& last = wider.words[static_cast<std::size_t>(looks->exchanged)];
    const std::string& other = looks->other.words[static_cast<std::size_t>(looks->exchanged)];
    if (ui.canvas.width(Font::sans_bold, 20, other) > ui.canvas.width(Font::sans_bold, 20, last))
        last = other;
    const WordRow boxes = sentence_row(area, wider, look, ui.canvas);

    const Index query = touch_words(frame, *looks, boxes);
    if (query != sentence.query) ui.motion.forget("start/arcs");
    sentence.query = query;
    look.grown = ui.motion.glide_from("start/arcs", 0, 1);
    draw_title(frame, looks.get(), &moment, query, column);
    paint_sentence(frame, *looks, moment, query, area, boxes, look);
    if (area.contains(ui.mouse)) ui.canvas.forget_pointed(); // words of the sentence are not glossary terms
    draw_watch(frame, row);
    draw_switch(frame, *looks, row);
    return row.bottom();
}

} // namespace ui
