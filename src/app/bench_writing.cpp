#include "app/bench_writing.h"

#include "app/text_table.h"
#include "base/parallel.h"
#include "base/text.h"
#include "drawing/plot/plot.h"
#include "drawing/shapes/fitted_text.h"
#include "pretrained/writing.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

namespace app {

namespace {

const char* name_of_storage(pretrained::Storage storage) {
    switch (storage) {
    case pretrained::Storage::float16:
        return "float16";
    case pretrained::Storage::bfloat16:
        return "bfloat16";
    default:
        return "float32";
    }
}

timing::Measurement time_of_a_word(const pretrained::ModelPtr& model, const WritingCase& bench,
                                   const timing::MeasureOptions& how) {
    pretrained::Writing writing(model, bench.before + 1, bench.threads);
    writing.next(std::vector<tokens::Id>(static_cast<std::size_t>(bench.before), 0));
    return timing::measure(
        [&] {
            writing.take_back_to(bench.before);
            writing.next({0});
        },
        how);
}

/// Bytes per second that memory gives: looked through for a byte that is not there.
double plain_read_rate(int threads, const timing::MeasureOptions& how) {
    constexpr std::size_t bytes = 256 << 20; // more than any cache holds
    const std::vector<char> memory(bytes, 'a');
    const std::size_t share = bytes / static_cast<std::size_t>(threads);
    bool found = false;
    const timing::Measurement time = timing::measure(
        [&] {
            base::parallel_for(threads, threads, [&](Index i) {
                if (std::memchr(memory.data() + static_cast<std::size_t>(i) * share, 'b', share) != nullptr)
                    found = true; // never, which the compiler does not know
            });
        },
        how);
    return found ? 0 : static_cast<double>(share * static_cast<std::size_t>(threads)) / time.median;
}

std::string gigabytes(double bytes_per_second) {
    return base::fixed(bytes_per_second * 1e-9, 1) + " GB/s";
}

} // namespace

std::vector<WritingRow> measured_writing(const WritingCase& bench, const timing::MeasureOptions& how) {
    timing::MeasureOptions beside = how;
    beside.least_seconds /= 4;
    beside.most_seconds /= 4;
    std::vector<WritingRow> rows;
    for (const auto storage :
         {pretrained::Storage::float32, pretrained::Storage::float16, pretrained::Storage::bfloat16}) {
        const pretrained::ModelPtr model = pretrained::random_gpt2(bench.sizes, storage);
        const double before = plain_read_rate(bench.threads, beside);
        WritingRow row{.storage = storage,
                       .time = time_of_a_word(model, bench, how),
                       .weights = pretrained::bytes_per_word(*model)};
        row.memory_rate = (before + plain_read_rate(bench.threads, beside)) / 2;
        rows.push_back(row);
    }
    return rows;
}

void print_writing(const WritingCase& bench, const std::vector<WritingRow>& rows, std::ostream& out) {
    const std::vector<int> widths{16, 7, 7, 8, 19, 9, 10, 10, 6};
    print_row(
        out, {"write", "before", "threads", "median", "middle half", "weights", "read at", "memory", "share"},
        widths);
    for (const WritingRow& row : rows) {
        const timing::Measurement& t = row.time;
        print_row(out,
                  {name_of_storage(row.storage), std::to_string(bench.before), std::to_string(bench.threads),
                   drawing::clock_text(t.median, t.median),
                   drawing::clock_text(t.lower, t.median) + " – " + drawing::clock_text(t.upper, t.median),
                   drawing::unit_text(row.weights, drawing::Unit::bytes, 3), gigabytes(row.rate()),
                   gigabytes(row.memory_rate), base::percent(row.rate() / row.memory_rate) + " %"},
                  widths, t.settled ? "" : "  *");
    }
    out << "\na word of a model as large as GPT-2, its numbers by chance, with the keys of the words before "
           "it kept. read at: bytes\nof weights; memory: a plain read of as many threads; share: of it.\n";
}

nlohmann::json writing_json(const WritingCase& bench, const std::vector<WritingRow>& rows) {
    nlohmann::json all = nlohmann::json::array();
    for (const WritingRow& row : rows)
        all.push_back(
            {{"what", "write"},
             {"storage", name_of_storage(row.storage)},
             {"before", bench.before},
             {"threads", bench.threads},
             {"runs", row.time.runs},
             {"settled", row.time.settled},
             {"seconds", {{"lower", row.time.lower}, {"median", row.time.median}, {"upper", row.time.upper}}},
             {"weight_bytes", row.weights},
             {"weight_bytes_per_second", row.rate()},
             {"memory_bytes_per_second", row.memory_rate}});
    return all;
}

} // namespace app
