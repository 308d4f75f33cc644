#include "app/commands.h"

#include "base/input_error.h"
#include "close.h"
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
    CHECK(app::run_predict(arguments, assets, in, out) == 0);
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
