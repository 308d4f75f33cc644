// What the user asked for, carried out after the frame.

#include "narration/wording.h"
#include "ui/shell.h"
#include "ui/views.h"

#include <imgui.h>

namespace ui {

namespace {

template <class... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>; // which clang before 17 does not deduce

} // namespace

void Shell::carry_out(Side& side, const Actions& actions) {
    if (actions.empty()) return;
    if (actions.select) side.select(*actions.select);
    const std::string_view here = desk_.kind().key;
    const Overloaded carry_out{
        // To the document.
        [&](const BeginGesture&) { side.bench().begin_gesture(); },
        [&](const PerformEdit& wanted) { perform(side, wanted); },
        [&](const CancelGesture& wanted) { side.bench().cancel_gesture(wanted.gesture); },
        [&](const Undo&) { undo(false); },
        [&](const Redo&) { undo(true); },
        [&](const CancelComputing&) { desk_.cancel(); },
        [&](const CompareDocuments& wanted) { compare(wanted.pair); },
        [&](const DiscardModel& wanted) { discard_model(wanted.id); },
        // To what is on screen.
        [&](const OpenView& wanted) {
            // Start shows one's own desk: a lesson clears away what is its own first.
            const ViewKind* kind = view_named(wanted.key);
            if (tutor_.is_on_screen() && kind && kind->entrance) return tutor_.ask({.start_page = true});
            open(wanted.key, wanted.page);
        },
        [&](const OpenLesson& wanted) { open_lesson(wanted.id, here); },
        [&](const StartLecture&) { lecturer_.start(); },
        [&](const ShowEverything&) { tutor_.show_everything(!tutor_.shows_everything()); },
        [&](const MoveArrow& wanted) { tutor_.move_arrow(wanted.tip); },
        [&](const SetLearner& wanted) { tutor_.set_learner(wanted.name); },
        [&](const ForgetProgress&) { tutor_.forget_progress(); },
        [&](const HandInProgress&) { hand_in_progress(); },
        [&](const RecordTry& wanted) { tutor_.record_try(wanted.level, wanted.made); },
        [&](const ShowFolder& wanted) { show_folder(wanted.folder); },
        [&](const Deliver& wanted) {
            if (options_.deliver) options_.deliver(wanted.written);
        },
        [&](const TypeSentence&) {
            if (!desk_.kind().shows_document()) desk_.open("walkthrough");
            desk_.first().document_bar.take_caret = true;
        },
        [&](const OpenExport& wanted) { open_export(wanted.share); },
        [&](const OpenWorksheet&) { worksheet_.opens = true; },
        [&](const ToggleKeys&) {
            keys_open_ = !keys_open_;
            help_.page = lecturer_.on() ? HelpPage::lecture : HelpPage::wishes;
        },
        [&](const ToggleTheme&) {
            theme_.choice = theme_.choice == ThemeChoice::dark ? ThemeChoice::light : ThemeChoice::dark;
            remember();
        },
        [&](const ToggleMotion&) {
            theme_.reduce_motion = !theme_.reduce_motion;
            message_.tell(texts_.text(theme_.reduce_motion ? "motion.off" : "motion.on"), "");
        },
        [&](const FullScreen&) { full_screen_ = true; },
        [&](const SetZoom& wanted) {
            theme_.zoom = wanted.zoom;
            remember();
        },
        [&](const SetPlaySpeed& wanted) {
            remember([&](workbench::Settings& settings) { settings.play_speed = wanted.speed; });
        },
        [&](const FoldPanel& wanted) {
            remember([&](workbench::Settings& settings) {
                workbench::set_folded(settings, wanted.panel, wanted.folded, wanted.usually);
            });
        },
        [&](const Tell& wanted) { message_.tell(wanted.title, wanted.details); },
        [&](const ShowMistake& wanted) { message_.show(wanted.mistake); },
        // To sessions and their files.
        [&](const OpenFileCard& wanted) { file_card_.opens = wanted.purpose; },
        [&](const SaveSession&) { save_session(); },
        [&](const SaveFile& wanted) { files_.save(wanted.file, desk_.session()); },
        [&](const OpenFile& wanted) { open_file(wanted.file); },
        [&](const ChooseModel&) {
            if (options_.choose_model)
                options_.choose_model();
            else
                file_card_.opens = FilePurpose::open;
        },
        [&](const GetModel& wanted) { get_model(wanted.name); },
        [&](const StopGettingModel&) { stop_getting(); },
        [&](const GoOn& wanted) { files_.go_on(wanted.work); },
        [&](const CopyCode&) { copy_code(); },
        [&](const CopyText& wanted) {
            ImGui::SetClipboardText(wanted.text.c_str());
            message_.tell(wanted.what, "");
        },
        [&](const OpenCode& wanted) { open_code(wanted.code); },
        [&](const RecordStep& wanted) { record(wanted); },
    };
    for (const Command& command : actions.commands) {
        try {
            std::visit(carry_out, command);
        } catch (const base::InputError& error) { // told, and the next one is carried out
            message_.show(error);
        }
    }
    motion_.draw_again(); // the change shows in the next frame
}

void Shell::perform(Side& side, const PerformEdit& edit) {
    const Side::Outcome outcome = side.perform(edit, stats_);
    if (outcome.edited) {
        close_outdated_message();
        desk_.edited_last(side);
    }
    if (outcome.mistake) message_.show(*outcome.mistake);
    const std::string& kept = side.bench().document().text;
    if (outcome.typing && !kept.empty())
        message_.hint +=
            (message_.hint.empty() ? "" : ".") +
            narration::plain_text(texts_, "message.still_shown", {{"words", narration::toned(kept)}});
}

/// Closes a message about what has just changed.
void Shell::close_outdated_message() {
    if (message_.about_words.empty() && !message_.lasting) message_.close();
}

void Shell::open_export(bool share) {
    export_.opens = true;
    export_.shares = share;
}

void Shell::undo(bool redo) {
    if (desk_.kind().own_text) return; // nobody would see it
    workbench::Workbench& bench = desk_.edited().bench();
    redo ? bench.redo() : bench.undo();
    close_outdated_message();
}

void Shell::compare(const workbench::Comparison& pair) {
    desk_.open("compare");
    const auto show = [&](Side& side, const workbench::Compared& compared) {
        perform(
            side,
            {.edit = workbench::ReplaceDocument{compared.document},
             .then = workbench::Selection{
                 .stage = pair.stage, .query = compared.query, .key = compared.key, .head = compared.head}});
    };
    show(desk_.first(), pair.left);
    show(*desk_.second(), pair.right);
}

void Shell::open_lesson(const std::string& id, std::string_view here) {
    try {
        // A lecture begins at the beginning, a learner where they left off.
        tutor_.open(id, lecturer_.on() ? std::optional<std::size_t>(0) : std::nullopt);
    } catch (const base::InputError& error) { // its file is gone, or has a mistake
        lecturer_.end();
        desk_.open(here);
        message_.show_of_lesson(error);
    }
}

void Shell::remember(const std::function<void(workbench::Settings&)>& change) {
    const auto changed = [&](workbench::Settings& settings) {
        change(settings);
        settings.dark = theme_.choice == ThemeChoice::dark; // as chosen on the command line, too
        settings.zoom = theme_.zoom;
    };
    changed(settings_);
    for (const RunningView& running : desk_.views())
        running.view->use(settings_);
    try {
        workbench::change_settings(options_.settings, changed);
    } catch (const base::InputError& error) {
        message_.show(error);
    }
}

} // namespace ui
