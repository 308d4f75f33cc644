#pragma once
// The markup of the texts, and how a template is filled.
//
// {name} is replaced by a value; {q:…} {k:…} {v:…} {n:…} {b:…} give their words the tone of a query, a key, a
// value, a number, or stress. Braces have no other use.

#include "lesson/narration.h"

#include <map>
#include <string>
#include <string_view>

namespace lesson {

/// What stands for each {name}.
using Values = std::map<std::string, Paragraph, std::less<>>;

/// The template with every {name} replaced. Asserts that braces match and every name has a value.
Paragraph fill(std::string_view markup, const Values& values);

/// The words alone, without tones.
std::string plain_text(const Paragraph& paragraph);

} // namespace lesson
