#include "pretrained/families.h"

#include "pretrained/known_families.h"

#include <algorithm>
#include <string>

namespace pretrained {

std::span<const Family> families() {
    static const Family all[] = {gpt2_family(),  bert_family(),    distilbert_family(), roberta_family(),
                                 llama_family(), mistral_family(), qwen2_family(),      qwen3_family(),
                                 gemma_family(), gemma2_family(),  gemma3_family()};
    return all;
}

namespace {

constexpr const char* expert_counts[] = {"num_experts", "num_local_experts", "n_routed_experts"};

} // namespace

const Family& family_of(const tokens::JsonNode& config) {
    if (const auto how = config.find("quantization_config"))
        how->refuse("the weights are quantised (" + how->text("quant_method", "in a way not named") + ")",
                    "get the model in float32, float16 or bfloat16");
    for (const char* name : expert_counts)
        if (const auto count = config.find(name); count && count->count() > 0)
            count->refuse("layers with experts, of which each word takes a few, are not known",
                          "models without them can be opened: see docs/models.md");
    const tokens::JsonNode type = config.at("model_type");
    const auto found = std::ranges::find(families(), type.text(), &Family::model_type);
    if (found != families().end()) return *found;
    std::string known;
    for (const Family& family : families())
        known += (known.empty() ? "" : ", ") + std::string(family.model_type);
    type.refuse("models of type \"" + type.text() + "\" are not known", "known are " + known);
}

} // namespace pretrained
