#include "ui/shell.h"

#include "base/files.h"
#include "ui/views.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/rich_text.h"

#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>

namespace ui {

using drawing::Rect;
using drawing::Role;

namespace {

double milliseconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

Shell::Shell(GLFWwindow* window, workbench::Workbench& bench, const ShellOptions& options)
    : options_(options), screen_(window), content_scale_(options.content_scale), heat_map_(options.shaders),
      canvas_(fonts_, theme_, heat_map_), texts_(narration::Texts::load(options.assets / "texts")),
      desk_(bench, running(view_kinds()), options.on_result),
      settings_(workbench::read_settings(options.settings)),
      files_(options.settings, options.state, bench.library().real),
      tutor_({desk_, files_, message_, motion_, texts_}, options.lessons, options.progress, lesson_offer()),
      lecturer_(
          {desk_, files_, message_, motion_, texts_}, tutor_,
          {.tell_notes = options.tell_notes,
           .notes_file = options.state.empty() ? std::filesystem::path() : options.state / "lecture.json",
           .open_presenter = options.open_presenter}) {
    files_.on_ready(options.on_result);
    opening_.on_ready(options.on_result);
    download_.on_ready(options.on_result);
    const auto folder = options.assets / "texts";
    narration::expect_all_texts(texts_, folder);
    if (const auto mistakes = narration::mistakes_in(texts_, folder); !mistakes.empty())
        if (!message_.open()) show(mistakes.front()); // a lesson's is shown once
    for (const RunningView& running : desk_.views()) {
        running.view->keep_in(options.state);
        running.view->write_into(options.exports);
        running.view->use(settings_);
    }
    export_.worker.on_ready(options.on_result);
    worksheet_.worker.on_ready(options.on_result);
    fonts_.on_found(options.on_result);
    export_.folder = base::shown(options.exports);
    export_.deliver = options.deliver;
    file_card_.choose_file = options.choose_file;
    if (options.focus_leaves) focus_.let_leave();
    export_.script = options.assets / "recompute.py";
    theme_.choice = options.theme.value_or(settings_.dark ? ThemeChoice::dark : ThemeChoice::light);
    theme_.zoom = static_cast<float>(settings_.zoom);
    theme_.reduce_motion = options.reduce_motion || options.quiet;
    if (!options.anchors.empty()) {
        anchors_.write_to(options.anchors);
        canvas_.watch();
    }
}

bool Shell::settling() const {
    return motion_.settling() || canvas_.unfinished() || !events_.empty() || fonts_.stale() ||
           letter_notes_.waits();
}

bool Shell::awaiting() const {
    return desk_.waits() || opening_.busy() || motion_.awaiting() || fonts_.searching();
}

void Shell::take_results() {
    follow_files();
    follow_getting();
    follow_opening();
    open_got();
    follow(desk_.first());
    if (Side* second = desk_.kept_second()) follow(*second);
    follow_size();
    follow_words();
    tutor_.follow(lecturer_.revealed());
    lecturer_.follow();
}

void Shell::follow(Side& side) {
    try {
        side.follow(stats_);
    } catch (const base::InputError& error) {
        message_.show(error);
    }
}

void Shell::follow_words() {
    std::vector<std::string> words;
    if (!desk_.kind().own_text) words.push_back(words_in(desk_.first().pass().document));
    if (const Side* second = desk_.second()) words.push_back(words_in(second->pass().document));
    if (message_.is_outdated(words)) message_.close();
}

void Shell::begin_screen() {
    const Scales scales = scales_for(screen_.width(), screen_.height(), content_scale_, theme_.zoom);
    // What is read from the last row is as sharp as what is read from here.
    const bool fonts_changed = lecturer_.on() ? fonts_.update(lecture_scale(screen_.height()))
                                              : fonts_.update(scales.scale, scales.reading);
    theme_.scale = scales.scale;
    theme_.reading = scales.reading;
    screen_.begin(events_.take(), fonts_changed, theme_);
}

namespace {

struct FocusKeys {
    int tab = 0; ///< how many controls to go on: -1, 0 or 1
    bool enter = false;
};

/// What these keys do to the focus; a Tab that completes a word is told to the text field instead.
FocusKeys focus_keys(const std::vector<KeyPress>& keys, TextEditing& editing) {
    FocusKeys asked;
    editing.tab = false;
    for (const KeyPress& press : keys) {
        const bool menu = any_popup_open();
        if (press.key == GLFW_KEY_TAB && press.mods == 0 && editing.completes)
            editing.tab = true;
        else if (press.key == GLFW_KEY_TAB ||
                 (menu && (press.key == GLFW_KEY_DOWN || press.key == GLFW_KEY_UP)))
            asked.tab = press.mods & GLFW_MOD_SHIFT || press.key == GLFW_KEY_UP ? -1 : 1;
        if ((press.key == GLFW_KEY_ENTER || press.key == GLFW_KEY_KP_ENTER) && press.mods == 0)
            asked.enter = true;
    }
    return asked;
}

} // namespace

void Shell::build() {
    const auto frame_start = std::chrono::steady_clock::now();
    take_results();
    begin_screen();
    // build_ms starts here: the interface's own code. Rasterising letters and polling the window system count
    // only towards the frame time.
    const auto start = std::chrono::steady_clock::now();

    FocusKeys keys = focus_keys(screen_.keys(), editing_);
    if (lecturer_.on()) { // no key works a control that is out of sight
        if (keys.tab != 0) focus_.leave();
        keys = {};
        focus_.clear();
    }
    focus_.begin(keys.tab, keys.enter);
    motion_.begin(screen_.seconds(), theme_.reduce_motion);
    anchors_.clear();
    anchors_.look_up(tutor_.is_on_screen() || lecturer_.on());
    canvas_.begin_frame();
    canvas_.draw_on(ImGui::GetWindowDrawList());

    hint_.clear();
    Ui ui{theme_,
          canvas_,
          anchors_,
          focus_,
          motion_,
          texts_,
          screen_.keys(),
          editing_,
          hint_,
          options_.on_result,
          {0, 0, screen_.width(), screen_.height()},
          {ImGui::GetMousePos().x, ImGui::GetMousePos().y},
          keys.tab != 0};
    Actions actions, second_actions;
    canvas_.forget_pointed();
    message_.grow_older(screen_.seconds());
    draw(ui, actions, second_actions);
    if (hint_.empty()) hint_ = explanation_under_mouse(ui);
    if (lecturer_.asks()) hint_.clear(); // it would give the answer away, or cover the question
    if (!hint_.empty() && !options_.quiet) draw_hint(ui, hint_);
    const double build_ms = milliseconds_since(start);
    carry_out(desk_.first(), actions);
    if (Side* second = desk_.kept_second()) carry_out(*second, second_actions);
    tutor_.carry_out();
    fonts_.finish_frame();
    tell_of_letters();
    screen_.end();
    ++frame_number_;
    stats_.built(build_ms, milliseconds_since(frame_start));
}

bool Shell::paint(bool anyway) {
    const auto start = std::chrono::steady_clock::now();
    const bool changed = screen_.changed();
    if (!changed && !canvas_.heat_changes() && !anyway) return false;
    screen_.paint(theme_);
    if (const auto& lens = lecturer_.state().lens; lecturer_.on() && lens)
        render::magnify(*lens, static_cast<int>(screen_.width()), static_cast<int>(screen_.height()));
    canvas_.heat_painted();
    stats_.painted(milliseconds_since(start));
    return true;
}

void Shell::restore_graphics() {
    screen_.restore_graphics();
    fonts_.restore_graphics();
    heat_map_.restore_graphics();
}

void Shell::tell_of_letters() {
    LetterNotes::Passes shown{desk_.first().scene().shown};
    if (const Side* second = desk_.second()) shown.push_back(second->scene().shown);
    letter_notes_.look(fonts_, editing_.text, shown, texts_);
    if (options_.quiet) return;
    if (auto message = letter_notes_.next(message_, texts_)) {
        message_ = *message;
        motion_.draw_again();
    }
}

} // namespace ui
