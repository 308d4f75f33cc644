#include "app/commands.h"

#include "base/input_error.h"
#include "close.h"
#include "learning/trained_file.h"
#include "source_folder.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <sstream>

using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const fs::path assets = source_folder() / "assets";

struct Answer {
    int status = -1;
    std::string out, refused;
};

Answer evaluate(const app::EvaluateArguments& arguments) {
    Answer answer;
    std::ostringstream out;
    try {
        answer.status = app::run_evaluate(arguments, assets, out);
    } catch (const base::InputError& error) {
        answer.refused = error.what();
    }
    answer.out = out.str();
    return answer;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("evaluate says how good a model is, in words and as JSON") {
    const fs::path file = assets / "models" / "svo.safetensors";
    const Answer words = evaluate({.file = file, .sentences = 100});
    CHECK(words.status == 0);
    CHECK(words.out.starts_with("Who loves whom? (svo), seed 1, 2400 steps, with the hint, "
                                "learning rate 0.003\n"));
    CHECK(contains(words.out, " of 100 sentences that it was never shown\n"));
    CHECK(contains(words.out,
                   "Knocked out, weights set to 0, the others staying. Sentences right, with the 95 % "
                   "interval (Wilson); a guess gets 50 %:\n    nothing: "));
    CHECK(contains(words.out, "    verb → object, layer 2, every head: "));
    CHECK(contains(words.out, "; instead another candidate "));
    CHECK(contains(words.out, "    control for verb → object: another word, layer 2, every head: "));
    const json all = json::parse(evaluate({.file = file, .sentences = 100, .json = true}).out);
    CHECK(all["task"] == "svo");
    CHECK(all["seed"] == 1);
    CHECK(all["steps"] == 2400);
    CHECK(all["learning_rate"].get<float>() == 0.003F);
    CHECK(all["rate_changes"].empty());
    CHECK(all["scaled"] == true);
    CHECK(all["weights"] == learning::weights_hash(learning::read_trained(file)));
    CHECK(all["most_by_head"]["verb → object"] == 2);
    CHECK(all["knock_outs"]["instead"] == "zero");
    CHECK(all["knock_outs"]["chance"] == 0.5);
    const json& rows = all["knock_outs"]["rows"];
    CHECK(rows.at(0)["out"] == "nothing");
    CHECK(rows.at(0)["right"] == all["exact"]);
    for (const json& row : rows) {
        CHECK(row["right"].get<double>() + row["other_candidate"].get<double>() +
                  row["other_word"].get<double>() ==
              make::about(1));
        CHECK(row["right_within"][0] <= row["right"]);
        CHECK(row["right"] <= row["right_within"][1]);
    }
    CHECK(all["hint"] == true);
    CHECK(all["sentences"] == 100);
    CHECK(all["accuracy"] > 0.97);
    CHECK(all["exact"] <= all["accuracy"]);
    CHECK(all["weight_on_wanted"]["verb → subject"] > 0.9);
    CHECK(all["weight_on_wanted"]["verb → object"] > 0.9);
    CHECK(all["asked_at"].size() == all["accuracy_at"].size());
}

TEST_CASE("evaluate knocks out in the way that is asked for, or not at all") {
    const fs::path file = assets / "models" / "coreference.safetensors";
    const auto knock_outs = [&](std::optional<learning::Instead> instead) {
        const json all =
            json::parse(evaluate({.file = file, .sentences = 60, .json = true, .instead = instead}).out);
        return all.contains("knock_outs") ? all["knock_outs"]["instead"].get<std::string>() : "";
    };
    CHECK(knock_outs(learning::Instead::renormalised) == "renormalised");
    CHECK(knock_outs(learning::Instead::mean) == "mean");
    CHECK(knock_outs({}).empty());
}

TEST_CASE("evaluate answers a sentence of one's own, and says when it is not of the kind learned") {
    const fs::path file = assets / "models" / "coreference.safetensors";
    const std::string guess = "This is not a sentence of the kind that this model has learned";
    const Answer tired = evaluate({.file = file, .text = "The cat sat on the mat because it was tired"});
    CHECK(tired.status == 0);
    CHECK(tired.out.starts_with("word 8 (“it”), noun: cat "));
    CHECK_FALSE(contains(tired.out, guess));
    CHECK(contains(evaluate({.file = file, .text = "The salad stained the mat because it was bitter"}).out,
                   guess));
    CHECK(contains(evaluate({.file = file, .text = "The cat sat on the mat"}).refused, "there is no “it”"));
    CHECK(contains(evaluate({.file = file, .text = "The zyzzyx"}).refused, "zyzzyx"));
}

TEST_CASE("evaluate tells an RNN's memory by distance") {
    const json all = json::parse(
        evaluate({.file = assets / "models" / "memory_rnn.safetensors", .sentences = 300, .json = true}).out);
    CHECK(all["weight_on_wanted"].empty());
    REQUIRE(all["accuracy_at"].size() > 20);
    CHECK(all["accuracy_at"][1] > 0.9); // the letter before
    CHECK(all["accuracy_at"][3] < 0.5);
}

TEST_CASE("evaluate refuses files and numbers that it cannot use") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "model.safetensors";
    CHECK(evaluate({.file = file}).refused.starts_with(file.string()));
    std::ofstream(file) << "no model";
    CHECK(evaluate({.file = file}).refused.starts_with(file.string()));
    const fs::path svo = assets / "models" / "svo.safetensors";
    CHECK(evaluate({.file = svo, .sentences = 0}).refused.starts_with("--sentences: 0 is out of range"));
    CHECK(evaluate({.file = svo, .sentences = 2'000'000}).refused.starts_with("--sentences: "));
}

// All three memory tasks have the same words, so these alone do not tell whether a model fits.
TEST_CASE("evaluate refuses a model that has no place for what its task asks") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "model.safetensors";
    for (const auto& entry : std::vector<std::pair<std::string, std::string>>{
             {"memory_attention", "memory_rnn"}, {"memory_rnn", "memory_attention"}}) {
        const std::string &name = entry.first, &task = entry.second;
        CAPTURE(name);
        learning::Trained trained = learning::read_trained(assets / "models" / (name + ".safetensors"));
        trained.card.task = task;
        learning::write_trained(file, trained);
        CHECK(contains(evaluate({.file = file}).refused, "it was trained for another form of this task"));
    }
    learning::Trained trained = learning::read_trained(assets / "models" / "svo.safetensors");
    model::Transformer shallow = *trained.transformer; // the task's relations are in layer 2
    shallow.sizes.layers = 1;
    shallow.encoder.blocks.resize(1);
    trained.transformer = std::make_shared<const model::Transformer>(shallow);
    for (learning::Edge& edge : trained.card.edges)
        edge.layer = 0;
    learning::write_trained(file, trained);
    CHECK(contains(evaluate({.file = file}).refused, "it was trained for another form of this task"));
}

TEST_CASE(
    "of a writer evaluate also says how good it could be, what it sings, and which of its stories are none") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "writer.safetensors";
    learning::Trainer trainer(learning::load_task("stories", assets), {.steps = 20, .width = 16});
    while (!trainer.done())
        trainer.step();
    learning::write_trained(file, learning::trained_so_far(trainer));
    const app::EvaluateArguments arguments{.file = file, .sentences = 20, .instead = {}, .samples = 3};
    const std::string words = evaluate(arguments).out;
    CHECK(contains(words, " nats a word; the best possible on these stories is 0."));
    CHECK(contains(words, "  Songs that are sung twice, words right the second time: of 2 words: "));
    CHECK(contains(words, ", 7 (longer than any trained) "));
    CHECK(contains(words, "  Of 3 texts that it writes at temperature 0.7, 0 are stories word for word."));
    CHECK(contains(words, ", where stories have “"));
    CHECK(contains(words, "    who has it now (holder): "));
    app::EvaluateArguments as_json = arguments;
    as_json.json = true;
    const json all = json::parse(evaluate(as_json).out);
    CHECK(all["loss"] > all["best_loss"]);
    CHECK(all["writes"]["songs"].size() == 7);
    CHECK(all["writes"]["songs"]["8"] < 0.2);
    CHECK(all["writes"]["samples"] == 3);
    CHECK(all["writes"]["stories"] == 0);
    for (const json& broken : all["writes"]["broken"])
        CHECK((broken["word"].is_null() || !broken["instead"].empty()));
    CHECK(evaluate({.file = file, .samples = 0}).refused.starts_with("--samples: 0 is out of range"));
    CHECK(evaluate({.file = file, .samples = 1, .temperature = -1}).refused.starts_with("--temperature: "));
}

TEST_CASE("of a person's beginning of a story evaluate says what follows its last word, and whether one "
          "begins so") {
    const fs::path file = assets / "models" / "stories.safetensors";
    const std::string guess = "No story begins like this: what it answers is a guess.";
    const std::string there = evaluate({.file = file, .text = "once there"}).out;
    CHECK(there.starts_with("after “there”: was "));
    CHECK(std::ranges::count(there, '\n') == 1);
    CHECK(contains(evaluate({.file = file, .text = "once Mei upon"}).out, guess));
}

TEST_CASE("knocked out are fewer stories than sentences, and evaluate says how many") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / "writer.safetensors";
    learning::Trainer trainer(learning::load_task("stories", assets), {.steps = 1, .width = 16});
    trainer.step();
    learning::write_trained(file, learning::trained_so_far(trainer));
    CHECK(contains(evaluate({.file = file, .sentences = 4, .samples = 1}).out, "Stories right, of 4, with "));
}
