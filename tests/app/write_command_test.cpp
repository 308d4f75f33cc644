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
    const int status = app::run_write(arguments, assets, out); // may be refused
    CHECK(status == 0);
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

TEST_CASE("the first word that breaks the story is named, with what stories have there, and none behind it") {
    const WriteArguments arguments{.model = beginner(), .text = "once there was a", .words = 30};
    const json all = written_json(arguments);
    const json& broken = all["first_break"];
    REQUIRE(broken.is_object()); // a beginner's
    const auto place = broken["place"].get<std::size_t>();
    CHECK(place > 4);
    CHECK(broken["word"] == all["written"][place - 5]["word"]);
    CHECK_FALSE(broken["instead"].empty());
    CHECK_FALSE(all["is_story"].get<bool>());
    for (const json& word : all["written"])
        CHECK_FALSE(word.contains("breaks"));
    const std::string text = written(arguments);
    const std::string named = "\nIt breaks at “" + broken["word"].get<std::string>() +
                              "”, where stories have “" + broken["instead"][0].get<std::string>() + "”";
    const std::size_t at = text.find(named);
    REQUIRE(at != std::string::npos);
    CHECK(text.find("breaks", at + named.size()) == std::string::npos);
    CHECK(text.find("What follows is not judged.") != std::string::npos);
}

TEST_CASE("of a beginning that no story has, that is said, and nothing of what is written") {
    const WriteArguments arguments{.model = beginner(), .text = "once Mei upon", .words = 5};
    CHECK(written(arguments).find("\nNo story begins like the text that was given: it breaks at “Mei”.") !=
          std::string::npos);
    const json broken = written_json(arguments)["first_break"];
    CHECK(broken["place"] == 2);
    CHECK(broken["word"] == "Mei");
    CHECK(broken["instead"].empty());
}

TEST_CASE("a story that the program's own model writes is called one") {
    const fs::path model = assets / "models" / "stories.safetensors";
    const std::string text = written({.model = model, .text = {}, .taste = {.temperature = 0}});
    CHECK(text.ends_with("\nIt is a story, word for word.\n"));
    const std::string cut = written({.model = model, .text = {}, .words = 5, .taste = {.temperature = 0}});
    CHECK(cut.ends_with(
        "\nSo far it is a story.\nIt stopped before the end: let it go on with more --words.\n"));
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
