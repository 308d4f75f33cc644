#pragma once
// The making of each task; task.h finds them by id.

#include "base/input_error.h"
#include "learning/task.h"

#include <optional>

#include <cstdint>
#include <memory>
#include <string_view>

namespace learning {

/// Which noun is "it"? `role_percent` of the sentences have two nouns of one class, where only the verb and
/// the quality together decide. `grammars` is assets/grammars, here and below.
Task coreference_task(const std::filesystem::path& grammars, std::uint32_t role_percent = 40);
/// Which sense does an ambiguous word have?
Task sense_task(const std::filesystem::path& grammars);
/// Who does it, and to whom?
Task subject_verb_object_task(const std::filesystem::path& grammars);
/// English to French.
Task translation_task(const std::filesystem::path& grammars);

/// Which letter stood k steps ago? For encoder, rnn and lstm.
Task memory_task(Architecture architecture);
/// Which value had this key when it was last given? For causal, rnn and lstm.
Task recall_task(Architecture architecture);

/// Say the words backwards; name the word before; continue what repeats. At least two different words.
Task reverse_task(const std::vector<std::string>& words);
Task copy_task(const std::vector<std::string>& words);
Task induction_task(const std::vector<std::string>& words);

/// A fifth of all pairs of words is kept for the test, whichever comes first. Decided by their spelling, so
/// that new words do not move the others.
Split split_of(std::string_view one, std::string_view other);

/// The first example that make() gives; it gives none where what it drew belongs to the other split. Throws
/// InputError when the grammar has hardly any.
template <class Make>
Example first_example(const Make& make) {
    constexpr int most_tries = 10'000;
    for (int tries = 0; tries < most_tries; ++tries)
        if (std::optional<Example> made = make()) return *std::move(made);
    throw base::InputError("grammar", "10 000 sentences were drawn, and none can be asked about",
                           "give its lists more words");
}

/// Gives the task the functions of what makes its examples.
template <class Examples>
void set_examples(Task& task, std::shared_ptr<const Examples> examples) {
    task.sample = [examples](language::Draw& draw, Split split) { return examples->sample(draw, split); };
    task.ask = [examples](const std::vector<std::string>& words) { return examples->ask(words); };
}

} // namespace learning
