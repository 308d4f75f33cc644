// Real models in the window: opened beside its work, and got over the network.

#include "base/files.h"
#include "base/input_error.h"
#include "base/system.h"
#include "base/text.h"
#include "fetch/real_models.h"
#include "narration/wording.h"
#include "ui/shell.h"
#include "workbench/document/real_reading.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <variant>

namespace ui {

namespace {

narration::Values how_far(const std::string& name, std::uint64_t done, std::uint64_t all) {
    return {{"name", narration::toned(name)},
            {"done", narration::toned(base::megabytes(done))},
            {"all", narration::toned(base::megabytes(all))}};
}

} // namespace

/// A mistake stays until it has been read.
void Shell::tell_progress(Underway of, const std::string& told) {
    if (message_.open() && (message_.is_mistake || message_.lasting)) return;
    message_.tell_progress(of, told);
    motion_.draw_again();
}

void Shell::begin_opening(const std::filesystem::path& chosen, std::function<std::filesystem::path()> find) {
    const bool again = opening_.busy() && chosen == opened_;
    if (opening_.busy() && !again && options_.let_go) // what the page holds for the other one is being read
        throw base::InputError(base::shown(chosen.filename()), "another model is being opened",
                               "open this one when that is done");
    tell_opening(base::shown(chosen.filename()));
    if (again) return;
    opened_ = chosen;
    opening_.start([find = std::move(find), models = desk_.library().real](const base::StopToken&) {
        return std::make_shared<const std::string>(models->open(find()));
    });
}

void Shell::tell_opening(const std::string& name) {
    tell_progress(Underway::opening,
                  narration::plain_text(texts_, "weights.opening", {{"name", narration::toned(name)}}));
}

void Shell::tell_reading(const std::string& name, std::uint64_t done, std::uint64_t all) {
    tell_progress(Underway::opening,
                  narration::plain_text(texts_, "weights.reading", how_far(name, done, all)));
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
    getting_->all = model->bytes;
    download_.start(
        [folder, model = *model, getting = getting_, wake = options_.on_result](const base::StopToken& stop) {
            const auto tell = [&](std::uint64_t done, std::uint64_t all) {
                const bool shows = base::megabytes(done) != base::megabytes(getting->done);
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
    message_.close_progress(Underway::getting);
}

void Shell::tell_getting(const std::string& how_far) {
    for (Side* side : {&desk_.first(), desk_.kept_second()}) {
        if (!side) continue;
        WeightsMenuState& menu = side->document_bar.weights;
        if (menu.getting.empty() != how_far.empty()) menu.looked_at = {}; // there may be one more by now
        menu.getting = how_far;
    }
}

void Shell::follow_getting() {
    if (!getting_) return;
    const std::string told = narration::plain_text(texts_, "weights.getting",
                                                   how_far(getting_->name, getting_->done, getting_->all));
    tell_getting(told);
    // Once for each megabyte, so that other messages can be read.
    if (std::exchange(getting_->told, told) != told) tell_progress(Underway::getting, told);
    const auto got = download_.take();
    if (!got) return;
    stop_getting();
    motion_.draw_again();
    if (got->error) return message_.show(*got->error);
    got_ = *std::static_pointer_cast<const std::filesystem::path>(got->made);
}

void Shell::open_got() {
    if (got_.empty() || opening_.busy()) return;
    const std::filesystem::path folder = std::exchange(got_, {});
    begin_opening(folder, [folder] { return folder; });
}

void Shell::follow_opening() {
    const auto opened = opening_.take();
    if (!opened) return;
    message_.close_progress(Underway::opening);
    // What an open model reads stays in any case.
    const bool needed = !opened->error && !fetch::packaged_in(opened_);
    if (options_.let_go && !needed && !desk_.library().real->is_open(opened_)) options_.let_go(opened_);
    if (opened->error) return message_.show(*opened->error);
    file_card_.done = true;
    const auto& id = *std::static_pointer_cast<const std::string>(opened->made);
    if (desk_.kind().own_text) desk_.open("walkthrough");
    // Not as an edit of the user's, which would close what has been said meanwhile.
    Side& side = desk_.edited();
    const Side::Outcome chosen = side.perform({.edit = workbench::ChooseReal{id}}, stats_);
    if (chosen.edited) desk_.edited_last(side);
    if (chosen.mistake) message_.show(*chosen.mistake);
    motion_.draw_again();
}

void Shell::follow_size() {
    for (Side* side : {&desk_.first(), desk_.second()}) {
        if (!side || message_.open()) continue;
        const auto* const real = std::get_if<workbench::RealWeights>(&side->bench().document().weights);
        if (real && sized_.insert(real->id).second) look_at_size(real->id);
    }
}

void Shell::look_at_size(const std::string& id) {
    const pretrained::ModelPtr model = desk_.library().real->get(id);
    const std::uint64_t memory = base::physical_memory();
    if (workbench::fits(*model, memory)) return;
    const auto gigabytes = [](std::uint64_t bytes) {
        constexpr std::uint64_t tenth = 100'000'000;
        const std::uint64_t tenths = (bytes + tenth / 2) / tenth;
        return narration::toned(std::to_string(tenths / 10) + "." + std::to_string(tenths % 10));
    };
    message_.tell(narration::plain_text(texts_, "weights.too_large",
                                        {{"name", narration::toned(workbench::RealModels::name_of(id))},
                                         {"size", gigabytes(model->files.bytes())},
                                         {"memory", gigabytes(memory)}}),
                  texts_.text("weights.too_large_hint"));
    message_.lasting = true;
}

} // namespace ui
