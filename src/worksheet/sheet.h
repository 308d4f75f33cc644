#pragma once
// A worksheet on its two pages, and the key to a pile of them.

#include "narration/narration.h"
#include "worksheet/copies.h"
#include "worksheet/page.h"

namespace worksheet {

/// The pages of a sheet: two, so that a pile printed on both sides begins each on a leaf of its own.
std::vector<Figure> sheet_pages(const Copy& copy, Index count, const Paper& paper,
                                const narration::Texts& texts, const TextMeasure& measure);

/// The answers to all sheets, in their order, several on a page.
std::vector<Figure> key_pages(const std::vector<Copy>& copies, const Paper& paper,
                              const narration::Texts& texts, const TextMeasure& measure);

/// The key of the text that names a step, and what is to be done there.
const char* title_of(Step step);
std::string task_of(Step step, const Copy& copy, const narration::Texts& texts);

/// A number as it is printed at a step: "−2", "1.5", "0.607".
std::string printed(Step step, double number, const Decimals& decimals);

} // namespace worksheet
