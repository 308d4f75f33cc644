// Folders in which something else has the name of a model's file: none of it is waited for or read without
// end.
#include "pretrained/model.h"

#include "base/refusal.h"
#include "opened.h"
#include "pretrained/reading.h"
#include "pretrained/writing.h"

#include <doctest/doctest.h>

#include <sys/stat.h>

using opened::Copy;
namespace fs = std::filesystem;

namespace {

const std::vector<std::string> names{"config.json",
                                     "model.safetensors",
                                     "tokenizer.json",
                                     "vocab.json",
                                     "merges.txt",
                                     "vocab.txt",
                                     "model.json",
                                     "tokenizer_config.json",
                                     "model.safetensors.index.json"};

/// Opens a model in whose folder `put` has put something of that name; "" where that does not matter.
template <typename Put>
std::string opened_with(const std::string& name, const Put& put) {
    const Copy copy("gpt2");
    fs::remove(copy / name);
    put(copy / name);
    try {
        (void)pretrained::open_model(copy.path());
        return {};
    } catch (const base::InputError& error) {
        return error.problem;
    }
}

bool matters(const std::string& name) {
    return name == "config.json" || name == "model.safetensors" || name == "tokenizer.json";
}

} // namespace

TEST_CASE("pipes, folders, endless devices and circular links are no files of a model") {
    for (const std::string& name : names) {
        CAPTURE(name);
        for (const std::string& problem :
             {opened_with(name, [](const fs::path& file) { REQUIRE(mkfifo(file.c_str(), 0600) == 0); }),
              opened_with(name, [](const fs::path& file) { fs::create_directory(file); }),
              opened_with(name, [](const fs::path& file) { fs::create_symlink("/dev/zero", file); }),
              opened_with(name, [](const fs::path& file) { fs::create_symlink(file, file); })})
            CHECK(problem.empty() != matters(name));
    }
}

TEST_CASE("what is no folder, nor a file in one, is refused at once") {
    const Copy copy("gpt2");
    const fs::path pipe = copy / "pipe";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    CHECK(pretrained::open_model(pipe)->architecture.family == "gpt2"); // as any other name in the folder
    CHECK(refusal_of([&] { (void)pretrained::open_model(copy / "nothing"); }).problem ==
          "there is no such file or folder");
    CHECK_FALSE(refusal_of([&] { (void)pretrained::open_model("/dev/zero"); }).hint.empty());
}

TEST_CASE("a tensor at an odd place is copied, but not one that only a file with holes can hold") {
    const Copy copy("gpt2");
    const fs::path file = copy / "model.safetensors";
    constexpr std::uintmax_t bytes = std::uintmax_t{40} << 30;
    const std::string header = R"({"h":{"dtype":"F32","shape":[)" + std::to_string(bytes / 4) +
                               R"(],"data_offsets":[0,)" + std::to_string(bytes) + "]}}";
    const std::string padded = header + std::string(header.size() % 2 == 0 ? 1 : 2, ' ');
    std::string length(8, '\0');
    length[0] = static_cast<char>(padded.size());
    copy.write("model.safetensors", length + padded);
    std::error_code failed;
    fs::resize_file(file, 8 + padded.size() + bytes, failed);
    if (failed) return; // a file system without holes
    CHECK(refusal_of([&] {
              (void)pretrained::open_model(copy.path());
          }).problem.find("too large to be copied") != std::string::npos);
}

TEST_CASE("a file of weights that is cut off while it is open is refused, and not read") {
    const Copy copy("gpt2");
    const pretrained::ModelPtr model = pretrained::open_model(copy.path());
    const pretrained::Reading before = pretrained::read(*model, opened::sentence);
    pretrained::Writing writing(model, 8);
    fs::resize_file(copy / "model.safetensors", 64);
    const auto says = [](const auto& look) {
        const base::InputError error = refusal_of(look);
        return error.problem == "the file has become shorter since it was opened";
    };
    CHECK(says([&] { (void)pretrained::read(*model, opened::sentence); }));
    CHECK(says([&] { (void)pretrained::read_again(*model, before, {{.place = {}, .heads_off = {0}}}); }));
    CHECK(says([&] { (void)pretrained::logits(*model, before.last()); }));
    CHECK(says([&] { (void)pretrained::trace_of(*model, before, 0); }));
    CHECK(says([&] { (void)writing.next(opened::sentence); }));
}
