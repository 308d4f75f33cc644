#include "app/commands.h"

#include "base/input_error.h"
#include "close.h"
#include "learning/trained_file.h"
#include "model/tensor_file.h"
#include "source_folder.h"
#include "temporary_folder.h"

#include <CLI/CLI.hpp>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <iostream>
#include <sstream>

using app::TrainArguments;
using base::Index;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const fs::path assets = source_folder() / "assets";

struct Answer {
    int status = -1;
    std::string out, progress, refused;
};

/// Trains until it is done or asked to end, which happens before step `end_before`, counted from 0.
Answer train(const TrainArguments& arguments, int end_before = -1) {
    Answer answer;
    std::ostringstream out, progress;
    int asked = 0;
    try {
        answer.status =
            app::run_train(arguments, assets, out, progress, [&] { return asked++ == end_before; });
    } catch (const base::InputError& error) {
        answer.refused = error.what();
    }
    answer.out = out.str();
    answer.progress = progress.str();
    return answer;
}

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

/// A training in a folder of its own.
struct Training {
    TemporaryFolder folder;
    TrainArguments arguments{
        .task = "copy", .choices = {.steps = 4}, .out = folder.path / "copy.safetensors"};
    fs::path checkpoint = folder.path / "copy.safetensors.training";
};

/// As on a full disk: files end after 1000 bytes.
class SmallFilesOnly {
public:
    SmallFilesOnly() {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit small{1000, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
    }
    ~SmallFilesOnly() {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    SmallFilesOnly(const SmallFilesOnly&) = delete;
    SmallFilesOnly& operator=(const SmallFilesOnly&) = delete;

private:
    rlimit before_{};
    void (*handler_)(int) = std::signal(SIGXFSZ, SIG_IGN);
};

/// Redirects what is printed, for as long as this lives.
class Redirected {
public:
    Redirected(std::ostream& stream, const std::ostream& other)
        : stream_(stream), before_(stream.rdbuf(other.rdbuf())) {}
    ~Redirected() { stream_.rdbuf(before_); }
    Redirected(const Redirected&) = delete;
    Redirected& operator=(const Redirected&) = delete;

private:
    std::ostream& stream_;
    std::streambuf* before_;
};

} // namespace

TEST_CASE("train writes a model and says what it reached") {
    const Training it;
    const Answer answer = train(it.arguments);
    CHECK(answer.status == 0);
    CHECK(answer.refused.empty());
    CHECK(answer.out.starts_with(
        "The one before (copy), seed 1, 4 steps, without a hint, learning rate 0.003\n"));
    CHECK(contains(answer.out, " % of the answers right, "));
    CHECK(contains(answer.out, " % of 2000 sentences that it was never shown\n"));
    CHECK(contains(answer.out, "  place → the one before (layer 1, most by head 1): weight 0."));
    CHECK(contains(answer.out,
                   "  weights " + learning::weights_hash(learning::read_trained(it.arguments.out)) + '\n'));
    CHECK(contains(answer.progress, "step 4 of 4"));
    CHECK(contains(answer.progress, "[##############################]"));
    const learning::Trained trained = learning::read_trained(it.arguments.out);
    CHECK(trained.card.task == "copy");
    CHECK(trained.card.steps == 4);
    CHECK(trained.card.date.size() == 10);
    CHECK(it.folder.files() == 1);
}

TEST_CASE("the choices reach the model") {
    Training it;
    it.arguments = {.task = "svo",
                    .choices = {.seed = 5, .hint = false, .scaled = false, .steps = 1},
                    .out = it.arguments.out};
    CHECK(contains(train(it.arguments).out, "seed 5, 1 step, without a hint, learning rate 0.003, scores not "
                                            "divided by sqrt(d_k)"));
    const learning::Trained trained = learning::read_trained(it.arguments.out);
    CHECK(trained.card.seed == 5);
    CHECK_FALSE(trained.card.hint);
    CHECK_FALSE(trained.transformer->sizes.scaled);
}

TEST_CASE("stopped, train keeps how far it came, and goes on from there to the same model") {
    const Training through, stopped;
    train(through.arguments);
    const Answer first = train(stopped.arguments, 1);
    CHECK(first.status == 130); // as a program that Ctrl C has ended
    CHECK(first.out.empty());
    CHECK(contains(first.progress, "Stopped after step 1. The same command goes on from there."));
    CHECK(fs::exists(stopped.checkpoint));
    CHECK_FALSE(fs::exists(stopped.arguments.out));
    const Answer second = train(stopped.arguments, 0); // at once
    CHECK(second.status == 130);
    CHECK(contains(second.progress, "Going on after step 1."));
    CHECK(contains(second.progress, "Stopped after step 1."));
    const Answer third = train(stopped.arguments);
    CHECK(third.status == 0);
    CHECK(contains(third.progress, "Going on after step 1."));
    CHECK(content(stopped.arguments.out) == content(through.arguments.out));
    CHECK(stopped.folder.files() == 1);
}

TEST_CASE("stopped before its first step, it goes on as well") {
    const Training it;
    CHECK(train(it.arguments, 0).status == 130);
    CHECK(contains(train(it.arguments).progress, "Going on after step 0."));
    CHECK(fs::exists(it.arguments.out));
}

TEST_CASE("with other choices it does not go on, and says so") {
    Training it;
    train(it.arguments, 1);
    const std::string kept = content(it.checkpoint);
    it.arguments.choices.seed = 2;
    const Answer answer = train(it.arguments);
    CHECK(contains(answer.refused, it.checkpoint.string() + ": it belongs to a training with other choices"));
    CHECK(content(it.checkpoint) == kept);
}

TEST_CASE("train refuses what cannot be done before it does anything") {
    Training it;
    const auto refused = [&](const auto& change) {
        TrainArguments arguments = it.arguments;
        change(arguments);
        const Answer answer = train(arguments);
        CHECK(answer.status == -1);
        CHECK(answer.out.empty());
        CHECK(answer.progress.empty());
        return answer.refused;
    };
    CHECK(refused([](auto& a) { a.out.clear(); }) ==
          "train: there is no name for the model (give one with --out FILE.safetensors)");
    CHECK(refused([](auto& a) { a.task = "sorting"; }).starts_with("task: “sorting” is not a task"));
    CHECK(refused([](auto& a) { a.task = "all"; }).starts_with("task: “all” is not a task"));
    CHECK(refused([](auto& a) { a.task = "sorting", a.seeds = 2; }).starts_with("task: "));
    CHECK(refused([](auto& a) { a.seeds = -1; }).starts_with("--seeds: -1 is out of range"));
    CHECK(refused([](auto& a) { a.seeds = 0; }).starts_with("--seeds: 0 is out of range"));
    CHECK(refused([](auto& a) { a.choices.steps = -1; }).starts_with("training: -1 steps are out of range"));
    for (const float rate : {-1.0F, 0.0F})
        CHECK(refused([&](auto& a) {
                  a.choices.learning_rate = rate;
              }).starts_with("training: the learning rate is not a positive number"));
    CHECK(it.folder.files() == 0);
}

TEST_CASE("a folder that is missing is named before the training, not after it") {
    Training it;
    it.arguments.out = it.folder.path / "none" / "copy.safetensors";
    const Answer answer = train(it.arguments);
    CHECK(answer.refused.starts_with(it.arguments.out.string()));
    CHECK_FALSE(contains(answer.progress, "step"));
}

TEST_CASE("a model that cannot be written is not lost, and what stands in its place stays") {
    const Training it;
    fs::create_directories(it.arguments.out / "a folder of this name");
    CHECK(train(it.arguments).refused.starts_with(it.arguments.out.string()));
    CHECK(fs::is_directory(it.arguments.out));
    fs::remove_all(it.arguments.out);
    const Answer again = train(it.arguments);
    CHECK(contains(again.progress, "Going on after step 4."));
    CHECK(learning::read_trained(it.arguments.out).card.steps == 4);
}

TEST_CASE("on a full disk the earlier model and the earlier training stay whole") {
    const Training it;
    train(it.arguments, 1);
    const std::string kept = content(it.checkpoint);
    std::ofstream(it.arguments.out) << "an earlier model";
    Answer answer;
    {
        const SmallFilesOnly full_disk;
        answer = train(it.arguments);
    }
    CHECK(answer.refused.starts_with(it.checkpoint.string()));
    CHECK(content(it.arguments.out) == "an earlier model");
    CHECK(content(it.checkpoint) == kept);
    CHECK(it.folder.files() == 2); // nothing half written beside them
}

TEST_CASE("a training that diverges says so, and keeps the last good state") {
    Training it;
    it.arguments.choices = {.steps = 50, .learning_rate = 1e30F};
    fs::path earlier = it.arguments.out;
    std::ofstream(earlier) << "an earlier model";
    const Answer answer = train(it.arguments);
    CHECK(answer.refused.starts_with("training: at step "));
    CHECK(contains(answer.refused, "its gradient became too large for a number"));
    CHECK(contains(answer.refused, it.checkpoint.string()));
    CHECK(content(earlier) == "an earlier model");
    const model::Tensors kept = model::read_tensors(it.checkpoint); // which takes finite numbers only
    CHECK(kept.count("numbers") == 1);
}

TEST_CASE("a loss that explodes with finite numbers writes no model, and is no success") {
    Training it;
    it.arguments.choices = {.steps = 60, .learning_rate = 1000.0F};
    const Answer answer = train(it.arguments);
    CHECK(answer.status == -1);
    CHECK(answer.refused.starts_with("training: it has diverged: its loss, "));
    CHECK(it.folder.files() == 0); // the same command begins at the beginning, and fails again
    CHECK(train(it.arguments).refused == answer.refused);
}

TEST_CASE("what cannot be removed does not hide why a training failed") {
    Training it;
    it.arguments.choices = {.steps = 60, .learning_rate = 1000.0F};
    std::ostringstream out, progress;
    int asked = 0;
    const auto put_folder_in_its_place = [&] {
        if (asked++ == 1) {
            fs::remove(it.checkpoint);
            fs::create_directories(it.checkpoint / "something in it");
        }
        return false;
    };
    try {
        app::run_train(it.arguments, assets, out, progress, put_folder_in_its_place);
        FAIL("it was trained");
    } catch (const base::InputError& error) {
        CHECK(error.problem.starts_with("it has diverged: "));
    }
}

TEST_CASE("fewer steps than were made are other choices, not a broken file") {
    Training it;
    train(it.arguments, 3);
    it.arguments.choices.steps = 2;
    CHECK(contains(train(it.arguments).refused, "it belongs to a training with other choices"));
}

TEST_CASE("a seed that diverges is named in the table, which is then no success") {
    const TrainArguments arguments{
        .task = "copy", .choices = {.steps = 30, .learning_rate = 1e30F}, .seeds = 1};
    const Answer answer = train(arguments);
    CHECK(answer.status == 1);
    CHECK(contains(answer.out, "seed 1 diverged"));
}

TEST_CASE("with --seeds, a table of what is learned with the hint and without") {
    TrainArguments arguments{.task = "svo", .choices = {.steps = 2}, .seeds = 2};
    const Answer answer = train(arguments);
    CHECK(answer.status == 0);
    std::istringstream lines(answer.out);
    std::vector<std::string> rows;
    for (std::string line; std::getline(lines, line);)
        rows.push_back(line);
    REQUIRE(rows.size() == 4);
    for (const std::string& row : rows)
        CHECK(std::ranges::count(row, '|') == 13);
    CHECK(rows[0].starts_with("| task | hint | steps |"));
    CHECK(rows[2].starts_with("| svo | yes | 2 |"));
    CHECK(rows[3].starts_with("| svo | no | 2 |"));
    CHECK(contains(rows[2], "verb → object 0."));
}

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
    CHECK(tired.out.starts_with("word 8, noun: cat "));
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

TEST_CASE("the command line reaches train and evaluate") {
    const Training it;
    CLI::App cli;
    int status = -1;
    app::add_train_command(cli, status, [] { return assets; });
    app::add_evaluate_command(cli, status, [] { return assets; });
    const auto run = [&](std::vector<std::string> words) {
        words.insert(words.begin(), "attention-lab");
        std::vector<const char*> pointers;
        for (const std::string& word : words)
            pointers.push_back(word.c_str());
        std::ostringstream out, progress;
        const Redirected to_out(std::cout, out), to_progress(std::cerr, progress);
        cli.parse(static_cast<int>(pointers.size()), pointers.data());
        return out.str();
    };
    const std::string file = it.arguments.out.string();
    CHECK(contains(run({"train", "svo", "--out", file, "--seed", "7", "--steps", "2", "--hint", "no",
                        "--scale", "no", "--learning-rate", "0.01"}),
                   "seed 7, 2 steps, without a hint, learning rate 0.01, scores not divided by sqrt(d_k)"));
    CHECK(status == 0);
    CHECK_FALSE(learning::read_trained(file).transformer->sizes.scaled);
    const json all =
        json::parse(run({"evaluate", file, "--sentences", "30", "--knock-out", "mean", "--json"}));
    CHECK(all["sentences"] == 30);
    CHECK(all["scaled"] == false);
    CHECK(all["knock_outs"]["instead"] == "mean");
    CHECK(contains(run({"evaluate", file, "--text", "Hello I love you"}), "word 3, subject: "));
    CHECK_THROWS_AS(run({"train"}), CLI::RequiredError);
}
