#include "worksheet/sheet.h"

#include "base/text.h"
#include "drawing/figures/formula.h"
#include "drawing/shapes/fitted_text.h"
#include "worksheet/grid.h"
#include "worksheet/typeset.h"

#include <algorithm>
#include <cmath>

namespace worksheet {

namespace {

constexpr TextStyle body{}, bold{.font = Font::sans_bold},
    heading{.font = Font::sans_bold, .size = heading_size}, big{.font = Font::sans_bold, .size = title_size},
    small{.size = small_size}, quiet_small{.size = small_size, .colour = soft_ink};

/// "1 decimal place", "2 decimal places".
std::string places_text(int decimals, const narration::Texts& texts) {
    return narration::plain_text(texts, decimals == 1 ? "worksheet.place" : "worksheet.places",
                                 narration::values_of({{"count", std::to_string(decimals)}}));
}

/// "= 2", "≈ 1.41".
std::string root_text(const Sums& sums) {
    const double root = written_root(sums);
    return (root == std::round(root) ? "= " : "≈ ") + base::shortest(root);
}

/// What one sheet says, with its word and its sizes filled in.
class Said {
public:
    Said(const Copy& copy, const narration::Texts& texts) : texts_(texts) {
        const Sentence& sentence = copy.sums.sentence;
        const auto d_k = copy.sums.head().k.cols();
        const Decimals& decimals = copy.sums.decimals;
        const auto places = [&](int count) { return places_text(count, texts); };
        values_ = narration::values_of({{"word", sentence.queries[static_cast<std::size_t>(sentence.row)]},
                                        {"d_k", std::to_string(d_k)},
                                        {"root", root_text(copy.sums)},
                                        {"powers", places(decimals.exponentials)},
                                        {"weights", places(decimals.weights)},
                                        {"output", places(decimals.output)}});
    }
    std::string operator()(const char* name) const {
        return narration::plain_text(texts_, std::string("worksheet.") + name, values_);
    }

private:
    const narration::Texts& texts_;
    narration::Values values_;
};

} // namespace

const char* title_of(Step step) {
    switch (step) {
    case Step::query:
        return "worksheet.query";
    case Step::scores:
        return "worksheet.scores";
    case Step::scaled:
        return "worksheet.scale";
    case Step::exponentials:
    case Step::weights:
        return "worksheet.softmax";
    case Step::output:
        return "worksheet.output";
    }
    return "";
}

std::string task_of(Step step, const Copy& copy, const narration::Texts& texts) {
    const Said said(copy, texts);
    const Sums& sums = copy.sums;
    const Sentence& sentence = sums.sentence;
    const bool is_masked = sentence.allowed.rows() > 0 && !sentence.allowed.row(sentence.row).all();
    const auto rounded_to = [&](int decimals) {
        return " " + narration::plain_text(texts, "worksheet.round_to",
                                           narration::values_of({{"places", places_text(decimals, texts)}}));
    };
    switch (step) {
    case Step::query:
        return said(sentence.cross ? "query_task_cross" : "query_task");
    case Step::scores:
        return said("scores_task") +
               (sums.decimals.scores > 0 ? rounded_to(sums.decimals.scores) : std::string());
    case Step::scaled: {
        const bool comes_out_even = sums.decimals.scores == 0 && written_root(sums) == 2;
        return said("scale_task") + (comes_out_even ? std::string() : rounded_to(sums.decimals.scaled)) +
               (is_masked ? " " + said("mask_task") : "");
    }
    case Step::exponentials:
    case Step::weights:
        return said(has_table(sums) ? "softmax_task" : "softmax_task_calculator") +
               (!sentence.scaled && is_masked ? " " + said("mask_task") : "");
    case Step::output:
        return said("output_task");
    }
    return {};
}

namespace {

/// The trace's matrix of a step.
const base::Matrix& matrix_of(Step step, const attention::HeadTrace& head) {
    switch (step) {
    case Step::query:
        return head.q;
    case Step::scores:
        return head.scores;
    case Step::scaled:
        return head.scaled;
    case Step::exponentials:
        return head.numerators;
    case Step::weights:
        return head.weights;
    default:
        return head.output;
    }
}

/// The number of a step's cell as it is printed.
std::string printed_at(Step step, Index row, Index column, const Sums& sums) {
    return printed(step, static_cast<double>(matrix_of(step, sums.head())(row, column)), sums.decimals);
}

/// A matrix that is given.
Grid given_grid(const std::string& title, const base::Matrix& matrix, int decimals,
                std::vector<std::string> rows, std::optional<Index> marked) {
    Grid grid{.title = title, .columns = {}, .rows = std::move(rows), .cells = {}};
    if (marked) grid.marked_row = static_cast<std::size_t>(*marked);
    for (Index i = 0; i < matrix.rows(); ++i) {
        std::vector<GridCell>& cells = grid.cells.emplace_back();
        for (Index j = 0; j < matrix.cols(); ++j)
            cells.push_back({drawing::number_text(matrix(i, j), matrix(i, j) == 0 ? 0 : decimals)});
    }
    return grid;
}

/// A step's matrix with its blanks, or what belongs into them.
Grid step_grid(const std::string& title, Step step, const Copy& copy, bool is_key = false) {
    const Sums& sums = copy.sums;
    const Sentence& sentence = sums.sentence;
    const base::Matrix& matrix = matrix_of(step, sums.head());
    Grid grid = given_grid(title, matrix, 0, sentence.queries, sentence.row);
    for (Index i = 0; i < matrix.rows(); ++i)
        for (Index j = 0; j < matrix.cols(); ++j) {
            GridCell& cell = grid.cells[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
            cell = {printed_at(step, i, j, sums)};
            if (copy.blanks.contains({step, i, j}))
                cell = is_key ? GridCell{cell.text, GridCell::Look::answer}
                              : GridCell{"", GridCell::Look::blank};
        }
    if (step == Step::scores) {
        grid.columns = sentence.keys;
        grid.cell_width = sentence.m() > 5 ? 53 : 62;
    }
    return grid;
}

/// A heading with its number, its formula at the right, and what is to be done.
std::vector<Block> step_head(int number, Step step, const std::string& formula, const Copy& copy,
                             const narration::Texts& texts, float width, const TextMeasure& measure) {
    const std::string &title = texts.text(title_of(step)), task = task_of(step, copy, texts);
    Block head{.height = 34, .gap = 16, .keeps_next = true};
    constexpr float radius = 13;
    head.figure.emplace_back(drawing::Disc{{radius, 17}, radius, ink});
    head.figure.emplace_back(line_at(radius, 17, std::to_string(number),
                                     {.font = Font::sans_bold, .size = text_size, .colour = paper_white},
                                     Align::centre));
    head.figure.emplace_back(line_at(2 * radius + 10, 17, title, heading));
    drawing::SetFormula set = set_paper_formula(formula, 24, measure);
    append(head.figure, drawing::moved(std::move(set.figure), width - set.width, 23 - set.baseline));
    Block text = paragraph(task, width, body, measure);
    text.gap = 2, text.keeps_next = true;
    std::vector<Block> blocks;
    blocks.push_back(std::move(head));
    blocks.push_back(std::move(text));
    return blocks;
}

void add(std::vector<Block>& blocks, std::vector<Block> more) {
    for (Block& block : more)
        blocks.push_back(std::move(block));
}

// The head of the first page.

/// The words in a row, or in several, the one that asks in a frame.
Block word_row(const std::string& before, const std::vector<std::string>& words, std::optional<Index> asks,
               float width, const TextMeasure& measure) {
    constexpr float line = 36, side = 10, between = 6;
    Block row{.height = line};
    const TextStyle plain{.size = 22}, framed{.font = Font::sans_bold, .size = 22};
    float x = 0;
    if (!before.empty()) {
        row.figure.emplace_back(line_at(0, line / 2, before, small));
        x = measure.width(small.font, small.size, before) + 12;
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool is_asked = asks == static_cast<Index>(i);
        const TextStyle& style = is_asked ? framed : plain;
        const std::string word = drawing::elided(words[i], width - 2 * side, style.font, style.size, measure);
        const float w = measure.width(style.font, style.size, word) + 2 * side;
        if (x > 0 && x + w > width) x = 0, row.height += line;
        const float middle = row.height - line / 2;
        if (is_asked) row.figure.emplace_back(drawing::Stroke{{x, middle - 17, w, 34}, ink, 2, 4});
        row.figure.emplace_back(line_at(x + w / 2, middle, word, style, Align::centre));
        x += w + between;
    }
    return row;
}

std::vector<Block> opening(const Copy& copy, Index count, const Said& said, const narration::Texts& texts,
                           float width, const TextMeasure& measure) {
    const Sentence& sentence = copy.sums.sentence;
    Block title{.height = 40};
    title.figure.emplace_back(line_at(0, 18, said("title"), big));
    if (count > 1)
        title.figure.emplace_back(
            line_at(width, 18,
                    narration::plain_text(texts, "worksheet.sheet_of",
                                          narration::values_of({{"sheet", std::to_string(copy.number)},
                                                                {"count", std::to_string(count)}})),
                    body, Align::right));
    Block who{.height = 30, .gap = 4};
    const float name = measure.width(body.font, body.size, said("name")) + 10;
    const float date = measure.width(body.font, body.size, said("date")) + 10, half = 0.64F * width;
    who.figure.emplace_back(line_at(0, 16, said("name"), body));
    who.figure.emplace_back(drawing::Line{{name, 26}, {half, 26}, ink, 0.8F});
    if (!copy.name.empty())
        who.figure.emplace_back(line_at(
            name + 6, 15, drawing::elided(copy.name, half - name - 6, bold.font, bold.size, measure), bold));
    who.figure.emplace_back(line_at(half + 24, 16, said("date"), body));
    who.figure.emplace_back(drawing::Line{{half + 24 + date, 26}, {width, 26}, ink, 0.8F});
    std::vector<Block> blocks;
    blocks.push_back(std::move(title));
    blocks.push_back(std::move(who));
    blocks.push_back(word_row({}, sentence.queries, sentence.row, width, measure));
    if (sentence.cross) blocks.push_back(word_row(said("source"), sentence.keys, {}, width, measure));
    Block intro = paragraph(said("intro"), width, body, measure);
    blocks.push_back(std::move(intro));
    for (const std::string& note : notes_on(sentence, texts)) {
        blocks.push_back(paragraph(note, width, quiet_small, measure));
        blocks.back().gap = 2;
    }
    return blocks;
}

// The softmax of one row, as a table.

std::string formula_of(SoftmaxRow row, bool scaled) {
    switch (row) {
    case SoftmaxRow::scores:
        return "s";
    case SoftmaxRow::scaled:
        return "s / \\sqrt{d_{k}}";
    case SoftmaxRow::shifted:
        return scaled ? "x = s / \\sqrt{d_{k}} − \\rm{max}" : "x = s − \\rm{max}";
    case SoftmaxRow::exponentials:
        return "e^{x}";
    default:
        return "a = e^{x} / Σ";
    }
}

/// What a cell of that table holds.
GridCell softmax_cell(SoftmaxRow row, Index key, const Copy& copy, const ByHand& hand) {
    const Sums& sums = copy.sums;
    if (row != SoftmaxRow::scores && !sums.sentence.may_read(sums.sentence.row, key))
        return {row == SoftmaxRow::scaled || row == SoftmaxRow::shifted ? "−∞" : "0",
                GridCell::Look::forbidden};
    return {drawing::number_text(static_cast<float>(number_at(row, key, hand)), decimals_of(row, sums)),
            is_left_out(row, key, sums, copy.blanks) ? GridCell::Look::answer : GridCell::Look::given};
}

/// The same cell without what is left to the learner.
GridCell emptied(const GridCell& cell) {
    if (cell.look == GridCell::Look::answer) return {"", GridCell::Look::blank};
    return cell;
}

Grid softmax_grid(const Copy& copy, const std::vector<SoftmaxRow>& rows, const Said& said, bool is_key) {
    const Sums& sums = copy.sums;
    const Sentence& sentence = sums.sentence;
    const ByHand hand = by_hand(sums);
    Grid grid{.title = {}, .columns = sentence.keys, .rows = {}, .cells = {}};
    grid.cell_width = sentence.m() > 5 ? 68 : 72;
    grid.names_are_formulas = true;
    const auto put = [&](std::vector<GridCell>& cells, const GridCell& cell) {
        cells.push_back(is_key ? cell : emptied(cell));
    };
    for (const SoftmaxRow row : rows) {
        grid.rows.push_back(formula_of(row, sentence.scaled));
        std::vector<GridCell>& cells = grid.cells.emplace_back();
        for (Index j = 0; j < sentence.m(); ++j)
            put(cells, softmax_cell(row, j, copy, hand));
        if (rows.size() == 1) continue; // a row alone has no sum
        if (row == SoftmaxRow::exponentials)
            put(cells, {drawing::number_text(static_cast<float>(hand.sum), sums.decimals.exponentials),
                        is_sum_left_out(sums, copy.blanks) ? GridCell::Look::answer : GridCell::Look::given});
        else if (row == SoftmaxRow::weights)
            cells.push_back({adds_up(sums) ? drawing::number_text(1, sums.decimals.weights) : "≈ 1"});
        else
            cells.push_back({"", GridCell::Look::none});
    }
    if (rows.size() > 1) grid.columns.push_back(said("sum_column"));
    return grid;
}

/// e to the powers that can occur, so that no calculator is needed.
Grid power_table(const Sums& sums) {
    const std::vector<std::vector<double>> powers = powers_in_rows(sums);
    Grid grid{.title = {}, .columns = {}, .rows = {}, .cells = {}};
    grid.cell_width = 47, grid.cell_height = 24, grid.names_are_formulas = true;
    const auto number = [](double x, int decimals) {
        return drawing::number_text(static_cast<float>(x), decimals);
    };
    const auto power = [&](double x) { return GridCell{number(std::exp(x), sums.decimals.exponentials)}; };
    if (powers.size() == 1) {
        const bool are_whole = sums.sentence.scaled ? written_root(sums) == 1 : true;
        grid.rows = {"x", "e^{x}"};
        grid.cells.resize(2);
        for (const double x : powers.front()) {
            grid.cells[0].push_back({number(x, are_whole ? 0 : 1)});
            grid.cells[1].push_back(power(x));
        }
        return grid;
    }
    grid.title = "e^{x}"; // by tenths to the right, by ones downwards
    for (const double x : powers.front())
        grid.columns.push_back(number(x, 1));
    for (const std::vector<double>& row : powers) {
        grid.rows.push_back(number(row.front(), 0));
        std::vector<GridCell>& cells = grid.cells.emplace_back();
        for (const double x : row)
            cells.push_back(power(x));
    }
    return grid;
}

/// The row of the output, with its blanks or its answers.
Grid output_grid(const Copy& copy, bool is_key) {
    const Sums& sums = copy.sums;
    const Index row = sums.sentence.row;
    Grid grid{.title = is_key ? "" : "Z", .columns = {}, .rows = {}, .cells = {}};
    grid.rows = {is_key ? "z" : sums.sentence.queries[static_cast<std::size_t>(row)]};
    grid.names_are_formulas = is_key;
    grid.cell_width = 62;
    grid.cells.resize(1);
    for (Index c = 0; c < sums.head().output.cols(); ++c) {
        const bool blank = copy.blanks.contains({Step::output, row, c});
        const GridCell cell{printed_at(Step::output, row, c, sums),
                            blank ? GridCell::Look::answer : GridCell::Look::given};
        grid.cells[0].push_back(is_key ? cell : emptied(cell));
    }
    return grid;
}

} // namespace

std::string printed(Step step, double number, const Decimals& decimals) {
    return drawing::number_text(static_cast<float>(number), decimals_of(step, decimals));
}

namespace {

/// X, W_Q and Q beside one another, as wide as there is room.
Block query_row(const Copy& copy, float width, const TextMeasure& measure) {
    const Sums& sums = copy.sums;
    const Sentence& sentence = sums.sentence;
    std::vector<Grid> grids{given_grid("X", sums.trace.x, sums.decimals.x, sentence.queries, sentence.row),
                            given_grid("W_{Q}", sums.head().w_q, sums.decimals.w_q, {}, {}),
                            step_grid("Q", Step::query, copy)};
    for (float cell = 40, name = 92, gap = 26;; cell -= 2, name -= 6, gap = std::max(10.0F, gap - 4)) {
        std::vector<SetGrid> row;
        float all = -gap;
        for (Grid& grid : grids) {
            grid.cell_width = cell, grid.most_name = name;
            row.push_back(set_grid(grid, measure));
            all += row.back().width + gap;
        }
        if (all <= width || cell <= 32) return beside(std::move(row), gap);
    }
}

} // namespace

std::vector<Figure> sheet_pages(const Copy& copy, Index count, const Paper& paper,
                                const narration::Texts& texts, const TextMeasure& measure) {
    const float width = paper.inner_width();
    const Said said(copy, texts);
    const Sums& sums = copy.sums;
    const Sentence& sentence = sums.sentence;
    const attention::HeadTrace& head = sums.head();
    std::vector<Block> blocks = opening(copy, count, said, texts, width, measure);
    int number = 0;

    const auto head_of = [&](Step step, const std::string& formula) {
        add(blocks, step_head(++number, step, formula, copy, texts, width, measure));
    };
    head_of(Step::query, "Q = XW_{Q}");
    blocks.push_back(query_row(copy, width, measure));
    blocks.push_back(room_to_calculate(width, 42));

    head_of(Step::scores, "S = QK^{\\rm{T}}");
    Grid scores = step_grid("S", Step::scores, copy);
    blocks.push_back(
        beside({set_grid(given_grid("K", head.k, sums.decimals.keys, sentence.keys, {}), measure),
                set_grid(scores, measure)},
               24));
    blocks.push_back(room_to_calculate(width, 42, 1.5F));

    const std::size_t second_page = blocks.size();
    if (sentence.scaled) {
        head_of(Step::scaled, "S / \\sqrt{d_{k}}");
        blocks.push_back(set_grid(softmax_grid(copy, {SoftmaxRow::scaled}, said, false), measure).block);
    }
    head_of(Step::weights,
            "A = \\rm{softmax}(" + std::string(sentence.scaled ? "S / \\sqrt{d_{k}}" : "S") + ")");
    if (has_table(sums)) blocks.push_back(set_grid(power_table(sums), measure).block);
    blocks.push_back(
        set_grid(softmax_grid(copy, {SoftmaxRow::shifted, SoftmaxRow::exponentials, SoftmaxRow::weights},
                              said, false),
                 measure)
            .block);
    blocks.push_back(room_to_calculate(width, 42));
    head_of(Step::output, "Z = AV");
    blocks.push_back(
        beside({set_grid(given_grid("V", head.v, sums.decimals.values, sentence.keys, {}), measure),
                set_grid(output_grid(copy, false), measure)},
               60));
    blocks.push_back(room_to_calculate(width, 42, 1.5F));
    if (most_read(sums).size() == 1) { // otherwise two words would be right
        blocks.push_back(paragraph(said("last"), width, bold, measure));
        blocks.back().keeps_next = true;
        blocks.push_back(ruled(width, 2));
    }
    blocks[second_page].starts_page = true;

    std::vector<Figure> pages = set_pages(blocks, paper);
    std::string foot;
    if (count > 1)
        foot = narration::plain_text(
            texts, "worksheet.sheet_of",
            narration::values_of({{"sheet", std::to_string(copy.number)}, {"count", std::to_string(count)}}));
    add_feet(pages, paper, foot);
    if (pages.size() % 2 == 1) pages.emplace_back();
    return pages;
}

// The key.

namespace {

constexpr std::size_t most_listed = 6; ///< cells; more are shown in their matrices

/// A grid with less room, in which nobody writes.
Grid low(Grid grid) {
    grid.cell_height = 23;
    return grid;
}

/// The word, with its place if it occurs more than once: "the (5)".
std::string told_apart(const std::vector<std::string>& words, Index place) {
    const std::string& word = words[static_cast<std::size_t>(place)];
    return std::ranges::count(words, word) == 1 ? word : word + " (" + std::to_string(place + 1) + ")";
}

std::string cell_name(const Blank& blank, const Sentence& sentence) {
    const char* symbol = blank.step == Step::query ? "Q" : "S";
    const std::string column = blank.step == Step::query ? std::to_string(blank.column + 1)
                                                         : told_apart(sentence.keys, blank.column);
    return std::string(symbol) + "[" + told_apart(sentence.queries, blank.row) + ", " + column + "]";
}

/// The query of the word that asks, its blanks filled in.
Grid query_answers(const Copy& copy) {
    const Sums& sums = copy.sums;
    const Index row = sums.sentence.row;
    Grid grid{.title = {}, .columns = {}, .rows = {"q"}, .cells = {}};
    grid.names_are_formulas = true;
    grid.cells.resize(1);
    for (Index c = 0; c < sums.head().q.cols(); ++c)
        grid.cells[0].push_back(
            {printed_at(Step::query, row, c, sums),
             copy.blanks.contains({Step::query, row, c}) ? GridCell::Look::answer : GridCell::Look::given});
    return grid;
}

std::vector<Block> key_of(const Copy& copy, Index count, float width, const narration::Texts& texts,
                          const TextMeasure& measure) {
    const Said said(copy, texts);
    const Sums& sums = copy.sums;
    const Sentence& sentence = sums.sentence;
    Block head{.height = 26, .gap = 16, .keeps_next = true};
    std::string who = copy.name;
    if (count > 1)
        who = narration::plain_text(texts, "worksheet.sheet_of",
                                    narration::values_of({{"sheet", std::to_string(copy.number)},
                                                          {"count", std::to_string(count)}})) +
              (who.empty() ? "" : "  " + who);
    head.figure.emplace_back(drawing::Line{{0, 0}, {width, 0}, line_ink, 0.8F});
    head.figure.emplace_back(
        line_at(0, 16, drawing::elided(who, width, bold.font, bold.size, measure), bold));
    std::vector<Block> blocks;
    blocks.push_back(std::move(head));
    const auto put = [&](Block block, float gap = 4) {
        block.gap = gap, block.keeps_next = true;
        blocks.push_back(std::move(block));
    };
    std::vector<SoftmaxRow> rows{SoftmaxRow::scores, SoftmaxRow::scaled, SoftmaxRow::shifted,
                                 SoftmaxRow::exponentials, SoftmaxRow::weights};
    if (!sentence.scaled) rows.erase(rows.begin() + 1);
    put(set_grid(low(softmax_grid(copy, rows, said, true)), measure).block);
    std::string last;
    if (const std::vector<Index> most = most_read(sums); most.size() == 1)
        last = narration::plain_text(
            texts, "worksheet.last_answer",
            narration::values_of({{"key", sentence.keys[static_cast<std::size_t>(most.front())]},
                                  {"weight", printed_at(Step::weights, sentence.row, most.front(), sums)}}));
    SetGrid query = set_grid(low(query_answers(copy)), measure),
            output = set_grid(low(output_grid(copy, true)), measure);
    Block remark = paragraph(last, width - query.width - output.width - 48, small, measure);
    put(beside({std::move(query), std::move(output), SetGrid{std::move(remark), 0}}, 24));
    std::string others;
    std::size_t count_of_others = 0;
    for (const Blank& blank : copy.blanks)
        if (blank.row != sentence.row && ++count_of_others <= most_listed)
            others += (others.empty() ? "" : "; ") + cell_name(blank, sentence) + " = " +
                      printed_at(blank.step, blank.row, blank.column, sums);
    if (count_of_others > most_listed)
        put(beside({set_grid(low(step_grid("Q", Step::query, copy, true)), measure),
                    set_grid(low(step_grid("S", Step::scores, copy, true)), measure)},
                   24),
            8);
    else if (!others.empty())
        put(paragraph(
            narration::plain_text(texts, "worksheet.other_cells", narration::values_of({{"cells", others}})),
            width, small, measure));
    blocks.back().keeps_next = false;
    return blocks;
}

} // namespace

std::vector<Figure> key_pages(const std::vector<Copy>& copies, const Paper& paper,
                              const narration::Texts& texts, const TextMeasure& measure) {
    const float width = paper.inner_width();
    std::vector<Block> blocks;
    Block title{.height = 40};
    title.figure.emplace_back(line_at(0, 18, texts.text("worksheet.key_title"), big));
    blocks.push_back(std::move(title));
    if (!copies.empty()) {
        const Sentence& sentence = copies.front().sums.sentence;
        blocks.push_back(word_row({}, sentence.queries, sentence.row, width, measure));
        if (sentence.cross)
            blocks.push_back(word_row(texts.text("worksheet.source"), sentence.keys, {}, width, measure));
    }
    blocks.push_back(paragraph(texts.text("worksheet.rounding"), width, quiet_small, measure));
    for (const Copy& copy : copies)
        add(blocks, key_of(copy, static_cast<Index>(copies.size()), width, texts, measure));
    std::vector<Figure> pages = set_pages(blocks, paper);
    add_feet(pages, paper, texts.text("worksheet.key_title"));
    return pages;
}

} // namespace worksheet
