#include "app/commands.h"

#include "base/input_error.h"
#include "learning/trained_file.h"
#include "refusal_text.h"
#include "source_folder.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

using app::WriteArguments;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const fs::path assets = source_folder() / "assets";

/// A small writer that has seen a few stories: its words come, but not yet where they belong.
fs::path beginner() {
    static const TemporaryFolder folder;
    static const fs::path file = [] {
        learning::Trainer trainer(learning::load_task("stories", assets), {.steps = 20, .width = 16});
        while (!trainer.done())
            trainer.step();
        const fs::path made = folder.path / "writer.safetensors";
        learning::write_trained(made, learning::trained_so_far(trainer));
        return made;
    }();
    return file;
}

std::string written(const WriteArguments& arguments) {
    std::ostringstream out;
    CHECK(app::run_write(arguments, assets, out) == 0);
    return out.str();
}

json written_json(WriteArguments arguments) {
    arguments.model = beginner();
    arguments.json = true;
    return json::parse(written(arguments));
}

} // namespace

TEST_CASE("a model goes on with a text, as far as it may, and the same seed writes the same") {
    const json once = written_json({.model = {}, .text = "once there was a", .words = 12});
    CHECK(once["written"].size() <= 12);
    CHECK(once["text"].size() == 4 + once["written"].size() - (once["ended"] ? 1 : 0));
    CHECK(once["text"][0] == "once");
    for (const json& word : once["written"]) {
        CHECK(word["probability"] > 0);
        CHECK(word["probability"] <= 1);
    }
    CHECK(written_json({.model = {}, .text = "once there was a", .words = 12}) == once);
    CHECK(written_json({.model = {}, .text = "once there was a", .words = 12, .taste = {}, .seed = 2}) !=
          once);
}

TEST_CASE("words that break the story are marked, and named one by one") {
    const WriteArguments arguments{.model = beginner(), .text = "once there was a", .words = 30};
    const json all = written_json(arguments);
    const auto breaks = [](const json& word) { return word["breaks"].get<bool>(); };
    const auto count = std::ranges::count_if(all["written"], breaks);
    REQUIRE(count > 0); // a beginner's
    const std::string text = written(arguments);
    std::istringstream lines(text);
    std::ptrdiff_t named = 0;
    for (std::string line; std::getline(lines, line);)
        named += line.find("breaks what the story had settled.") != std::string::npos ||
                 line == "It ends where no story does.";
    CHECK(named == count);
}

TEST_CASE("at temperature 0 the seed makes no difference: always the most probable word") {
    const WriteArguments one{.model = {}, .text = "once", .words = 10, .taste = {.temperature = 0}};
    WriteArguments other = one;
    other.seed = 7;
    CHECK(written_json(one) == written_json(other));
}

TEST_CASE("what cannot be written is refused") {
    const auto refused = [](WriteArguments arguments) {
        if (arguments.model.empty()) arguments.model = beginner();
        return refusal([&] { written(arguments); });
    };
    CHECK(refused({.model = {}, .text = {}, .words = 0}).starts_with("--words: 0 is out of range"));
    CHECK(refused({.model = {}, .text = {}, .words = 5, .taste = {.temperature = -1}})
              .starts_with("--temperature: it is out of range"));
    CHECK(refused({.model = {}, .text = {}, .words = 5, .taste = {.temperature = 1, .top = -1}})
              .starts_with("--top: it is below 0"));
    CHECK(refused({.model = {}, .text = "once zeppelin"}).find("“zeppelin” is not a word of this model") !=
          std::string::npos);
    CHECK(refused({.model = assets / "models" / "svo.safetensors", .text = {}})
              .starts_with("model: it answers questions, and does not write"));
}
