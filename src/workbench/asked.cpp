#include "workbench/asked.h"

#include "base/input_error.h"

#include <algorithm>

namespace workbench {

using base::Index;

namespace {

bool begins_with(const std::vector<Index>& whole, const std::vector<Index>& beginning) {
    return beginning.size() <= whole.size() && std::equal(beginning.begin(), beginning.end(), whole.begin());
}

} // namespace

WhatIsAsked what_is_asked(const TrainedReading& reading, const learning::Task& task) {
    WhatIsAsked asked;
    try {
        const learning::Example example = task.ask(reading.model->source.words(reading.source));
        if (reading.target.empty()) return {example.asked, example.wanted, {}};
        const auto rows = static_cast<Index>(reading.target.size());
        const bool known = begins_with(example.target, reading.target);
        for (Index row = 0; row < rows; ++row)
            asked.all.push_back({0, row});
        for (const learning::Asked& one : example.asked)
            if (known && one.position < rows) asked.all[static_cast<std::size_t>(one.position)] = one;
        for (const learning::Wanted& one : example.wanted)
            if (known && one.from < rows) asked.wanted.push_back(one);
    } catch (const base::InputError& error) {
        asked.refusal = error.problem;
    }
    return asked;
}

bool is_of_the_kind_learned(const TrainedReading& reading, const learning::Task& task) {
    const WhatIsAsked asked = what_is_asked(reading, task);
    return asked.refusal.empty() && std::ranges::none_of(asked.all, [](const learning::Asked& one) {
               return one.answer == learning::unknown_answer;
           });
}

Index first_asked(const TrainedReading& reading, const learning::Task& task) {
    Index first = std::ssize(reading.target.empty() ? reading.source : reading.target);
    const WhatIsAsked asked = what_is_asked(reading, task);
    for (const learning::Asked& one : asked.all)
        first = std::min(first, one.position);
    return asked.all.empty() ? 0 : first;
}

std::vector<Named> most_probable(const model::TransformerRun& run, const learning::Asked& asked,
                                 const language::Vocabulary& words, std::size_t count) {
    const auto p = run.probabilities[static_cast<std::size_t>(asked.output)].row(asked.position);
    std::vector<Index> ids(static_cast<std::size_t>(p.size()));
    for (std::size_t i = 0; i < ids.size(); ++i)
        ids[i] = static_cast<Index>(i);
    count = std::min(count, ids.size());
    const auto end = ids.begin() + static_cast<std::ptrdiff_t>(count);
    std::ranges::partial_sort(ids, end, std::greater<>(), [&](Index id) { return p(id); });
    std::vector<Named> named;
    for (auto id = ids.begin(); id != end; ++id)
        named.push_back({words.word(*id), p(*id)});
    return named;
}

} // namespace workbench
