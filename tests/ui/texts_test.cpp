#include "attention/stage.h"
#include "learning/task.h"
#include "narration/narration.h"
#include "source_folder.h"
#include "workbench/document/comparison.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <regex>
#include <set>
#include <sstream>

namespace fs = std::filesystem;

namespace {

/// What the files of this kind below a folder hold, one after another.
std::string contents(const fs::path& folder, const std::set<std::string>& kinds) {
    std::stringstream all;
    for (const auto& entry : fs::recursive_directory_iterator(source_folder() / folder))
        if (kinds.contains(entry.path().extension().string()))
            all << std::ifstream(entry.path()).rdbuf() << '\n';
    return all.str();
}

/// Every name that the interface asks a text for.
std::set<std::string> names_in_sources() {
    std::set<std::string> names;
    const std::regex call(
        R"re((?:text|said|plain)\((?:[^()"]*\? )?"([a-z]+\.[a-z_]+)"(?: : "([a-z]+\.[a-z_]+)")?[,)])re");
    const std::string text = contents("src/ui", {".cpp"});
    for (std::sregex_iterator match(text.begin(), text.end(), call), end; match != end; ++match)
        for (std::size_t i : {1U, 2U})
            if ((*match)[i].matched) names.insert((*match)[i]);
    return names;
}

/// Everything in quotation marks, in the sources and in the data that name texts: whole names and pieces.
std::set<std::string, std::less<>> pieces_of_names() {
    std::set<std::string, std::less<>> pieces{".", "_", "-"};
    const std::regex quoted(R"re("([A-Za-z0-9_. -]{1,60})")re");
    for (const std::string& text : {contents("src", {".cpp", ".h"}), contents("assets/weights", {".toml"}),
                                    contents("assets/lessons", {".toml"})})
        for (std::sregex_iterator match(text.begin(), text.end(), quoted), end; match != end; ++match)
            pieces.insert((*match)[1]);
    return pieces;
}

/// True if at most `most` pieces make up the name; numbers are pieces, too.
bool is_made_of(std::string_view name, const std::set<std::string, std::less<>>& pieces, int most = 6) {
    if (name.empty()) return true;
    if (most == 0) return false;
    const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
    if (digits > 0 && is_made_of(name.substr(digits), pieces, most - 1)) return true;
    for (std::size_t length = name.size(); length > 0; --length)
        if (pieces.contains(name.substr(0, length)) && is_made_of(name.substr(length), pieces, most - 1))
            return true;
    return false;
}

} // namespace

TEST_CASE("every text that the interface asks for exists") {
    const auto texts = narration::Texts::load(source_folder() / "assets" / "texts");
    const auto names = names_in_sources();
    CHECK(names.size() > 50);
    for (const auto& name : names) {
        CAPTURE(name);
        CHECK_NOTHROW(texts.text(name));
    }
}

TEST_CASE("every text is asked for: by its name, or by one put together from pieces that the sources spell") {
    const auto pieces = pieces_of_names();
    CHECK_FALSE(is_made_of("walkthrough.nobody_asks_for_this", pieces));
    const auto texts = narration::Texts::load(source_folder() / "assets" / "texts");
    for (const auto& [name, text] : texts.all()) {
        CAPTURE(name);
        const bool is_read_as_a_list = name.starts_with("glossary.") || name.starts_with("listing.");
        CHECK((is_read_as_a_list || is_made_of(name, pieces)));
    }
}

TEST_CASE("every stage has a caption and every quantity a meaning") {
    const auto texts = narration::Texts::load(source_folder() / "assets" / "texts");
    for (const auto& stage : attention::stages()) {
        CHECK_FALSE(texts.text("caption." + std::string(stage.key)).empty());
    }
    for (int i = 0; i <= static_cast<int>(attention::Quantity::output); ++i)
        CHECK_FALSE(
            texts.text("means." + std::string(attention::key(static_cast<attention::Quantity>(i)))).empty());
}

TEST_CASE("everything that can be in force is said, and why, and everything that can differ") {
    const auto texts = narration::Texts::load(source_folder() / "assets" / "texts");
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

TEST_CASE("every skill of a task that can be trained in the window has a name, and is told") {
    const auto texts = narration::Texts::load(source_folder() / "assets" / "texts");
    const auto stories = learning::load_task("stories", source_folder() / "assets");
    CHECK(stories.skills.size() > 10);
    for (const std::string& skill : stories.skills)
        for (const char* section : {"learn.skill_", "learn.skill_about_"})
            CHECK_MESSAGE(texts.has(section + skill), section << skill);
}
