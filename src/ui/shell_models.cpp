// Real models in the window: opened beside its work, and got over the network.

#include "base/files.h"
#include "base/system.h"
#include "fetch/real_models.h"
#include "narration/wording.h"
#include "ui/shell.h"
#include "workbench/document/real_reading.h"

#include <algorithm>
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

} // namespace ui
