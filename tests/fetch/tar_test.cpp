#include "fetch/tar.h"

#include "fetch/package.h"
#include "refusal_text.h"

#include <doctest/doctest.h>

using package::tar;
using package::tgz;

namespace {

const std::vector<std::string> wanted{"a", "b/c"};

std::map<std::string, std::string> files(const std::string& package) {
    return fetch::unpacked(package, wanted, "p.tgz", 100'000);
}

std::string refused(const std::string& package) {
    return refusal([&] { (void)files(package); });
}

const std::vector<package::Entry> whole{{"a", "first", '0'}, {"b/c", std::string(1000, 'x'), '0'}};

} // namespace

TEST_CASE("of a package the wanted files are unpacked, and no others") {
    const auto found = files(tgz({{"other", "?", '0'},
                                  {"a", "first", '0'},
                                  {"b/", "", '5'},
                                  {"pax", "12 mtime=1.5\n", 'x'},
                                  {"b/c", std::string(1000, 'x'), '0'}}));
    CHECK(found == std::map<std::string, std::string>{{"a", "first"}, {"b/c", std::string(1000, 'x')}});
}

TEST_CASE("a name that leads out of the folder is refused, wanted or not") {
    for (const char* name : {"../x", "b/../../x", "/etc/passwd", "b/..", "C:x", "..\\x"}) {
        const std::string said = refused(tgz({whole[0], whole[1], {name, "", '0'}}));
        CHECK(said.find("outside its folder") != std::string::npos);
        CHECK(said.find(name) != std::string::npos);
    }
    CHECK(refused(tgz({whole[0], whole[1], {"b/..c", "", '0'}})).empty());
}

TEST_CASE("what is missing, there twice, or a link is refused") {
    CHECK(refused(tgz({whole[0]})) == "p.tgz: there is no b/c in it (get the package again)");
    CHECK(refused(tgz({whole[0], whole[1], whole[0]})) == "p.tgz: a is in it twice (get the package again)");
    CHECK(refused(tgz({{"a", "", '2'}, whole[1]})) ==
          "p.tgz: a in it is not a plain file (get the package again)");
}

TEST_CASE("a package that is cut anywhere is refused") {
    const std::string package = tgz(whole);
    for (std::size_t size = 0; size < package.size(); ++size)
        CHECK_FALSE(refused(package.substr(0, size)).empty());
    const std::string unpacked = tar(whole);
    for (std::size_t size = 0; size + 1024 < unpacked.size(); size += 64)
        CHECK_FALSE(refused(package::gzip(unpacked.substr(0, size))).empty());
}

TEST_CASE("bytes that are none of a package are refused") {
    CHECK(refused("hello") == "p.tgz: it is not compressed by gzip (get the package again)");
    CHECK(refused(package::gzip(std::string(5000, 'x'))) ==
          "p.tgz: it is not a tar file, or damaged (get the package again)");
    std::string flipped = tar(whole);
    flipped[3] = 'x'; // within the first name
    CHECK(refused(package::gzip(flipped)) ==
          "p.tgz: it is not a tar file, or damaged (get the package again)");
}

TEST_CASE("a size beyond the end, and more bytes than allowed, are refused") {
    std::string longer = tar({{"a", "first", '0'}});
    longer.resize(512 + 200);
    CHECK(refused(package::gzip(longer)) == "p.tgz: it is cut off (get the package again)");
    CHECK(refused(tgz({{"a", std::string(3'000'000, 'x'), '0'}})).find("unpacks to more than") !=
          std::string::npos);
}
