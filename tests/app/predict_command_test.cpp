#include "app/commands.h"

#include "base/input_error.h"
#include "close.h"
#include "learning/trained_file.h"
#include "model/transformer.h"
#include "refusal_text.h"
#include "source_folder.h"
#include "temporary_folder.h"

#include <CLI/CLI.hpp>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <sstream>

using app::PredictArguments;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const fs::path assets = source_folder() / "assets";

fs::path model_named(const std::string& name) {
    return assets / "models" / (name + ".safetensors");
}

std::string predicted(PredictArguments arguments, const std::string& sentences) {
    std::istringstream in(sentences);
    std::ostringstream out;
    arguments.file = "-";
    const int status = app::run_predict(arguments, assets, in, out); // may be refused
    CHECK(status == 0);
    return out.str();
}

json predicted_json(const std::string& model, const std::string& sentences,
                    const std::vector<std::string>& cuts = {}) {
    return json::parse(
        predicted({.file = {}, .model = model_named(model), .cuts = cuts, .json = true}, sentences));
}

std::string refused(PredictArguments arguments, const std::string& sentences) {
    return refusal([&] { predicted(std::move(arguments), sentences); });
}

const std::string tired = "The cat sat on the mat because it was tired";

} // namespace

TEST_CASE("every sentence is answered, with what is left without each head") {
    const json all =
        predicted_json("coreference", tired + "\n\nThe cat sat on the mat because it was comfortable\n");
    REQUIRE(all["sentences"].size() == 2);
    const json& first = all["sentences"][0];
    CHECK(first["text"] == tired);
    CHECK(first["tokens"].size() == 10);
    CHECK(first["answers"].size() == 1);
    CHECK(first["answers"][0]["at"] == "it");
    CHECK(first["answers"][0]["word"] == "cat");
    CHECK(first["answers"][0]["probability"] > 0.9);
    CHECK(all["sentences"][1]["answers"][0]["word"] == "mat");
    std::vector<std::string> cuts;
    for (const json& cut : first["cuts"])
        cuts.push_back(cut["cut"]);
    CHECK(cuts == std::vector<std::string>{"1.1", "1.2", "2.1", "2.2"});
}

TEST_CASE("an arc that the answer needs is cut, and another word comes") {
    const json needed = predicted_json("coreference", tired, {"2.1:it>cat"});
    const json& left = needed["sentences"][0]["cuts"][0]["answers"][0];
    const double before = needed["sentences"][0]["answers"][0]["probability"];
    CHECK(left["probability_of_first"].get<double>() < before);
    const json other = predicted_json("coreference", tired, {"2.1:sat>on"});
    CHECK(other["sentences"][0]["cuts"][0]["answers"][0]["probability_of_first"].get<double>() ==
          make::about(before).within(0.01));
    // By its place, the same arc.
    const json placed = predicted_json("coreference", tired, {"2.1:8>2"});
    CHECK(placed["sentences"][0]["cuts"][0]["answers"][0]["probability_of_first"] ==
          left["probability_of_first"]);
}

TEST_CASE("a verb has two answers, and a translation one for each word that the model writes") {
    const json loves = predicted_json("svo", "Tom loves Anna")["sentences"][0];
    REQUIRE(loves["answers"].size() == 2);
    CHECK(loves["answers"][0]["word"] == "Tom");
    CHECK(loves["answers"][1]["word"] == "Anna");
    const json cat = predicted_json("translation", "The black cat sleeps here")["sentences"][0];
    std::string french;
    for (const json& answer : cat["answers"])
        french += answer["word"].get<std::string>() + " ";
    CHECK(french == "le chat noir dort ici <end> ");
    CHECK(predicted_json("sense", "He put money in the bank")["sentences"][0]["answers"][0]["word"] ==
          "bank (money)");
}

TEST_CASE("of a story a person is told what follows the last word, and of no other") {
    const json told = predicted_json("stories", "once there")["sentences"][0];
    REQUIRE(told["answers"].size() == 1);
    CHECK(told["answers"][0]["at"] == "there");
    CHECK(told["answers"][0]["word"] == "was");
    const json open = predicted_json("stories", "once there was a")["sentences"][0]; // anybody may come
    REQUIRE(open["answers"].size() == 1);
    CHECK(open["answers"][0]["at"] == "a");
}

namespace {

/// What is left of each word of “le chat noir dort ici <end>”.
std::vector<double> left_of_translation(const std::string& cut) {
    const json told = predicted_json("translation", "The black cat sleeps here", {cut})["sentences"][0];
    std::vector<double> left;
    for (const json& answer : told["cuts"][0]["answers"])
        left.push_back(answer["probability_of_first"]);
    return left;
}

/// The same, from the model itself: the decoder's query `from` no longer reads the key `to`.
std::vector<double> left_without(base::Index from, base::Index to) {
    const learning::Trained trained = learning::read_trained(model_named("translation"));
    const auto source = trained.source.ids({"The", "black", "cat", "sleeps", "here"}, "sentence");
    const auto read = trained.target.ids({"<start>", "le", "chat", "noir", "dort", "ici"}, "sentence");
    const auto named = trained.target.ids({"le", "chat", "noir", "dort", "ici", "<end>"}, "sentence");
    const attention::Cell weight{attention::Quantity::weights, 0, from, to};
    const auto run = model::run(*trained.transformer, source, read,
                                {{.place = {model::Part::decoder, 0}, .overrides = {{weight, 0}}}});
    std::vector<double> left;
    for (std::size_t row = 0; row < named.size(); ++row)
        left.push_back(run.probabilities.front()(static_cast<base::Index>(row), named[row]));
    return left;
}

} // namespace

TEST_CASE("in a decoder FROM is the word that is being written, and TO one that it has read") {
    // Row 3 has read “noir”, and writes “dort”.
    CHECK(left_of_translation("2.1:dort>noir") == left_without(3, 3));
    CHECK(left_of_translation("2.1:dort>chat") == left_without(3, 2));
    CHECK(left_of_translation("2.1:dort><start>") == left_without(3, 0));
    CHECK(left_of_translation("2.1:<end>>ici") == left_without(5, 5));
    CHECK(left_of_translation("2.1:4>1") == left_without(3, 0)); // by their places
    CHECK(left_of_translation("2.1:dort>noir") != left_of_translation("2.1:dort>chat"));
    const std::string later = "names an arc to a later word";
    for (const char* cut : {"2.1:le>noir", "2.1:chat>chat"}) // “chat” is read only after it was written
        CHECK(refused({.file = {}, .model = model_named("translation"), .cuts = {cut}},
                      "The black cat sleeps here")
                  .find(later) != std::string::npos);
    CHECK(refused({.file = {}, .model = model_named("translation"), .cuts = {"2.1:dort><end>"}},
                  "The black cat sleeps here")
              .find("names a word that the sentence does not have") != std::string::npos);
    // Cross-attention reads the English words.
    CHECK(left_of_translation("3.1:dort>sleeps")[3] < 0.5);
}

TEST_CASE("what ends a story is called its end, and for programs its token") {
    const std::string whole =
        "once there was a cheerful boy named Luca who lived near the bridge . one day , Luca "
        "walked from the bridge to the museum . there he met Ravi and saw a pony near two "
        "fences . the pony near the fences was grey . they fed it some grass . Ravi said : \" "
        "goodbye , Luca ! \"";
    CHECK(predicted({.file = {}, .model = model_named("stories")}, whole).find(": (the end) ") !=
          std::string::npos);
    CHECK(predicted_json("stories", whole)["sentences"][0]["answers"][0]["word"] == "<s>");
}

TEST_CASE("as a text, a newcomer is told what the lines are") {
    const std::string told = predicted({.file = {}, .model = model_named("coreference")}, tired);
    CHECK(told.starts_with("For each question the most probable answers"));
    CHECK(told.find("\n  “it”, noun: cat ") != std::string::npos);
    CHECK(told.find("\n    without head 1.1: cat ") != std::string::npos);
    CHECK(predicted({.file = {}, .model = model_named("coreference"), .cuts = {"2.1:it>cat"}}, tired)
              .find("\n    without 2.1:it>cat: cat ") != std::string::npos);
    CHECK(
        predicted({.file = {}, .model = model_named("translation")}, "The cat sleeps").find("\n  word 1: ") !=
        std::string::npos);
    CHECK(predicted({.file = {}, .model = model_named("stories")}, "once there")
              .find("\n  after “there”: was ") != std::string::npos);
}

TEST_CASE("the table has a row for each answer as it is, and one without each head") {
    const std::string table =
        predicted({.file = {}, .model = model_named("svo"), .cuts = {}, .csv = true}, "Tom loves Anna\n");
    std::istringstream lines(table);
    std::vector<std::string> rows;
    for (std::string line; std::getline(lines, line);)
        rows.push_back(line);
    CHECK(rows.at(0) == "text,at,output,cut,word,probability,probability_of_first\r");
    CHECK(rows.at(1).starts_with("Tom loves Anna,loves,subject,,Tom,"));
    const json all = predicted_json("svo", "Tom loves Anna");
    CHECK(rows.size() == 1 + 2 * (1 + all["sentences"][0]["cuts"].size()));
    for (const std::string& row : rows)
        CHECK(std::ranges::count(row, ',') == 6);
}

TEST_CASE("a sentence that cannot be read is named by its line, and nothing is printed") {
    const PredictArguments it{.file = {}, .model = model_named("coreference")};
    CHECK(refused(it, tired + "\n\nThe zyzzyx\n")
              .starts_with("standard input, line 3: “zyzzyx” is not a word"));
    CHECK(refused(it, "\n \n").starts_with("standard input: there is no sentence in it"));
    const TemporaryFolder folder;
    std::ofstream(folder.path / "asked.txt") << "The cat sat\n";
    std::istringstream nothing;
    std::ostringstream out;
    PredictArguments from_file = it;
    from_file.file = folder.path / "asked.txt";
    CHECK(refusal([&] {
              app::run_predict(from_file, assets, nothing, out);
          }).starts_with((folder.path / "asked.txt").string() + ", line 1: there is no “it”"));
    CHECK(out.str().empty());
}

TEST_CASE("cuts that the model does not have are refused") {
    for (const auto& entry :
         std::map<std::string, std::string>{{"it>cat", "does not begin with a layer and a head"},
                                            {"2.1:it", "does not say from which word to which"},
                                            {"9.1:it>cat", "names a layer that the model does not have"},
                                            {"2.9:it>cat", "names a head that the layer does not have"},
                                            {"2.1:it>dog", "names a word that the sentence does not have"},
                                            {"2.1:it>99", "names a word that the sentence does not have"}}) {
        CAPTURE(entry.first);
        CHECK(refused({.file = {}, .model = model_named("coreference"), .cuts = {entry.first}}, tired)
                  .find(entry.second) != std::string::npos);
    }
    CHECK(refused({.file = {}, .model = model_named("coreference"), .cuts = {"2.1:the>cat"}},
                  "the cat sat on the mat because it was tired")
              .find("more than once") != std::string::npos);
    CHECK(refused({.file = {}, .model = model_named("memory_rnn")}, "a").find("has no attention") !=
          std::string::npos);
}
