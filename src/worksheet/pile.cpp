#include "worksheet/pile.h"

#include "base/files.h"
#include "base/input_error.h"
#include "base/text.h"
#include "drawing/paper/figure_file.h"
#include "worksheet/spreadsheet.h"

#include <algorithm>
#include <string_view>
#include <system_error>

namespace worksheet {

using base::InputError;

namespace {

/// "worksheet-07.xlsx": in the order of the numbers where files are listed.
std::string numbered_name(const char* start, Index number, Index count, const char* ending) {
    const std::string digits = std::to_string(number), all = std::to_string(count);
    return start + std::string(all.size() - digits.size(), '0') + digits + ending;
}

} // namespace

std::vector<NewFile> pile_of(const Job& job, const Paper& paper, bool tables, const narration::Texts& texts) {
    const std::vector<Copy> copies = draw_copies(job);
    const auto measure = drawing::paper_measure();
    std::vector<Figure> pages;
    for (const Copy& copy : copies)
        for (Figure& page : sheet_pages(copy, job.count, paper, texts, *measure))
            pages.push_back(std::move(page));
    drawing::Sheet sheet{
        .width = paper.width, .height = paper.height, .title = texts.text("worksheet.title")};
    std::vector<NewFile> files;
    files.push_back({"worksheets.pdf", drawing::pdf_of(pages, sheet, "worksheets.pdf")});
    sheet.title = texts.text("worksheet.key_title");
    files.push_back(
        {"answers.pdf", drawing::pdf_of(key_pages(copies, paper, texts, *measure), sheet, "answers.pdf")});
    if (tables)
        for (const Copy& copy : copies)
            files.push_back({job.count == 1 ? "worksheet.xlsx"
                                            : numbered_name("worksheet-", copy.number, job.count, ".xlsx"),
                             spreadsheet_of(copy, job.count, texts)});
    return files;
}

namespace {

/// "worksheet.xlsx", "worksheet-07.xlsx".
bool is_numbered_sheet(std::string_view name) {
    constexpr std::string_view start = "worksheet", ending = ".xlsx";
    if (!name.starts_with(start) || !name.ends_with(ending)) return false;
    const std::string_view number = name.substr(start.size(), name.size() - start.size() - ending.size());
    return number.empty() || (number.size() > 1 && number.front() == '-' &&
                              number.find_first_not_of("0123456789", 1) == std::string_view::npos);
}

} // namespace

std::vector<std::string> earlier_files(const std::filesystem::path& folder,
                                       const std::vector<NewFile>& files) {
    std::vector<std::string> earlier;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = base::shown(entry->path().filename());
        if (is_numbered_sheet(name) && std::ranges::find(files, name, &NewFile::name) == files.end())
            earlier.push_back(name);
    }
    std::ranges::sort(earlier);
    return earlier;
}

std::string note_on_earlier(const std::vector<std::string>& earlier, const narration::Texts& texts) {
    if (earlier.empty()) return {};
    constexpr std::size_t most_named = 4;
    std::string files;
    if (earlier.size() > most_named)
        files = earlier.front() + ", …, " + earlier.back();
    else
        for (const std::string& name : earlier)
            files += (files.empty() ? "" : ", ") + name;
    return narration::plain_text(texts,
                                 earlier.size() == 1 ? "worksheet.earlier_file" : "worksheet.earlier_files",
                                 narration::values_of({{"files", files}}));
}

std::vector<std::string> names_in(const std::string& text, const std::string& where) {
    std::vector<std::string> names;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string line = text.substr(at, end - at);
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t'))
            line.pop_back();
        line.erase(0, line.find_first_not_of(" \t"));
        if (names.empty() && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
        if (base::well_formed(line) != line)
            throw InputError(where, "it is not UTF-8", "save it as UTF-8 text, one name a line");
        if (!line.empty()) names.push_back(std::move(line));
        at = end + 1;
    }
    if (names.empty()) throw InputError(where, "there is no name in it", "write one name a line");
    if (static_cast<Index>(names.size()) > most_copies)
        throw InputError(where, "it has " + std::to_string(names.size()) + " names",
                         "give at most " + std::to_string(most_copies));
    return names;
}

void expect_count(Index count) {
    if (count < 1 || count > most_copies)
        throw InputError("--count", std::to_string(count) + " sheets cannot be made",
                         "give a number from 1 to " + std::to_string(most_copies));
}

const Paper& expect_paper(const std::string& key) {
    if (const Paper* paper = paper_named(key)) return *paper;
    throw InputError("--paper", "there is no paper called “" + key + "”", "give a4 or letter");
}

} // namespace worksheet
