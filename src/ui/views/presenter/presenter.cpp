#include "ui/views/presenter/presenter.h"

#include "base/system.h"
#include "narration/wording.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <sstream>
#include <string>

namespace ui {

using namespace drawing;

namespace {

constexpr float margin = 40, title_size = 34, note_text = 32, small_text = 23,
                clock_size = 64; // design pixels

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

/// A heading in small letters and the text below it; returns its end.
float draw_part(Ui& ui, const std::string& heading, const std::string& text, Point at, float width,
                float size) {
    if (text.empty()) return at.y;
    caption(ui, {at.x, at.y + ui.px(8)}, heading);
    float y = at.y + ui.px(24);
    std::istringstream lines(text); // a question, and its choices below it
    for (std::string line; std::getline(lines, line);)
        y += paragraph(ui, {at.x, y}, width, {{line}}, size, false, Role::text, 1.4F) + ui.px(4);
    return y + ui.px(22);
}

} // namespace

void PresenterView::read() {
    if (!worker_.busy())
        worker_.start([](const base::StopToken&) {
            constexpr double rest = 0.5; // seconds: the clock goes on
            auto read = std::make_shared<Read>();
            read->now = seconds_now();
            read->notes = lesson::read_lecture_notes(base::own_folder(base::Kept::state) / "lecture.json");
            return base::Slice<Read>{std::move(read), false, rest};
        });
    if (const auto result = worker_.take(); result && result->made)
        read_ = *std::static_pointer_cast<const Read>(result->made);
}

void PresenterView::leave() {
    worker_.cancel();
}

void PresenterView::draw(ViewFrame& frame) {
    Ui& ui = frame.ui;
    ui.listen_to(worker_);
    read();
    const float side = ui.px(margin);
    const Rect inner{frame.area.x + side, frame.area.y + side, frame.area.width - 2 * side,
                     frame.area.height - 2 * side};
    if (!read_.notes) {
        paragraph(ui, {inner.x, inner.y}, inner.width, {{ui.text("presenter.none")}}, small_text, false,
                  Role::quiet);
        return;
    }
    const lesson::LectureNotes& notes = *read_.notes;
    const auto number = [](auto value) { return narration::toned(std::to_string(value)); };
    const std::int64_t passed = read_.now - notes.began;
    const bool late = notes.minutes > 0 && passed > 60 * notes.minutes;
    const std::string time = clock(passed);
    ui.canvas.text({inner.right(), inner.y + ui.px(28)}, time, Font::mono, ui.px(clock_size),
                   ui[late ? Role::warning : Role::text], Align::right);
    if (notes.minutes > 0)
        ui.canvas.text({inner.right(), inner.y + ui.px(76)},
                       ui.plain("presenter.of", {{"minutes", number(notes.minutes)}}), Font::sans,
                       ui.px(small_text), ui[Role::quiet], Align::right);
    const float beside_clock = inner.width - ui.px(260);
    ui.canvas.text_within({inner.x, inner.y + ui.px(10)}, beside_clock,
                          ui.plain("presenter.where", {{"lesson", narration::toned(notes.lesson)},
                                                       {"number", number(notes.number)},
                                                       {"count", number(notes.count)}}),
                          Font::sans, ui.px(small_text), ui[Role::quiet]);
    ui.canvas.text_within({inner.x, inner.y + ui.px(50)}, beside_clock, notes.title, Font::sans_bold,
                          ui.px(title_size), ui[Role::text]);
    const float foot = ui.px(56), top = inner.y + ui.px(104);
    if (!notes.next.empty())
        ui.canvas.text_within({inner.x, inner.bottom() - ui.px(16)}, inner.width,
                              ui.plain("presenter.next", {{"title", narration::toned(notes.next)}}),
                              Font::sans_medium, ui.px(small_text), ui[Role::quiet]);
    ScrollArea scrolled(ui, "presenter", {inner.x, top, inner.width, inner.bottom() - foot - top});
    float y = scrolled.top();
    y = draw_part(ui, ui.text("presenter.note"), notes.note, {inner.x, y}, inner.width, note_text);
    y = draw_part(ui, ui.text("presenter.ask"), notes.ask, {inner.x, y}, inner.width, small_text);
    y = draw_part(ui, ui.text(notes.revealed ? "presenter.answered" : "presenter.answer"), notes.answer,
                  {inner.x, y}, inner.width, small_text);
    scrolled.ends_at(y);
}

nlohmann::json PresenterView::shown() const {
    if (!read_.notes) return nlohmann::json::object();
    return {{"lesson", read_.notes->lesson}, {"title", read_.notes->title},   {"number", read_.notes->number},
            {"note", read_.notes->note},     {"answer", read_.notes->answer}, {"next", read_.notes->next}};
}

} // namespace ui
