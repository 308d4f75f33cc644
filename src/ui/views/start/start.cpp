#include "ui/views/start/start.h"

#include "base/files.h"
#include "narration/narration.h"
#include "narration/wording.h"
#include "ui/board/words.h"
#include "ui/chrome/chips.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"
#include "ui/widgets/text_field.h"
#include "workbench/document/in_force.h"
#include "workbench/session/session_files.h"

#include <GLFW/glfw3.h>
#include <algorithm>

namespace ui {

using namespace drawing;
using attention::Quantity;
using base::Index;
namespace fs = std::filesystem;

namespace {

struct StartFrame : ViewFrame {
    StartState& state;
};

// The three cards.

constexpr float padding = 24, button_height = 38; // design pixels

/// A card with its title and purpose; the rest of it is to be filled.
struct Column {
    Ui& ui;
    Rect inner; ///< content area of the whole card
    float y;    ///< y of the next item
    float end;  ///< y of the button at the bottom

    Column(Ui& drawn, const Rect& area, const char* title, const std::string& about)
        : ui(drawn), inner(area.inset(drawn.px(padding))), y(area.y + drawn.px(22)),
          end(inner.bottom() - drawn.px(button_height)) {
        card(ui, area);
        ui.canvas.text_within({inner.x, y + ui.px(12)}, inner.width, ui.text(title), Font::sans_bold,
                              ui.px(20), ui[Role::text]);
        y += ui.px(34);
        y += paragraph(ui, {inner.x, y}, inner.width, {{about}}, card_size, false, Role::quiet, 1.35F) +
             ui.px(12);
    }

    bool foot(const std::string& name, const std::string& label, ButtonLook look) {
        const float width = std::min(inner.width, button_width(ui, label, body_size) + ui.px(10));
        return button(ui, name, {inner.x, end, width, ui.px(button_height)}, label,
                      {.look = look, .text_size = body_size});
    }
};

narration::Paragraph plain(std::string_view text) {
    return {{std::string(text)}};
}

/// A lesson with its number, or a tick when it is done; `here`: the one to continue with.
bool lesson_row(Ui& ui, const CourseEntry& lesson, std::size_t number, bool here, const Rect& row) {
    const Touch t = touch(ui, "start/lesson/" + lesson.id, row);
    if (t.hovered) ui.canvas.fill(row, mix(ui[Role::card], ui[Role::text], 0.05F), ui.px(6));
    if (t.focused) focus_ring(ui, row.inset(ui.px(3)), ui.px(4));
    const float radius = ui.px(10);
    const Point centre{row.x + ui.px(16), row.centre().y};
    const Role ground = lesson.finished ? Role::good : Role::query_fill;
    if (here || lesson.finished)
        ui.canvas.paint(Disc{centre, radius, ui[ground]});
    else
        ui.canvas.stroke({centre.x - radius, centre.y - radius, 2 * radius, 2 * radius}, ui[Role::masked],
                         ui.px(1.2F), radius);
    const bool filled = here || lesson.finished;
    if (lesson.finished)
        draw_icon(ui, Icon::tick, {centre.x - radius, centre.y - radius, 2 * radius, 2 * radius},
                  readable_on(ui[ground]));
    else
        ui.canvas.text(centre, std::to_string(number), Font::sans_bold, ui.px(tiny_size),
                       filled ? readable_on(ui[ground]) : ui[Role::quiet], Align::centre);
    const Role ink = lesson.finished ? Role::quiet : Role::text;
    ui.canvas.text_within({row.x + ui.px(36), centre.y}, row.width - ui.px(40), lesson.title,
                          here ? Font::sans_bold : Font::sans, ui.px(body_size), ui[ink]);
    return t.clicked;
}

/// The learner's name, which is all that identifies their progress. Its menu changes the name or forgets the
/// progress.
void draw_learner(StartFrame& frame, Point right) {
    Ui& ui = frame.ui;
    LearnerState& state = frame.state.learner;
    const std::string& learner = frame.course.learner;
    const std::string label = (learner.empty() ? ui.text("start.learner") : learner) + " ▾";
    const float wide = std::min(button_width(ui, label), ui.px(180));
    const Rect place{right.x - wide, right.y - ui.px(control_height) / 2, wide, ui.px(control_height)};
    if (button(ui, "start/learner", place, label,
               {.look = ButtonLook::plain, .hint = ui.text("start.learner_hint")})) {
        state.name = learner;
        state.forgets = false;
        open_popup(ui, "learner", "learner/name");
    }
    const float width = ui.px(280);
    Popup popup(ui, "learner",
                {place.right() - width, place.bottom() + ui.px(4), width, ui.px(state.height)});
    if (!popup.open()) return;
    const float x = popup.origin().x + ui.px(16), inner = width - ui.px(32);
    float y = popup.origin().y + ui.px(14);
    const TextFieldResult field = text_field(ui, "learner/name", {x, y, inner, ui.px(34)}, state.name,
                                             {.placeholder = ui.text("start.learner")});
    y += ui.px(44);
    if (field.entered) {
        frame.actions.ask(SetLearner{state.name});
        popup.close();
    }
    const std::string& forget = ui.text(state.forgets ? "start.forget_really" : "start.forget");
    if (button(ui, "learner/forget", {x, y, button_width(ui, forget), ui.px(control_height)}, forget)) {
        if (state.forgets) {
            frame.actions.ask(ForgetProgress{});
            popup.close();
        }
        state.forgets = true;
        ui.motion.draw_again();
    }
    popup.ends_at(y + ui.px(control_height), state.height);
}

/// The label of the button: begin, or continue with the next lesson; after the last one, with the first.
std::string walk_label(const Ui& ui, const std::vector<CourseEntry>& course, std::size_t here) {
    const CourseEntry& lesson = course[here];
    const bool is_new = std::ranges::none_of(course, &CourseEntry::begun);
    const narration::Values values{{"number", plain(std::to_string(here + 1))},
                                   {"lesson", plain(lesson.title)},
                                   {"minutes", plain(std::to_string(lesson.minutes))}};
    return ui.plain(is_new ? "start.begin" : "start.go_on", values);
}

/// "Walk me through": the lessons in order, with those that are done, buttons to begin or continue and to
/// give a lecture, and whose progress it is.
void draw_walk_card(StartFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    Actions& actions = frame.actions;
    const std::vector<CourseEntry>& course = frame.course.lessons;
    Column column(ui, area, "start.walk",
                  ui.plain("start.walk_about", {{"count", plain(std::to_string(course.size()))}}));
    draw_learner(frame, {column.inner.right(), area.y + ui.px(34)});
    if (course.empty()) return;
    const std::size_t in_column = (course.size() + 1) / 2;
    const float room = column.end - ui.px(14) - column.y;
    const float pitch = std::min(ui.px(34), room / static_cast<float>(in_column));
    const float half = column.inner.width / 2;
    const auto open = std::ranges::find(course, false, &CourseEntry::ended);
    const auto here = open == course.end() ? std::size_t{0} : static_cast<std::size_t>(open - course.begin());
    for (std::size_t i = 0; i < course.size(); ++i) {
        const bool right = i >= in_column;
        const Rect row{column.inner.x - ui.px(6) + (right ? half : 0),
                       column.y + pitch * static_cast<float>(right ? i - in_column : i), half - ui.px(8),
                       pitch};
        if (lesson_row(ui, course[i], i + 1, i == here, row)) actions.ask(OpenLesson{course[i].id});
    }
    const bool walk = column.foot("start/walk", walk_label(ui, course, here), ButtonLook::filled);
    const std::string& lecture = ui.text("start.lecture");
    const float wide = button_width(ui, lecture, body_size) + ui.px(10);
    const bool speak =
        button(ui, "start/lecture", {column.inner.right() - wide, column.end, wide, ui.px(button_height)},
               lecture, {.text_size = body_size, .hint = ui.text("lecture.button_hint")});
    if (speak) actions.ask(StartLecture{}); // first, so that the lesson knows who goes through it
    if (walk || speak) actions.ask(OpenLesson{course[here].id});
}

/// "Open the lab": sentences to try, and the caret for the user's own.
void draw_lab_card(StartFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    Actions& actions = frame.actions;
    Column column(ui, area, "start.lab", ui.text("start.lab_about"));
    const float height = ui.px(32), gap = ui.px(8);
    float x = column.inner.x, y = column.y;
    for (const auto& preset : frame.scene.bench.library().presets) {
        if (preset.start.empty()) continue;
        const float width = std::min(column.inner.width, button_width(ui, preset.start, card_size));
        if (x > column.inner.x && x + width > column.inner.right()) {
            x = column.inner.x;
            y += height + gap;
        }
        if (y + height > column.end - gap) break;
        if (button(ui, "start/preset/" + preset.id, {x, y, width, height}, preset.start,
                   {.text_size = card_size, .hint = preset.title})) {
            actions.edit(workbench::ChoosePreset{preset.id});
            actions.ask(OpenView{"walkthrough"});
        }
        x += width + gap;
    }
    if (column.foot("start/type", ui.text("start.type"), ButtonLook::outlined)) actions.ask(TypeSentence{});
}

/// A line of work to resume: what, and below it in small text when or where.
bool work_row(Ui& ui, const std::string& name, const Rect& row, const std::string& what,
              const std::string& more) {
    const Touch t = touch(ui, name, row);
    if (t.hovered) ui.canvas.fill(row, mix(ui[Role::card], ui[Role::text], 0.05F), ui.px(6));
    if (t.focused) focus_ring(ui, row.inset(ui.px(3)), ui.px(4));
    const float x = row.x + ui.px(10), width = row.width - ui.px(20);
    ui.canvas.text_within({x, row.y + ui.px(13)}, width, what, Font::sans_medium, ui.px(14.5F),
                          ui[Role::text]);
    ui.canvas.text_within({x, row.y + ui.px(31)}, width, more, Font::sans, ui.px(small_size),
                          ui[Role::quiet]);
    return t.clicked;
}

/// "14:05 · trained, Who is “it”?, layer 2, head 1 off": when, and what was chosen besides the words.
std::string more_about(StartFrame& frame, const workbench::LeftOff& work) {
    std::string text = workbench::when(work.time, std::chrono::system_clock::now());
    std::string chosen;
    if (work.session.first.document)
        for (const workbench::Fact& fact :
             workbench::chosen_in(*work.session.first.document, frame.scene.bench.library()))
            chosen += (chosen.empty() ? " · " : ", ") + fact_text(frame.ui, "in_force", fact);
    return text + chosen;
}

/// Unfinished work to resume, and recent files.
void draw_work_card(StartFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    Actions& actions = frame.actions;
    const EarlierWork& earlier = frame.earlier;
    const bool known = earlier.left_off != nullptr; // until then, no row is shown that would have to move
    const bool any_left_off = known && !earlier.left_off->empty();
    const bool nothing = known && !any_left_off && earlier.files.empty();
    Column column(ui, area, "start.work", ui.text(nothing ? "start.work_none" : "start.work_about"));
    const float height = ui.px(44);
    const auto row = [&] {
        const Rect place{column.inner.x - ui.px(10), column.y, column.inner.width + ui.px(20), height};
        column.y += height;
        return place;
    };
    const auto room = [&](float wanted) { return column.y + wanted <= column.end - ui.px(8); };
    const auto heading = [&](const char* text) {
        caption(ui, {column.inner.x, column.y + ui.px(6)}, ui.text(text));
        column.y += ui.px(16);
    };
    if (any_left_off) {
        heading("start.left_off");
        for (std::size_t i = 0; i < earlier.left_off->size() && room(height); ++i) {
            const workbench::LeftOff& work = (*earlier.left_off)[i];
            if (work_row(ui, "start/left_off/" + std::to_string(i), row(), work.about,
                         more_about(frame, work)))
                actions.ask(GoOn{work});
        }
        column.y += ui.px(8);
    }
    if (known && !earlier.files.empty() && room(height + ui.px(16))) {
        heading("files.recent");
        for (std::size_t i = 0; i < earlier.files.size() && room(height); ++i) {
            const fs::path file = base::path_from_utf8(earlier.files[i]);
            if (work_row(ui, "start/recent/" + std::to_string(i), row(), base::shown(file.filename()),
                         base::shown(file.parent_path())))
                actions.ask(OpenFile{base::path_shown_as(earlier.files[i])});
        }
    }
    if (column.foot("start/open", ui.text("files.open_button"), ButtonLook::outlined))
        actions.ask(OpenFileCard{FilePurpose::open});
}

// The page: the sentence, and below it the cards.

constexpr float widest = 1440;       // maximum content width, design pixels
constexpr float words_scale = 1.45F; // enlarged: the sentence is the page's subject
constexpr float weight_height = 28;  // of the line below the words, design pixels

/// The cell of the word's row of weights with the key it attends to most.
attention::Cell strongest(const Scene& scene, Index query) {
    const Index head = scene.selection.head;
    return {Quantity::dropped, head, query, workbench::strongest_key(scene.trace(), head, query)};
}

/// The word whose arcs are drawn: the hovered one, otherwise the marked one.
Index asking_word(const Scene& scene) {
    const auto& hovered = scene.selection.hovered;
    return hovered && hovered->quantity == Quantity::dropped ? hovered->row : scene.selection.query;
}

void draw_title(StartFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    const narration::Wording wording(ui.texts, scene.pass().names);
    const narration::Values values{{"word", wording.query(asking_word(scene))}};
    const char* form = wording.words() ? "start.question" : "start.question_row";
    ui.canvas.text_within({area.x, area.y + ui.px(22)}, area.width, ui.plain(form, values), Font::sans_bold,
                          ui.px(34), ui[Role::text]);
    ui.canvas.text_within({area.x, area.y + ui.px(60)}, area.width, ui.text("start.answer"), Font::sans,
                          ui.px(17), ui[Role::quiet]);
}

/// Hovering a word marks its row, a click keeps it; both mark the key it attends to most.
void follow_pointer(StartFrame& frame, const Rect& words) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    Actions& actions = frame.actions;
    if (actions.select) {
        actions.select->key = strongest(scene, actions.select->query).column;
        return;
    }
    std::optional<attention::Cell> pointed;
    const Index count = words.contains(ui.mouse) ? scene.trace().n() : 0;
    for (Index i = 0; i < count && !pointed; ++i)
        if (const Rect* box = ui.anchors.find("token/" + std::to_string(i)); box && box->contains(ui.mouse))
            pointed = strongest(scene, i);
    if (pointed == scene.selection.hovered) return;
    actions.select = scene.selection;
    actions.select->hovered = pointed;
    ui.motion.draw_again();
}

/// The words with the final weights, whatever stage the walk has reached.
float draw_weighted_words(StartFrame& frame, const Rect& area) {
    const Scene& scene = frame.scene;
    Actions& actions = frame.actions;
    workbench::Selection at_weights = scene.selection;
    at_weights.stage = attention::StageId::weighted_sum;
    at_weights.key = strongest(scene, at_weights.query).column;
    const Scene weighted{scene.bench, scene.shown, scene.before, at_weights};
    const float height = draw_words(frame.ui, weighted, area, actions, {.enlarged = words_scale});
    if (actions.select) actions.select->stage = scene.selection.stage;
    return height;
}

/// The weights below the words: a click shows how the weight is computed.
void open_weights(StartFrame& frame) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    Actions& actions = frame.actions;
    const Index query = scene.selection.query;
    const std::string row = scene.trace().input.is_cross() ? "source/" : "token/";
    for (Index key = 0; key < scene.trace().m(); ++key) {
        const Rect* box = ui.anchors.find(row + std::to_string(key));
        if (!box) continue;
        const Rect number{box->x, box->bottom() + ui.px(3), box->width, ui.px(weight_height)};
        const Touch t = touch(ui, "start/weight/" + std::to_string(key), number, true, false);
        if (t.hovered) ui.cursor_hint = ui.text("start.weight_hint");
        if (!t.clicked) continue;
        actions.select = scene.selection;
        actions.select->stage = attention::StageId::softmax;
        actions.select->product = 0;
        actions.select->query = query;
        actions.select->key = key;
        actions.select->hovered.reset();
        actions.ask(OpenView{"walkthrough"});
    }
}

} // namespace

void StartView::draw(ViewFrame& view) {
    StartFrame frame{view, state_};
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    const Rect& area = frame.area;
    const float width = std::min(area.width - ui.px(64), ui.px(widest));
    const float spare = std::max(0.0F, area.height - ui.px(740));
    const Rect page{area.centre().x - width / 2, area.y + ui.px(24) + 0.4F * spare, width,
                    area.height - ui.px(40) - 0.4F * spare};
    draw_title(frame, {page.x, page.y, page.width, ui.px(76)});
    float y = page.y + ui.px(84);
    Rect words{page.x, y, page.width, page.bottom() - y};
    words.height = draw_weighted_words(frame, words);
    follow_pointer(frame, words);
    open_weights(frame);
    const float chips = chips_height(ui, state_.chips, scene, page.width);
    draw_chips(ui, state_.chips, scene, {page.x, words.bottom() + ui.px(8), page.width, chips},
               frame.actions);
    // Room for a line of chips is always kept, so that the cards below do not move.
    const float line = chips_room(ui, 0, ui.px(800));
    y = words.bottom() + std::max(chips, line) + ui.px(20);

    const float foot = ui.px(34), gap = ui.px(20);
    const float height = std::min(page.bottom() - foot - y, ui.px(360));
    const float unit = (width - 2 * gap) / 3.2F;
    const Rect walk{page.x, y, 1.35F * unit, height};
    const Rect lab{walk.right() + gap, y, 0.95F * unit, height};
    const Rect files{lab.right() + gap, y, page.right() - lab.right() - gap, height};
    draw_walk_card(frame, walk);
    draw_lab_card(frame, lab);
    draw_work_card(frame, files);
    ui.canvas.text_within({page.x, y + height + ui.px(22)}, page.width, ui.text("start.offline"), Font::sans,
                          ui.px(label_size), ui[Role::quiet]);
}

void StartView::keys(ViewFrame& frame) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    Actions& actions = frame.actions;
    const auto move = [&](Index by) {
        actions.select = scene.selection;
        actions.select->query = std::clamp<Index>(scene.selection.query + by, 0, scene.trace().n() - 1);
        actions.select->key = strongest(scene, actions.select->query).column;
        actions.select->hovered.reset();
    };
    if (ui.pressed(GLFW_KEY_UP) || ui.pressed(GLFW_KEY_LEFT)) move(-1);
    if (ui.pressed(GLFW_KEY_DOWN) || ui.pressed(GLFW_KEY_RIGHT)) move(1);
    swap_by_key(ui, scene, actions);
}

} // namespace ui
