#pragma once
// An answer as a text of numbers: what a print() shows, or a spreadsheet copies.

#include "exercise/question.h"

#include <string>
#include <string_view>

namespace exercise {

/// The stages in a text: lists in brackets as Python, NumPy, PyTorch and JSON write them, or a row on each
/// line, the numbers parted by blanks, commas, semicolons or tabs, and matrices by an empty line. "scores:",
/// "scores =" or "scores" before numbers names a stage. Without a name they are, of the stages of their
/// shape, the one that agrees with them, or else the last; what the level asks for if there is none. A number
/// is as precise as its matrix has decimals. Throws InputError, with `where` and the line: a word or a sign
/// that is neither, rows of different lengths, a print that was shortened ("..."), a stage that occurs twice,
/// no number.
model::Tensors answer_of_text(const Question& question, std::string_view text, const std::string& where);

} // namespace exercise
