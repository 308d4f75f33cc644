// attention-lab write: a model of stories goes on with a text, and a reader of the grammar says
// where it stops being a story.
#include "app/commands.h"
#include "app/told_model.h"

#include "base/input_error.h"
#include "base/json_text.h"
#include "language/running_text.h"
#include "language/tokenizer.h"
#include "learning/trained_file.h"
#include "learning/written_story.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

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

/// The words of the story, without its end.
std::vector<std::string> words_of(const learning::WrittenStory& story) {
    return story.before(story.written.size() - (story.ended() ? 1 : 0));
}

std::string quoted_word(const std::string& word) {
    return word == learning::story_boundary ? "its end" : "“" + word + "”";
}

/// Whether it is a story, or where it stops being one; of the words behind that place nothing is known.
std::string told_of_story(const learning::WrittenStory& story) {
    constexpr std::size_t most_told = 4;
    if (story.was_given_broken())
        return "No story begins like the text that was given: it breaks at “" +
               story.given[*story.first_break] + "”. What follows is not judged.";
    const auto at = story.written_break();
    if (!at) return story.ended() ? "It is a story, word for word." : "So far it is a story.";
    const bool ends = story.written[*at].word == learning::story_boundary;
    std::string told = ends ? "It ends where no story does; stories go on with "
                            : "It breaks at “" + story.written[*at].word + "”, where stories have ";
    for (std::size_t i = 0; i < std::min(story.instead.size(), most_told); ++i)
        told += (i > 0 ? ", " : "") + quoted_word(story.instead[i]);
    if (story.instead.size() > most_told) told += " and others";
    return told + (ends ? "." : ". What follows is not judged.");
}

void print_text(const learning::WrittenStory& story, std::ostream& out) {
    out << language::running_text(words_of(story)) << '\n' << told_of_story(story) << '\n';
    if (!story.ended()) out << "It stopped before the end: let it go on with more --words.\n";
}

void print_json(const learning::WrittenStory& story, std::ostream& out) {
    nlohmann::json written = nlohmann::json::array(), broken;
    for (const learning::WrittenWord& one : story.written)
        written.push_back({{"word", one.word}, {"probability", one.probability}});
    if (const auto at = story.first_break)
        broken = {{"place", *at + 1},
                  {"word", *at < story.given.size() ? story.given[*at]
                                                    : story.written[*at - story.given.size()].word},
                  {"instead", story.instead}};
    out << base::json_text(nlohmann::json{{"text", words_of(story)},
                                          {"written", written},
                                          {"ended", story.ended()},
                                          {"is_story", story.is_story()},
                                          {"first_break", broken}})
        << '\n';
}

} // namespace

int run_write(const WriteArguments& arguments, const fs::path& assets, std::ostream& out) {
    expect_sound(arguments);
    const learning::Trained model = learning::read_trained(model_file(arguments.model, assets));
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
    CLI::App* const command =
        cli.add_subcommand("write", "let a model of stories write one, or go on with a beginning of yours");
    const auto given = std::make_shared<WriteArguments>();
    add_path(
        *command, "--model", given->model,
        "a model of stories that comes with the program, by name, or the file that train stories has written")
        ->default_str("stories");
    command->add_option("--text", given->text, "your beginning; without one the model begins by itself");
    command->add_option("--words", given->words, "how many it may write, at most")->capture_default_str();
    command
        ->add_option("--temperature", given->taste.temperature,
                     "below 1 prefers probable words, 0 takes always the most probable one")
        ->capture_default_str();
    command
        ->add_option("--top", given->taste.top,
                     "draw from that many of the most probable words only; 0: from all")
        ->capture_default_str();
    command->add_option("--seed", given->seed, "another seed gives another story")->capture_default_str();
    command->add_flag("--json", given->json, "print JSON");
    command->callback(
        [given, &status, assets = std::move(assets)] { status = run_write(*given, assets(), std::cout); });
}

} // namespace app
