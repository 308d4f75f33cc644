#include "base/mapped_file.h"

#include "base/files.h"
#include "refusal.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>
#include <string>
#include <utility>

using base::MappedFile;

namespace {

std::string text_of(const MappedFile& file) {
    return {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()};
}

} // namespace

TEST_CASE("a mapped file is its bytes, wherever the mapping is moved") {
    const TemporaryFolder folder;
    base::write_whole_file(folder.path / "a", std::string("a\0b", 3));
    base::write_whole_file(folder.path / "empty", "");
    MappedFile file(folder.path / "a"), empty(folder.path / "empty");
    CHECK(text_of(file) == std::string("a\0b", 3));
    CHECK(empty.bytes().empty());
    const std::byte* const data = file.bytes().data();
    MappedFile moved = std::move(file);
    CHECK(moved.bytes().data() == data);
    empty = std::move(moved);
    CHECK(text_of(empty) == std::string("a\0b", 3));
}

TEST_CASE("in a page alone a mapped file is a copy, and it says so") {
#ifdef __EMSCRIPTEN__
    constexpr bool in_page = true;
#else
    constexpr bool in_page = false;
#endif
    const TemporaryFolder folder;
    base::write_whole_file(folder.path / "a", "ab");
    base::write_whole_file(folder.path / "empty", "");
    MappedFile file(folder.path / "a");
    CHECK(file.is_copy() == in_page);
    const MappedFile moved = std::move(file);
    CHECK(moved.is_copy() == in_page);
    CHECK_FALSE(MappedFile(folder.path / "empty").is_copy());
}

TEST_CASE("what is no file cannot be mapped") {
    const TemporaryFolder folder;
    CHECK_THROWS_AS(MappedFile(folder.path / "missing"), base::InputError);
    CHECK_THROWS_AS(MappedFile{folder.path}, base::InputError);
}
