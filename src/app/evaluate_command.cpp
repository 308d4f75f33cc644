// attention-lab evaluate: how good a trained model is, and what it needs for that.
#include "app/commands.h"

#include "app/told_model.h"
#include "app/writer_figures.h"
#include "base/input_error.h"
#include "base/text.h"
#include "language/tokenizer.h"
#include "learning/batch.h"
#include "learning/knock_out.h"
#include "learning/trained_file.h"
#include "learning/trainer.h"
#include "narration/narration.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <iostream>
#include <numeric>
#include <span>

namespace app {

namespace fs = std::filesystem;
using base::Index;
using base::InputError;

// What it needs.

namespace {

/// "it → noun, layer 2, every head"
std::string name_of(const std::vector<learning::KnockOut>& out, const learning::Task& task) {
    if (out.empty()) return "nothing";
    const learning::KnockOut& one = out.front();
    const learning::Edge& edge = task.edges[static_cast<std::size_t>(*one.relation)];
    const std::string name = !one.control           ? edge.name
                             : edge.control.empty() ? "control for " + edge.name + ": another word"
                                                    : "control: " + edge.control;
    return name + ", layer " + std::to_string(one.place.layer + 1) +
           (one.head ? ", head " + std::to_string(*one.head + 1) + " alone" : ", every head");
}

/// How good a model's answers still are without what it reads.
struct Needed {
    Index sentences = 0;
    double chance = 0;
    learning::Instead instead = learning::Instead::zero;
    std::vector<std::vector<learning::KnockOut>> rows = {};
    std::vector<learning::Answers> answers = {}; ///< to the test sentences, for each row
};

Needed needed_by(const model::Transformer& transformer, const learning::Task& task, Index sentences,
                 learning::Instead instead) {
    Needed needed{.sentences = sentences,
                  .chance = learning::chance(task, learning::test_examples(task, sentences)),
                  .instead = instead,
                  .rows = learning::relations_out(task, transformer.sizes)};
    for (const auto& out : needed.rows)
        needed.answers.push_back(learning::answers_with(transformer, task, out, sentences, instead));
    return needed;
}

void tell(const Needed& needed, const learning::Task& task, std::ostream& out) {
    constexpr std::array said{"set to 0, the others staying", "taken away, the others renormalised to 1",
                              "given to all others alike (the mean of their values)"};
    out << "  Knocked out, weights " << said[static_cast<std::size_t>(needed.instead)] << ". "
        << (task.stories ? "Stories" : "Sentences") << " right"
        << (task.stories ? ", of " + std::to_string(needed.sentences) : std::string())
        << ", with the 95 % interval (Wilson); a guess gets " << base::percent(needed.chance) << " %:\n";
    for (std::size_t i = 0; i < needed.rows.size(); ++i) {
        const learning::Answers& answers = needed.answers[i];
        out << "    " << name_of(needed.rows[i], task) << ": " << text_of(answers.share_right());
        if (answers.right < answers.all()) {
            out << "; instead ";
            if (task.candidates)
                out << "another candidate " << base::percent(answers.share_others().value()) << " %, ";
            out << "any other word " << base::percent(answers.share_any().value()) << " %";
        }
        out << '\n';
    }
}

nlohmann::json json_of(const Needed& needed, const learning::Task& task) {
    nlohmann::json rows = nlohmann::json::array();
    for (std::size_t i = 0; i < needed.rows.size(); ++i) {
        const learning::Answers& answers = needed.answers[i];
        const learning::Interval within = answers.share_right().interval();
        rows.push_back({{"out", name_of(needed.rows[i], task)},
                        {"right", answers.share_right().value()},
                        {"right_within", {within.low, within.high}},
                        {"other_candidate", answers.share_others().value()},
                        {"other_word", answers.share_any().value()}});
    }
    return {{"instead", learning::name_of(needed.instead)},
            {"sentences", needed.sentences},
            {"chance", needed.chance},
            {"rows", rows}};
}

/// "word 8 (“it”), noun"; "after “now”"; of a translation "word 3 of the translation".
std::string told_place(const learning::Asked& asked, const learning::Example& example,
                       const learning::Trained& trained, const learning::Task& task) {
    const std::string place = "word " + std::to_string(asked.position + 1);
    if (!example.target.empty()) return place + " of the translation";
    const std::string word =
        "“" + trained.source.word(example.source[static_cast<std::size_t>(asked.position)]) + "”";
    if (task.stories) return "after " + word;
    return place + " (" + word + "), " + task.outputs[static_cast<std::size_t>(asked.output)];
}

/// What a model answers to words that a person typed.
void answer(const learning::Trained& trained, const learning::Task& task, const std::string& text,
            std::ostream& out) {
    constexpr std::size_t most_named = 3;
    const learning::Example example =
        learning::question(task, language::tokenize(text), learning::Author::person);
    const auto network = learning::network_of(trained);
    const auto batch =
        learning::batch_of(std::span(&example, 1), task.architecture == learning::Architecture::causal);
    const auto& probabilities = network->answer(batch);
    const language::Vocabulary& words = trained.answers();
    for (std::size_t i = 0; i < example.asked.size(); ++i) {
        const learning::Asked& asked = example.asked[i];
        const auto row = probabilities.row(static_cast<Index>(i));
        std::vector<Index> ids(static_cast<std::size_t>(row.size()));
        std::iota(ids.begin(), ids.end(), 0);
        const auto end = ids.begin() + static_cast<std::ptrdiff_t>(std::min(most_named, ids.size()));
        std::ranges::partial_sort(ids, end, std::greater<>(), [&](Index id) { return row(id); });
        out << told_place(asked, example, trained, task) << ':';
        for (auto id = ids.begin(); id != end; ++id)
            out << (id == ids.begin() ? " " : ", ") << told_answer(words.word(*id)) << ' '
                << base::fixed(row(*id), 4);
        out << '\n';
    }
    if (!example.is_of_the_kind_learned())
        out << (task.stories ? "No story begins like this"
                             : "This is not a sentence of the kind that this model has learned")
            << ": what it answers is a guess.\n";
}

} // namespace

namespace {

/// A story is as long as six other sentences and asks after every word, and its task has 37 knock-outs: so
/// many of them show as much in seconds as 2000 do in minutes.
constexpr Index knocked_out_stories = 150;

/// How often each skill was right, by the name that the window has for it.
void tell_skills(const learning::Evaluation& found, const learning::Task& task, const fs::path& assets,
                 std::ostream& out) {
    const narration::Texts texts = narration::Texts::load(assets / "texts");
    out << "  Counted are the words that the story before them settles. Right, by what it takes to know "
           "them:\n";
    for (std::size_t i = 0; i < task.skills.size(); ++i) {
        out << "    " << texts.text("learn.skill_" + task.skills[i]) << " (" << task.skills[i] << "): ";
        if (found.asked_of[i] == 0)
            out << "never asked\n";
        else
            out << base::percent(found.accuracy_of[i]) << " % of " << found.asked_of[i] << '\n';
    }
}

/// The mean loss, and how much of it no model could avoid.
void tell_loss(const learning::Evaluation& found, std::ostream& out) {
    out << "  loss " << base::fixed(found.loss, 3) << " nats a word";
    if (found.best_loss)
        out << "; the best possible on these stories is " << base::fixed(*found.best_loss, 3);
    out << '\n';
}

} // namespace

int run_evaluate(const EvaluateArguments& arguments, const fs::path& assets, std::ostream& out) {
    if (arguments.sentences < 1 || arguments.sentences > 1000000)
        throw InputError("--sentences", std::to_string(arguments.sentences) + " is out of range",
                         "choose a number from 1 to 1000000");
    if (arguments.samples < 1 || arguments.samples > 10000)
        throw InputError("--samples", std::to_string(arguments.samples) + " is out of range",
                         "choose a number from 1 to 10000");
    if (!(arguments.temperature >= 0 && arguments.temperature <= 10))
        throw InputError("--temperature", "it is out of range", "choose a number from 0 to 10");
    learning::Trained trained = learning::read_trained(arguments.file);
    const learning::Task task = learning::load_task(trained.card.task, assets);
    learning::expect_same_words(trained, task);
    if (arguments.text) {
        answer(trained, task, *arguments.text, out);
        return 0;
    }
    const auto network = learning::network_of(trained);
    const learning::Evaluation found = learning::evaluate(*network, task, arguments.sentences);
    trained.card.edges = task.edges;
    trained.card.sentences = found.sentences;
    trained.card.accuracy = found.accuracy;
    trained.card.exact = found.exact;
    trained.card.weight_on_wanted = found.weight_on_wanted;
    trained.card.wanted_head = found.wanted_head;
    std::optional<Needed> needed;
    if (trained.transformer && arguments.instead)
        needed =
            needed_by(*trained.transformer, task,
                      task.stories ? std::min(arguments.sentences, knocked_out_stories) : arguments.sentences,
                      *arguments.instead);
    std::optional<WriterFigures> writes;
    if (task.stories) writes = writer_figures(trained, task, arguments.samples, arguments.temperature);
    if (!arguments.json) {
        tell_model(trained, out);
        if (task.stories) tell_loss(found, out);
        if (!task.skills.empty()) tell_skills(found, task, assets, out);
        if (writes) tell(*writes, out);
        if (needed) tell(*needed, task, out);
        return 0;
    }
    nlohmann::json weights = nlohmann::json::object(), heads = weights;
    for (std::size_t e = 0; e < task.edges.size(); ++e) {
        weights[task.edges[e].name] = found.weight_on_wanted[e];
        heads[task.edges[e].name] = found.wanted_head[e] + 1;
    }
    nlohmann::json changes = nlohmann::json::array();
    for (const learning::RateChange& change : trained.card.rate_changes)
        changes.push_back({{"step", change.step}, {"rate", change.rate}});
    nlohmann::json all{{"task", task.id},
                       {"seed", trained.card.seed},
                       {"steps", trained.card.steps},
                       {"hint", trained.card.hint},
                       {"learning_rate", trained.card.learning_rate},
                       {"rate_changes", changes},
                       {"weights", learning::weights_hash(trained)},
                       {"sentences", found.sentences},
                       {"accuracy", found.accuracy},
                       {"exact", found.exact},
                       {"weight_on_wanted", weights},
                       {"most_by_head", heads},
                       {"asked_at", found.asked_at},
                       {"accuracy_at", found.accuracy_at}};
    for (std::size_t i = 0; i < task.skills.size(); ++i)
        all["skills"][task.skills[i]] = found.accuracy_of[i];
    if (trained.transformer) all["scaled"] = trained.transformer->sizes.scaled;
    all["loss"] = found.loss;
    if (found.best_loss) all["best_loss"] = *found.best_loss;
    if (writes) all["writes"] = json_of(*writes);
    if (needed) all["knock_outs"] = json_of(*needed, task);
    out << all << '\n';
    return 0;
}

void add_evaluate_command(CLI::App& cli, int& status, std::function<fs::path()> assets) {
    CLI::App* evaluate = cli.add_subcommand("evaluate", "how good a trained model is");
    const auto evaluation = std::make_shared<EvaluateArguments>();
    add_path(*evaluate, "file", evaluation->file, "a model written by train")->required();
    CLI::Option* text = evaluate->add_option(
        "--text", evaluation->text, "a sentence of your own, to be answered, or the beginning of a story");
    evaluate->add_option("--sentences", evaluation->sentences, "how many new sentences it is tested on")
        ->capture_default_str()
        ->excludes(text);
    const auto instead = std::make_shared<std::string>(learning::name_of(learning::Instead::zero));
    evaluate
        ->add_option("--knock-out", *instead,
                     "what is read in place of a weight that is knocked out, or none for no knock-outs")
        ->check(CLI::IsMember({"zero", "renormalised", "mean", "none"}))
        ->capture_default_str()
        ->excludes(text);
    evaluate
        ->add_option("--samples", evaluation->samples,
                     "how many stories a model of stories writes, to be checked")
        ->capture_default_str()
        ->excludes(text);
    evaluate
        ->add_option("--temperature", evaluation->temperature,
                     "at which it writes them: below 1 prefers probable words")
        ->capture_default_str()
        ->excludes(text);
    evaluate->add_flag("--json", evaluation->json, "print JSON")->excludes(text);
    evaluate->callback([=, &status] {
        evaluation->instead.reset();
        for (const auto each :
             {learning::Instead::zero, learning::Instead::renormalised, learning::Instead::mean})
            if (*instead == learning::name_of(each)) evaluation->instead = each;
        status = run_evaluate(*evaluation, assets(), std::cout);
    });
}

} // namespace app
