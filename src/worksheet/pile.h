#pragma once
// A pile of worksheets as files: what a teacher takes to the copier.

#include "worksheet/files.h"
#include "worksheet/sheet.h"

namespace worksheet {

/// worksheets.pdf with all sheets one after another, each beginning on a leaf of its own when printed on both
/// sides, and answers.pdf in the same order. With `tables` a spreadsheet for each learner besides.
/// Throws InputError: a program without Cairo.
std::vector<NewFile> pile_of(const Job& job, const Paper& paper, bool tables, const narration::Texts& texts);

/// Files of an earlier run that stand in the folder beside those of this one, by name: numbered spreadsheets
/// of a larger class, say, which a teacher would print together with these.
std::vector<std::string> earlier_files(const std::filesystem::path& folder,
                                       const std::vector<NewFile>& files);

/// A sentence that names them; empty if there are none.
std::string note_on_earlier(const std::vector<std::string>& earlier, const narration::Texts& texts);

/// The names in a text, one a line; empty lines are left out. Throws InputError naming `where`: none, more
/// than most_copies, not UTF-8.
std::vector<std::string> names_in(const std::string& text, const std::string& where);

/// Throws InputError unless it is from 1 to most_copies.
void expect_count(Index count);

/// The paper of this name. Throws InputError.
const Paper& expect_paper(const std::string& key);

} // namespace worksheet
