#include "ui/views/story/owed.h"

#include <doctest/doctest.h>

using ui::OwedWords;
using By = OwedWords::By;

namespace {

workbench::Document text(const std::string& words) {
    workbench::Document document;
    document.text = words;
    return document;
}

/// Two words that were asked for in this text.
OwedWords two_in(const workbench::Document& document) {
    OwedWords owed;
    owed.follow(document);
    owed.add(By::likelihood, document);
    owed.add(By::chance, document);
    return owed;
}

} // namespace

TEST_CASE("words are taken in their order, one in each text") {
    OwedWords owed = two_in(text("once"));
    CHECK(owed.next() == By::likelihood);
    owed.write(" upon");
    CHECK_FALSE(owed.next()); // it would be chosen for the text without the first
    owed.follow(text("once upon"));
    CHECK(owed.next() == By::chance);
    CHECK(owed.empty());
}

TEST_CASE("a word that comes from elsewhere, as from a click, is waited for as well") {
    OwedWords owed = two_in(text("once"));
    owed.write(" a");
    CHECK_FALSE(owed.next());
    owed.follow(text("once a"));
    CHECK(owed.next() == By::likelihood);
}

TEST_CASE("words are owed to the text in which they were asked for, and to no other") {
    workbench::Document cut = text("once upon");
    cut.switched_off = {{0, 1}};
    workbench::Document other_model = text("once upon");
    other_model.weights = workbench::RealWeights{};
    const workbench::Document undone = text("once"), typed = text("twice upon");
    for (const workbench::Document& now : {undone, typed, cut, other_model}) {
        OwedWords owed = two_in(text("once upon"));
        owed.follow(text("once upon")); // nothing has changed
        CHECK_FALSE(owed.empty());
        owed.follow(now);
        CHECK(owed.empty());
    }
}

TEST_CASE("a text that was changed in the same frame as a word was written is another one, too") {
    OwedWords owed = two_in(text("once"));
    owed.write(" upon");
    owed.follow(text("twice upon"));
    CHECK(owed.empty());
}

TEST_CASE("a word that the text did not take keeps no other from coming") {
    OwedWords owed = two_in(text("once"));
    owed.write(" upon");
    owed.follow(text("once")); // it was refused
    CHECK(owed.next() == By::likelihood);
}
