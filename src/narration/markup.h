#pragma once
// The markup of the texts, and how templates are filled in.
//
// {name} is replaced by a value; {q:…} {k:…} {v:…} {n:…} {b:…} give their words the tone of a query, a key, a
// value, a number, or emphasis. Braces have no other use.

#include "narration/narration.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace narration {

/// The replacement of each {name}.
using Values = std::map<std::string, Paragraph, std::less<>>;
/// Words without a tone.
Values values_of(const std::map<std::string, std::string>& words);

/// The template with every {name} replaced. Anything invalid (an unclosed brace, an unknown tone, a name
/// without a value) is left unchanged.
Paragraph fill(std::string_view markup, const Values& values);

/// Describes the first invalid thing that fill() would leave unchanged; empty if there is none.
std::string mistake_in(std::string_view markup, const std::function<bool(std::string_view)>& is_name);

/// The text without tones.
std::string plain_text(const Paragraph& paragraph);
/// The same of the text with this name, its {placeholders} filled in.
std::string plain_text(const Texts& texts, const std::string& name, const Values& values);

} // namespace narration
