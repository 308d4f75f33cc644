// attention-lab predict: what a trained model answers to a file of sentences, and what is left of each answer
// when one of its heads, or a chosen arc, is taken away.
#include "app/commands.h"

#include "app/told_model.h"
#include "base/csv.h"
#include "base/files.h"
#include "base/input_error.h"
#include "base/json_text.h"
#include "base/text.h"
#include "language/tokenizer.h"
#include "learning/trained_file.h"
#include "workbench/document/trained_reading.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <sstream>

namespace app {

namespace fs = std::filesystem;
using base::Index;
using base::InputError;
using model::Intervention;

// What is taken away: "1.2", a head, or "1.2:it>cat", one of its arcs.

namespace {

struct Cut {
    std::string name;
    Index attention = 0, head = 0;  ///< from 0; attentions in the order in which they are computed
    std::string from = {}, to = {}; ///< words, or their places from 1; empty: the whole head
};

[[noreturn]] void refuse_cut(const std::string& text, const std::string& why) {
    throw InputError("--cut", "“" + text + "” " + why,
                     "write LAYER.HEAD:FROM>TO in quotes, such as '2.1:it>cat', with words or their places");
}

Index number_in(const std::string& text, const std::string& whole) {
    const bool is_number = !text.empty() && text.size() <= 4 &&
                           std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
    if (!is_number) refuse_cut(whole, "does not begin with a layer and a head");
    return std::stol(text) - 1;
}

Cut read_cut(const std::string& text) {
    const std::size_t dot = text.find('.'), colon = text.find(':');
    const bool marks = colon != text.npos && text.substr(colon + 1).starts_with('<'); // FROM is "<end>"
    const std::size_t arrow = text.find('>', marks ? text.find('>', colon) + 1 : colon + 1);
    if (dot == text.npos || colon == text.npos || dot > colon)
        refuse_cut(text, "does not begin with a layer and a head");
    if (arrow == text.npos || arrow == colon + 1 || arrow + 1 == text.size())
        refuse_cut(text, "does not say from which word to which");
    return {text, number_in(text.substr(0, dot), text),
            number_in(text.substr(dot + 1, colon - dot - 1), text), text.substr(colon + 1, arrow - colon - 1),
            text.substr(arrow + 1)};
}

Index heads_of(const model::Place& place, const model::TransformerSizes& sizes) {
    return place.part == model::Part::cross ? sizes.cross_heads : sizes.heads;
}

/// Every head of a model, one by one.
std::vector<Cut> all_heads(const model::TransformerSizes& sizes) {
    std::vector<Cut> cuts;
    const auto places = workbench::places_of(sizes);
    for (Index attention = 0; attention < std::ssize(places); ++attention)
        for (Index head = 0; head < heads_of(places[static_cast<std::size_t>(attention)], sizes); ++head)
            cuts.push_back({std::to_string(attention + 1) + "." + std::to_string(head + 1), attention, head});
    return cuts;
}

void expect_within(const Cut& cut, const model::TransformerSizes& sizes) {
    const auto places = workbench::places_of(sizes);
    if (cut.attention < 0 || cut.attention >= std::ssize(places))
        refuse_cut(cut.name, "names a layer that the model does not have");
    if (cut.head < 0 || cut.head >= heads_of(places[static_cast<std::size_t>(cut.attention)], sizes))
        refuse_cut(cut.name, "names a head that the layer does not have");
}

} // namespace

// A sentence, and what the model makes of it.

namespace {

/// What the model is given, in ids, and where it is asked.
struct Posed {
    std::string text;
    std::vector<std::string> tokens; ///< those that it reads; of a translation, the sentence
    // Of a translation: each row of the decoder has read one word, and is asked for the next one.
    std::vector<std::string> read; ///< "<start>", "le", "chat"
    std::vector<std::string> next; ///< "le", "chat", "<end>"
    learning::Example example;
};

/// A translation is asked word by word, after those that the model itself writes.
Posed posed(const std::string& text, const learning::Trained& trained, const learning::Task& task) {
    Posed made{text, {}, {}, {}, {}};
    if (!trained.transformer->sizes.has_decoder()) {
        made.example = learning::question(task, language::tokenize(text), learning::Author::person);
        made.tokens = trained.source.words(made.example.source);
        return made;
    }
    made.example.source = trained.source.ids(language::tokenize(text), "sentence");
    made.example.target = {trained.target.id("<start>")};
    made.tokens = trained.source.words(made.example.source);
    std::istringstream words(workbench::translation_by(trained, text));
    for (std::string word; words >> word;) {
        made.next.push_back(word);
        made.example.target.push_back(trained.target.id(word));
    }
    made.next.emplace_back("<end>");
    made.read = trained.target.words(made.example.target);
    for (Index at = 0; at < std::ssize(made.example.target); ++at)
        made.example.asked.push_back({0, at});
    return made;
}

/// The place of a word named by itself or by its place from 1.
Index place_of(const std::string& named, const std::vector<std::string>& words, const Cut& cut) {
    const auto found = std::ranges::find(words, named);
    if (found != words.end()) {
        if (std::find(found + 1, words.end(), named) != words.end())
            refuse_cut(cut.name, "names a word that is there more than once: give its place");
        return found - words.begin();
    }
    const bool is_number = std::ranges::all_of(named, [](char c) { return c >= '0' && c <= '9'; });
    const Index place = is_number && named.size() <= 4 ? std::stol(named) - 1 : -1;
    if (place < 0 || place >= std::ssize(words))
        refuse_cut(cut.name, "names a word that the sentence does not have");
    return place;
}

/// A query in the decoder is named by the word that it is asked for, as its answer is; a key there by the
/// word that it has read, for that is what is read in it.
Intervention intervention(const Cut& cut, const model::TransformerSizes& sizes, const Posed& posed) {
    const model::Place place = workbench::places_of(sizes)[static_cast<std::size_t>(cut.attention)];
    if (cut.from.empty()) return {.place = place, .heads_off = {cut.head}};
    const auto& queries = place.part == model::Part::encoder ? posed.tokens : posed.next;
    const auto& keys = place.part == model::Part::decoder ? posed.read : posed.tokens;
    const attention::Cell weight{attention::Quantity::weights, cut.head, place_of(cut.from, queries, cut),
                                 place_of(cut.to, keys, cut)};
    const bool looks_back =
        place.part == model::Part::decoder || (place.part == model::Part::encoder && sizes.causal);
    if (looks_back && weight.column > weight.row)
        refuse_cut(cut.name, "names an arc to a later word, which this layer does not read");
    return {.place = place, .overrides = {{weight, 0}}};
}

/// Where it is asked, and the most probable words.
struct Predicted {
    std::string at, output;
    std::vector<workbench::Named> likeliest;
};

/// An answer once something is taken away: the word that comes then, and what is left of the first one.
struct Left {
    workbench::Named then;
    float of_first = 0;
};
struct Without {
    std::string name;
    std::vector<Left> answers; ///< in the order of Prediction::answers
};

struct Prediction {
    Posed posed;
    std::vector<Predicted> answers;
    std::vector<Without> without;
};

constexpr std::size_t most_named = 3;

Prediction predict(Posed posed, const learning::Trained& trained, const learning::Task& task,
                   const std::vector<Cut>& cuts) {
    const model::Transformer& transformer = *trained.transformer;
    const language::Vocabulary& words = trained.answers();
    const bool translates = transformer.sizes.has_decoder();
    Prediction made{std::move(posed), {}, {}};
    const auto run = model::run(transformer, made.posed.example.source, made.posed.example.target);
    for (const learning::Asked& asked : made.posed.example.asked) {
        const auto row = static_cast<std::size_t>(asked.position);
        made.answers.push_back({translates ? std::to_string(row + 1) : made.posed.tokens[row],
                                task.outputs[static_cast<std::size_t>(asked.output)],
                                workbench::most_probable(run, asked, words, most_named)});
    }
    for (const Cut& cut : cuts) {
        const auto changed = model::run(transformer, made.posed.example.source, made.posed.example.target,
                                        {intervention(cut, transformer.sizes, made.posed)});
        Without without{cut.name, {}};
        for (std::size_t i = 0; i < made.answers.size(); ++i) {
            const learning::Asked& asked = made.posed.example.asked[i];
            const auto& probabilities = changed.probabilities[static_cast<std::size_t>(asked.output)];
            without.answers.push_back(
                {workbench::most_probable(changed, asked, words, 1).front(),
                 probabilities(asked.position, words.id(made.answers[i].likeliest.front().word))});
        }
        made.without.push_back(std::move(without));
    }
    return made;
}

} // namespace

// As text, JSON and CSV.

namespace {

std::string probability_text(float probability) {
    return base::fixed(probability, 3);
}

/// "“it”, noun"; "after “now”"; of a translation "word 3".
std::string told_question(const Predicted& answer, const learning::Task& task) {
    if (task.architecture == learning::Architecture::encoder_decoder) return "word " + answer.at;
    if (task.stories) return "after “" + answer.at + "”";
    return "“" + answer.at + "”, " + answer.output;
}

/// "without head 1.2" or, of an arc, "without 2.1:it>cat".
std::string told_without(const Without& without) {
    const bool is_head = without.name.find(':') == std::string::npos;
    return (is_head ? "without head " : "without ") + without.name;
}

void print_predicted(const Prediction& one, const learning::Task& task, std::ostream& out) {
    out << one.posed.text << '\n';
    for (std::size_t i = 0; i < one.answers.size(); ++i) {
        const Predicted& answer = one.answers[i];
        const std::string& first = answer.likeliest.front().word;
        out << "  " << told_question(answer, task) << ':';
        for (std::size_t n = 0; n < answer.likeliest.size(); ++n)
            out << (n > 0 ? ", " : " ") << told_answer(answer.likeliest[n].word) << ' '
                << probability_text(answer.likeliest[n].probability);
        out << '\n';
        for (const Without& without : one.without) {
            const Left& left = without.answers[i];
            out << "    " << told_without(without) << ": " << told_answer(first) << ' '
                << probability_text(left.of_first);
            if (left.then.word != first)
                out << "; the answer is then " << told_answer(left.then.word) << ' '
                    << probability_text(left.then.probability);
            out << '\n';
        }
    }
}

/// What the lines say.
void print_legend(bool heads, std::ostream& out) {
    out << "For each question the most probable answers, with their probabilities; below, what is left of "
           "the "
           "first one without "
        << (heads ? "each head (2.1: layer 2, head 1)" : "each arc that is cut") << ".\n\n";
}

nlohmann::json json_of_prediction(const Prediction& one) {
    nlohmann::json answers = nlohmann::json::array(), cuts = nlohmann::json::array();
    for (const Predicted& answer : one.answers) {
        nlohmann::json next = nlohmann::json::array();
        for (const workbench::Named& named : answer.likeliest)
            next.push_back({{"word", named.word}, {"probability", named.probability}});
        answers.push_back({{"at", answer.at},
                           {"output", answer.output},
                           {"word", answer.likeliest.front().word},
                           {"probability", answer.likeliest.front().probability},
                           {"most_probable", next}});
    }
    for (const Without& without : one.without) {
        nlohmann::json left = nlohmann::json::array();
        for (const Left& answer : without.answers)
            left.push_back({{"word", answer.then.word},
                            {"probability", answer.then.probability},
                            {"probability_of_first", answer.of_first}});
        cuts.push_back({{"cut", without.name}, {"answers", left}});
    }
    return {{"text", one.posed.text}, {"tokens", one.posed.tokens}, {"answers", answers}, {"cuts", cuts}};
}

/// A row for each answer as it is, and one without each part.
void print_predicted_csv(const std::vector<Prediction>& all, std::ostream& out) {
    out << base::csv_line({"text", "at", "output", "cut", "word", "probability", "probability_of_first"});
    for (const Prediction& one : all)
        for (std::size_t i = 0; i < one.answers.size(); ++i) {
            const Predicted& answer = one.answers[i];
            const auto row = [&](const std::string& cut, const workbench::Named& named, float of_first) {
                out << base::csv_line({one.posed.text, answer.at, answer.output, cut, named.word,
                                       base::shortest(named.probability), base::shortest(of_first)});
            };
            const workbench::Named& first = answer.likeliest.front();
            row("", first, first.probability);
            for (const Without& without : one.without)
                row(without.name, without.answers[i].then, without.answers[i].of_first);
        }
}

} // namespace

// The command.

namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 20;

/// The lines that are not empty, each with its number in the file.
std::vector<std::pair<std::size_t, std::string>> sentences_of(const PredictArguments& arguments,
                                                              std::istream& in) {
    std::string text;
    if (arguments.file == "-")
        text.assign(std::istreambuf_iterator<char>(in), {});
    else
        text = base::read_whole_file(arguments.file, most_bytes);
    std::vector<std::pair<std::size_t, std::string>> sentences;
    std::istringstream lines(text);
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.ends_with('\r')) line.pop_back();
        if (line.find_first_not_of(" \t") != line.npos) sentences.emplace_back(number, line);
    }
    return sentences;
}

} // namespace

int run_predict(const PredictArguments& arguments, const fs::path& assets, std::istream& in,
                std::ostream& out) {
    const learning::Trained trained = learning::read_trained(model_file(arguments.model, assets));
    const learning::Task task = learning::load_task(trained.card.task, assets);
    learning::expect_same_words(trained, task);
    const model::TransformerSizes& sizes = workbench::transformer_of(trained).sizes;
    std::vector<Cut> cuts;
    for (const std::string& text : arguments.cuts) {
        cuts.push_back(read_cut(text));
        expect_within(cuts.back(), sizes);
    }
    if (cuts.empty()) cuts = all_heads(sizes);
    const std::string where = arguments.file == "-" ? "standard input" : base::shown(arguments.file);
    const auto sentences = sentences_of(arguments, in);
    if (sentences.empty()) throw InputError(where, "there is no sentence in it", "write one on each line");
    std::vector<Prediction> all;
    for (const auto& [number, sentence] : sentences) {
        try {
            all.push_back(predict(posed(sentence, trained, task), trained, task, cuts));
        } catch (const InputError& error) {
            throw InputError(where + ", line " + std::to_string(number), error.problem, error.hint);
        }
    }
    if (arguments.csv) {
        print_predicted_csv(all, out);
    } else if (arguments.json) {
        nlohmann::json each = nlohmann::json::array();
        for (const Prediction& one : all)
            each.push_back(json_of_prediction(one));
        out << base::json_text(
                   nlohmann::json{{"model", learning::weights_hash(trained)}, {"sentences", each}})
            << '\n';
    } else {
        print_legend(arguments.cuts.empty(), out);
        for (const Prediction& one : all)
            print_predicted(one, task, out);
    }
    return 0;
}

void add_predict_command(CLI::App& cli, int& status, std::function<fs::path()> assets) {
    CLI::App* const command =
        cli.add_subcommand("predict", "what a trained model answers to a file of sentences, and which of its "
                                      "heads the answers need");
    const auto given = std::make_shared<PredictArguments>();
    add_path(*command, "file", given->file, "a sentence on each line; - for standard input")->required();
    add_path(
        *command, "--model", given->model,
        "a model that comes with the program, by name (coreference, stories …), or the file that train has "
        "written")
        ->required();
    command->add_option(
        "--cut", given->cuts,
        "cut an arc instead of each head: LAYER.HEAD:FROM>TO, in quotes; with '2.1:it>cat' “it” no "
        "longer reads “cat” in head 1 of layer 2");
    CLI::Option* const json = command->add_flag("--json", given->json, "print JSON");
    command->add_flag("--csv", given->csv, "print CSV, a row for each answer")->excludes(json);
    command->callback([given, &status, assets = std::move(assets)] {
        status = run_predict(*given, assets(), std::cin, std::cout);
    });
}

} // namespace app
