// Sessions in the window: opening, saving and autosaving.

#include "base/files.h"
#include "base/json_text.h"
#include "lesson/step_state.h"
#include "narration/wording.h"
#include "ui/shell.h"
#include "workbench/session/choices.h"
#include "workbench/session/known_weights.h"

#include <imgui.h>
#include <nlohmann/json.hpp>

namespace ui {

using workbench::Session;

namespace {

workbench::Shown shown_on(const Side& side) {
    workbench::Selection selection = workbench::clamped(side.selection, side.pass().trace);
    selection.hovered.reset(); // the mouse position is not part of the work
    selection.pinned.reset();
    return {side.bench().step(), selection};
}

} // namespace

Session Shell::session() const {
    Session session{.first = shown_on(side_)};
    if (second_) session.second = shown_on(second_->side);
    session.view = views_[left_view_].kind->key;
    session.choices = choices();
    return session;
}

void Shell::begin(const Session* opened, const std::filesystem::path& file) {
    if (opened) {
        show(*opened, base::shown(file));
        tell_of_weights();
    }
    files_.begin(session(), file);
}

std::string Shell::choices() const {
    nlohmann::json all = nlohmann::json::object();
    for (const auto& [kind, view] : views_) {
        workbench::ChoiceWriter writer;
        view->visit(writer);
        if (!writer.written.empty()) all[std::string(kind->key)] = std::move(writer.written);
    }
    return base::json_text(all);
}

void Shell::choose(const std::string& choices, const std::string& where) {
    expect_choices_of_views(choices, where);
    take_over(views_, choices, where);
}

void Shell::show(const Session& opened, const std::string& where) {
    const std::string chosen = choices();
    try {
        Session found = opened;
        other_weights_ = !workbench::find_weights(found, *side_.bench().library().trained);
        take_over(views_, opened.choices, where);
        show(found);
    } catch (const base::InputError&) {
        take_over(views_, chosen, where);
        throw;
    }
}

void Shell::tell_of_weights() {
    message_.close();
    if (!other_weights_) return;
    message_.tell(texts_.text("session.other_weights"), texts_.text("session.other_weights_hint"));
    message_.lasting = true;
}

void Shell::show(const Session& opened) {
    // Whatever can fail comes first, so that a failure changes nothing.
    std::unique_ptr<Second> second;
    if (opened.second) {
        second = std::make_unique<Second>(side_.bench());
        second->bench.on_ready(options_.on_result);
        second->side.open(*opened.second->document, opened.second->selection);
    }
    side_.open(*opened.first.document, opened.first.selection);
    second_ = std::move(second);
    second_edited_ = false;
    const ViewKind* view = view_named(opened.view);
    open(view ? view->key : views_[left_view_].kind->key);
}

void Shell::carry_out_files(const Actions& actions) {
    if (actions.save_session && !files_.current().empty()) files_.save(files_.current(), session());
    if (!actions.save_file.empty()) files_.save(actions.save_file, session());
    if (!actions.open_file.empty()) files_.open(actions.open_file);
    if (actions.go_on) files_.go_on(*actions.go_on);
    if (actions.copy_code) copy_code();
    if (actions.record) record(*actions.record);
    if (!actions.open_code.empty()) open_code(actions.open_code);
    if (!actions.discard_model.empty()) discard_model(actions.discard_model);
}

void Shell::discard_model(const std::string& id) {
    try {
        workbench::TrainedModels& models = *side_.bench().library().trained;
        const std::string name = models.get(id)->card.name;
        models.discard(id);
        message_.tell(said("weights.deleted", {{"name", narration::toned(name)}}), "");
    } catch (const base::InputError& error) {
        message_.show(error);
    }
    motion_.draw_again();
}

void Shell::copy_code() {
    const std::string code = this->code();
    ImGui::SetClipboardText(code.c_str());
    const narration::Values values{{"count", narration::toned(std::to_string(code.size()))}};
    message_.tell(said("files.code_copied", values), texts_.text("files.code_copied_hint"));
    motion_.draw_again();
}

void Shell::record(const NewStep& step) {
    try {
        if (options_.lessons.size() < 2)
            throw base::InputError(texts_.text("files.lesson"), "there is no folder for lessons of your own",
                                   "start the program with --lessons DIR");
        const auto file = lesson::file_for(options_.lessons.back(), step.lesson);
        const std::size_t number = lesson::add_step(file, step.lesson,
                                                    {.title = step.title,
                                                     .text = step.text,
                                                     .caption = step.caption,
                                                     .note = step.note,
                                                     .number = step.number,
                                                     .ask = step.ask,
                                                     .because = step.because},
                                                    session(), side_.bench().library(), offer_);
        const narration::Values values{{"number", narration::toned(std::to_string(number))},
                                       {"lesson", narration::toned(step.lesson)}};
        message_.tell(said("files.step_added", values), base::shown(file));
        file_card_.step = {.lesson = step.lesson};
        file_card_.done = true;
    } catch (const base::InputError& error) {
        message_.show(error);
    }
    motion_.draw_again();
}

void Shell::open_code(const std::string& code) {
    try {
        const Session before = session();
        show(workbench::session_from_code(code, texts_.text("files.code")), texts_.text("files.code"));
        tell_of_weights();
        drop_lesson();
        files_.begin(session(), {}, before);
    } catch (const base::InputError& error) {
        message_.show(error);
    }
    motion_.draw_again();
}

void Shell::paste_code() {
    const char* pasted = ImGui::GetClipboardText();
    if (pasted && *pasted) open_code(pasted);
}

void Shell::follow_files() {
    if (!message_.open()) { // one after the other
        if (const auto problem = lessons_.problem()) message_.show(*problem);
        if (!message_.open()) tell_mistake();
    }
    earlier_ = {files_.recent(), files_.left_off()};
    if (const auto problem = files_.autosave().problem()) message_.show(*problem);
    const auto outcome = files_.take();
    if (!outcome) return;
    motion_.draw_again();
    try {
        if (outcome->mistake) throw base::InputError(*outcome->mistake);
        file_card_.done = true;
        if (outcome->saved) {
            if (options_.deliver) options_.deliver(outcome->file);
            const auto& told = options_.deliver ? outcome->file.filename() : outcome->file;
            message_.tell(texts_.text("session.saved") + " " + base::shown(told), "");
        } else if (outcome->opened) {
            const Session before = session();
            show(*outcome->opened, base::shown(outcome->file));
            tell_of_weights();
            drop_lesson();
            files_.begin(session(), *outcome, before);
        }
    } catch (const base::InputError& error) {
        message_.show(error);
    }
}

void Shell::keep() {
    if (lessons_.look(Lessons::Clock::now())) {
        follow_mistakes();
        motion_.draw_again();
    }
    if (lessons_.take_replaced() && !left_path()) show_step();
    files_.autosave().follow(session(), workbench::Autosave::Clock::now());
}

void Shell::finish() {
    files_.wait();
    files_.autosave().finish(session());
}

} // namespace ui
