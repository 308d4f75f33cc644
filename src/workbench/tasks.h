#pragma once
// The tasks that models are trained for, each with its grammar read when it is first asked for.

#include "learning/trained.h"

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace workbench {

using TaskPtr = std::shared_ptr<const learning::Task>;

class Tasks {
public:
    explicit Tasks(std::filesystem::path assets) : assets_(std::move(assets)) {}

    /// From any thread. Throws InputError as learning::load_task() does.
    TaskPtr get(const std::string& id) const;
    /// The task that a model was trained for, on the words that it was trained on. Throws InputError as
    /// load_task() and learning::expect_same_words() do.
    TaskPtr of(const learning::Trained& trained) const;

private:
    std::filesystem::path assets_;
    mutable std::mutex mutex_;
    mutable std::map<std::string, TaskPtr> read_;
};

} // namespace workbench
