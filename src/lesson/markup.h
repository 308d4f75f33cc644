#pragma once
// The markup of the texts, and how a template is filled.
//
// {name} is replaced by a value; {q:…} {k:…} {v:…} {n:…} {b:…} give their words the tone of a query, a key, a
// value, a number, or stress. Braces have no other use.

#include "lesson/narration.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace lesson {

/// What stands for each {name}.
using Values = std::map<std::string, Paragraph, std::less<>>;

/// The template with every {name} replaced. What has no meaning (a brace that is not closed, an unknown tone,
/// a name without a value) is left as it stands.
Paragraph fill(std::string_view markup, const Values& values);

/// What fill() would leave as it stands, in words; empty when there is nothing.
std::string mistake_in(std::string_view markup, const std::function<bool(std::string_view)>& is_name);

/// The words alone, without tones.
std::string plain_text(const Paragraph& paragraph);

} // namespace lesson
