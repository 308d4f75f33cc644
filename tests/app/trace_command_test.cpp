#include "app/commands.h"

#include "close.h"
#include "traced.h"

using app::TraceArguments;
using nlohmann::json;
using namespace traced;

TEST_CASE("a sentence is printed stage by stage, with its words and the meaning of its dimensions") {
    const std::string text = printed({.text = cat_sentence});
    std::size_t at = 0;
    for (const char* part :
         {"10 tokens, d_model 6, 1 head, d_k 4, d_v 4", "Hand-set weights", "Input", "Project", "W_Q  6 × 4",
          "Scores", "Scale", "√d_k = √4 = 2", "Mask", "nothing is masked", "Softmax", "Weighted sum"}) {
        CAPTURE(part);
        const std::size_t found = text.find(part, at);
        REQUIRE(found != std::string::npos);
        at = found;
    }
    CHECK(contains(text, "living"));
    CHECK(contains(text, "because"));
    CHECK_FALSE(contains(text, "Concatenate"));
}

TEST_CASE("the columns of a printed matrix line up") {
    std::istringstream text(printed({.text = cat_sentence}));
    std::string line;
    while (std::getline(text, line) && !contains(line, "A  10 × 10"))
        ;
    std::size_t width = 0;
    for (int i = 0; i < 11 && std::getline(text, line); ++i) {
        if (i == 0) width = line.size();
        CHECK(line.size() == width); // these words and numbers are ASCII
    }
    CHECK(contains(line, "tired"));
}

TEST_CASE("a word outside the lexicon is mentioned") {
    CHECK(contains(printed({.text = "the zyzzyx"}), "“zyzzyx” is not in the lexicon"));
}

TEST_CASE("a sentence in several heads has random weights, and says so") {
    const std::string text = printed({.text = "The cat sat", .heads = 3});
    CHECK(contains(text, "Random weights (seed 1)"));
    CHECK(contains(text, "head 3 of 3"));
    CHECK(contains(text, "Concatenate"));
    CHECK(contains(text, "W_O"));
}

TEST_CASE("what is masked is printed as −∞ and counted") {
    const std::string text = printed({.text = "The cat sat", .pass = {.causal = "upper-left"}});
    CHECK(contains(text, "−∞ in 3 of 9 cells; causal"));
    const model::Tensor forbidden{{3, 3}, {1, 1, 1, 0, 0, 0, 1, 1, 1}, false};
    const QuestionFile file({{"mask", forbidden}});
    CHECK(contains(printed({.file = file.path(), .pass = {.causal = "upper-left"}}), "query 2 sees no key"));
}

namespace {

/// Everything said beside the matrices.
std::string notes(const QuestionFile& file, bool causal = false) {
    const json j = as_json({.file = file.path(), .pass = {.causal = causal ? "upper-left" : ""}});
    std::string all;
    for (const std::string note : j.value("notes", json::array())) {
        CHECK(contains(printed({.file = file.path(), .pass = {.causal = causal ? "upper-left" : ""}}), note));
        all += note + "\n";
    }
    return all;
}

} // namespace

TEST_CASE("rows are only said to sum to 1 where they do") {
    CHECK(captions(QuestionFile())["softmax"] == "each row sums to 1");
    const QuestionFile one_hidden({{"mask", {{3, 3}, {1, 1, 1, 0, 0, 0, 1, 1, 1}}}});
    CHECK(captions(one_hidden)["softmax"] == "each row sums to 1, or to 0 where no key can be seen");
    CHECK(contains(printed({.file = one_hidden.path()}), "Softmax · each row sums to 1, or to 0"));
    const QuestionFile all_padding({{"key_padding", {{3}, {0, 0, 0}}}});
    CHECK(captions(all_padding)["softmax"] == "every row is 0: no query sees a key");
    CHECK(
        contains(notes(all_padding), "all 3 queries see no key: their weights are 0, and their output is 0"));
    const QuestionFile left_padding({{"key_padding", {{3}, {0, 1, 1}}}});
    CHECK(captions(left_padding, true)["softmax"] == "each row sums to 1, or to 0 where no key can be seen");
    CHECK(notes(left_padding, true) == "key_padding is 0 for key 1: no query sees it\n"
                                       "query 1 sees no key: its weights are 0, and its output is 0\n");
}

TEST_CASE("the output of a query that sees no key is said to be what it is: the bias") {
    const model::Tensor mask{{3, 3}, {1, 1, 1, 1, 1, 1, 0, 0, 0}, false};
    const QuestionFile file({{"w_o", tensor({2, 2}, 9)}, {"b_o", {{2}, {0.5F, 0.5F}}}, {"mask", mask}});
    CHECK(notes(file) == "query 3 sees no key: its weights are 0, and its output is b_o\n");
    const json j = as_json({.file = file.path()});
    CHECK(j["stages"]["output"]["output"][2] == json({0.5, 0.5}));
    CHECK(j["captions"]["output"] == "concat · W_O + b_o");
    const QuestionFile no_bias({{"w_o", tensor({2, 2}, 9)}, {"mask", mask}});
    CHECK(notes(no_bias) == "query 3 sees no key: its weights are 0, and its output is 0\n");
}

TEST_CASE("a causal mask says how it is aligned where there are more or fewer keys than queries") {
    const std::string aligned =
        "the causal mask starts at the upper left: query 1 sees key 1, query i keys 1 to i\n";
    CHECK(notes(QuestionFile({{"memory", tensor({6, 4}, 8)}}), true) == aligned);
    CHECK(notes(QuestionFile({{"memory", tensor({2, 4}, 8)}}), true) == aligned);
    CHECK(notes(QuestionFile(), true).empty());
    CHECK(notes(QuestionFile({{"memory", tensor({6, 4}, 8)}})).empty());
}

TEST_CASE("what else hides keys leaves only what is so: from where places count") {
    const auto note = [](const model::Tensors& changed, app::PassOptions options) -> std::string {
        const QuestionFile file(changed);
        return as_json({.file = file.path(), .pass = std::move(options)})["notes"][0];
    };
    const model::Tensors wide{{"memory", tensor({5, 4}, 8)}}, narrow{{"memory", tensor({2, 4}, 8)}};
    CHECK(note(wide, {.causal = "lower-right", .window = "1,0"}) ==
          "the causal mask ends at the lower right: query i stands at key i + 2");
    model::Tensors padded = wide;
    padded["key_padding"] = {{5}, {1, 1, 1, 1, 0}};
    CHECK(note(padded, {.causal = "lower-right"}) ==
          "the causal mask ends at the lower right: query i stands at key i + 2");
    CHECK(note(wide, {.window = "1,0"}) == "the window starts at the upper left: query i stands at key i");
    CHECK(note(wide, {.alibi = true}) ==
          "the distances of ALiBi start at the upper left: query i stands at key i");
    CHECK(
        note(narrow, {.causal = "lower-right", .window = "0,0"}) ==
        "the causal mask ends at the lower right: query i stands at key i − 1, the first ones before key 1");
}

TEST_CASE("a mask of truth values for each head is told as a mask, though it is added") {
    const model::Tensor mask{{2, 3, 3}, {1, 0, 0, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, false};
    const QuestionFile file({{"mask", mask}});
    const json j = as_json({.file = file.path(), .heads = 2});
    CHECK(j["captions"]["bias"] == "the mask of each head, −∞ in 3 cells");
    CHECK(j["captions"]["mask"] == "nothing more is hidden than by what was added: the same numbers");
    const QuestionFile real({{"mask", {{3, 3}, {0, -1, 0, 0, 0, 0, 0, 0, 0}}}});
    CHECK(captions(real)["bias"] == "a matrix is added");
    CHECK(captions(real)["mask"] == "nothing is masked: the same numbers");
}

TEST_CASE("a mask in which 1 seems to hide is met with a question") {
    const auto looks_inverted = [](std::vector<float> mask) {
        return contains(notes(QuestionFile({{"mask", {{3, 3}, std::move(mask), false}}})), "swap 1 and 0");
    };
    CHECK(looks_inverted({0, 1, 1, 0, 0, 1, 0, 0, 0})); // causal, with 1 for what is hidden
    CHECK(looks_inverted({0, 0, 0, 0, 0, 0, 1, 1, 1}));
    CHECK_FALSE(looks_inverted({1, 0, 0, 1, 1, 0, 1, 1, 1}));
    CHECK_FALSE(looks_inverted({1, 1, 1, 0, 0, 0, 1, 1, 1}));
    CHECK_FALSE(contains(notes(QuestionFile(), true), "swap 1 and 0"));
    const auto padding_does = [](std::vector<float> padding, bool causal = false) {
        const auto count = static_cast<std::int64_t>(padding.size());
        return contains(notes(QuestionFile({{"x", tensor({count, 4}, 1)},
                                            {"key_padding", {{count}, std::move(padding)}}}),
                              causal),
                        "swap 1 and 0 in its key_padding");
    };
    CHECK(padding_does({0, 0, 0, 0, 1, 1})); // usual padding, with 1 for what is hidden
    CHECK(padding_does({0, 0, 0, 0, 1, 1}, true));
    CHECK_FALSE(padding_does({0, 0, 1, 1}, true)); // on the left
    CHECK_FALSE(padding_does({0, 0, 1, 1}));
    CHECK_FALSE(padding_does({1, 1, 0, 0, 0, 0}));
    CHECK_FALSE(padding_does({1, 0, 0, 0, 0, 1}));
    CHECK_FALSE(padding_does({0, 0, 0, 0}));
}

TEST_CASE("large matrices are abbreviated in print, and whole in JSON") {
    const QuestionFile file({{"x", tensor({40, 4}, 5)}});
    const std::string text = printed({.file = file.path()});
    CHECK(contains(text, "40 × 40"));
    CHECK(contains(text, "…"));
    CHECK(text.size() < 20'000);
    const json whole = as_json({.file = file.path()});
    CHECK(whole["stages"]["softmax"]["weights"][0].size() == 40);
    CHECK(whole["stages"]["softmax"]["weights"][0][39].size() == 40);
}

TEST_CASE("the JSON holds every stage, and its numbers fit together") {
    const json j = as_json({.text = cat_sentence});
    CHECK(j["n"] == 10);
    CHECK(j["divisor"] == 2);
    CHECK(j["queries"][7] == "it");
    CHECK(j["stages"]["input"]["x"].size() == 10);
    CHECK(j["stages"]["project"]["w_q"][0].size() == 6);
    for (std::size_t i = 0; i < 10; ++i) {
        double sum = 0;
        for (const double weight : j["stages"]["softmax"]["weights"][0][i])
            sum += weight;
        CHECK(sum == make::about(1));
        const double score = j["stages"]["scores"]["scores"][0][i][1];
        CHECK(j["stages"]["scale"]["scaled"][0][i][1].get<double>() == make::about(score / 2));
    }
    CHECK(j["stages"]["softmax"]["weights"][0][7][1] > 0.55);
}

TEST_CASE("in JSON null stands for −∞") {
    const json j = as_json({.text = "The cat sat", .pass = {.causal = "upper-left"}});
    CHECK(j["stages"]["mask"]["masked"][0][0][1].is_null());
    CHECK(j["stages"]["softmax"]["weights"][0][0] == json({1, 0, 0}));
}

TEST_CASE("the scale can be chosen") {
    const QuestionFile file;
    const auto divisor = [&](const std::string& scale) {
        return as_json({.file = file.path(), .heads = 2, .scale = scale})["divisor"].get<double>();
    };
    CHECK(divisor("sqrt_dk") == make::about(std::sqrt(3.0)));
    CHECK(divisor("sqrt_dmodel") == 2);
    CHECK(divisor("none") == 1);
    CHECK(divisor("2.5") == 2.5);
}

TEST_CASE("a file's question is answered in a file, under the agreed names and shapes") {
    const QuestionFile question({{"memory", tensor({5, 4}, 8)}, {"w_o", tensor({2, 7}, 9)}});
    const std::string text = printed({.file = question.path(), .heads = 2, .out = question.answer()});
    CHECK(contains(text, "answer.safetensors"));
    const model::Tensors answer = model::read_tensors(question.answer());
    CHECK(answer.at("q").shape == std::vector<std::int64_t>{2, 3, 3});
    CHECK(answer.at("weights").shape == std::vector<std::int64_t>{2, 3, 5});
    CHECK(answer.at("concat").shape == std::vector<std::int64_t>{3, 2});
    CHECK(answer.at("output").shape == std::vector<std::int64_t>{3, 7});
}

TEST_CASE("what is written can be computed again from the file alone, and gives the same") {
    const QuestionFile question({{"memory", tensor({5, 4}, 8)},
                                 {"w_o", tensor({2, 7}, 9)},
                                 {"b_v", tensor({2}, 10)},
                                 {"key_padding", {{5}, {1, 1, 0, 1, 1}}}});
    const std::vector<TraceArguments> all{
        {.text = cat_sentence},
        {.text = cat_sentence, .heads = 3, .pass = {.causal = "upper-left"}, .scale = "2.5"},
        {.file = question.path(), .heads = 2, .pass = {.causal = "upper-left"}, .scale = "none"},
    };
    for (TraceArguments arguments : all) {
        arguments.out = question.answer();
        CHECK(contains(printed(arguments), "attention-lab trace " + question.answer().string()));
        const model::Tensors first = model::read_tensors(question.answer());
        CHECK(first.at("x").shape.size() == 2);
        CHECK(first.contains("mask") == !arguments.pass.causal.empty());
        (void)printed({.file = question.answer(),
                       .heads = arguments.heads,
                       .scale = arguments.scale,
                       .out = question.answer()});
        const model::Tensors again = model::read_tensors(question.answer());
        REQUIRE(again.size() == first.size());
        for (const auto& [name, one] : first) {
            CAPTURE(name);
            CHECK(again.at(name).shape == one.shape);
            CHECK(again.at(name).values == one.values);
        }
    }
}

TEST_CASE("the input and the weights of a batch are written with it") {
    const QuestionFile question({{"x", tensor({2, 3, 4}, 6)}});
    (void)printed({.file = question.path(), .heads = 2, .out = question.answer()});
    const model::Tensors answer = model::read_tensors(question.answer());
    CHECK(answer.at("x").shape == std::vector<std::int64_t>{2, 3, 4});
    CHECK(answer.at("x").values == tensor({2, 3, 4}, 6).values);
    CHECK(answer.at("w_q").values == tensor({4, 6}, 2).values);
}

TEST_CASE("a word or a tensor's name of a million letters is cut in what is printed") {
    CHECK(printed({.text = std::string(1'000'000, 'a')}).size() < 20'000);
    const QuestionFile misspelt({{"w_\x1b[31m" + std::string(1'000'000, 'z'), tensor({3, 2}, 4)}});
    const std::string message = refused({.file = misspelt.path()});
    CHECK(message.size() < 1'000);
    CHECK(contains(message, "w_\\x1b[31mzzz"));
}

TEST_CASE("all that takes part is in the JSON and in print: rows of the layer, past keys, what is added") {
    const QuestionFile file({{"w_q", tensor({4, 8}, 2)},
                             {"w_k", tensor({4, 4}, 3)},
                             {"w_v", tensor({4, 4}, 4)},
                             {"w_o", tensor({8, 3}, 5)},
                             {"b_q", tensor({8}, 6)},
                             {"b_k", tensor({4}, 7)},
                             {"b_v", tensor({4}, 8)},
                             {"b_o", tensor({3}, 9)},
                             {"q_norm", tensor({2}, 10)},
                             {"k_norm", tensor({2}, 11)},
                             {"sink", tensor({4}, 12)},
                             {"past_k", tensor({2, 1, 2}, 13)},
                             {"past_v", tensor({2, 1, 2}, 14)},
                             {"bias", tensor({3, 4}, 15)}});
    const TraceArguments arguments{.file = file.path(),
                                   .heads = 4,
                                   .pass = {.causal = "lower-right",
                                            .window = "2,0",
                                            .softcap = "4",
                                            .rotary = "500,2,interleaved",
                                            .alibi = true},
                                   .scale = "2.5"};
    const json j = as_json(arguments);
    const json& stages = j["stages"];
    for (const char* name : {"b_q", "b_k", "b_v", "q_norm", "k_norm", "past_k", "past_v"})
        CHECK(stages["project"].contains(name));
    CHECK(stages["project"]["b_q"].size() == 8);
    CHECK(stages["project"]["past_k"].size() == 2); // of the key heads
    CHECK(stages["softmax"]["sink"].size() == 4);
    CHECK(stages["output"]["b_o"].size() == 3);
    CHECK(stages["bias"]["bias"].size() == 4);
    CHECK(stages["bias"]["biased"][1][0][2].get<double>() ==
          make::about(stages["softcap"]["capped"][1][0][2].get<double>() +
                      stages["bias"]["bias"][1][0][2].get<double>()));
    CHECK(j["options"] == json{{"causal", "lower-right"},
                               {"window", {2, 0}},
                               {"scale", 2.5},
                               {"softcap", 4},
                               {"rotary", {{"base", 500}, {"dims", 2}, {"interleaved", true}}},
                               {"alibi", true}});
    CHECK(as_json({.file = QuestionFile().path()})["options"]["softcap"].is_null());
    const std::string text = printed(arguments);
    for (const char* title :
         {"gains of Q  2", "gains of K  2", "logits of the sinks  4", "past K  1 × 2  key head 2",
          "past V  1 × 2  key head 1", "B  3 × 4  head 4 of 4", "bias of O  3"}) {
        CAPTURE(title);
        CHECK(contains(text, title));
    }
}

TEST_CASE("keys and values that heads share are given once for each key head, as in the file") {
    const QuestionFile file(
        {{"w_q", tensor({4, 8}, 2)}, {"w_k", tensor({4, 4}, 3)}, {"w_v", tensor({4, 4}, 4)}});
    const json project = as_json({.file = file.path(), .heads = 4})["stages"]["project"];
    for (const char* name : {"w_k", "w_v", "k", "v"})
        CHECK(project[name].size() == 2);
    for (const char* name : {"w_q", "q"})
        CHECK(project[name].size() == 4);
    CHECK(project["k"][0] != project["k"][1]);
    const std::string text = printed({.file = file.path(), .heads = 4});
    CHECK(contains(text, "K  3 × 2  key head 2 of 2"));
    CHECK_FALSE(contains(text, "K  3 × 2  head 3 of 4"));
}

TEST_CASE("biases are printed beside the weights that they belong to") {
    const QuestionFile file({{"b_q", tensor({6}, 8)}});
    const std::string text = printed({.file = file.path()});
    CHECK(contains(text, "bias of Q  6"));
    CHECK_FALSE(contains(text, "bias of K"));
}

TEST_CASE("a batch is printed item by item") {
    const QuestionFile file({{"x", tensor({2, 3, 4}, 6)}});
    const std::string text = printed({.file = file.path()});
    CHECK(contains(text, "ITEM 1 OF 2"));
    CHECK(contains(text, "ITEM 2 OF 2"));
    const json j = as_json({.file = file.path()});
    CHECK(j["batch"] == 2);
    CHECK(j["items"][1]["stages"]["scores"]["scores"][0].size() == 3);
}

TEST_CASE("a mistake is refused with its place, and nothing is printed or written") {
    const QuestionFile file;
    CHECK(contains(refused({}), "neither a file nor a text"));
    CHECK(contains(refused({.file = file.path(), .text = "a"}), "both"));
    CHECK(contains(refused({.file = "/nowhere.safetensors"}), "/nowhere.safetensors"));
    CHECK(contains(refused({.text = ""}), "sentence: "));
    CHECK(contains(refused({.text = "\xff"}), "UTF-8"));
    CHECK(contains(refused({.text = "a", .heads = 0}), "--heads: 0"));
    CHECK(contains(refused({.text = "a", .heads = 1000}), "--heads: 1000"));
    for (const char* scale : {"", "sqrt", "0", "nan", "1e99", "2x"})
        CHECK(contains(refused({.text = "a", .scale = scale}), "--scale: "));
    CHECK(contains(refused({.text = "a", .scale = "1e39"}), "too large for a 32-bit float"));
    CHECK(contains(refused({.text = "a", .scale = "1e-45"}), "too small for a 32-bit float"));
    CHECK(contains(refused({.file = file.path(), .heads = 4, .out = file.answer()}), "w_q"));
    CHECK_FALSE(std::filesystem::exists(file.answer()));
    CHECK(contains(refused({.file = file.path(), .out = "/nowhere/answer.safetensors"}),
                   "/nowhere/answer.safetensors"));
    const QuestionFile narrow({{"w_v", tensor({3, 2}, 4)}});
    CHECK(contains(refused({.file = narrow.path()}), "w_v"));
    const QuestionFile misspelt({{"w_z", tensor({3, 2}, 4)}});
    CHECK(contains(refused({.file = misspelt.path()}), "w_z"));
}

TEST_CASE("the command line reaches every argument") {
    const QuestionFile file;
    CHECK(status_of({file.path().string(), "--heads", "2", "--causal", "--scale", "sqrt_dk", "--out",
                     file.answer().string()}) == 0);
    const model::Tensors answer = model::read_tensors(file.answer());
    CHECK(answer.at("weights").shape == std::vector<std::int64_t>{2, 3, 3});
    CHECK(answer.at("weights").values[1] == 0); // the first token sees no other
}
