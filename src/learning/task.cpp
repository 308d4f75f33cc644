#include "learning/task.h"

#include "base/input_error.h"
#include "learning/tasks.h"

#include <algorithm>
#include <utility>

namespace learning {

namespace {

using Words = std::vector<std::string>;

struct Row {
    std::string id;
    std::function<Task(const std::filesystem::path& grammars)> make;
    std::function<Task(const Words&)> make_of_words = {}; ///< of live tasks
};

const Words& letters() {
    static const Words all = [] {
        Words list;
        for (char letter = 'a'; letter <= 'z'; ++letter)
            list.emplace_back(1, letter);
        return list;
    }();
    return all;
}

Row live(const std::string& id, Task (*make)(const Words&)) {
    return {id, [make](const auto&) { return make(letters()); }, make};
}

Row of_architecture(const std::string& id, Task (*make)(Architecture), Architecture architecture) {
    return {id, [=](const auto&) { return make(architecture); }};
}

const std::vector<Row>& table() {
    static const std::vector<Row> rows = {
        {"coreference", [](const auto& grammars) { return coreference_task(grammars); }},
        {"sense", sense_task},
        {"svo", subject_verb_object_task},
        {"translation", translation_task},
        {"stories", stories_task},
        of_architecture("memory_attention", memory_task, Architecture::encoder),
        of_architecture("memory_rnn", memory_task, Architecture::rnn),
        of_architecture("memory_lstm", memory_task, Architecture::lstm),
        live("reverse", reverse_task),
        live("copy", copy_task),
        live("induction", induction_task),
    };
    return rows;
}

const Row* find_row(const std::string& id) {
    const auto found = std::ranges::find(table(), id, &Row::id);
    return found == table().end() ? nullptr : &*found;
}

} // namespace

const std::vector<std::string>& task_ids() {
    static const Words ids = [] {
        Words list;
        for (const Row& row : table())
            list.push_back(row.id);
        return list;
    }();
    return ids;
}

Task load_task(const std::string& id, const std::filesystem::path& assets) {
    const Row* row = find_row(id);
    if (!row) {
        std::string known;
        for (const std::string& each : task_ids())
            known += (known.empty() ? "" : ", ") + each;
        throw base::InputError("task", "“" + id + "” is not a task", "choose one of: " + known);
    }
    Task task = row->make(assets / "grammars");
    task.id = id;
    language::Draw draw(1);
    for (const Split split : {Split::train, Split::test})
        task.sample(draw, split); // a grammar without examples is refused now, not during a training
    return task;
}

Task for_layers(Task task, Index layers) {
    if (std::ranges::all_of(task.edges, [&](const Edge& edge) { return edge.layer < layers; })) return task;
    return without_relations(std::move(task));
}

Example question(const Task& task, const Words& words, Author author) {
    Example posed = task.ask(words);
    std::vector<Asked>& asked = posed.asked;
    if (author == Author::task)
        std::erase_if(asked, [](const Asked& one) { return !one.has_answer(); });
    else if (task.stories && !asked.empty())
        asked.erase(asked.begin(), asked.end() - 1);
    return posed;
}

bool is_live(const std::string& id) {
    const Row* row = find_row(id);
    return row && row->make_of_words;
}

Task live_task(const std::string& id, const Words& words) {
    if (!is_live(id))
        throw base::InputError("task", "“" + id + "” cannot be trained on one's own words",
                               "choose one of: reverse, copy, induction");
    if (language::Vocabulary(words).size() < 3) // with padding
        throw base::InputError("words", "there are fewer than two different words",
                               "type a sentence of two words or more");
    Task task = find_row(id)->make_of_words(words);
    task.id = id;
    language::Draw draw(1); // its own presets are of letters
    std::string sentence;
    for (const std::string& word : task.source.words(task.sample(draw, Split::test).source))
        sentence += (sentence.empty() ? "" : " ") + word;
    task.presets = {{sentence, {}}};
    return task;
}

Task without_relations(Task task) {
    const auto forget = [](Example example) {
        example.wanted.clear();
        return example;
    };
    task.edges.clear();
    task.sample = [sample = task.sample, forget](language::Draw& draw, Split split) {
        return forget(sample(draw, split));
    };
    task.ask = [ask = task.ask, forget](const Words& words) { return forget(ask(words)); };
    return task;
}

Split split_of(std::string_view one, std::string_view other) {
    // FNV-1a (Fowler, Noll, Vo 1991), 64 bits, over the pair in alphabetical order.
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    const auto add = [&hash](std::string_view text) {
        for (const char byte : text)
            hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
    };
    add(std::min(one, other));
    add("\n");
    add(std::max(one, other));
    return (hash >> 32) % 5 == 0 ? Split::test : Split::train;
}

std::vector<Kind> kinds_of(const language::Grammar& grammar, const language::Vocabulary& vocabulary) {
    std::vector<Kind> kinds;
    for (const auto& [list, name] : grammar.kinds) {
        kinds.push_back({name, {}});
        for (const std::string& word : grammar.words_of(list))
            kinds.back().members.push_back(vocabulary.id(word));
        std::ranges::sort(kinds.back().members);
    }
    return kinds;
}

std::optional<language::Sentence> read_typed(const std::vector<std::string>& words,
                                             const language::Vocabulary& vocabulary,
                                             const language::Grammar& grammar,
                                             const std::vector<std::string_view>& groups) {
    const auto spelt = vocabulary.words(vocabulary.ids(words, "sentence"));
    for (const std::string_view group : groups)
        if (const auto found = parse(grammar, group, spelt); !found.empty()) return found.front();
    return {};
}

Example ask_at(const std::set<std::string>& asked_words, const std::vector<Index>& outputs,
               const std::vector<std::string>& words, const language::Vocabulary& vocabulary) {
    Example typed;
    typed.source = vocabulary.ids(words, "sentence");
    const auto spelt = vocabulary.words(typed.source);
    for (std::size_t i = 0; i < spelt.size(); ++i)
        if (asked_words.contains(spelt[i]))
            for (const Index output : outputs)
                typed.asked.push_back({output, static_cast<Index>(i)});
    return typed;
}

} // namespace learning
