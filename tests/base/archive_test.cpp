#include "base/archive.h"
#include "base/input_error.h"

#include <doctest/doctest.h>

using base::ArchiveEntry;
using base::InputError;

namespace {

std::vector<ArchiveEntry> two_entries() {
    return {{"a.npy", std::string(1000, 'x')}, {"folder/b", "not deflated", true}};
}

std::vector<ArchiveEntry> read(const std::string& bytes, std::uint64_t most = 1 << 20) {
    return base::read_archive(bytes, "test.zip", most);
}

void check_refused(const std::string& bytes, const char* problem, std::uint64_t most = 1 << 20) {
    CAPTURE(problem);
    try {
        read(bytes, most);
        FAIL_CHECK("not refused");
    } catch (const InputError& error) {
        CHECK(error.where.starts_with("test.zip"));
        CHECK(error.problem.find(problem) != std::string::npos);
        CHECK_FALSE(error.hint.empty());
    }
}

} // namespace

TEST_CASE("what is put into an archive comes out of it, deflated or stored, in its order") {
    const std::string bytes = base::archive_of(two_entries());
    CHECK(base::is_archive(bytes));
    CHECK(bytes.size() < 600); // 1000 times the same letter
    CHECK(bytes.find("not deflated") != std::string::npos);
    const auto entries = read(bytes);
    REQUIRE(entries.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(entries[i].name == two_entries()[i].name);
        CHECK(entries[i].bytes == two_entries()[i].bytes);
        CHECK(entries[i].stored == two_entries()[i].stored);
    }
    CHECK(base::archive_of(two_entries()) == bytes); // no date in it
    CHECK(read(base::archive_of({})).empty());
}

TEST_CASE("an archive that was cut off or damaged anywhere is refused, never read in part") {
    const std::string bytes = base::archive_of(two_entries());
    for (std::size_t end = 0; end < bytes.size(); ++end)
        CHECK_THROWS_AS(read(bytes.substr(0, end)), InputError);
    const std::size_t inside = bytes.find("not deflated");
    std::string damaged = bytes;
    damaged[inside] = 'N';
    check_refused(damaged, "its checksum is wrong");
    for (std::size_t at = 0; at < bytes.size(); ++at) { // whatever byte is wrong, nothing worse happens
        damaged = bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
        try {
            read(damaged);
        } catch (const InputError&) {
            continue;
        }
    }
}

TEST_CASE("an archive may not unpack to more than is allowed, nor hold a name twice") {
    const std::string large = base::archive_of({{"zeros", std::string(std::size_t{3} << 20U, '\0')}});
    CHECK(large.size() < 10'000);
    check_refused(large, "it unpacks to too much");
    CHECK(read(large, std::uint64_t{3} << 20U).size() == 1);
    check_refused(base::archive_of({{"a", "1"}, {"a", "2"}}), "is in it twice");
    check_refused("neither a zip archive nor anything else", "not a whole zip archive");
}

TEST_CASE("folders of an archive are left out") {
    CHECK(read(base::archive_of({{"folder/", ""}, {"folder/a", "1"}})).size() == 1);
}
