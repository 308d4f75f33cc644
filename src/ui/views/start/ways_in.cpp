// The three ways in: the course, from its beginning or from where one was; the lab; a lecture.

#include "base/files.h"
#include "drawing/figures/arcs.h"
#include "drawing/shapes/fitted_text.h"
#include "narration/wording.h"
#include "ui/board/quantity_look.h"
#include "ui/chrome/chips.h"
#include "ui/views/start/start.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"
#include "workbench/document/in_force.h"
#include "workbench/document/sizes.h"
#include "workbench/session/session_files.h"

#include <algorithm>
#include <array>

namespace ui {

using namespace drawing;
using attention::Quantity;
using base::Index;
using workbench::LeftOff;

const CourseEntry* lesson_to_go_on_with(const CourseMap& course) {
    const CourseEntry *last = nullptr, *next = nullptr, *room = nullptr;
    for (const CourseEntry& lesson : course.lessons) {
        const CourseEntry*& newest = lesson.room ? room : last;
        if (lesson.begun && !lesson.ended && (!newest || lesson.seen > newest->seen)) newest = &lesson;
        if (!lesson.begun && !lesson.room && !next) next = &lesson;
    }
    const bool any_begun = std::ranges::any_of(course.lessons, &CourseEntry::begun);
    if (last || !any_begun) return last;
    return next ? next : room; // a lesson before what lies beside it
}

namespace {

// Design pixels.
constexpr float between_cards = 24, padding = 28, card_title = sans_line(22), card_about = sans_line(15),
                button_height = 42, work_row_height = 44;
constexpr float first_share = 600.0F / 1312; ///< of the first card in the room that all three share

narration::Paragraph plain(std::string text) {
    return {{std::move(text)}};
}

/// A card with its title and a few words about it; returns the place for what stands at its foot.
Rect way_card(Ui& ui, const Rect& area, const std::string& title, const std::string& about) {
    card(ui, area);
    const float x = area.x + ui.px(padding), width = area.width - 2 * ui.px(padding);
    ui.canvas.text_within({x, area.y + ui.px(36)}, width, title, Font::sans_bold, ui.px(card_title),
                          ui[Role::text]);
    paragraph(ui, {x, area.y + ui.px(57)}, width, plain(about), card_about, false, Role::quiet, 1.32F);
    return {x, area.bottom() - ui.px(padding + button_height), width, ui.px(button_height)};
}

/// A button at the left of this place; returns the room on its right.
Rect foot_button(Ui& ui, const std::string& name, const std::string& label, ButtonLook look, const Rect& foot,
                 bool& clicked) {
    const float text = look == ButtonLook::filled ? sans_line(16) : sans_line(15);
    const float extra = look == ButtonLook::filled ? ui.px(44) : ui.px(6);
    const float wide = std::min(button_width(ui, label, text) + extra, foot.width);
    clicked = button(ui, name, {foot.x, foot.y, wide, foot.height}, label, {.look = look, .text_size = text});
    const float x = foot.x + wide + ui.px(20);
    return {x, foot.y, foot.right() - x, foot.height};
}

/// Words in blue that lead somewhere, as wide as they are.
bool link(Ui& ui, const std::string& name, const Rect& room, const std::string& label) {
    const float size = ui.px(sans_line(15)), wide = ui.canvas.width(Font::sans_medium, size, label);
    const Rect place{room.x - ui.px(6), room.centre().y - ui.px(16), std::min(wide, room.width) + ui.px(12),
                     ui.px(32)};
    const Touch t = touch(ui, name, place);
    ui.canvas.text_within({room.x, room.centre().y}, room.width, label, Font::sans_medium, size,
                          ui[Role::query]);
    if (t.hovered)
        ui.canvas.line({room.x, room.centre().y + 0.45F * size},
                       {room.x + wide, room.centre().y + 0.45F * size}, ui[Role::query], ui.px(1));
    if (t.focused) focus_ring(ui, place, ui.px(6));
    return t.clicked;
}

// For newcomers: what awaits them, in four small pictures.

/// A line of the pictures, in design pixels from their upper left corner.
struct Sketch {
    Ui& ui;
    Point at;

    Point place(float x, float y) const { return {at.x + ui.px(x), at.y + ui.px(y)}; }
    void line(float x, float y, float to_x, float to_y, Role role, float thick = 1) const {
        ui.canvas.line(place(x, y), place(to_x, to_y), ui[role], ui.px(thick));
    }
    Rect rect(float x, float y, float width, float height) const {
        return {at.x + ui.px(x), at.y + ui.px(y), ui.px(width), ui.px(height)};
    }
};

void sketch_guess(const Sketch& s) {
    for (int i = 0; i < 3; ++i) {
        const Rect word = s.rect(17 * static_cast<float>(i), 22, 14, 12);
        s.ui.canvas.fill(word, s.ui[i == 2 ? Role::query_fill : Role::card], s.ui.px(3));
        if (i < 2) s.ui.canvas.stroke(word, s.ui[Role::edge], s.ui.px(1), s.ui.px(3));
    }
    s.ui.canvas.text(s.place(41, 9), "?", Font::sans_bold, s.ui.px(sans_line(15)), s.ui[Role::query],
                     Align::centre);
}

void sketch_watch(const Sketch& s) {
    for (int i = 0; i < 4; ++i) {
        const float x = 4 + 13 * static_cast<float>(i);
        s.line(x, 2, x, 36, i == 3 ? Role::query_fill : Role::edge, i == 3 ? 2 : 1);
    }
    s.ui.canvas.paint(Curve{s.place(17, 34), s.place(17, 16), s.place(24, 12), s.place(43, 12),
                            arc_colour(0.8F, s.ui.theme.palette(), Role::card), s.ui.px(3)});
}

void sketch_drag(const Sketch& s) {
    s.line(2, 34, 46, 34, Role::edge);
    s.line(8, 0, 8, 38, Role::edge);
    s.line(8, 34, 40, 24, Role::key_line, 2.5F);
    s.line(8, 34, 32, 6, Role::query_fill, 2.5F);
    s.ui.canvas.paint(Disc{s.place(32, 6), s.ui.px(4), s.ui[Role::query_fill]});
}

void sketch_try(const Sketch& s) {
    s.ui.canvas.stroke(s.rect(0, 10, 52, 20), s.ui[Role::edge], s.ui.px(1), s.ui.px(4));
    s.line(7, 19.5F, 24, 19.5F, Role::masked, 3);
    s.line(28, 19.5F, 37, 19.5F, Role::masked, 3);
    s.line(42, 14, 42, 26, Role::text, 1.5F);
}

void draw_sketches(Ui& ui, const Rect& card_area) {
    constexpr float pitch = 70, width = 52;
    struct Part {
        const char* name;
        void (*sketch)(const Sketch&);
    };
    constexpr std::array parts{Part{"start.guess", sketch_guess}, Part{"start.see", sketch_watch},
                               Part{"start.drag", sketch_drag}, Part{"start.try", sketch_try}};
    float x = card_area.right() - ui.px(38 + width + pitch * 3);
    for (const auto& [name, sketch] : parts) {
        const Sketch pen{ui, {x, card_area.y + ui.px(100)}};
        sketch(pen);
        ui.canvas.text(pen.place(width / 2, 55), ui.text(name), Font::sans, ui.px(sans_line(13)),
                       ui[Role::quiet], Align::centre);
        x += ui.px(pitch);
    }
}

// For those who come back: what they left, and a small picture of it.

/// When somebody was last at this lesson or, if it is yet to come, at the one before it, and a minute more:
/// what was tried in it is not what one goes on with.
std::chrono::system_clock::time_point lesson_time(const CourseMap& course, const CourseEntry& lesson) {
    auto seen = lesson.seen;
    for (const CourseEntry& other : course.lessons)
        if (!lesson.begun) seen = std::max(seen, other.seen);
    return seen + std::chrono::minutes(1);
}

/// What there is to go on with: a lesson or work, whichever was touched last, else the last file; all null:
/// nothing.
struct GoingOn {
    const CourseEntry* lesson = nullptr;
    const LeftOff* work = nullptr;
    const std::string* file = nullptr;

    bool any() const { return lesson || work || file; }

    const workbench::Shown* shows() const {
        if (work) return &work->session.first;
        return lesson && lesson->shows ? &lesson->shows->first : nullptr;
    }
};

GoingOn to_go_on_with(const StartFrame& frame) {
    const CourseEntry* lesson = lesson_to_go_on_with(frame.course);
    const auto& left_off = frame.earlier.left_off;
    const LeftOff* work = left_off && !left_off->empty() ? &left_off->front() : nullptr;
    if (lesson && work)
        return lesson_time(frame.course, *lesson) >= work->time ? GoingOn{.lesson = lesson}
                                                                : GoingOn{.work = work};
    const auto& files = frame.earlier.files;
    const bool any_file = left_off && !lesson && !work && !files.empty();
    return {lesson, work, any_file ? &files.front() : nullptr};
}

/// What was chosen besides the words: "head 1 off, 1 number set".
std::string chosen_in(const StartFrame& frame, const LeftOff& work) {
    std::string chosen;
    if (work.session.first.document)
        for (const workbench::Fact& fact :
             workbench::chosen_in(*work.session.first.document, frame.scene.bench.library()))
            chosen += (chosen.empty() ? "" : ", ") + fact_text(frame.ui, "in_force", fact);
    return chosen;
}

/// "18:20 · head 1 off, 1 number set".
std::string more_about(const StartFrame& frame, const LeftOff& work) {
    const std::string chosen = chosen_in(frame, work);
    return workbench::when(work.time, std::chrono::system_clock::now()) +
           (chosen.empty() ? "" : " · " + chosen);
}

constexpr Index most_pictured = 40; ///< words: more would be no picture

/// The pass of what is shown there; null while it is computed, and for more words than a small picture shows.
std::shared_ptr<const workbench::Pass> pass_of(StartFrame& frame, const workbench::Shown& shown) {
    const workbench::Library& library = frame.scene.bench.library();
    const auto document = shown.document;
    if (!document) return nullptr;
    auto& study = frame.state.ways.picture;
    frame.ui.listen_to(study);
    return study.ask({{document}, {}}, [document, &library](const base::StopToken& stop) {
        const workbench::Sizes sizes = workbench::sizes_of(*document, library);
        if (std::max(sizes.n, sizes.m) > most_pictured) return base::Slice<workbench::Pass>{nullptr};
        return base::Slice<workbench::Pass>{
            workbench::compute(workbench::prepare(*document, library, nullptr, stop), stop)};
    });
}

/// The scores or weights that are looked at, cell by cell, with the marked row ringed.
void draw_state(StartFrame& frame, const workbench::Shown& shown, const Rect& area) {
    Ui& ui = frame.ui;
    const auto pass = pass_of(frame, shown);
    if (!pass || pass->document != *shown.document) return;
    const workbench::Selection at = workbench::clamped(shown.selection, pass->trace);
    const Quantity marked = workbench::marked_cell(at, pass->trace).quantity;
    const Quantity quantity = attention::is_queries_by_keys(marked) ? marked : Quantity::dropped;
    const base::Matrix& numbers = pass->trace.matrix(quantity, at.head);
    const Coloured look = frame.state.ways.ranges.of(pass, quantity, at.head);
    const float cell_width = std::min(area.width / static_cast<float>(numbers.cols()), ui.px(18));
    const float cell_height = std::min(area.height / static_cast<float>(numbers.rows()), ui.px(10));
    const float left = area.right() - cell_width * static_cast<float>(numbers.cols());
    const float between = std::min(ui.px(2), 0.2F * cell_height);
    const auto y_of = [&](Index row) { return area.y + cell_height * static_cast<float>(row); };
    for (Index row = 0; row < numbers.rows(); ++row)
        for (Index column = 0; column < numbers.cols(); ++column)
            ui.canvas.fill({left + cell_width * static_cast<float>(column), y_of(row), cell_width - between,
                            cell_height - between},
                           colour_of(numbers(row, column), look.range, look.map, ui.theme.palette().dark),
                           ui.px(1.5F));
    const float ring = ui.px(2);
    ui.canvas.stroke({left - ring, y_of(at.query) - ring, area.right() - left + 2 * ring - between,
                      cell_height + 2 * ring - between},
                     ui[Role::focus], ui.px(1.5F), ui.px(3));
}

void draw_course_card(StartFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const std::vector<CourseEntry>& lessons = frame.course.lessons;
    const GoingOn there = to_go_on_with(frame);
    bool go = false;
    if (!there.any()) {
        if (lessons.empty()) return;
        const narration::Values values{{"minutes", plain(std::to_string(lessons.front().minutes))}};
        const Rect foot = way_card(ui, area, ui.text("start.new"), ui.plain("start.new_about", values));
        foot_button(ui, "start/walk", ui.text("start.begin"), ButtonLook::filled, foot, go);
        if (!frame.compact) draw_sketches(ui, area);
        if (go) frame.actions.ask(OpenLesson{lessons.front().id});
        return;
    }
    std::string title, about;
    if (there.lesson) {
        const narration::Values values{
            {"what", plain(there.lesson->title)},
            {"number", plain(std::to_string(there.lesson->number.value_or(0)))},
            {"step", plain(std::to_string(there.lesson->step + 1))},
            {"steps", plain(std::to_string(there.lesson->steps))},
            {"minutes", plain(std::to_string(there.lesson->minutes))},
            {"when", plain(workbench::when(there.lesson->seen, std::chrono::system_clock::now()))}};
        title = ui.plain("start.go_on_with", values);
        const bool begun = there.lesson->begun;
        about = ui.plain(there.lesson->number ? (begun ? "start.at_step" : "start.next_lesson")
                                              : (begun ? "start.at_step_other" : "start.next_own"),
                         values);
    } else if (there.work) {
        title = ui.plain("start.go_on_with", {{"what", plain(there.work->about)}});
        about = more_about(frame, *there.work);
    } else {
        const std::filesystem::path file = base::path_from_utf8(*there.file);
        title = ui.plain("start.go_on_with", {{"what", plain(base::shown(file.filename()))}});
        about = base::shown(file.parent_path());
    }
    const Rect foot = way_card(ui, area, title, about);
    const std::string name = there.lesson ? "start/walk" : there.work ? "start/left_off/0" : "start/recent/0";
    const Rect room = foot_button(ui, name, ui.text("start.go_on"), ButtonLook::filled, foot, go);
    const bool anew = !lessons.empty() && link(ui, "start/begin", room, ui.text("start.or_begin"));
    if (!frame.compact && there.shows())
        draw_state(frame, *there.shows(),
                   {area.right() - ui.px(208), area.y + ui.px(96), ui.px(180), ui.px(76)});
    if (anew) frame.actions.ask(OpenLesson{lessons.front().id});
    if (!go) return;
    if (there.lesson)
        frame.actions.ask(OpenLesson{there.lesson->id});
    else if (there.work)
        frame.actions.ask(GoOn{*there.work});
    else
        frame.actions.ask(OpenFile{base::path_shown_as(*there.file)});
}

// The lab, with one's earlier work.

/// A line of work to resume: what, and below it in small text when or where.
bool work_row(Ui& ui, const std::string& name, const Rect& row, const std::string& what,
              const std::string& more) {
    const Touch t = touch(ui, name, row);
    if (t.hovered) ui.canvas.fill(row, mix(ui[Role::card], ui[Role::text], 0.05F), ui.px(6));
    if (t.focused) focus_ring(ui, row.inset(ui.px(3)), ui.px(4));
    const float x = row.x + ui.px(10), width = row.width - ui.px(20);
    ui.canvas.text_within({x, row.y + ui.px(13)}, width, what, Font::sans_medium, ui.px(body_size),
                          ui[Role::text]);
    ui.canvas.text_within({x, row.y + ui.px(31)}, width, more, Font::sans, ui.px(label_size),
                          ui[Role::quiet]);
    return t.clicked;
}

/// Other work that was left off, and recent files, in a menu above the card's foot.
void draw_earlier_work(StartFrame& frame, const Rect& room) {
    Ui& ui = frame.ui;
    const EarlierWork& earlier = frame.earlier;
    if (!earlier.left_off) return;
    const GoingOn on_card = to_go_on_with(frame);
    const std::size_t first_work = on_card.work ? 1 : 0, first_file = on_card.file ? 1 : 0;
    const bool any_work = earlier.left_off->size() > first_work, any_file = earlier.files.size() > first_file;
    if (!any_work && !any_file) return;
    if (link(ui, "start/earlier", room, ui.text("start.earlier")))
        open_popup(ui, "earlier",
                   any_work ? "start/left_off/" + std::to_string(first_work)
                            : "start/recent/" + std::to_string(first_file));
    const float width = ui.px(420), height = ui.px(frame.state.ways.work_height);
    Popup popup(ui, "earlier", {room.x - ui.px(40), room.y - height, width, height});
    if (!popup.open()) return;
    const float x = popup.origin().x + ui.px(8), inner = width - ui.px(16);
    float y = popup.origin().y + ui.px(10);
    const auto heading = [&](const char* text) {
        caption(ui, {x + ui.px(10), y + ui.px(8)}, ui.text(text));
        y += ui.px(20);
    };
    const auto row = [&](const std::string& name, const std::string& what, const std::string& more) {
        const bool clicked = work_row(ui, name, {x, y, inner, ui.px(work_row_height)}, what, more);
        y += ui.px(work_row_height);
        if (clicked) popup.close();
        return clicked;
    };
    if (any_work) heading("start.left_off");
    for (std::size_t i = first_work; i < earlier.left_off->size(); ++i) {
        const LeftOff& work = (*earlier.left_off)[i];
        if (row("start/left_off/" + std::to_string(i), work.about, more_about(frame, work)))
            frame.actions.ask(GoOn{work});
    }
    if (any_file) heading("files.recent");
    for (std::size_t i = first_file; i < earlier.files.size(); ++i) {
        const std::filesystem::path file = base::path_from_utf8(earlier.files[i]);
        if (row("start/recent/" + std::to_string(i), base::shown(file.filename()),
                base::shown(file.parent_path())))
            frame.actions.ask(OpenFile{base::path_shown_as(earlier.files[i])});
    }
    popup.ends_at(y, frame.state.ways.work_height);
}

void draw_lab_card(StartFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const Rect foot = way_card(ui, area, ui.text("start.lab"), ui.text("start.lab_about"));
    bool types = false;
    const Rect room = foot_button(ui, "start/type", ui.text("start.type"), ButtonLook::outlined, foot, types);
    draw_earlier_work(frame, room);
    if (!types) return;
    frame.actions.ask(OpenView{"walkthrough"});
    frame.actions.ask(TypeSentence{});
}

// A lecture.

/// The lessons to choose from, in a menu above the card's foot.
void draw_lecture_card(StartFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const std::vector<CourseEntry>& lessons = frame.course.lessons;
    const Rect foot = way_card(ui, area, ui.text("start.lecture"), ui.text("start.lecture_about"));
    bool chooses = false;
    foot_button(ui, "start/lecture", ui.text("start.choose_lesson"), ButtonLook::outlined, foot, chooses);
    if (lessons.empty()) return;
    if (chooses) open_popup(ui, "lectures", "start/lecture/" + lessons.front().id);
    const float width = ui.px(300), height = ui.px(frame.state.ways.lessons_height);
    Popup popup(ui, "lectures", {foot.x, foot.y - ui.px(6) - height, width, height});
    if (!popup.open()) return;
    float y = popup.origin().y + ui.px(6);
    for (std::size_t i = 0; i < lessons.size(); ++i) {
        const Rect row{popup.origin().x + ui.px(6), y, width - ui.px(12), ui.px(30)};
        y += row.height;
        if (!menu_row(ui, "start/lecture/" + lessons[i].id, row, lessons[i].title,
                      lessons[i].number ? std::to_string(*lessons[i].number) : "", false))
            continue;
        frame.actions.ask(StartLecture{}); // first, so that the lesson knows who goes through it
        frame.actions.ask(OpenLesson{lessons[i].id});
        popup.close();
    }
    popup.ends_at(y - ui.px(8), frame.state.ways.lessons_height);
}

} // namespace

void draw_ways_in(StartFrame& frame, const Rect& area) {
    const float between = frame.ui.px(between_cards), room = area.width - 2 * between;
    const float first = first_share * room, other = (room - first) / 2;
    draw_course_card(frame, {area.x, area.y, first, area.height});
    draw_lab_card(frame, {area.x + first + between, area.y, other, area.height});
    draw_lecture_card(frame, {area.right() - other, area.y, other, area.height});
}

} // namespace ui
