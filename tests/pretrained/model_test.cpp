#include "pretrained/model.h"

#include "base/refusal.h"
#include "opened.h"

#include <doctest/doctest.h>

using namespace pretrained;
using opened::Copy;

namespace {

base::InputError refused(const Copy& copy) {
    return refusal_of([&] { (void)open_model(copy.path()); });
}

/// What is said of a config that says something else.
std::string refused(const std::string& model, const std::string& instead_of, const std::string& said) {
    const Copy copy(model);
    copy.say(instead_of, said);
    return refused(copy).problem;
}

} // namespace

TEST_CASE("a model is opened by its folder or by any of its files") {
    const std::filesystem::path folder = opened::folder() / "llama";
    for (const auto& name : {"", "config.json", "tokenizer.json", "model-00001-of-00002.safetensors"})
        CHECK(open_model(folder / name)->architecture.family == "llama");
    CHECK(refusal_of([&] { (void)open_model(folder / "nothing"); }).problem ==
          "there is no such file or folder");
}

TEST_CASE("a model knows its pieces") {
    const ModelPtr bert = opened::model("bert"), gpt2 = opened::model("gpt2");
    std::vector<std::string> pieces;
    for (const tokens::Piece& piece : bert->tokenizer.encode("The cats"))
        pieces.push_back(piece.text);
    CHECK(pieces == std::vector<std::string>{"[CLS]", "the", "cat", "##s", "[SEP]"});
    CHECK(bert->mask() == bert->tokenizer.find("[MASK]"));
    CHECK(bert->has_words());
    CHECK_FALSE(bert->is_sentence_encoder());
}

TEST_CASE("a model knows with which pieces a text ends: those that its config names") {
    const auto ends = [](const std::string& said) {
        const Copy copy("gpt2");
        copy.say("\"n_layer\"", said + "\"n_layer\"");
        return open_model(copy.path())->ends;
    };
    using Ids = std::vector<tokens::Id>;
    CHECK(ends("").empty());
    CHECK(ends("\"eos_token_id\": null, ").empty());
    CHECK(ends("\"eos_token_id\": 3, ") == Ids{3});
    CHECK(ends("\"eos_token_id\": [3, 0], ") == Ids{3, 0});
    CHECK(refused("gpt2", "\"n_layer\"", "\"eos_token_id\": \"[SEP]\", \"n_layer\"") != "");
    const Copy copy("gpt2");
    copy.say("\"n_layer\"", "\"eos_token_id\": 3, \"n_layer\"");
    const ModelPtr model = open_model(copy.path());
    CHECK(model->is_end(3));
    CHECK_FALSE(model->is_end(0));
}

TEST_CASE("an encoder without the head of its training opens, and has no words") {
    const Copy copy("bert");
    model::Tensors tensors = model::read_tensors(copy / "model.safetensors");
    std::erase_if(tensors, [](const auto& named) { return named.first.starts_with("cls."); });
    model::write_tensors(copy / "model.safetensors", tensors);
    CHECK_FALSE(open_model(copy.path())->has_words());
}

TEST_CASE("what is not known is named, with what is") {
    const Copy copy("gpt2");
    copy.say("\"gpt2\"", "\"mamba\"");
    const base::InputError error = refused(copy);
    CHECK(error.where.ends_with("config.json, model_type"));
    CHECK(error.problem == "models of type \"mamba\" are not known");
    CHECK(error.hint ==
          "known are gpt2, bert, distilbert, roberta, llama, mistral, qwen2, qwen3, gemma, gemma2, "
          "gemma3_text");
    CHECK(refused("gpt2", "\"n_embd\"", R"("quantization_config": {"quant_method": "gptq"}, "n_embd")") ==
          "the weights are quantised (gptq)");
    CHECK(refused("mistral", "\"hidden_size\"", R"("num_local_experts": 8, "hidden_size")") ==
          "layers with experts, of which each word takes a few, are not known");
    CHECK(refused("llama", "\"llama3\"", "\"yarn\"") == "rotary positions scaled by \"yarn\" are not known");
    CHECK(refused("gpt2", "gelu_new", "mish") == "the activation \"mish\" is not known");
    CHECK(refused("gpt2", "\"n_embd\"", R"("add_cross_attention": true, "n_embd")") ==
          "this part is not known");
    CHECK(refused("bert", "absolute", "relative_key") == "\"relative_key\" is not known");
    CHECK(refused("qwen3", "1e-06", "1e-05") ==
          "queries and keys normed with another epsilon than 1e-6 are not known");
    CHECK(refused("gemma2", "\"sliding_window\"",
                  R"("layer_types": ["full_attention", "linear_attention"], "sliding_window")") ==
          "a layer of type \"linear_attention\" is not known");
}

TEST_CASE("a config that does not fit its tensors is refused before a pass") {
    CHECK(refused("gpt2", "\"n_embd\": 16", "\"n_embd\": 32") ==
          "its shape is (32, 16), config.json says (32, 32)");
    CHECK(refused("llama", "\"num_key_value_heads\": 2", "\"num_key_value_heads\": 1") ==
          "its shape is (8, 16), config.json says (4, 16)");
    CHECK(refused("gpt2", "\"n_layer\": 2", "\"n_layer\": 3") == "the tensor h.2.ln_1.weight is missing");
    CHECK(refused("gpt2", "\"n_layer\": 2", "\"n_layer\": 1") ==
          "models of type gpt2 have no such part here");
    CHECK(refused("qwen2", "\"qwen2\"", "\"llama\"") ==
          "models of type llama have no such part here"); // biases
    CHECK(refused("mistral", "\"mistral\"", "\"qwen2\"") ==
          "the tensor model.layers.0.self_attn.q_proj.bias is missing");
}

TEST_CASE("a hostile config is refused at once") {
    CHECK(refused("gpt2", "\"n_embd\": 16", "\"n_embd\": 2000000000") == "2000000000 is out of range");
    CHECK(refused("gpt2", "\"n_embd\": 16", "\"n_embd\": 1e300") == "it is not a whole number from 0 on");
    CHECK(refused("gpt2", "\"n_embd\": 16", "\"n_embd\": -16") == "it is not a whole number from 0 on");
    CHECK(refused("gpt2", "\"n_layer\": 2", "\"n_layer\": 1000000") == "1000000 is out of range");
    CHECK(refused("gpt2", "\"n_head\": 4", "\"n_head\": 0") == "0 is out of range");
    CHECK(refused("gpt2", "\"n_head\": 4", "\"n_head\": 3") == "a width of 16 is not divisible by 3 heads");
    CHECK(refused("llama", "\"num_key_value_heads\": 2", "\"num_key_value_heads\": 3") ==
          "4 heads cannot share the keys of 3");
    CHECK(refused("llama", "\"rope_theta\": 10000.0", "\"rope_theta\": 0") == "it is out of range");
    CHECK(refused("llama", "\"rope_theta\": 10000.0",
                  "\"rope_theta\": 10000, \"partial_rotary_factor\": 0.9") ==
          "a head of 3 columns cannot be turned in pairs");
    CHECK(refused("llama", "\"rope_theta\": 10000.0", "\"rope_theta\": 1e9999") != "");
    const Copy copy("gpt2");
    copy.write("config.json", std::string(1'000'000, '['));
    CHECK(refused(copy).problem == "lists and objects are nested more than 32 levels deep");
    copy.write("config.json", "[]");
    CHECK(refused(copy).problem == "it is not a JSON object");
    copy.write("config.json", "{}");
    CHECK(refused(copy).problem == "\"model_type\" is missing");
    std::filesystem::remove(copy / "config.json");
    CHECK(refused(copy).problem == "the model's config.json is missing");
}

TEST_CASE("a tokenizer of another model is refused") {
    const Copy copy("bert");
    copy.write("vocab.txt", content(copy / "vocab.txt") + "more\n");
    CHECK(refused(copy).problem == "its tokenizer has 33 pieces, the model's embedding 32 rows");
    std::filesystem::remove(copy / "vocab.txt");
    CHECK(refused(copy).problem == "there is no tokenizer in it");
}

TEST_CASE("a type of numbers that no pass computes with is refused") {
    const Copy copy("gpt2");
    std::string bytes = content(copy / "model.safetensors");
    const std::size_t at = bytes.find(R"("F32","shape":[32,16])");
    REQUIRE(at != std::string::npos);
    copy.write("model.safetensors", bytes.replace(at, 21, R"("F64","shape":[32, 8])"));
    CHECK(refused(copy).problem == "its numbers are F64");
}
