#include "fetch/sha512.h"

#include <doctest/doctest.h>

using fetch::sha512;

// The numbers are those of coreutils' sha512sum.

TEST_CASE("the hash of a text is the standard's example") {
    CHECK(sha512("abc") == "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                           "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f");
    CHECK(sha512("") == "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
                        "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e");
}

TEST_CASE("lengths around the end of a block are padded into one block or two") {
    CHECK(sha512(std::string(111, 'a')).substr(0, 32) == "fa9121c7b32b9e01733d034cfc78cbf6");
    CHECK(sha512(std::string(112, 'a')).substr(0, 32) == "c01d080efd492776a1c43bd23dd99d0a");
    CHECK(sha512(std::string(128, 'a')).substr(0, 32) == "b73d1929aa615934e61a871596b3f3b3");
    CHECK(sha512(std::string(1'000'000, 'a')).substr(0, 32) == "e718483d0ce769644e2e42c7bc15b463");
}
