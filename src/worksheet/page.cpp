#include "worksheet/page.h"

#include "base/text.h"
#include "drawing/figures/formula.h"
#include "drawing/shapes/fitted_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace worksheet {

std::span<const Paper> papers() {
    static constexpr std::array all{Paper{"a4", 793.7F, 1122.5F}, Paper{"letter", 816, 1056}};
    return all;
}

const Paper* paper_named(std::string_view key) {
    const auto all = papers();
    const auto found = std::ranges::find(all, key, &Paper::key);
    return found == all.end() ? nullptr : &*found;
}

// Text.

namespace {

/// The longest beginning of `word` that fits, at least one character.
std::size_t fitting(std::string_view word, float width, const TextStyle& style, const TextMeasure& measure) {
    std::size_t end = base::next_character(word, 0);
    while (end < word.size()) {
        const std::size_t next = base::next_character(word, end);
        if (measure.width(style.font, style.size, word.substr(0, next)) > width) break;
        end = next;
    }
    return end;
}

} // namespace

std::vector<std::string> lines_of(const std::string& text, float width, const TextStyle& style,
                                  const TextMeasure& measure) {
    const auto fits = [&](const std::string& line) {
        return measure.width(style.font, style.size, line) <= width;
    };
    std::vector<std::string> lines(1);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
        std::string word = text.substr(at, end - at);
        const std::string longer = lines.back().empty() ? word : lines.back() + " " + word;
        if (fits(longer)) {
            lines.back() = longer;
        } else {
            if (!lines.back().empty()) lines.emplace_back();
            while (!fits(word)) {
                const std::size_t part = fitting(word, width, style, measure);
                lines.back() = word.substr(0, part);
                word.erase(0, part);
                if (word.empty()) break;
                lines.emplace_back();
            }
            if (!word.empty()) lines.back() = word;
        }
        if (end < text.size() && text[end] == '\n') lines.emplace_back();
        at = end + 1;
    }
    return lines;
}

drawing::Label line_at(float x, float y, std::string text, const TextStyle& style, Align align) {
    return {{x, y}, align, style.font, style.size, style.colour, std::move(text)};
}

void append(Figure& figure, Figure&& more) {
    figure.insert(figure.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

// Blocks.

Block paragraph(const std::string& text, float width, const TextStyle& style, const TextMeasure& measure) {
    Block block;
    const float step = style.leading * style.size;
    for (const std::string& line : lines_of(text, width, style, measure)) {
        append(block.figure,
               drawing::symbols_figure(line_at(0, block.height + step / 2, line, style), measure));
        block.height += step;
    }
    return block;
}

Block space(float height) {
    return {.height = height, .gap = 0};
}

Block room_to_calculate(float width, float least, float stretch) {
    Block block{.height = least, .stretch = stretch};
    block.room = [width](float height) {
        constexpr float pitch = 18.9F; // 5 mm
        Figure dots;
        for (float y = pitch / 2; y < height; y += pitch)
            for (float x = pitch / 2; x < width; x += pitch)
                dots.emplace_back(drawing::Disc{{x, y}, 0.9F, line_ink});
        return dots;
    };
    return block;
}

Block ruled(float width, int lines) {
    constexpr float pitch = 30;
    Block block{.height = pitch * static_cast<float>(lines), .gap = 4};
    for (int line = 1; line <= lines; ++line) {
        const float y = pitch * static_cast<float>(line) - 2;
        block.figure.emplace_back(drawing::Line{{0, y}, {width, y}, line_ink, 0.8F});
    }
    return block;
}

namespace {

/// The blocks of a page: from first to before end.
struct Range {
    std::size_t first, end;
};

/// Where pages begin and end.
std::vector<Range> breaks_of(const std::vector<Block>& blocks, float height) {
    std::vector<Range> pages;
    std::size_t first = 0;
    while (first < blocks.size()) {
        float used = blocks[first].height;
        std::size_t end = first + 1;
        while (end < blocks.size() && !blocks[end].starts_page &&
               used + blocks[end].gap + blocks[end].height <= height) {
            used += blocks[end].gap + blocks[end].height;
            ++end;
        }
        if (end < blocks.size() && !blocks[end].starts_page) {
            std::size_t kept = end;
            while (kept > first + 1 && blocks[kept - 1].keeps_next)
                --kept;
            if (!blocks[kept - 1].keeps_next) end = kept; // else all of the page belongs together
        }
        pages.push_back({first, end});
        first = end;
    }
    return pages;
}

Figure page_of(std::span<const Block> blocks, const Paper& paper) {
    float used = 0, stretch = 0;
    for (const Block& block : blocks) {
        used += block.height + (&block == blocks.data() ? 0 : block.gap);
        stretch += block.stretch;
    }
    const float left = std::max(0.0F, paper.height - 2 * paper.margin - used);
    Figure page;
    float y = paper.margin;
    for (const Block& block : blocks) {
        if (&block != blocks.data()) y += block.gap;
        const float height = block.height + (stretch > 0 ? left * block.stretch / stretch : 0);
        append(page, drawing::moved(block.room ? block.room(height) : block.figure, paper.margin, y));
        y += height;
    }
    return page;
}

} // namespace

std::vector<Figure> set_pages(const std::vector<Block>& blocks, const Paper& paper) {
    std::vector<Figure> pages;
    for (const Range& range : breaks_of(blocks, paper.height - 2 * paper.margin))
        pages.push_back(page_of(std::span(blocks).subspan(range.first, range.end - range.first), paper));
    return pages;
}

void add_feet(std::vector<Figure>& pages, const Paper& paper, const std::string& text) {
    const TextStyle small{.size = small_size, .colour = soft_ink};
    const float y = paper.height - paper.margin / 2;
    for (std::size_t i = 0; i < pages.size(); ++i) {
        if (!text.empty()) pages[i].emplace_back(line_at(paper.margin, y, text, small));
        pages[i].emplace_back(
            line_at(paper.width - paper.margin, y, std::to_string(i + 1), small, Align::right));
    }
}

} // namespace worksheet
