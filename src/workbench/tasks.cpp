#include "workbench/tasks.h"

namespace workbench {

TaskPtr Tasks::get(const std::string& id) const {
    const std::lock_guard lock(mutex_);
    TaskPtr& task = read_[id];
    if (!task) task = std::make_shared<const learning::Task>(learning::load_task(id, assets_));
    return task;
}

} // namespace workbench
