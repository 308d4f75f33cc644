#include "workbench/trained_models.h"

#include "base/input_error.h"
#include "base/whole_file.h"
#include "temporary_folder.h"
#include "workbench/library.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

using workbench::TrainedModels;

namespace {

const std::filesystem::path assets = std::filesystem::path(ATTENTION_LAB_SOURCE_DIR) / "assets";

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
