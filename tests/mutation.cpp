#include "mutation.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <compare>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mutation {

namespace {

/// A check with a comparison in it. Checks in helpers belong to many test cases.
struct Site {
    std::string test_case, file;
    int line = 0;
    auto operator<=>(const Site&) const = default;
};

/// How often the check was made in the tests as they are, and failed with a wrong number.
struct Tally {
    int made = 0, nan = 0, sign = 0;
    int without_sign = 0; ///< of those made
};

struct Record {
    Wrong wrong = Wrong::nothing;
    int waiting = 0, without_sign = 0; ///< comparisons whose check has not been reported yet
    std::map<Site, Tally> tallies;

    void settle(const Site& site, bool is_caught) {
        if (waiting == 0) return;
        Tally& tally = tallies[site];
        if (wrong == Wrong::nothing) tally.made += waiting, tally.without_sign += without_sign;
        // A check of two comparisons could fail for the other.
        const int caught = is_caught && waiting == 1 ? 1 : 0;
        if (wrong == Wrong::nan) tally.nan += caught;
        if (wrong == Wrong::sign) tally.sign += caught;
        waiting = without_sign = 0;
    }
};

Record& record() {
    static Record all;
    return all;
}

struct Listener : doctest::IReporter {
    const doctest::TestCaseData* test_case = nullptr;

    explicit Listener(const doctest::ContextOptions&) {}
    void log_assert(const doctest::AssertData& check) override {
        if (test_case) record().settle({test_case->m_name, check.m_file, check.m_line}, check.m_failed);
    }
    void test_case_start(const doctest::TestCaseData& begun) override { test_case = &begun; }
    void test_case_end(const doctest::CurrentTestCaseStats&) override {
        // Comparisons that no check has looked at.
        if (test_case) record().settle({test_case->m_name, test_case->m_file.c_str(), 0}, false);
        test_case = nullptr;
    }
    void report_query(const doctest::QueryData&) override {}
    void test_run_start() override {}
    void test_run_end(const doctest::TestRunStats&) override {}
    void test_case_reenter(const doctest::TestCaseData&) override {}
    void test_case_exception(const doctest::TestCaseException&) override {}
    void subcase_start(const doctest::SubcaseSignature&) override {}
    void subcase_end() override {}
    void log_message(const doctest::MessageData&) override {}
    void test_case_skipped(const doctest::TestCaseData&) override {}
};

REGISTER_LISTENER("mutation", 1, Listener);

/// Filters are separated by commas; a question mark stands for any character.
std::string filter(std::string test_case) {
    std::replace(test_case.begin(), test_case.end(), ',', '?');
    std::replace(test_case.begin(), test_case.end(), '\\', '?');
    return test_case;
}

/// The test cases with comparisons in them.
std::string filters() {
    std::string all;
    for (const auto& [site, tally] : record().tallies)
        all += (all.empty() ? "" : ",") + filter(site.test_case);
    return all;
}

void print_missed(const Site& site, const char* what, int caught, int made) {
    if (caught >= made) return;
    const std::string at =
        site.line > 0 ? site.file + ":" + std::to_string(site.line) : site.file + ", in no check";
    std::printf("    missed: %d of %d with %s, %s, “%s”\n", made - caught, made, what, at.c_str(),
                site.test_case.c_str());
}

} // namespace

Wrong next(bool has_sign) {
    Record& all = record();
    if (all.wrong == Wrong::sign && !has_sign) return Wrong::nothing;
    ++all.waiting;
    if (!has_sign) ++all.without_sign;
    return all.wrong;
}

bool is_asked(int argc, const char* const* argv) {
    return std::any_of(argv + 1, argv + argc,
                       [](std::string_view argument) { return argument == "--mutate"; });
}

int run(int argc, const char* const* argv) {
    const auto tests = [&](Wrong wrong, const std::string& only) {
        record().wrong = wrong;
        doctest::Context context(argc, argv);
        if (!only.empty()) context.addFilter("test-case", only.c_str());
        context.addFilter("source-file-exclude", "*/close_test.cpp"); // there comparisons fail
        context.setOption("quiet", true);
        return context.run();
    };
    if (tests(Wrong::nothing, {}) != 0) {
        std::puts("The tests fail as they are; mutations would tell nothing.");
        return 1;
    }
    const std::string with_comparisons = filters();
    for (const Wrong wrong : {Wrong::nan, Wrong::sign})
        if (!with_comparisons.empty()) tests(wrong, with_comparisons);

    Tally all;
    for (const auto& [site, tally] : record().tallies) {
        all.made += tally.made, all.nan += tally.nan, all.sign += tally.sign;
        all.without_sign += tally.without_sign;
    }
    const int with_sign = all.made - all.without_sign;
    std::printf("%-16s %4zu checks with %6d comparisons; NaN: %6d caught, %d missed; wrong sign: %6d caught, "
                "%d missed\n",
                std::filesystem::path(argv[0]).stem().string().c_str(), record().tallies.size(), all.made,
                all.nan, all.made - all.nan, all.sign, with_sign - all.sign);
    for (const auto& [site, tally] : record().tallies) {
        print_missed(site, "NaN", tally.nan, tally.made);
        print_missed(site, "a wrong sign", tally.sign, tally.made - tally.without_sign);
    }
    return all.nan == all.made && all.sign == with_sign ? 0 : 1;
}

} // namespace mutation
