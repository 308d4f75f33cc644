#include "app/commands.h"

#include "base/input_error.h"
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
        "The word before (copy), seed 1, 4 steps, without a hint, learning rate 0.003\n"));
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

namespace {

/// A choice among seeds, in a folder of its own.
struct Choice : Training {
    explicit Choice(Index seeds) { arguments.best_of = seeds; }
    fs::path checkpoint_of(Index seed) const {
        return folder.path / ("copy.safetensors.seed-" + std::to_string(seed) + ".training");
    }
};

learning::Trained trained_with(std::uint32_t seed) {
    Training it;
    it.arguments.choices.seed = seed;
    train(it.arguments);
    return learning::read_trained(it.arguments.out);
}

} // namespace

TEST_CASE("with --best-of, the surest of some seeds is written, and its card says so") {
    const Choice it(3);
    const Answer answer = train(it.arguments);
    CHECK(answer.status == 0);
    const learning::Trained best = learning::read_trained(it.arguments.out);
    CHECK(best.card.of_seeds == 3);
    CHECK(contains(answer.out, " (of 3, the surest of the task's own sentences), 4 steps"));
    const learning::Task task = learning::load_task("copy", assets);
    for (std::uint32_t seed = 1; seed <= 3; ++seed) {
        const learning::Trained other = trained_with(seed);
        CHECK(learning::sureness(other, task) <= learning::sureness(best, task));
        if (seed == best.card.seed) CHECK(learning::weights_hash(other) == learning::weights_hash(best));
    }
    CHECK(it.folder.files() == 1);
}

TEST_CASE("stopped, a choice among seeds goes on where it was, to the same model, and trains none twice") {
    const Choice through(3), stopped(3);
    train(through.arguments);
    // A training asks before each of its 4 steps: so this is within the second.
    CHECK(train(stopped.arguments, 4 + 2).status == 130);
    CHECK(fs::exists(stopped.checkpoint_of(1)));
    CHECK(fs::exists(stopped.checkpoint_of(2)));
    CHECK_FALSE(fs::exists(stopped.checkpoint_of(3)));
    CHECK_FALSE(fs::exists(stopped.arguments.out));
    const Answer again = train(stopped.arguments);
    CHECK(again.status == 0);
    CHECK(contains(again.progress, "Seed 1 of 3.\nGoing on after step 4."));
    CHECK(contains(again.progress, "Seed 2 of 3.\nGoing on after step 2."));
    CHECK(content(stopped.arguments.out) == content(through.arguments.out));
    CHECK(stopped.folder.files() == 1);
}

TEST_CASE("a choice among seeds and a training of one seed leave each other's progress alone") {
    const Choice choice(2);
    TrainArguments alone = choice.arguments;
    alone.best_of.reset();
    CHECK(train(alone, 3).status == 130);
    const std::string kept = content(choice.checkpoint);
    const Answer first = train(choice.arguments, 1); // of the same seed
    CHECK(first.status == 130);
    CHECK_FALSE(contains(first.progress, "Going on"));
    CHECK(content(choice.checkpoint) == kept);
    CHECK(contains(train(alone).progress, "Going on after step 3."));
    CHECK(contains(train(choice.arguments).progress, "Seed 1 of 2.\nGoing on after step 1."));
    CHECK(choice.folder.files() == 1);
}

TEST_CASE("with other choices a choice among seeds does not go on, and fewer seeds leave nothing behind") {
    Choice it(3);
    CHECK(train(it.arguments, 4 + 4 + 1).status == 130);
    it.arguments.choices.steps = 5;
    CHECK(contains(train(it.arguments).refused,
                   it.checkpoint_of(1).string() + ": it belongs to a training with other choices"));
    it.arguments.choices.steps = 4;
    it.arguments.best_of = 1;
    CHECK(train(it.arguments).status == 0);
    CHECK(learning::read_trained(it.arguments.out).card.seed == 1);
    CHECK(it.folder.files() == 1);
}

TEST_CASE("with --half every number has 16 bits, and the model is tested as it is written") {
    Training whole, half;
    half.arguments.half = true;
    train(whole.arguments);
    CHECK(train(half.arguments).status == 0);
    CHECK(fs::file_size(half.arguments.out) < 0.7 * static_cast<double>(fs::file_size(whole.arguments.out)));
    const learning::Trained read = learning::read_trained(half.arguments.out);
    const learning::Task task = learning::load_task("copy", assets);
    const auto found = learning::evaluate(*learning::network_of(read), task, read.card.sentences);
    CHECK(found.accuracy == read.card.accuracy);
    CHECK(learning::weights_hash(read) ==
          learning::weights_hash(learning::rounded_to_half(learning::read_trained(whole.arguments.out))));
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
    CHECK(contains(run({"evaluate", file, "--text", "Hello I love you"}), "word 3 (“love”), subject: "));
    CHECK_THROWS_AS(run({"train"}), CLI::RequiredError);
}
