#include "ui/views/presenter/presenter.h"

#include "base/input_error.h"
#include "base/system.h"
#include "narration/wording.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <GLFW/glfw3.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <memory>
#include <sstream>
#include <string>
#include <system_error>

namespace ui {

using namespace drawing;

namespace {

// Design pixels. The window may stand on a small screen, seen at arm's length.
constexpr float margin = 36, title_size = 32, where_size = 20, clock_size = 60, foot_height = 132;
// The letters of note, question and answer: the largest with which all of them have room.
constexpr float most_letters = 36, least_letters = 20, asked_share = 0.88F;

std::int64_t seconds_now() {
    return std::chrono::duration_cast<std::chrono::seconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

/// "7:05"
std::string clock(std::int64_t seconds) {
    const std::int64_t whole = std::max<std::int64_t>(seconds, 0);
    const std::string rest = std::to_string(whole % 60);
    return std::to_string(whole / 60) + ":" + (rest.size() < 2 ? "0" : "") + rest;
}

/// A heading in small letters and the text below it, line by line; returns its height.
float draw_part(Ui& ui, const std::string& heading, const std::string& text, Point at, float width,
                float size, bool measure_only) {
    if (text.empty()) return 0;
    if (!measure_only) caption(ui, {at.x, at.y + ui.px(8)}, heading);
    float y = at.y + ui.px(24);
    std::istringstream lines(text); // a question, and its choices below it
    for (std::string line; std::getline(lines, line);)
        y += paragraph(ui, {at.x, y}, width, {{line}}, size, measure_only, Role::text, 1.35F) + ui.px(4);
    return y + ui.px(18) - at.y;
}

/// Note, question and answer, in letters of this size; returns their height.
float draw_parts(Ui& ui, const lesson::LectureNotes& notes, Point at, float width, float size,
                 bool measure_only) {
    const float top = at.y, asked = asked_share * size;
    at.y += draw_part(ui, ui.text("presenter.note"), notes.note, at, width, size, measure_only);
    at.y += draw_part(ui, ui.text("presenter.ask"), notes.ask, at, width, asked, measure_only);
    at.y += draw_part(ui, ui.text(notes.revealed ? "presenter.answered" : "presenter.answer"), notes.answer,
                      at, width, asked, measure_only);
    return at.y - top;
}

/// Where in the lesson, the slide's title, and the clock; in red once the lesson's time is over.
void draw_head(Ui& ui, const lesson::LectureNotes& notes, std::int64_t passed, const Rect& inner) {
    const auto number = [](auto value) { return narration::toned(std::to_string(value)); };
    const bool late = notes.minutes > 0 && passed > 60 * notes.minutes;
    ui.canvas.text({inner.right(), inner.y + ui.px(28)}, clock(passed), Font::mono, ui.px(clock_size),
                   ui[late ? Role::warning : Role::text], Align::right);
    if (notes.minutes > 0)
        ui.canvas.text({inner.right(), inner.y + ui.px(74)},
                       ui.plain("presenter.of", {{"minutes", number(notes.minutes)}}), Font::sans,
                       ui.px(where_size), ui[Role::quiet], Align::right);
    const float beside_clock = inner.width - ui.px(250);
    ui.canvas.text_within({inner.x, inner.y + ui.px(10)}, beside_clock,
                          ui.plain("presenter.where", {{"lesson", narration::toned(notes.lesson)},
                                                       {"number", number(notes.number)},
                                                       {"count", number(notes.count)}}),
                          Font::sans, ui.px(where_size), ui[Role::quiet]);
    ui.canvas.text_within({inner.x, inner.y + ui.px(50)}, beside_clock, notes.title, Font::sans_bold,
                          ui.px(title_size), ui[Role::text]);
}

/// The title of the next slide and what it asks; returns the height that they take at the foot.
float draw_next(Ui& ui, const lesson::LectureNotes& notes, const Rect& inner) {
    if (notes.next.empty()) return 0;
    const float letters = 24, small = 21;
    const auto asks = [&](Point at, bool measure_only) {
        return notes.next_ask.empty() ? 0
                                      : paragraph(ui, at, inner.width, {{notes.next_ask}}, small,
                                                  measure_only, Role::quiet, 1.3F);
    };
    const float line = ui.px(34), edge = ui.px(14);
    const float high = edge + line + std::min(asks({}, true), ui.px(foot_height) - line);
    const float top = inner.bottom() - high;
    ui.canvas.line({inner.x, top}, {inner.right(), top}, ui[Role::hairline], ui.px(1.5F));
    ui.canvas.text_within({inner.x, top + edge + line / 2}, inner.width,
                          ui.plain("presenter.next", {{"title", narration::toned(notes.next)}}),
                          Font::sans_bold, ui.px(letters), ui[Role::text]);
    asks({inner.x, top + edge + line}, false);
    return high;
}

/// Work the wall from here: a clicker's, and those of a lecture that need no mouse.
constexpr std::array keys_of_wall{GLFW_KEY_PAGE_DOWN, GLFW_KEY_PAGE_UP, GLFW_KEY_RIGHT, GLFW_KEY_LEFT,
                                  GLFW_KEY_DOWN,      GLFW_KEY_UP,      GLFW_KEY_SPACE, GLFW_KEY_HOME,
                                  GLFW_KEY_END,       GLFW_KEY_ENTER,   GLFW_KEY_B,     GLFW_KEY_W,
                                  GLFW_KEY_PERIOD,    GLFW_KEY_COMMA,   GLFW_KEY_E,     GLFW_KEY_BACKSPACE};

std::filesystem::path notes_file() {
    return base::own_folder(base::Kept::state) / "lecture.json";
}

} // namespace

PresenterView::~PresenterView() {
    leave();
}

void PresenterView::send() {
    if (keys_.window == 0)
        keys_.window = std::chrono::steady_clock::now().time_since_epoch().count() | 1; // never 0
    try {
        lesson::write_lecture_keys(lesson::keys_beside(notes_file()), keys_);
    } catch (const base::InputError&) {
        // The folder is gone or full: the keys of the wall's own window go on working.
    }
}

void PresenterView::keys(ViewFrame& frame) {
    const std::size_t before = keys_.pressed.size();
    for (const KeyPress& press : frame.ui.keys)
        if (press.mods == 0 && !press.repeated &&
            std::ranges::find(keys_of_wall, press.key) != keys_of_wall.end())
            keys_.pressed.push_back(press.key);
    if (keys_.pressed.size() > before) send();
}

void PresenterView::read() {
    if (!worker_.busy())
        worker_.start([](const base::StopToken&) {
            constexpr double rest = 0.5; // seconds: the clock goes on
            auto read = std::make_shared<Read>();
            read->now = seconds_now();
            read->notes = lesson::read_lecture_notes(notes_file());
            std::error_code gone;
            read->is_known = std::filesystem::exists(lesson::keys_beside(notes_file()), gone);
            if (read->is_known) lesson::touch_lecture_keys(lesson::keys_beside(notes_file()));
            return base::Slice<Read>{std::move(read), false, rest};
        });
    if (const auto result = worker_.take(); result && result->made)
        read_ = *std::static_pointer_cast<const Read>(result->made);
    if (read_.notes && !read_.is_known) { // a lecture that has begun since
        keys_.pressed.clear();
        send();
        read_.is_known = true;
    }
}

void PresenterView::leave() {
    worker_.cancel();
    if (keys_.window == 0) return; // the file is another window's
    std::error_code none;
    std::filesystem::remove(lesson::keys_beside(notes_file()), none);
    keys_ = {};
}

void PresenterView::draw(ViewFrame& frame) {
    Ui& ui = frame.ui;
    ui.listen_to(worker_);
    read();
    const float side = ui.px(margin);
    const Rect inner{frame.area.x + side, frame.area.y + side, frame.area.width - 2 * side,
                     frame.area.height - 2 * side};
    if (!read_.notes) {
        paragraph(ui, {inner.x, inner.y}, inner.width, {{ui.text("presenter.none")}}, where_size, false,
                  Role::quiet);
        return;
    }
    const lesson::LectureNotes& notes = *read_.notes;
    draw_head(ui, notes, read_.now - notes.began, inner);
    const float foot = draw_next(ui, notes, inner), top = inner.y + ui.px(104);
    const Rect middle{inner.x, top, inner.width, inner.bottom() - foot - ui.px(12) - top};
    const float bar = ui.px(14); // of the scroll area
    float letters = most_letters;
    while (letters > least_letters &&
           draw_parts(ui, notes, {}, middle.width - bar, letters, true) > middle.height)
        letters -= 1;
    ScrollArea scrolled(ui, "presenter", middle);
    const Point at{middle.x, scrolled.top()};
    scrolled.ends_at(at.y + draw_parts(ui, notes, at, middle.width - bar, letters, false));
}

nlohmann::json PresenterView::shown() const {
    if (!read_.notes) return nlohmann::json::object();
    return {{"lesson", read_.notes->lesson}, {"title", read_.notes->title},
            {"number", read_.notes->number}, {"note", read_.notes->note},
            {"ask", read_.notes->ask},       {"answer", read_.notes->answer},
            {"next", read_.notes->next},     {"next_ask", read_.notes->next_ask}};
}

} // namespace ui
