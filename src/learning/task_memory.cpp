// Memory against distance. Sequences are drawn from so many possible ones that none comes twice, so training
// and test need not be divided.
#include "base/input_error.h"
#include "learning/tasks.h"

#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace learning {

using base::InputError;
using language::Draw;
using language::Vocabulary;

namespace {

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

    Vocabulary vocabulary{words()};

private:
    static std::vector<std::string> words() {
        std::vector<std::string> words;
        for (char letter = 'a'; letter < 'a' + kinds; ++letter)
            words.emplace_back(1, letter);
        for (Index steps = 1; steps <= length; ++steps)
            words.push_back(std::to_string(steps));
        return words;
    }

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

const char* reader(Architecture architecture) {
    if (architecture == Architecture::rnn) return "RNN";
    return architecture == Architecture::lstm ? "LSTM" : "attention";
}

} // namespace

Task memory_task(Architecture architecture) {
    const auto sequences = std::make_shared<const StepsAgo>();
    Task task;
    task.architecture = architecture;
    task.title = std::string("Memory against distance: ") + reader(architecture);
    task.about = "After 40 letters comes a number k, and the model names the letter that stood k steps ago.";
    task.source = sequences->vocabulary;
    task.outputs = {"letter"};
    task.edges = {{"number → letter", 0, 0}};
    task.longest = StepsAgo::length + 1;
    // The three architectures get about the same number of weights.
    task.recipe = {.width = architecture == Architecture::rnn ? 64 : 32,
                   .positions = Positions::learned,
                   .tied = false,
                   .batch = 32,
                   .steps = 8000};
    const std::string letters =
        "b a d g e f a c e c a b b a g e f e e d b e a d h e a d d e a f a c e d b e e f";
    task.presets = {{letters + " 1", {"f"}}, {letters + " 7", {"c"}}, {letters + " 40", {"b"}}};
    set_examples(task, sequences);
    task.candidates = [](const Example&, const Asked&) {
        std::vector<Index> letter_ids(StepsAgo::kinds);
        std::iota(letter_ids.begin(), letter_ids.end(), Index{1});
        return letter_ids;
    };
    if (architecture == Architecture::encoder) return task;
    return without_relations(std::move(task)); // which need attention
}

} // namespace learning
