#include "ui/lesson/lecturer.h"

#include "lesson/judge.h"
#include "lesson/needs.h"
#include "ui/lesson/number_in_hand.h"
#include "ui/lesson/question_box.h"
#include "ui/lesson/spotlight.h"
#include "ui/lesson/view_slide.h"
#include "ui/widgets/areas.h"

#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <system_error>
#include <utility>
#include <variant>

namespace ui {

using drawing::Rect;

namespace {

std::int64_t seconds_now() {
    return std::chrono::duration_cast<std::chrono::seconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

} // namespace

Lecturer::Lecturer(const Classroom& room, Tutor& tutor, LecturerWays ways)
    : room_(room), tutor_(tutor), ways_(std::move(ways)) {}

Lecturer::~Lecturer() {
    end();
}

void Lecturer::start() {
    const bool was_on = state_.on; // in the lesson before
    state_.begin();
    tutor_.records = false;
    room_.desk.point_at_nothing(); // on the wall the mouse marks nothing
    room_.desk.open_work();
    noted_.clear();
    if (!was_on) began_ = seconds_now();
}

void Lecturer::end() {
    const bool was_on = std::exchange(state_.on, false);
    if (was_on && !ways_.notes_file.empty()) {
        std::error_code none;
        std::filesystem::remove(ways_.notes_file, none);
        std::filesystem::remove(lesson::keys_beside(ways_.notes_file), none);
        written_ = {};
    }
    own_window_.cancel();
    keys_there_.reset();
    // What was made true before the hall is no answer of the learner's.
    if (was_on && state_.revealed && tutor_.running()) tutor_.ask({.come_back = true});
    tutor_.records = true;
}

void Lecturer::follow() {
    if (on() && tutor_.reached() && !state_.revealed) state_.revealed = state_.reached = true;
    if (!on() || tutor_.step_arrives() || tutor_.step_failed()) return;
    tell_notes();
    write_notes();
}

// The slides.

namespace {

/// The answer, after a word for those who have found it.
lesson::LessonText reached(const Ui& ui, lesson::LessonText answer) {
    if (answer.blocks.empty()) answer.blocks.push_back({});
    auto& spans = answer.blocks.front().spans;
    spans.insert(spans.begin(), {ui.text("lecture.reached") + " ", narration::Tone::strong});
    return answer;
}

/// False where the solution changes numbers of a matrix that the slide does not show.
bool shows_what_changes(const Ui& ui, const lesson::Question& question) {
    return std::ranges::all_of(lesson::typed_over_by_solution(question), [&](attention::Quantity quantity) {
        return !ui.anchors.starting_with("cell/" + std::string(attention::key(quantity)) + "/").empty();
    });
}

} // namespace

std::string Lecturer::way(const Ui& ui) const {
    const std::string_view view = room_.desk.kind().key;
    const auto needed = lesson::needed_by(tutor_.running()->step());
    if (view == "heads" && needed.contains("heads/card")) return ui.text("lecture.by_heads");
    if (out_of_sight_ || needed.contains("heads/card") ||
        (view != "walkthrough" && !stage_controls().empty()))
        return ui.text("lecture.by_controls");
    if (needed.contains("write"))
        return ui.text(view == "story" ? "lecture.by_writing" : "lecture.by_typing");
    return {};
}

std::set<std::string, std::less<>> Lecturer::stage_controls() const {
    constexpr std::array<std::string_view, 7> of_stages{"scale",   "score",     "layer", "mask",
                                                        "dropout", "additions", "item"};
    auto needed = lesson::needed_by(tutor_.running()->step());
    std::erase_if(needed, [&](const std::string& name) {
        return std::ranges::find(of_stages, name) == of_stages.end();
    });
    return needed;
}

void Lecturer::tell_try(const Ui& ui, Slide& slide) {
    std::vector<std::string> told;
    if (slide.works) told = tutor_.so_far();
    if (slide.works && told.empty()) told = {way(ui)};
    if (slide.clicks || slide.asks_number) told = {state_.hall.told};
    if (slide.asks_number && !state_.hall.number.empty())
        told = {ui.plain("lecture.number", {{"number", {{state_.hall.number}}}})};
    narration::Paragraph sentences;
    for (const std::string& each : told)
        if (!each.empty())
            sentences.push_back({(sentences.empty() ? "" : " ") + each, narration::Tone::strong});
    if (!sentences.empty())
        slide.tried.emplace().blocks.push_back({lesson::BlockKind::paragraph, std::move(sentences)});
}

Slide Lecturer::slide(const Ui& ui) {
    const LessonRun* run = tutor_.running();
    const Desk& desk = room_.desk;
    const ViewKind& kind = desk.kind();
    // A solution that is on its way changes the slide when it is there.
    const bool same_step = run && last_of_ == run->shared_lesson() && last_.number == run->at() + 1;
    if (same_step && tutor_.step_arrives() && state_.revealed) return last_;
    if (!run) {
        if (kind.has_stages) return slide_of(ui, desk.first().scene());
        return {.title = ui.texts.text("views." + std::string(kind.key)), .caption = {}};
    }
    if (tutor_.left_path() || !tutor_.can_be_told()) return left_slide();
    if (state_.closing) {
        const CourseEntry* next = tutor_.next();
        return closing_slide(ui, run->lesson(), next ? next->title : "");
    }
    Slide slide = slide_of(run->step(), tutor_.telling(), state_.hall);
    // They speak of what was there before the answer, and before somebody worked on it.
    if (state_.caption_of != run->step().place || (!state_.revealed && !slide.works)) {
        state_.caption_of = run->step().place;
        state_.as_asked = slide.caption;
        state_.question = slide.question;
    }
    slide.caption = state_.as_asked;
    if (slide.works) {
        slide.question = state_.question;
    }
    if (state_.reached && slide.answer) slide.answer = reached(ui, *slide.answer);
    if (!state_.revealed && slide.question) tell_try(ui, slide);
    slide.works = slide.works && !state_.revealed;
    if (run->step().question) slide.typed_over = lesson::typed_over_by_solution(*run->step().question);
    slide.takes_numbers = kind.has_stages &&
                          (slide.asks_number || !slide.typed_over.empty() || (slide.works && tutor_.tried()));
    if (tutor_.answer_is_shown()) {
        if (tutor_.answer().empty())
            slide.picture = picture_of_answer();
        else
            slide.pointed = tutor_.answer();
        slide.changed = tutor_.changed();
    }
    if (kind.of_lessons) slide.pointed.clear(); // the stage shows what it is about by itself
    slide.number = run->at() + 1;
    slide.count = run->lesson().steps.size();
    last_ = slide;
    last_of_ = run->shared_lesson();
    return slide;
}

Slide Lecturer::left_slide() {
    const LessonRun& run = *tutor_.running();
    Slide slide{.title = run.step().title, .caption = {}};
    slide.number = run.at() + 1;
    slide.count = run.lesson().steps.size();
    slide.of_lesson = true;
    if (tutor_.step_arrives()) { // nobody sees it yet, but keys may be pressed
        if (run.step().question) slide.question.emplace();
        return slide;
    }
    // What it says is about the words that are there now, or it is silent.
    if (tutor_.can_be_told()) slide.caption = slide_of(run.step(), tutor_.telling()).caption;
    slide.left = true;
    return slide;
}

/// The bars of a question whose answer is in no matrix; empty for all others.
std::function<void(Ui& ui, const Rect& area, const Growth&)> Lecturer::picture_of_answer() {
    const lesson::Question& question = *tutor_.running()->step().question;
    if (question.kind != lesson::QuestionKind::bar) return {};
    return [this, &question](Ui& ui, const Rect& area, const Growth&) {
        const lesson::Scope scope = tutor_.telling().scope();
        QuestionState answered{.revealed = true};
        answered.bar = lesson::number_of(question.formula, scope);
        const float wide = std::min(area.width, 1.6F * area.height);
        const Rect bars{area.centre().x - wide / 2, area.y, wide, area.height};
        draw_bar_question(ui, question, answered, scope, bars);
        if (question.beside.empty()) return;
        const auto beside = lesson::evaluate(question.beside, scope).place;
        if (!beside || !beside->row || !beside->column) return;
        const Rect given{bars.x, bars.y, bars.width / 2, bars.height};
        const std::string column = std::to_string(*beside->column);
        ui.anchors.add(
            cell_anchor({.quantity = beside->quantity, .row = *beside->row, .column = *beside->column}),
            given);
        if (attention::column_axis(beside->quantity) == attention::Axis::keys) // its word stands below it
            ui.anchors.add((scope.pass.trace.input.is_cross() ? "source/" : "token/") + column, given);
    };
}

namespace {

/// Who has not met heads yet is not told of one.
bool speaks_of_heads(const Ui& ui, const Slide& slide) {
    std::string said = slide.title + " " + lesson::plain_text(slide.caption);
    for (const auto* text : {&slide.question, &slide.answer})
        if (*text) said += " " + lesson::plain_text(**text);
    return ui.texts.glossary().mentions(said, "head");
}

/// Whether the step is about what a word has read, not about its shares.
bool is_about_result(const lesson::Step& step) {
    return step.question && step.question->formula.find("head_output[") != std::string::npos;
}

/// The words of the stage; the shares of the marked one, or what it has read, unless that is asked for.
void draw_sentence_of_stage(Ui& ui, const ViewFrame& frame, const Rect& area, const Growth& growth,
                            bool of_head, bool result) {
    const bool hides = frame.staged->asks && !frame.staged->changes;
    if (of_head && !hides && frame.scene.trace().heads.size() > 1)
        return draw_heads_of_layer(ui, frame.scene, area);
    workbench::Selection reading = frame.scene.selection;
    reading.stage = result ? attention::StageId::weighted_sum : attention::StageId::softmax;
    const base::Matrix& weights = frame.scene.trace().matrix(attention::Quantity::weights, reading.head);
    weights.row(reading.query).maxCoeff(&reading.key);
    Ranges none;
    draw_reading(ui, none, {frame.scene.bench, frame.scene.shown, frame.scene.before, reading}, area,
                 {.numbers = !hides, .named = false, .of_head = of_head, .growth = growth});
}

} // namespace

namespace {

/// Of what was done to the picture, what works on it: nothing leads out of the lecture.
void keep_work(Actions& actions) {
    std::erase_if(actions.commands, [](const Command& command) {
        return !std::holds_alternative<BeginGesture>(command) &&
               !std::holds_alternative<PerformEdit>(command) &&
               !std::holds_alternative<CancelGesture>(command) &&
               !std::holds_alternative<MoveArrow>(command) && !std::holds_alternative<ShowMistake>(command);
    });
}

} // namespace

namespace {

// A mask that is to be drawn: of the lab only its canvas.

bool is_about_mask(const Slide& slide, const ViewKind& kind) {
    return kind.key == "labs" && points_at(slide, "mask_lab/left");
}

const Needed& mask_alone() {
    static const Needed needed{{"mask_lab/left"}};
    return needed;
}

/// The key that opened it, or a clicker's, closes the card of keys.
bool closes_help(const Ui& ui, const std::vector<KeyPress>& keys) {
    return ui.pressed(GLFW_KEY_F1) || ui.pressed(GLFW_KEY_SLASH, GLFW_MOD_SHIFT) ||
           std::ranges::any_of(keys, [](const KeyPress& press) {
               return press.key == GLFW_KEY_PAGE_DOWN || press.key == GLFW_KEY_PAGE_UP;
           });
}

} // namespace

void Lecturer::draw_whole_view(Ui& large, ViewFrame& frame, const Rect& area) {
    constexpr float wide = 1100, high = 520; // design pixels in which every view has its controls in sight
    Theme theme = large.theme;
    theme.scale = std::min({theme.scale, area.width / wide, area.height / high});
    Ui smaller = large.in(theme);
    ViewFrame page = frame.within(smaller, area);
    needs_.names = lesson::needed_by(tutor_.running()->step());
    page.needed = &needs_;
    draw_view(room_.desk.view(), room_.desk.kind(), page);
}

bool Lecturer::work_on_slide(Ui& ui, ViewFrame& frame, bool own) {
    const Side& side = room_.desk.first();
    const Theme theme = enlarged(ui.theme, ui.window.height);
    Ui large = ui.in(theme);
    const Rect field = draw_number_field(large, state_.number, frame.actions);
    if (field.width > 0) state_.field = field;
    if (!was_clicked(ui) || state_.holds || state_.number.cell || state_.hall.types) return false;
    // A sentence is changed by typing it, a number where it stands.
    const bool of_words = room_.desk.kind().of_lessons && frame.staged && frame.staged->changes;
    if (of_words && word_under_mouse(ui)) {
        state_.hall.types = state_.hall.takes_caret = true;
    } else if (const auto cell = own ? number_at_mouse(ui, side.scene()) : std::nullopt) {
        open_number(state_.number, side.scene(), *cell);
        if (const Rect* place = ui.anchors.find(cell_anchor(*cell)))
            state_.field = *place; // until its field is drawn: the second press of a double click is no line
    } else {
        return false;
    }
    if (!state_.strokes.empty()) state_.strokes.pop_back(); // no line
    room_.motion.draw_again();
    return true;
}

void Lecturer::draw(Ui& ui, ViewFrame& frame, bool covered) {
    Slide now = slide(ui);
    // The slide before stays on the wall until this one is whole.
    if (tutor_.running() && tutor_.step_arrives() && !tutor_.step_failed()) {
        ui.motion.withhold();
        if (!room_.desk.waits()) ui.motion.draw_again(); // otherwise its pass wakes the window
    }
    frame.guided = frame.on_slide = true;
    frame.staged = tutor_.staged();
    const bool works = now.works && !covered && state_.blank == Blank::no && !tutor_.step_arrives();
    // With Shift the pen draws wherever it is.
    frame.in_hand = now.in_hand = works && !ImGui::GetIO().KeyShift;
    const auto draw_page = [&](Ui& large, const Rect& page) {
        ViewFrame on_page = frame.within(large, page);
        room_.desk.view().draw(on_page);
    };
    // The stage and the Story lay themselves out for any room, in letters between those of a window and of a
    // lecture: those of the Story are as large as two layers allow.
    const auto draw_stage = [&](Ui& large, const Rect& area, const Growth& growth) {
        const bool sentence = room_.desk.kind().of_lessons && frame.staged && !frame.staged->arrows;
        if (sentence && suits_reading(large, frame.scene, area.width))
            return draw_sentence_of_stage(large, frame, area, growth, speaks_of_heads(ui, now),
                                          is_about_result(tutor_.running()->step()));
        constexpr base::Index words_of_sentence = 20;
        constexpr float of_stage = 0.71F, of_story = 0.8F;
        constexpr float least_story = 330,
                        least_long_story = 750; // its height, and a text's width, design pixels
        Theme theme = large.theme;
        const bool tells = !room_.desk.kind().of_lessons;
        theme.scale *= tells ? of_story : of_stage;
        if (tells) theme.scale = std::min(theme.scale, area.height / least_story);
        if (tells && frame.scene.trace().n() > words_of_sentence)
            theme.scale = std::min(theme.scale, area.width / least_long_story);
        Ui smaller = large.in(theme);
        draw_page(smaller, area);
    };
    const ViewKind& kind = room_.desk.kind();
    if ((kind.of_lessons || kind.key == "story") && !now.picture) now.picture = draw_stage;
    const Scene scene = room_.desk.first().scene();
    const bool whole = works && state_.whole_view;
    if (whole) {
        frame.on_slide = false;
        now.picture = [&](Ui& large, const Rect& area, const Growth&) {
            draw_whole_view(large, frame, area);
        };
    }
    // The stage's words alone do with less; a matrix and what it is made from do not.
    const bool of_stage = frame.staged && kind.of_lessons && !frame.staged->arrows;
    const attention::Quantity result = shown_product(scene).result;
    const bool takes_factor =
        std::ranges::any_of(now.typed_over, [&](attention::Quantity each) { return each != result; });
    now.tall = now.picture ? !of_stage : takes_factor;
    if (!whole && !now.closing) {
        if (works && is_about_mask(now, kind)) {
            frame.needed = &mask_alone();
            now.pointed.clear(); // nothing else is there
            now.picture = [&](Ui& large, const Rect& area, const Growth&) { draw_page(large, area); };
        } else {
            put_table_on(now, kind.key, scene, state_.board, tutor_.answer_is_shown(), frame.actions);
        }
    }
    if (works && !whole && kind.key == "walkthrough") {
        needs_.names = stage_controls();
        if (!needs_.names.empty())
            now.controls = [&](Ui& large, const Rect& line) {
                draw_needed_choices(large, scene, needs_, {line.x, line.y}, line.right(), frame.actions);
            };
    }
    const bool of_words = frame.second && !points_at(now, "compare/table");
    const bool own = kind.key == "walkthrough" || of_words;
    ImGui::BeginDisabled(covered);
    LectureWish wish = draw_lecture(ui, state_, scene, own ? frame.second : std::nullopt, now, frame.seconds,
                                    own ? std::function<void(Ui&, const Rect&)>() : draw_page);
    ImGui::EndDisabled();
    if (!whole) look_for_numbers(ui, works);
    if (!whole) ui.cursor_hint.clear();
    frame.second_actions = {};
    if (works)
        keep_work(frame.actions);
    else
        frame.actions = {};
    const std::vector<KeyPress> keys = all_keys(ui);
    if (!covered) {
        if (!keys.empty() && says_refusal()) room_.message.close();
        state_.field = {};
        type_sentence(ui, frame.actions);
        const bool is_free = !whole && !state_.holds && !state_.field.contains(ui.mouse);
        const bool worked = works && !whole && work_on_slide(ui, frame, own);
        if (is_free && !worked && !answer_by_click(ui)) mark_by_click(ui, frame.actions);
        if (works && !frame.actions.commands.empty()) state_.hall.spoke = true;
        const bool leave = wish.leave;
        wish = any_popup_open() ? LectureWish() : lecture_keys(keys, state_, now);
        wish.leave |= leave;
    } else if (closes_help(ui, keys)) {
        frame.actions.ask(ToggleKeys{});
    }
    carry_out(ui, wish, now, frame.actions);
    if (!keys.empty()) room_.motion.draw_again();
    if (says_refusal()) draw_refusal(ui);
}

bool Lecturer::says_refusal() const {
    return state_.hall.spoke && room_.message.is_mistake && room_.message.open();
}

void Lecturer::draw_refusal(Ui& ui) {
    const Theme theme = enlarged(ui.theme, ui.window.height);
    Ui large = ui.in(theme);
    draw_message(large, room_.message, ui.window, MessagePlace::bottom);
}

void Lecturer::look_for_numbers(const Ui& ui, bool works) {
    const LessonRun* run = tutor_.running();
    const bool here = works && run && run->step().question && room_.desk.kind().has_stages;
    const bool before = std::exchange(out_of_sight_, here && !shows_what_changes(ui, *run->step().question));
    if (before != out_of_sight_) room_.motion.draw_again();
}

void Lecturer::type_sentence(Ui& ui, Actions& actions) {
    Hall& hall = state_.hall;
    const workbench::Document& document = room_.desk.first().bench().document();
    if (hall.takes_caret) hall.sentence = document.text;
    const Theme theme = enlarged(ui.theme, ui.window.height);
    Ui large = ui.in(theme);
    draw_notice(large, hall);
    const auto sentence = draw_hall_field(large, hall);
    if (const Rect* field = large.anchors.find("lecture/sentence"); field && hall.types)
        state_.field = *field;
    if (sentence) {
        hall.spoke = true;
        actions.edit(workbench::SetText{*sentence, document.memory_text});
    }
}

void Lecturer::mark_by_click(const Ui& ui, Actions& actions) {
    const Side& side = room_.desk.first();
    const bool answers = tutor_.running() && tutor_.running()->step().question && !state_.revealed &&
                         tutor_.running()->step().question->kind == lesson::QuestionKind::click;
    if (answers || state_.hall.types || !was_clicked(ui)) return;
    if (const auto word = word_under_mouse(ui)) {
        if (!state_.strokes.empty()) state_.strokes.pop_back(); // no line
        actions.select = side.selection;
        actions.select->query = *word;
        actions.select->pinned.reset();
        room_.motion.draw_again();
    }
}

std::optional<base::Index> Lecturer::word_under_mouse(const Ui& ui) const {
    for (base::Index i = 0; i < room_.desk.first().pass().trace.n(); ++i)
        if (const Rect* box = ui.anchors.find("token/" + std::to_string(i)); box && box->contains(ui.mouse))
            return i;
    return std::nullopt;
}

bool Lecturer::was_clicked(const Ui& ui) const {
    const float least_line = ui.px(6); // the pen draws it, even where it ends on a word
    return state_.blank == Blank::no && !state_.closing && ImGui::IsMouseReleased(ImGuiMouseButton_Left) &&
           ImGui::GetIO().MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] <= least_line * least_line;
}

bool Lecturer::answer_by_click(const Ui& ui) {
    const LessonRun* run = tutor_.running();
    const bool asks = run && run->step().question &&
                      run->step().question->kind == lesson::QuestionKind::click && !state_.revealed;
    if (!asks || !was_clicked(ui) || tutor_.left_path() || !tutor_.can_be_told()) return false;
    const lesson::Scope scope = tutor_.telling().scope();
    const lesson::Question& question = *run->step().question;
    const auto word =
        word_at_mouse(ui, lesson::word_of(question.formula, scope), scope.pass.trace.input.is_cross());
    if (!word) return false;
    if (!state_.strokes.empty()) state_.strokes.pop_back(); // the click is an answer, no line
    take_verdict(ui, lesson::judge_click(question, *word, scope));
    return true;
}

void Lecturer::take_verdict(const Ui& ui, const lesson::Verdict& verdict) {
    state_.revealed = verdict.right;
    if (!verdict.because.empty())
        state_.hall.told = told(verdict.because);
    else if (!verdict.slip.empty())
        state_.hall.told = ui.plain("lesson.slip_" + verdict.slip, verdict.values);
    else
        state_.hall.told = ui.text("lesson.wrong");
    room_.motion.draw_again();
}

void Lecturer::judge_number(const Ui& ui, const std::string& typed) {
    const lesson::Question& question = *tutor_.running()->step().question;
    if (!tutor_.can_be_told()) return;
    if (const auto number = lesson::typed_number(typed, question.decimals == 0))
        take_verdict(ui, lesson::judge_number(question, *number, tutor_.telling().scope()));
    else
        take_verdict(ui, {.slip = "no_number"});
}

void Lecturer::carry_out(const Ui& ui, const LectureWish& wish, const Slide& slide, Actions& actions) {
    if (!wish.answer.empty()) judge_number(ui, wish.answer);
    if (wish.undo && tutor_.tried()) actions.ask(Undo{});
    if (wish.full_screen) actions.ask(FullScreen{});
    if (wish.leave) end();
    if (wish.keys) actions.ask(ToggleKeys{});
    if (wish.presenter) open_own_window();
    if (wish.next_lesson) return open_next_lesson();
    if (wish.begin_again) {
        state_.revealed = state_.reached = false;
        state_.hall.told.clear();
        tutor_.ask({.come_back = true});
        room_.desk.view().replay();
    }
    if (!wish.go_to) return;
    if (const LessonRun* run = tutor_.running()) {
        // From elsewhere, back to the step.
        return tutor_.ask({.go_to = slide.of_lesson ? *wish.go_to : run->at()});
    }
    Desk& desk = room_.desk;
    if (!desk.kind().has_stages) return;
    const auto stages = attention::stages_of(desk.first().pass().trace);
    actions.select = desk.first().selection;
    actions.select->stage = stages[std::min(*wish.go_to, slide.count - 1)]->id;
    actions.select->product = 0;
    if (Side* second = desk.second()) second->show_stage(actions.select->stage, 0);
}

void Lecturer::open_next_lesson() {
    try {
        if (tutor_.open_next()) start();
    } catch (const base::InputError& error) { // its file is gone
        room_.message.show(error);
    }
}

} // namespace ui
