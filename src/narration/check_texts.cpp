#include "narration/check_texts.h"

#include "narration/markup.h"
#include "shipped_texts.h"

#include <algorithm>

namespace narration {

namespace {

std::string place(const std::filesystem::path& folder, const ShippedText& text) {
    return (folder / text.file).string() + ", " + text.name;
}

} // namespace

void expect_all_texts(const Texts& texts, const std::filesystem::path& folder) {
    for (const ShippedText& shipped : shipped_texts)
        if (!texts.has(shipped.name))
            throw base::InputError(place(folder, shipped), "this text is missing",
                                   "put it back, or install the program again");
}

std::vector<base::InputError> mistakes_in(const Texts& texts, const std::filesystem::path& folder) {
    const auto is_known = [](std::string_view name) {
        return std::ranges::find(shipped_placeholders, name) != std::end(shipped_placeholders);
    };
    std::vector<base::InputError> mistakes;
    for (const ShippedText& shipped : shipped_texts)
        if (texts.has(shipped.name))
            if (const std::string mistake = mistake_in(texts.text(shipped.name), is_known); !mistake.empty())
                mistakes.emplace_back(place(folder, shipped), mistake,
                                      "correct the text; until then it is shown as it stands");
    return mistakes;
}

} // namespace narration
