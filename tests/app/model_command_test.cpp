#include "app/commands.h"

#include "base/files.h"
#include "fetch/real_models.h"
#include "refusal_text.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <sstream>

using app::ModelArguments;
namespace fs = std::filesystem;

namespace {

std::string said(const ModelArguments& arguments) {
    std::ostringstream out, progress;
    const int status = app::run_model(arguments, out, progress); // may be refused
    CHECK(status == 0);
    return out.str();
}

} // namespace

TEST_CASE("models are listed with their size and licence, and with where they are") {
    const TemporaryFolder folder;
    const std::string before = said({.action = "list", .folder = folder.path});
    CHECK(before.find("model-embeddings-en: ") == 0);
    CHECK(before.find("26 MB, Apache License 2.0") != std::string::npos);
    CHECK(before.find("not here yet") != std::string::npos);
    const fs::path place = folder.path / "model-embeddings-en";
    fs::create_directory(place);
    const fetch::Download model = fetch::real_models().front();
    for (const std::string& file : model.files)
        base::write_whole_file(place / file, "x");
    CHECK(said({.action = "list", .folder = folder.path}).find("in " + base::shown(place)) !=
          std::string::npos);
    CHECK(said({.action = "get", .folder = folder.path}).find("is there already") != std::string::npos);
}

TEST_CASE("a package that is not the model's is refused") {
    const TemporaryFolder folder;
    base::write_whole_file(folder.path / "p.tgz", "hello");
    const ModelArguments arguments{
        .action = "get", .folder = folder.path / "real", .from = folder.path / "p.tgz"};
    CHECK(refusal([&] { (void)said(arguments); }).find("it has 5 bytes, not the 26025763") !=
          std::string::npos);
    CHECK_FALSE(fs::exists(folder.path / "real"));
}
