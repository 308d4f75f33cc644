// attention-lab write: a model of stories goes on with a text, and a reader of the grammar watches it.
#include "app/commands.h"

#include "base/input_error.h"
#include "base/json_text.h"
#include "language/tokenizer.h"
#include "learning/trained_file.h"
#include "learning/written_story.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cmath>
#include <iostream>

namespace app {

namespace fs = std::filesystem;

namespace {

void expect_sound(const WriteArguments& arguments) {
    if (arguments.words < 1 || arguments.words > 1000)
        throw base::InputError("--words", std::to_string(arguments.words) + " is out of range",
                               "choose a number from 1 to 1000");
    if (!(arguments.taste.temperature >= 0 && arguments.taste.temperature <= 10))
        throw base::InputError("--temperature", "it is out of range", "choose a number from 0 to 10");
    if (arguments.taste.top < 0)
        throw base::InputError("--top", "it is below 0", "give 0 for all words, or how many may be drawn");
}

void print_text(const learning::WrittenStory& story, std::ostream& out) {
    std::string text;
    const std::size_t all = story.written.size();
    for (const std::string& word : story.before(story.ended() ? all - 1 : all))
        text += (text.empty() ? "" : " ") + word;
    out << text << '\n';
    for (const learning::WrittenWord& one : story.written) {
        if (!one.breaks) continue;
        if (one.word == learning::story_boundary)
            out << "It ends where no story does.\n";
        else
            out << "“" << one.word << "” breaks what the story had settled.\n";
    }
    if (!story.ended()) out << "The story is not over: more --words go on.\n";
}

void print_json(const learning::WrittenStory& story, std::ostream& out) {
    nlohmann::json words = nlohmann::json::array();
    for (const learning::WrittenWord& one : story.written)
        words.push_back({{"word", one.word}, {"probability", one.probability}, {"breaks", one.breaks}});
    const std::size_t all = story.written.size();
    out << base::json_text(nlohmann::json{{"text", story.before(story.ended() ? all - 1 : all)},
                                          {"written", words},
                                          {"ended", story.ended()}})
        << '\n';
}

} // namespace

int run_write(const WriteArguments& arguments, const fs::path& assets, std::ostream& out) {
    expect_sound(arguments);
    const learning::Trained model = learning::read_trained(arguments.model);
    const language::StoryGrammar grammar = language::load_stories(assets / "grammars" / "stories.toml");
    const std::vector<std::string> given =
        arguments.text.empty() ? std::vector<std::string>() : language::tokenize(arguments.text);
    model::Random random(arguments.seed);
    const learning::WrittenStory story =
        learning::write_story(model, grammar, given, arguments.taste, arguments.words, random);
    if (arguments.json)
        print_json(story, out);
    else
        print_text(story, out);
    return 0;
}

void add_write_command(CLI::App& cli, int& status, std::function<fs::path()> assets) {
    CLI::App* const command = cli.add_subcommand("write", "let a model of stories go on with a text");
    const auto given = std::make_shared<WriteArguments>();
    add_path(*command, "--model", given->model, "a model written by: train stories")->required();
    command->add_option("--text", given->text, "what it begins with");
    command->add_option("--words", given->words, "how many it may write")->capture_default_str();
    command->add_option("--temperature", given->taste.temperature, "0: always the most probable word")
        ->capture_default_str();
    command->add_option("--top", given->taste.top, "draw from so many words only; 0: from all");
    command->add_option("--seed", given->seed, "another seed, another story");
    command->add_flag("--json", given->json, "print JSON");
    command->callback(
        [given, &status, assets = std::move(assets)] { status = run_write(*given, assets(), std::cout); });
}

} // namespace app
