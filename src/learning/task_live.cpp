// Sequences of letters, or of a person's own words, on which attention organises itself within seconds.
// Training and test are not divided: with many words a sequence hardly ever comes twice. With few it does,
// and Task::different_examples says so.
#include "base/input_error.h"
#include "learning/tasks.h"

#include <algorithm>
#include <cmath>

namespace learning {

using base::InputError;
using language::Draw;
using language::Vocabulary;

namespace {

/// Any words in any order.
class Sequences {
public:
    Sequences(const std::vector<std::string>& words, Index length) : vocabulary(words), length_(length) {}

    /// In any order: kinds to the power of the length.
    double different_examples() const {
        return std::pow(static_cast<double>(kinds()), static_cast<double>(length_));
    }

    Vocabulary vocabulary;

protected:
    std::vector<Index> draw_words(Draw& draw) const {
        std::vector<Index> ids;
        for (Index i = 0; i < length_; ++i)
            ids.push_back(1 + draw(kinds()));
        return ids;
    }

    /// Throws unless there are `least` to `length` words.
    std::vector<Index> read_words(const std::vector<std::string>& words, Index least) const {
        const auto count = static_cast<Index>(words.size());
        if (count < least || count > length_)
            throw InputError("sentence",
                             std::to_string(count) + (count == 1 ? " word is" : " words are") +
                                 " not what the model was trained on",
                             "type " + (least == length_ ? "" : std::to_string(least) + " to ") +
                                 std::to_string(length_) + ", with spaces between them");
        return vocabulary.ids(words, "sentence");
    }

    std::size_t kinds() const { return static_cast<std::size_t>(vocabulary.size()) - 1; }
    Index length() const { return length_; }

private:
    Index length_;
};

/// Asks at `position` for the word at `stands_at`, which `edge` reads there.
void add_question(Example& example, Index position, Index stands_at, Index edge) {
    example.asked.push_back({0, position, example.source[static_cast<std::size_t>(stands_at)], stands_at});
    example.wanted.push_back({edge, position, stands_at});
}

class Reverse : public Sequences {
public:
    explicit Reverse(const std::vector<std::string>& words) : Sequences(words, 12) {}
    Example sample(Draw& draw, Split) const { return example(draw_words(draw)); }
    Example ask(const std::vector<std::string>& words) const { return example(read_words(words, length())); }

private:
    static Example example(std::vector<Index> source) {
        Example made{std::move(source), {}, {}, {}};
        const auto length = static_cast<Index>(made.source.size());
        for (Index i = 0; i < length; ++i)
            add_question(made, i, length - 1 - i, 0);
        return made;
    }
};

class Copy : public Sequences {
public:
    explicit Copy(const std::vector<std::string>& words) : Sequences(words, 16) {}
    Example sample(Draw& draw, Split) const { return example(draw_words(draw)); }
    Example ask(const std::vector<std::string>& words) const { return example(read_words(words, 2)); }

private:
    static Example example(std::vector<Index> source) {
        Example made{std::move(source), {}, {}, {}};
        for (Index i = 1; i < static_cast<Index>(made.source.size()); ++i)
            add_question(made, i, i - 1, 0);
        return made;
    }
};

/// Different words, again and again: what comes next is what came after the word the last time.
class Induction : public Sequences {
public:
    explicit Induction(const std::vector<std::string>& words) : Sequences(words, 20) {}

    Example sample(Draw& draw, Split) const {
        const auto once = different_words(draw, least() + draw(longest() - least() + 1));
        std::vector<Index> source;
        for (std::size_t i = 0; i < static_cast<std::size_t>(length()); ++i)
            source.push_back(once[i % once.size()]);
        return example(std::move(source));
    }

    Example ask(const std::vector<std::string>& words) const {
        Example asked = example(read_words(words, 2));
        if (asked.asked.empty())
            throw InputError("sentence", "no word in it comes again", "repeat it: a b c a b c a");
        return asked;
    }

    /// kinds · (kinds − 1) · … for each count of words before they come again.
    double different_examples() const {
        double all = 0;
        for (std::size_t count = least(); count <= longest(); ++count) {
            double of_count = 1;
            for (std::size_t i = 0; i < count; ++i)
                of_count *= static_cast<double>(kinds() - i);
            all += of_count;
        }
        return all;
    }

private:
    std::size_t longest() const { return std::min<std::size_t>(10, kinds()); }
    std::size_t least() const { return std::min<std::size_t>(6, longest()); }

    std::vector<Index> different_words(Draw& draw, std::size_t count) const {
        std::vector<Index> chosen;
        while (chosen.size() < count)
            if (const Index id = 1 + draw(kinds()); std::ranges::find(chosen, id) == chosen.end())
                chosen.push_back(id);
        return chosen;
    }

    /// Asks wherever the word has occurred before.
    static Example example(std::vector<Index> source) {
        Example made{std::move(source), {}, {}, {}};
        const auto& ids = made.source;
        for (std::size_t i = 1; i < ids.size(); ++i) {
            const auto last = std::find(ids.rend() - static_cast<std::ptrdiff_t>(i), ids.rend(), ids[i]);
            if (last == ids.rend()) continue;
            const Index next = ids.rend() - last; // the position after it
            made.wanted.push_back({0, next, next - 1});
            add_question(made, static_cast<Index>(i), next, 1);
        }
        return made;
    }
};

template <class Kind>
Task task_of(const std::vector<std::string>& words, Index longest) {
    const auto sequences = std::make_shared<const Kind>(words);
    Task task;
    task.source = sequences->vocabulary;
    task.longest = longest;
    task.outputs = {"word"};
    task.recipe = {.positions = Positions::learned, .tied = false, .batch = 32, .steps = 300, .warm_up = 50};
    set_examples(task, sequences);
    task.different_examples = sequences->different_examples();
    return task;
}

} // namespace

Task reverse_task(const std::vector<std::string>& words) {
    Task task = task_of<Reverse>(words, 12);
    task.title = "Read it backwards";
    task.about = "The model reads a sequence backwards: each place reads the one across from it.";
    task.edges = {{"place → the one across", 0, 0}};
    task.presets = {
        {"r e m e m b e r t h i s", {"s", "i", "h", "t", "r", "e", "b", "m", "e", "m", "e", "r"}}};
    return task;
}

Task copy_task(const std::vector<std::string>& words) {
    Task task = task_of<Copy>(words, 16);
    task.title = "The word before";
    task.about = "Each place names the word before it.";
    task.architecture = Architecture::causal;
    task.edges = {{"place → the one before", 0, 0}};
    task.presets = {{"l e a r n i n g", {"l", "e", "a", "r", "n", "i", "n"}}};
    return task;
}

Task induction_task(const std::vector<std::string>& words) {
    Task task = task_of<Induction>(words, 20);
    task.title = "What came next last time?";
    task.about =
        "A sequence repeats itself, and the model continues it: it finds the place where it was before.";
    task.architecture = Architecture::causal;
    task.edges = {{"place → the one before", 0, 0}, {"place → what came next last time", 1, 0}};
    task.recipe.width = 48;
    task.recipe.layers = 2;
    task.recipe.steps = 600;
    task.presets = {{"m o n d a y m o n d a", {"o", "n", "d", "a", "y"}}};
    return task;
}

} // namespace learning
