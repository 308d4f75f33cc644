// storm_files KIND --seed S --first I --count N --scratch DIR: feeds a reader the mutants I … I + N − 1 of
// that seed, and prints as JSON how many it took and with which words it refused the others. Ends with 1 at
// the first fault; the file that was read last is DIR/mutant, and DIR/at says which it was and how many were
// taken before it, so that a crash is known by its seed too. storm.py runs it.

#include "base/input_error.h"
#include "storm/readers.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <sys/resource.h>
#include <sys/time.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iostream>

namespace {

/// A file that takes a minute of the processor, however busy the machine is: then the stack is told.
void allow_a_minute() {
    const itimerval minute{{0, 0}, {60, 0}};
    setitimer(ITIMER_PROF, &minute, nullptr);
}

/// The words of a refusal without what it quotes.
std::string kind_of(const std::string& problem) {
    std::string kind;
    bool quoted = false;
    for (std::size_t i = 0; i < problem.size() && kind.size() < 60; ++i) {
        if (problem.compare(i, 3, "“") == 0) quoted = true;
        if (!quoted && (std::isalpha(static_cast<unsigned char>(problem[i])) || problem[i] == ' '))
            kind += problem[i];
        if (problem.compare(i, 3, "”") == 0) quoted = false;
    }
    return kind;
}

void write(const std::filesystem::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
}

} // namespace

int main(int argc, char** argv) {
    CLI::App cli{"feeds damaged files to a reader"};
    std::string kind;
    std::filesystem::path scratch;
    std::uint64_t seed = 1, first = 0, count = 100;
    double seconds = 0;
    cli.add_option("kind", kind)->required()->check(CLI::IsMember(storm::kinds()));
    cli.add_option("--seed", seed);
    cli.add_option("--first", first);
    cli.add_option("--count", count);
    cli.add_option("--seconds", seconds, "stop after these, whatever the count; 0: no limit");
    cli.add_option("--scratch", scratch)->required();
    CLI11_PARSE(cli, argc, argv);

    std::signal(SIGPROF, [](int) { std::abort(); });
    const storm::Reader reader = storm::reader_of(kind, scratch);
    std::map<std::string, long> refusals;
    long read = 0, accepted = 0;
    int status = 0;
    const auto start = std::chrono::steady_clock::now();
    for (std::uint64_t i = first; i < first + count; ++i) {
        if (seconds > 0 &&
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > seconds)
            break;
        language::Draw draw(static_cast<std::uint32_t>(seed * 1'000'003 + i));
        const std::size_t chosen = draw(reader.seeds.size());
        write(scratch / "at", std::to_string(i) + " " + std::to_string(accepted));
        const std::string bytes = storm::mutant(reader.seeds, chosen, reader.format, draw);
        write(scratch / "mutant", bytes);
        allow_a_minute();
        ++read;
        try {
            reader.read(bytes, chosen);
            ++accepted;
        } catch (const base::InputError& error) {
            ++refusals[kind_of(error.problem)];
            if (error.where.empty() || error.problem.empty()) {
                std::cerr << "FAULT: a refusal that does not say where or what: " << error.what() << '\n';
                status = 1;
            }
        } catch (const std::exception& error) {
            std::cerr << "FAULT: " << typeid(error).name() << ": " << error.what() << '\n';
            status = 1;
        }
        if (status != 0) break;
    }
    std::cout << nlohmann::json{{"kind", kind},
                                {"seed", seed},
                                {"read", read},
                                {"accepted", accepted},
                                {"refusals", refusals}}
                     .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
              << std::endl;
    return status;
}
