#pragma once
// How each task is made, and what their makers share. load_task() finds them by id.

#include "base/input_error.h"
#include "learning/task.h"

#include <cstdint>
#include <memory>
#include <optional>
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

/// What is the next word of a story?
Task stories_task(const std::filesystem::path& grammars);

/// Which letter stood k steps ago? For encoder, rnn and lstm.
Task memory_task(Architecture architecture);

/// Say the words backwards; name the word before; continue what repeats. At least two different words.
Task reverse_task(const std::vector<std::string>& words);
Task copy_task(const std::vector<std::string>& words);
Task induction_task(const std::vector<std::string>& words);

// What the makers share.

/// The same questions, without the relations that attention is expected to follow.
Task without_relations(Task task);

/// A fifth of all pairs of words is kept for the test, in either order. Decided by their spelling, so that
/// new words do not move the others.
Split split_of(std::string_view one, std::string_view other);

/// The first example from make(), which gives none when what it drew belongs to the other split. Throws
/// InputError when the grammar has hardly any examples.
template <class Make>
Example first_example(const Make& make) {
    constexpr int most_tries = 10'000;
    for (int tries = 0; tries < most_tries; ++tries)
        if (std::optional<Example> made = make()) return *std::move(made);
    throw base::InputError("grammar", "10 000 sentences were drawn, and none can be asked about",
                           "give its lists more words");
}

/// Those of the grammar, with the words of their lists.
std::vector<Kind> kinds_of(const language::Grammar& grammar, const language::Vocabulary& vocabulary);

/// Typed words as a sentence of the grammar: the first reading, by the cases of these groups in turn; empty
/// if there is none. Throws InputError for a word that is not in the vocabulary.
std::optional<language::Sentence> read_typed(const std::vector<std::string>& words,
                                             const language::Vocabulary& vocabulary,
                                             const language::Grammar& grammar,
                                             const std::vector<std::string_view>& groups);

/// Typed words beyond the grammar: each of the outputs is asked wherever one of `asked_words` stands, without
/// a known answer. If none does, Example::asked is empty. Throws InputError as above.
Example ask_at(const std::set<std::string>& asked_words, const std::vector<Index>& outputs,
               const std::vector<std::string>& words, const language::Vocabulary& vocabulary);

/// Gives the task the functions of `examples`.
template <class Examples>
void set_examples(Task& task, std::shared_ptr<const Examples> examples) {
    task.sample = [examples](language::Draw& draw, Split split) { return examples->sample(draw, split); };
    task.ask = [examples](const std::vector<std::string>& words) { return examples->ask(words); };
}

} // namespace learning
