#include "ui/shell.h"

#include "base/files.h"
#include "narration/wording.h"
#include "ui/widgets/popup.h"
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
      side_(bench), views_(running_views()), left_view_(index_of("walkthrough")),
      settings_(workbench::read_settings(options.settings)), files_(options.settings, options.state),
      lessons_(options.lessons, options.progress, [this](const lesson::Lesson& lesson) {
          return lesson::mistakes_in(lesson, side_.bench().library(), offer_);
      }) {
    files_.on_ready(options.on_result);
    const auto folder = options.assets / "texts";
    narration::expect_all_texts(texts_, folder);
    if (const auto mistakes = narration::mistakes_in(texts_, folder); !mistakes.empty())
        show(mistakes.front());
    bench.on_ready(options.on_result);
    lessons_.look(Lessons::Clock::now());
    follow_mistakes();
    for (const RunningView& running : views_) {
        running.view->keep_in(options.state);
        running.view->use(settings_);
    }
    export_.worker.on_ready(options.on_result);
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
    return result_waits() || motion_.awaiting() || fonts_.searching();
}

namespace {

/// The preset shown beside a document when two are first shown: the other kind of attention.
std::string beside(const workbench::Workbench& first) {
    const workbench::Comparison& offer = first.library().comparisons.front();
    const bool same_kind = offer.right.document.is_cross() == first.document().is_cross();
    return (same_kind ? offer.left : offer.right).document.preset;
}

} // namespace

Shell::Second::Second(const workbench::Workbench& first)
    : bench(first.shared_library(), beside(first)), side(bench) {}

std::size_t Shell::index_of(std::string_view view) const {
    const auto found = std::ranges::find(views_, view, [](const auto& running) { return running.kind->key; });
    if (found == views_.end())
        throw base::InputError("view", "there is no view “" + std::string(view) + "”", "correct its name");
    return static_cast<std::size_t>(found - views_.begin());
}

void Shell::open(std::string_view key, const std::string& page) {
    const std::size_t opened = index_of(key);
    if (opened != view_) view().leave();
    view_ = opened;
    if (!kind().entrance) left_view_ = view_;
    if (kind().two_documents && !second_) {
        second_ = std::make_unique<Second>(side_.bench());
        second_->bench.on_ready(options_.on_result);
    }
    const auto* stage = attention::stage_named(page);
    if (!view().open(page) && stage) side_.show_stage(stage->id, 0);
    if (kind().two_documents) // both sides show the same stage
        second_->side.show_stage(side_.selection.stage, side_.selection.product);
}

Side& Shell::edited_side() {
    return kind().two_documents && second_edited_ ? second_->side : side_;
}

void Shell::take_results() {
    follow_files();
    follow(side_);
    if (second_) follow(second_->side);
    if (step_arrives_ && !result_waits()) {
        step_arrives_ = false;
        step_mark_ = mark();
        if (lecture_.on) tell_notes();
    }
    follow_answer();
}

void Shell::begin_screen() {
    const Scales scales = scales_for(screen_.width(), screen_.height(), content_scale_, theme_.zoom);
    // What is read from the last row is as sharp as what is read from here.
    const bool fonts_changed = lecture_.on ? fonts_.update(lecture_scale(screen_.height()))
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
    if (lecture_.on) { // no key works a control that is out of sight
        if (keys.tab != 0) focus_.leave();
        keys = {};
        focus_.clear();
    }
    focus_.begin(keys.tab, keys.enter);
    motion_.begin(screen_.seconds(), theme_.reduce_motion);
    anchors_.clear();
    anchors_.look_up(lesson_is_on_screen() || lecture_.on);
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
    if (!hint_.empty() && !options_.quiet) draw_hint(ui, hint_);
    const double build_ms = milliseconds_since(start);
    carry_out(side_, actions);
    if (second_) carry_out(second_->side, second_actions);
    carry_out(actions);
    carry_out(std::exchange(lesson_wish_, {}));
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
    if (lecture_.on && lecture_.lens)
        render::magnify(*lecture_.lens, static_cast<int>(screen_.width()),
                        static_cast<int>(screen_.height()));
    canvas_.heat_painted();
    stats_.painted(milliseconds_since(start));
    return true;
}

void Shell::restore_graphics() {
    screen_.restore_graphics();
    fonts_.restore_graphics();
    heat_map_.restore_graphics();
}

void Shell::carry_out(Side& side, const Actions& actions) {
    const Side::Outcome outcome = side.carry_out(actions, stats_);
    if (outcome.edited) {
        close_outdated_message();
        second_edited_ = &side != &side_;
    }
    if (outcome.mistake) message_.show(*outcome.mistake);
    if (outcome.typing && !side.bench().document().text.empty())
        message_.hint +=
            said("message.still_shown", {{"words", narration::toned(side.bench().document().text)}});
    if (actions.mistake) message_.show(*actions.mistake);
    if (actions.tell) message_.tell(actions.tell->first, actions.tell->second);
    const bool changed = actions.select || !actions.edits.empty();
    if (changed) motion_.draw_again(); // the change shows in the next frame
}

/// It was about what has now changed.
void Shell::close_outdated_message() {
    if (message_.about_words.empty() && !message_.lasting) message_.close();
}

void Shell::carry_out(const Actions& actions) {
    if ((actions.undo || actions.redo) && !kind().own_text) {
        if (actions.undo) edited_side().bench().undo();
        if (actions.redo) edited_side().bench().redo();
        close_outdated_message();
    }
    if (actions.cancel) {
        side_.bench().cancel();
        if (second_) second_->side.bench().cancel();
    }
    if (!actions.view.empty()) open(actions.view, actions.page);
    if (actions.compare) compare(*actions.compare);
    const auto here = kind().key;
    try {
        // In this order, so that the lesson knows who goes through it.
        if (actions.lecture) start_lecture();
        if (!actions.lesson.empty()) open_lesson(actions.lesson);
    } catch (const base::InputError& error) { // its file is gone, or has a mistake
        end_lecture();
        open(here);
        message_.show_of_lesson(error);
    }
    if (actions.toggle_theme)
        theme_.choice = theme_.choice == ThemeChoice::dark ? ThemeChoice::light : ThemeChoice::dark;
    if (actions.toggle_keys) keys_open_ = !keys_open_;
    if (actions.toggle_motion) {
        theme_.reduce_motion = !theme_.reduce_motion;
        message_.tell(texts_.text(theme_.reduce_motion ? "motion.off" : "motion.on"), "");
    }
    if (actions.zoom) theme_.zoom = *actions.zoom;
    if (actions.play_speed || actions.toggle_theme || actions.fold || actions.zoom)
        remember([&](workbench::Settings& settings) {
            if (actions.play_speed) settings.play_speed = *actions.play_speed;
            if (actions.fold) workbench::set_folded(settings, actions.fold->first, actions.fold->second);
            settings.zoom = theme_.zoom;
            settings.dark = theme_.choice == ThemeChoice::dark;
        });
    carry_out_files(actions);
    carry_out_learner(actions);
    if (actions.type_sentence) side_.document_bar.take_caret = true;
    if (actions.full_screen) full_screen_ = true;
    const bool changed = actions.undo || actions.redo || actions.cancel || actions.toggle_theme ||
                         actions.toggle_keys || actions.zoom || actions.save_session ||
                         actions.toggle_motion || actions.open_export || actions.files ||
                         actions.type_sentence || actions.fold || !actions.view.empty() || actions.compare ||
                         !actions.lesson.empty() || actions.lecture;
    if (changed) motion_.draw_again();
}

void Shell::compare(const workbench::Comparison& pair) {
    open("compare");
    const auto show = [&](Side& side, const workbench::Compared& compared) {
        Actions actions;
        actions.edit(workbench::ReplaceDocument{compared.document});
        actions.after_edits = workbench::Selection{
            .stage = pair.stage, .query = compared.query, .key = compared.key, .head = compared.head};
        carry_out(side, actions);
    };
    show(side_, pair.left);
    show(second_->side, pair.right);
    if (pair.difference) choose(R"({"compare": {"difference": true}})", "compare");
}

void Shell::follow(Side& side) {
    try {
        if (!side.follow(stats_)) return;
        const auto shows = [&](const Side& each) {
            return words_in(each.pass().document) == message_.about_words;
        };
        if (!message_.about_words.empty() && !shows(side_) && !(second_ && shows(second_->side)))
            message_.close();
    } catch (const base::InputError& error) {
        message_.show(error);
    }
}

void Shell::tell_of_letters() {
    LetterNotes::Passes shown{side_.scene().shown};
    if (second_ && kind().two_documents) shown.push_back(second_->side.scene().shown);
    letter_notes_.look(fonts_, editing_.text, shown, texts_);
    if (options_.quiet) return;
    if (auto message = letter_notes_.next(message_, texts_)) {
        message_ = *message;
        motion_.draw_again();
    }
}

void Shell::remember(const std::function<void(workbench::Settings&)>& change) {
    change(settings_);
    for (const RunningView& running : views_)
        running.view->use(settings_);
    try {
        workbench::change_settings(options_.settings, change);
    } catch (const base::InputError& error) {
        message_.show(error);
    }
}

} // namespace ui
