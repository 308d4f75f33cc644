#include "base/files.h"
#include "base/input_error.h"
#include "source_folder.h"
#include "temporary_folder.h"
#include "workbench/document/library.h"
#include "workbench/document/trained_models.h"

#include <doctest/doctest.h>
#include <filesystem>
#include <string>
#include <vector>

using workbench::TrainedModels;

namespace {

const std::filesystem::path assets = source_folder() / "assets";

} // namespace

TEST_CASE("a model whose file is still empty is awaited; it is read once it is there") {
    const TemporaryFolder folder;
    const auto file = folder.path / "sense.safetensors";
    base::write_whole_file(file, "");
    const TrainedModels models(folder.path);
    CHECK(models.ids() == std::vector<std::string>{"sense"});
    CHECK(models.awaited("sense"));
    CHECK_FALSE(models.awaited("nothing"));
    CHECK_THROWS_WITH_AS(models.get("sense"), doctest::Contains("still on its way"), base::InputError);
    std::filesystem::copy_file(assets / "models/sense.safetensors", file,
                               std::filesystem::copy_options::overwrite_existing);
    CHECK_FALSE(models.awaited("sense"));
    CHECK(models.get("sense")->card.title == TrainedModels(assets / "models").get("sense")->card.title);
}

TEST_CASE("without the files of its models a library has the same presets and comparisons") {
    const TemporaryFolder folder;
    std::filesystem::copy(assets, folder.path, std::filesystem::copy_options::recursive);
    for (const auto& model : std::filesystem::directory_iterator(folder.path / "models"))
        base::write_whole_file(model.path(), "");
    const workbench::Library whole = workbench::load_library(assets),
                             without = workbench::load_library(folder.path);
    REQUIRE(without.presets.size() == whole.presets.size());
    REQUIRE(without.comparisons.size() == whole.comparisons.size());
    for (std::size_t i = 0; i < whole.comparisons.size(); ++i)
        CHECK(without.comparisons[i].differs == whole.comparisons[i].differs);
}

TEST_CASE("a model that was kept can be deleted; what uses it has it until the program ends") {
    const TemporaryFolder folder;
    const auto own = folder.path / "models";
    TrainedModels models(assets / "models", own);
    const auto shipped = models.ids();
    const std::string id = models.keep(*models.get("sense"), "Mine");
    CHECK(models.is_own(id));
    CHECK(models.ids().size() == shipped.size() + 1);
    models.discard(id);
    CHECK_FALSE(models.is_own(id));
    CHECK(models.ids() == shipped);
    CHECK_FALSE(models.kept_as("Mine"));
    CHECK(std::filesystem::is_empty(own));
    CHECK(models.get(id)->card.name == "Mine");
    CHECK_THROWS_AS(TrainedModels(assets / "models", own).get(id), base::InputError);
    CHECK(models.keep(*models.get("sense"), "Mine") == id);
    CHECK(models.ids().size() == shipped.size() + 1);
}

TEST_CASE("of two windows neither replaces or deletes what the other has kept without a word") {
    const TemporaryFolder folder;
    TrainedModels one(assets / "models", folder.path), other(assets / "models", folder.path);
    CHECK_FALSE(other.kept_as("Mine"));
    const std::string id = one.keep(*one.get("sense"), "Mine", one.kept_as("Mine"));
    const std::string first = content(folder.path / (id + ".safetensors"));
    CHECK_THROWS_WITH_AS(other.keep(*other.get("svo"), "Mine"),
                         doctest::Contains("there is now another model with this name"), base::InputError);
    CHECK(content(folder.path / (id + ".safetensors")) == first);
    REQUIRE(other.kept_as("Mine")); // which the button says
    CHECK(other.keep(*other.get("svo"), "Mine", other.kept_as("Mine")) == id);
    const std::string second = content(folder.path / (id + ".safetensors"));
    CHECK(second != first);
    CHECK_THROWS_WITH_AS(one.discard(id), doctest::Contains("there is now another model in this file"),
                         base::InputError);
    CHECK(content(folder.path / (id + ".safetensors")) == second);
    CHECK(one.get(id)->card.title == one.get("svo")->card.title);
    one.discard(id);
    CHECK(folder.files() == 0);
    other.discard(id); // it is gone already
    CHECK_FALSE(other.is_own(id));
}

TEST_CASE("only a person's own models can be deleted") {
    const TemporaryFolder folder;
    TrainedModels models(assets / "models", folder.path / "models");
    CHECK_FALSE(models.is_own("sense"));
    for (const char* id : {"sense", "nothing"})
        CHECK_THROWS_WITH_AS(models.discard(id), doctest::Contains("not one of your own"), base::InputError);
    CHECK(std::filesystem::exists(assets / "models/sense.safetensors"));
}
