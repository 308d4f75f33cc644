#include "workbench/tasks.h"

namespace workbench {

using base::Index;

TaskPtr Tasks::get(const std::string& id) const {
    const std::lock_guard lock(mutex_);
    TaskPtr& task = read_[id];
    if (!task) task = std::make_shared<const learning::Task>(learning::load_task(id, assets_));
    return task;
}

TaskPtr Tasks::of(const learning::Trained& trained) const {
    const TaskPtr usual = get(trained.card.task);
    const Index layers = trained.transformer ? trained.transformer->sizes.layers : 1;
    const bool own_words = learning::is_live(usual->id) && trained.source.words() != usual->source.words();
    auto task = std::make_shared<const learning::Task>(learning::for_layers(
        own_words ? learning::live_task(usual->id, trained.source.words()) : *usual, layers));
    learning::expect_same_words(trained, *task);
    return task;
}

} // namespace workbench
