#include "app/pass_options.h"

#include "app/system.h"
#include "close.h"
#include "traced.h"

#include <limits>

using app::TraceArguments;
using nlohmann::json;
using namespace traced;

namespace {

/// Four words of width 4 in two heads, to which the options apply.
QuestionFile four_words(model::Tensors changed = {}) {
    changed.emplace("x", tensor({4, 4}, 1));
    changed.emplace("w_v", tensor({4, 4}, 4));
    changed.emplace("w_q", tensor({4, 4}, 2));
    changed.emplace("w_k", tensor({4, 4}, 3));
    return QuestionFile(std::move(changed));
}

} // namespace

TEST_CASE("each option of a pass says beside its stage what it does") {
    const QuestionFile file = four_words();
    const auto caption = [&](app::PassOptions options, const char* stage) -> std::string {
        return as_json({.file = file.path(), .heads = 2, .pass = std::move(options)})["captions"].value(stage,
                                                                                                        "");
    };
    CHECK(caption({.softcap = "5"}, "softcap") == "5 · tanh(S/5)");
    CHECK(caption({}, "softcap").empty());
    CHECK(caption({.rotary = "10000"}, "project") ==
          "Q = XW_Q, K, V; Q and K turned by their places, base 10000, pairs of halves");
    CHECK(contains(caption({.rotary = "100,2,interleaved"}, "project"), "base 100, pairs of neighbours"));
    CHECK(caption({.alibi = true}, "bias") == "−slope · distance, slope 0.0625 in head 1, 0.0039 in head 2");
    CHECK(caption({.window = "1,0"}, "mask") ==
          "−∞ in 9 of 16 cells; window: 1 key before and 0 keys after its own place");
    CHECK(caption({.window = "-1,1"}, "mask") ==
          "−∞ in 3 of 16 cells; window: any number of keys before and 1 key after its own place");
    CHECK(caption({.softcap = "1e-20"}, "softcap") == "1e-20 · tanh(S/1e-20)");
    const std::string sink = caption({.sink = "0"}, "softmax");
    CHECK(sink.starts_with("the sink takes 0."));
    CHECK(contains(sink, " of each row, the keys the rest"));
    CHECK(caption({.sink = "1.5"}, "softmax") != sink);
    CHECK(caption({}, "softmax") == "each row sums to 1");
}

TEST_CASE("the share of a sink is what the keys leave") {
    const QuestionFile file = four_words({{"sink", {{2}, {30, 30}}}});
    const json j = as_json({.file = file.path(), .heads = 2});
    CHECK(j["captions"]["softmax"] == "the sink takes 1 of each row, the keys the rest");
    CHECK(j["stages"]["softmax"]["weights"][0][0][0].get<double>() == make::about(0).within(1e-9));
}

TEST_CASE("a sink may be given a logit, but not beside the weights' own") {
    const QuestionFile file = four_words();
    CHECK(as_json({.file = file.path(), .heads = 2, .pass = {.sink = "1.5"}})["stages"]["softmax"]["sink"] ==
          json({1.5, 1.5}));
    CHECK(as_json({.text = "The cat sat", .pass = {.sink = "-2"}})["stages"]["softmax"]["sink"] ==
          json({-2}));
    const QuestionFile sunk = four_words({{"sink", {{2}, {1, 2}}}});
    CHECK(contains(refused({.file = sunk.path(), .heads = 2, .pass = {.sink = "2"}}),
                   "--sink: the weights have sinks of their own"));
    const json own = as_json({.file = sunk.path(), .heads = 2, .pass = {.sink = "0"}});
    CHECK(own["stages"]["softmax"]["sink"] == json({1, 2}));
    CHECK(own["notes"][0] == "the weights have sinks of their own: --sink changes nothing");
}

TEST_CASE("a causal mask can end at the lower right, and says from where its places count") {
    const QuestionFile wide({{"memory", tensor({5, 4}, 8)}});
    const json j = as_json({.file = wide.path(), .pass = {.causal = "lower-right"}});
    CHECK(j["stages"]["mask"]["masked"][0][0][2].is_number());
    CHECK(j["stages"]["mask"]["masked"][0][0][3].is_null());
    CHECK(j["captions"]["mask"] == "−∞ in 3 of 15 cells; causal: query i sees the keys up to i + 2");
    CHECK(j["notes"][0] == "the causal mask ends at the lower right: the last query sees every key; query 1 "
                           "sees keys 1 to 3, query i keys 1 to i + 2");
    const QuestionFile narrow({{"memory", tensor({2, 4}, 8)}});
    const json k = as_json({.file = narrow.path(), .pass = {.causal = "lower-right"}});
    CHECK(contains(k["notes"][0], "query 1 sees none, query i keys 1 to i − 1"));
    const QuestionFile past({{"past_k", tensor({1, 2, 6}, 8)}, {"past_v", tensor({1, 2, 2}, 9)}});
    const json p = as_json({.file = past.path(), .pass = {.causal = "upper-left"}});
    CHECK(p["m"] == 5);
    CHECK(p["notes"][0] == "the causal mask starts after the 2 past keys: query 1 sees keys 1 to 3, query i "
                           "keys 1 to i + 2");
    CHECK(contains(p["captions"]["project"], "2 past keys before the new ones"));
}

TEST_CASE("heads of a file or of random weights can share keys") {
    const QuestionFile file = four_words({{"w_k", tensor({4, 2}, 3)}, {"w_v", tensor({4, 2}, 4)}});
    const json j = as_json({.file = file.path(), .heads = 2});
    CHECK(j["kv_heads"] == 1);
    CHECK(j["heads"] == 2);
    CHECK(contains(printed({.file = file.path(), .heads = 2}), "2 heads on 1 key head, d_k 2"));
    const json random = as_json({.text = "The cat sat", .heads = 4, .pass = {.kv_heads = 2}});
    CHECK(random["kv_heads"] == 2);
    CHECK(random["stages"]["project"]["k"].size() == 2);
    CHECK(random["stages"]["project"]["k"][0] != random["stages"]["project"]["k"][1]);
    CHECK(contains(refused({.file = file.path(), .heads = 2, .pass = {.kv_heads = 2}}),
                   "tensor w_k: shape (4, 2)"));
}

TEST_CASE("a sentence takes the options of a pass as well") {
    const json j = as_json({.text = cat_sentence,
                            .pass = {.causal = "upper-left",
                                     .window = "2,0",
                                     .softcap = "3",
                                     .rotary = "10000",
                                     .alibi = true,
                                     .sink = "0"}});
    for (const char* stage : {"softcap", "bias", "mask"})
        CHECK(j["stages"].contains(stage));
    CHECK(j["stages"]["project"].contains("q_rotated"));
    CHECK(j["stages"]["mask"]["masked"][0][5][2].is_null());
    CHECK(j["captions"]["softmax"].get<std::string>().starts_with("the sink takes"));
}

TEST_CASE("what is added is printed, and where it hides whole rows that is said") {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const QuestionFile file({{"mask", {{3, 1}, {0, -infinity, 0.5F}}}});
    const std::string text = printed({.file = file.path()});
    CHECK(contains(text, "Bias · a matrix is added, −∞ in 3 cells"));
    CHECK(contains(text, "B  3 × 3"));
    CHECK(contains(text, "query 2 sees no key: its weights are 0, and its output is 0"));
    CHECK(captions(file)["softmax"] == "each row sums to 1, or to 0 where no key can be seen");
}

TEST_CASE("a mask for each head or for all queries in which 1 seems to hide is met with a question, too") {
    const QuestionFile heads = four_words({{"mask", {{2, 4, 4}, std::vector<float>(32), false}}});
    CHECK(contains(as_json({.file = heads.path(), .heads = 2})["notes"].dump(), "swap 1 and 0 in its mask"));
    const QuestionFile padding = four_words({{"mask", {{1, 1, 1, 4}, {0, 0, 0, 1}, false}}});
    CHECK(contains(as_json({.file = padding.path()})["notes"].dump(), "swap 1 and 0 in its mask"));
    const QuestionFile usual = four_words({{"mask", {{1, 1, 1, 4}, {1, 0, 0, 0}, false}}});
    CHECK_FALSE(as_json({.file = usual.path()}).contains("notes"));
}

TEST_CASE("what the options make is computed again from the file and the command that is printed") {
    const QuestionFile question =
        four_words({{"past_k", tensor({2, 2, 2}, 8)}, {"past_v", tensor({2, 2, 2}, 9)}});
    const app::PassOptions options{.causal = "lower-right",
                                   .window = "3,0",
                                   .softcap = "4",
                                   .rotary = "500,2,interleaved",
                                   .alibi = true,
                                   .sink = "0"};
    const std::string text =
        printed({.file = question.path(), .heads = 2, .pass = options, .out = question.answer()});
    CHECK(contains(text, " --heads 2 --softcap 4 --rotary 500,2,interleaved --alibi --causal=lower-right\n"));
    const model::Tensors first = model::read_tensors(question.answer());
    (void)printed(
        {.file = question.answer(),
         .heads = 2,
         .pass = {.causal = "lower-right", .softcap = "4", .rotary = "500,2,interleaved", .alibi = true},
         .out = question.answer()});
    const model::Tensors again = model::read_tensors(question.answer());
    REQUIRE(again.size() == first.size());
    for (const auto& [name, one] : first) {
        const auto& tensor_name = name;
        CAPTURE(tensor_name);
        CHECK(again.at(name).values == one.values);
    }
}

TEST_CASE("a layer of another program is opened, and which is said") {
    const QuestionFile file;
    model::write_tensors(file.path(), {{"h.0.attn.c_attn.weight", tensor({4, 12}, 1)},
                                       {"h.0.attn.c_proj.weight", tensor({4, 4}, 2)},
                                       {"h.1.attn.c_attn.weight", tensor({4, 12}, 3)},
                                       {"h.1.attn.c_proj.weight", tensor({4, 4}, 4)},
                                       {"ln_f.weight", tensor({4}, 5)}});
    const json j = as_json({.file = file.path(), .layer = 2, .heads = 2});
    CHECK(j["notes"][0] == "the names are those of GPT-2: layer 2 of 2, h.1.attn");
    CHECK(j["n"] == 6);
    CHECK(contains(printed({.file = file.path(), .heads = 2}), "layer 1 of 2"));
    CHECK(contains(printed({.file = file.path(), .heads = 2}),
                   "such a layer reads from left to right: --causal"));
    CHECK_FALSE(contains(printed({.file = file.path(), .heads = 2, .pass = {.causal = "upper-left"}}),
                         "such a layer reads"));
    CHECK(contains(refused({.file = file.path()}),
                   "--heads: it is not given, and the weights of GPT-2 do not say"));
    CHECK(contains(refused({.file = file.path(), .layer = 3}), "--layer: 3 is out of range"));
    const QuestionFile own;
    CHECK(contains(refused({.file = own.path(), .layer = 2}), "--layer: "));
    CHECK(contains(refused({.text = "a", .layer = 2}), "--layer: there is no model"));
}

TEST_CASE("square matrices that PyTorch wrote get a word on which way round they are") {
    const QuestionFile file = four_words();
    model::write_tensors(file.path(), model::read_tensors(file.path()), {{"format", "pt"}});
    CHECK(contains(as_json({.file = file.path()})["notes"][0], "transpose"));
    const QuestionFile plain = four_words();
    CHECK_FALSE(as_json({.file = plain.path()}).contains("notes"));
}

TEST_CASE("options that make no sense are refused with their name, what was given and what to give") {
    struct Wrong {
        app::PassOptions options;
        std::string message;
    };
    const QuestionFile file = four_words();
    for (const Wrong& wrong : std::vector<Wrong>{
             {{.causal = "left"}, "--causal: “left” is not an alignment"},
             {{.kv_heads = 3}, "--kv-heads: 2 query heads cannot share 3 key heads evenly"},
             {{.kv_heads = -1}, "--kv-heads: -1 is out of range"},
             {{.kv_heads = 0}, "--kv-heads: 0 is out of range"},
             {{.window = "3"}, "--window: “3” is not a window"},
             {{.window = "3,-2"}, "--window: “3,-2”"},
             {{.window = "1,2,3"}, "--window: "},
             {{.window = ""}, "--window: "},
             {{.softcap = "0"}, "--softcap: “0”: it is not above 0"},
             {{.softcap = "1e39"}, "--softcap: “1e39”: it is too large for a 32-bit float"},
             {{.softcap = "1e-45"}, "--softcap: “1e-45”: it is too small for a 32-bit float"},
             {{.sink = "no"}, "--sink: “no” is not a number"},
             {{.softcap = "-3"}, "--softcap: "},
             {{.softcap = "nan"}, "--softcap: "},
             {{.rotary = "0"}, "--rotary: “0”: the base: it is not above 0"},
             {{.rotary = "1e39"}, "--rotary: “1e39”: the base: it is too large for a 32-bit float"},
             {{.rotary = "100,2,foo"}, "“foo” is neither halves nor interleaved"},
             {{.rotary = "100,foo"}, "“foo” is neither a number of dimensions nor halves or interleaved"},
             {{.rotary = "ten"}, "--rotary: “ten”"},
             {{.rotary = "100,3"}, "--rotary: “100,3”: the number of turned dimensions is not an even"},
             {{.rotary = "100,0"}, "--rotary: "},
             {{.rotary = "100,2,both"}, "--rotary: "},
             {{.rotary = "100,4"}, "--rotary: 4 dimensions cannot be turned: a head has 2"}}) {
        CAPTURE(wrong.message);
        CHECK(contains(refused({.file = file.path(), .heads = 2, .pass = wrong.options}), wrong.message));
    }
    CHECK(contains(refused({.text = "a", .heads = 2, .pass = {.kv_heads = 3}}), "--kv-heads"));
    CHECK(contains(refused({.text = "a", .pass = {.rotary = "100,64"}}), "--rotary: 64 dimensions"));
    CHECK(contains(refused({.text = "a", .pass = {.window = "x"}}), "--window"));
}

TEST_CASE("a flag is refused that is given twice, or with a value that it does not take") {
    const QuestionFile file = four_words();
    const auto parses = [&](const std::vector<std::string>& options) {
        std::vector<std::string> words{file.path().string(), "--heads=2", "--json"};
        words.insert(words.end(), options.begin(), options.end());
        return status_of(std::move(words)) == 0;
    };
    for (const char* good : {"--causal", "--causal=lower-right", "--alibi", "--sink", "--sink=2"}) {
        CAPTURE(good);
        CHECK(parses({good}));
    }
    CHECK_FALSE(parses({"--alibi=3"}));
    CHECK_FALSE(parses({"--causal", "--causal=lower-right"}));
    CHECK_FALSE(parses({"--alibi", "--alibi"}));
    CHECK_FALSE(parses({"--sink", "--sink=2"}));
    CHECK_FALSE(parses({"--softcap=3", "--softcap=4"}));
}

TEST_CASE("the command to repeat a pass is one that a shell takes, whatever the file is called") {
    const QuestionFile file;
    const auto place = file.path().parent_path() / "my answer.safetensors";
    const std::string text = printed({.file = file.path(), .out = place});
    CHECK(contains(text, app::quoted(place.string()) + "\n"));
    CHECK(app::quoted("a b") != "a b");
    CHECK(app::quoted("a.safetensors") == "a.safetensors");
}

TEST_CASE("what would take too much memory is refused from its shapes alone") {
    const QuestionFile file({{"x", tensor({30'000, 4}, 1)}, {"mask", {{1}, {-1}}}});
    CHECK(contains(refused({.file = file.path()}), "every stage of it takes "));
}

TEST_CASE("the command line knows every option of a pass") {
    const QuestionFile file = four_words();
    CHECK(status_of({"--causal=lower-right", file.path().string(), "--heads", "2", "--window", "-1,0",
                     "--softcap", "4", "--rotary", "100,2,interleaved", "--alibi", "--sink", "--kv-heads",
                     "2", "--out", file.answer().string()}) == 0);
    const model::Tensors answer = model::read_tensors(file.answer());
    for (const char* name : {"capped", "biased", "q_rotated", "sink", "mask"})
        CHECK(answer.contains(name));
}
