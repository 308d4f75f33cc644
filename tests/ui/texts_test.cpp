#include "attention/stage.h"
#include "narration/narration.h"
#include "workbench/differences.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

namespace fs = std::filesystem;

namespace {

/// Every name that the interface asks a text for.
std::set<std::string> names_in_sources() {
    std::set<std::string> names;
    const std::regex call(
        R"re((?:text|said|plain)\((?:[^()"]*\? )?"([a-z]+\.[a-z_]+)"(?: : "([a-z]+\.[a-z_]+)")?[,)])re");
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path(ATTENTION_LAB_SOURCE_DIR) / "src" / "ui")) {
        if (entry.path().extension() != ".cpp") continue;
        std::ifstream file(entry.path());
        std::stringstream source;
        source << file.rdbuf();
        const std::string text = source.str();
        for (std::sregex_iterator match(text.begin(), text.end(), call), end; match != end; ++match)
            for (std::size_t i : {1U, 2U})
                if ((*match)[i].matched) names.insert((*match)[i]);
    }
    return names;
}

} // namespace

TEST_CASE("every text that the interface asks for exists") {
    const auto texts = narration::Texts::load(fs::path(ATTENTION_LAB_SOURCE_DIR) / "assets" / "texts");
    const auto names = names_in_sources();
    CHECK(names.size() > 50);
    for (const auto& name : names) {
        CAPTURE(name);
        CHECK_NOTHROW(texts.text(name));
    }
}

TEST_CASE("every stage has a caption and every quantity a meaning") {
    const auto texts = narration::Texts::load(fs::path(ATTENTION_LAB_SOURCE_DIR) / "assets" / "texts");
    for (const auto& stage : attention::stages()) {
        CHECK_FALSE(texts.text("caption." + std::string(stage.key)).empty());
        for (const auto& [applies, products] : stage.variants)
            for (const auto& product : products)
                for (const auto& quantity : {std::optional(product.result), product.left, product.top})
                    if (quantity)
                        CHECK_FALSE(texts.text("means." + std::string(attention::key(*quantity))).empty());
    }
}

TEST_CASE("everything that can be in force is said, and why, and everything that can differ") {
    const auto texts = narration::Texts::load(fs::path(ATTENTION_LAB_SOURCE_DIR) / "assets" / "texts");
    for (const std::string& key : workbench::in_force_keys())
        for (const char* section : {"in_force.", "in_force_hint."})
            CHECK_MESSAGE(texts.has(section + key), section << key);
    for (const std::string& key : workbench::difference_fact_keys())
        CHECK_MESSAGE(texts.has("in_force." + key), key);
    for (const std::string& key : workbench::difference_keys())
        CHECK_MESSAGE(texts.has("differs." + key), key);
    for (const char* key :
         {"rows", "language", "position", "score", "scale", "mask", "dropout", "heads_off", "numbers"})
        CHECK_MESSAGE(texts.has(std::string("differs_usual.") + key), key);
}
