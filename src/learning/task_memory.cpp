// Memory against distance. Sequences are drawn from so many possible ones that none comes twice, so training
// and test need not be divided.
#include "base/input_error.h"
#include "learning/tasks.h"

#include <map>
#include <numeric>
#include <optional>

namespace learning {

using base::InputError;
using language::Draw;
using language::Vocabulary;

namespace {

std::vector<std::string> letters_and_numbers(Index letters, Index numbers) {
    std::vector<std::string> words;
    for (Index i = 0; i < letters; ++i)
        words.emplace_back(1, static_cast<char>('a' + i));
    for (Index i = 1; i <= numbers; ++i)
        words.push_back(std::to_string(i));
    return words;
}

std::vector<Index> ids_from(Index first, Index count) {
    std::vector<Index> ids(static_cast<std::size_t>(count));
    std::iota(ids.begin(), ids.end(), first);
    return ids;
}

/// 40 letters and a number k: which letter stood k steps before it?
class StepsAgo {
public:
    static constexpr Index kinds = 8, length = 40; // ids: letters 1 … 8, numbers 9 … 48

    Example sample(Draw& draw, Split) const {
        Example made;
        for (Index i = 0; i < length; ++i)
            made.source.push_back(1 + draw(kinds));
        made.source.push_back(kinds + distance(draw));
        add_question(made);
        return made;
    }

    Example ask(const std::vector<std::string>& words) const {
        Example asked;
        asked.source = vocabulary.ids(words, "sentence");
        bool fits = asked.source.size() == length + 1 && asked.source.back() > kinds;
        for (std::size_t i = 0; i < length && fits; ++i)
            fits = asked.source[i] <= kinds;
        if (!fits)
            throw InputError(
                "sentence", "it is not 40 letters and then how many steps ago",
                "type 40 of the letters a to h, with spaces between them, and a number from 1 to 40");
        add_question(asked);
        return asked;
    }

    Vocabulary vocabulary{letters_and_numbers(kinds, length)};

private:
    /// Half of the distances are uniform from 1 to 40; the other half is spread evenly over the octaves 1,
    /// 2–3, 4–7 …, since fading memories differ at short distances.
    static Index distance(Draw& draw) {
        if (draw.chance(50)) return 1 + draw(length);
        for (;;) {
            const Index octave = Index{1} << draw(6);
            const Index drawn = octave + draw(static_cast<std::size_t>(octave));
            if (drawn <= length) return drawn;
        }
    }

    static void add_question(Example& example) {
        const Index stands_at = length - (example.source.back() - kinds);
        example.asked = {{0, length, example.source[static_cast<std::size_t>(stands_at)], stands_at}};
        example.wanted = {{0, length, stands_at}};
    }
};

/// Pairs of a key and its value: which value follows a key that was there before?
class Recall {
public:
    static constexpr Index keys = 24, values = 12, pairs = 40; // ids: keys 1 … 24, values 25 … 36

    Example sample(Draw& draw, Split) const {
        Example made;
        std::map<Index, Index> value_of;
        for (Index i = 0; i < pairs; ++i) {
            const Index key = 1 + draw(keys);
            const Index value = value_of.emplace(key, keys + 1 + draw(values)).first->second;
            made.source.insert(made.source.end(), {key, value});
        }
        add_questions(made);
        return made;
    }

    Example ask(const std::vector<std::string>& words) const {
        Example asked;
        asked.source = vocabulary.ids(words, "sentence");
        bool fits = asked.source.size() <= 2 * pairs;
        for (std::size_t i = 0; i < asked.source.size(); ++i)
            fits = fits && (asked.source[i] > keys) == (i % 2 == 1);
        if (!fits)
            throw InputError("sentence", "it is not a row of up to 40 letters, each with a number after it",
                             "type letters from a to x and numbers from 1 to 12: a 5 b 7 a");
        add_questions(asked);
        if (asked.asked.empty())
            throw InputError("sentence", "no letter comes again, so that its number could be asked for",
                             "type a letter twice: a 5 b 7 a");
        return asked;
    }

    Vocabulary vocabulary{letters_and_numbers(keys, values)};

private:
    /// Asks at every key that was there before for the value after it the last time.
    static void add_questions(Example& example) {
        std::map<Index, Index> seen_at; // key → its last position
        for (std::size_t i = 0; i < example.source.size(); i += 2) {
            const Index position = static_cast<Index>(i), key = example.source[i];
            if (const auto last = seen_at.find(key); last != seen_at.end()) {
                const Index value_at = last->second + 1;
                example.asked.push_back(
                    {0, position, example.source[static_cast<std::size_t>(value_at)], value_at});
                example.wanted.push_back({0, value_at, last->second});
                example.wanted.push_back({1, position, value_at});
            }
            seen_at[key] = position;
        }
    }
};

/// Drops what a recurrent network, without attention, has no use for.
void keep_only_questions(Task& task) {
    task.edges.clear();
    task.sample = [all = task.sample](Draw& draw, Split split) {
        Example example = all(draw, split);
        example.wanted.clear();
        return example;
    };
    task.ask = [all = task.ask](const std::vector<std::string>& words) {
        Example example = all(words);
        example.wanted.clear();
        return example;
    };
}

const char* reader(Architecture architecture) {
    if (architecture == Architecture::rnn) return "RNN";
    return architecture == Architecture::lstm ? "LSTM" : "attention";
}

/// What both tasks have in common; the three architectures get about the same number of weights.
template <class Sequences>
Task task_of(Architecture architecture, Index longest) {
    const auto sequences = std::make_shared<const Sequences>();
    Task task;
    task.architecture = architecture;
    task.source = sequences->vocabulary;
    task.longest = longest;
    task.recipe = {.width = architecture == Architecture::rnn ? 64 : 32,
                   .positions = Positions::learned,
                   .tied = false,
                   .batch = 32,
                   .steps = 8000};
    set_examples(task, sequences);
    return task;
}

} // namespace

Task memory_task(Architecture architecture) {
    Task task = task_of<StepsAgo>(architecture, StepsAgo::length + 1);
    task.title = std::string("Memory against distance: ") + reader(architecture);
    task.about = "After 40 letters comes a number k, and the model names the letter that stood k steps ago.";
    task.outputs = {"letter"};
    task.edges = {{"number → letter", 0, 0}};
    task.candidates = [](const Example&, const Asked&) { return ids_from(1, StepsAgo::kinds); };
    const std::string letters =
        "b a d g e f a c e c a b b a g e f e e d b e a d h e a d d e a f a c e d b e e f";
    task.presets = {{letters + " 1", {"f"}}, {letters + " 7", {"c"}}, {letters + " 40", {"b"}}};
    if (architecture != Architecture::encoder) keep_only_questions(task);
    return task;
}

Task recall_task(Architecture architecture) {
    Task task = task_of<Recall>(architecture, 2 * Recall::pairs);
    task.title = std::string("Keys and values: ") + reader(architecture);
    task.about = "Letters are followed by numbers; when a letter comes again, the model names its number.";
    task.outputs = {"number"};
    task.edges = {{"number → its letter", 0, 0}, {"letter → its number", 1, 0}};
    task.candidates = [](const Example&, const Asked&) { return ids_from(Recall::keys + 1, Recall::values); };
    task.recipe.batch = 16;
    if (architecture == Architecture::causal) task.recipe.layers = 2;
    task.presets = {{"a 5 b 7 c 2 b 7 a", {"7", "5"}}};
    if (architecture != Architecture::causal) keep_only_questions(task);
    return task;
}

} // namespace learning
