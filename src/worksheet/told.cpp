#include "worksheet/told.h"

#include "base/text.h"
#include "drawing/figures/formula.h"
#include "drawing/figures/plane.h"
#include "drawing/figures/sentence.h"
#include "drawing/shapes/fitted_text.h"
#include "lesson/judge.h"
#include "lesson/plane.h"
#include "lesson/step_state.h"
#include "lesson/text.h"
#include "narration/wording.h"
#include "worksheet/grid.h"
#include "worksheet/typeset.h"

#include <algorithm>
#include <cmath>

namespace worksheet {

using attention::Quantity;
using base::Index;
using lesson::QuestionKind;
using lesson::Scope;
using workbench::Pass;
using PassPtr = std::shared_ptr<const Pass>;

namespace {

/// The words of a text. On the screen a word of the sentence has a colour; here it stands in quotation marks
/// unless it does already.
std::string in_black(const narration::Paragraph& spans, const Pass& pass) {
    std::string text;
    for (const narration::Span& span : spans) {
        const bool coloured = span.tone == narration::Tone::query || span.tone == narration::Tone::key ||
                              span.tone == narration::Tone::value;
        const auto& names = pass.names;
        const bool is_word = std::ranges::find(names.queries, span.text) != names.queries.end() ||
                             std::ranges::find(names.keys, span.text) != names.keys.end();
        if (coloured && is_word && !text.ends_with("“"))
            text += "“" + span.text + "”";
        else
            text += span.text;
    }
    return text;
}

std::vector<ToldParagraph> paragraphs_of(const std::string& markdown, const Scope& scope) {
    std::vector<ToldParagraph> all;
    for (const lesson::Block& block : lesson::told(markdown, scope).blocks) {
        const std::string text = in_black(block.spans, scope.pass);
        const bool goes_on = block.kind == lesson::BlockKind::line && !all.empty();
        if (goes_on)
            all.back().text += "\n" + text;
        else
            all.push_back({(block.kind == lesson::BlockKind::item ? "• " : "") + text,
                           block.kind == lesson::BlockKind::code});
    }
    return all;
}

std::string told_text(const std::string& markdown, const Scope& scope) {
    std::string text;
    if (markdown.empty()) return text;
    for (const ToldParagraph& told : paragraphs_of(markdown, scope))
        text += (text.empty() ? "" : "\n") + told.text;
    return text;
}

std::string stage_title(const std::string& key) {
    const attention::Stage* stage = attention::stage_named(key);
    return stage ? std::string(stage->title) : key;
}

std::string answer_to(const lesson::Question& question, const Scope& scope) {
    switch (question.kind) {
    case QuestionKind::choose:
        return told_text(question.choices[lesson::right_choice(question, scope)].text, scope);
    case QuestionKind::number: {
        const double number = lesson::finite_number_of(question.formula, scope);
        return lesson::written(lesson::Value{number}, number == std::round(number) ? 0 : question.decimals);
    }
    case QuestionKind::bar:
        return lesson::written(lesson::evaluate(question.formula, scope), 2);
    case QuestionKind::click:
        return lesson::word_of(question.formula, scope).text;
    case QuestionKind::order: {
        std::string all;
        for (const std::string& key : lesson::right_order(question))
            all += (all.empty() ? "" : " → ") + stage_title(key);
        return all;
    }
    case QuestionKind::drag:
        if (question.tip)
            return drawing::pair_text(
                {static_cast<float>((*question.tip)[0]), static_cast<float>((*question.tip)[1])});
        return {};
    case QuestionKind::goal:
        return {};
    }
    return {};
}

/// The passes on screen once the question is answered: what is said then is about those.
lesson::Passes answered(const lesson::Step& step, const lesson::Passes& before,
                        const workbench::Session& session, const workbench::Library& library) {
    const lesson::Question& question = *step.question;
    if (question.tip && step.plane) return {lesson::plane_pass(*step.plane, *question.tip), nullptr};
    if (!question.solution) return before;
    lesson::Step solution;
    solution.state = *question.solution;
    solution.place = step.place;
    return lesson::passes_of(lesson::after(session, solution, library), library);
}

ToldQuestion told_question(const lesson::Step& step, const Scope& scope, const workbench::Session& session,
                           const lesson::Passes& passes, const workbench::Library& library) {
    const lesson::Question& question = *step.question;
    ToldQuestion told{.kind = question.kind,
                      .ask = told_text(question.ask, scope),
                      .choices = {},
                      .answer = answer_to(question, scope),
                      .because = {}};
    for (const lesson::Choice& choice : question.choices)
        told.choices.push_back(told_text(choice.text, scope));
    for (const std::string& key : question.order)
        told.choices.push_back(stage_title(key));
    const lesson::Passes then = answered(step, passes, session, library);
    const Scope after{*then.left, then.right.get()};
    told.because = told_text(question.because, after);
    if (question.kind == QuestionKind::choose) {
        const std::string& own = question.choices[lesson::right_choice(question, scope)].because;
        if (!own.empty()) told.because = told_text(own, after);
    }
    return told;
}

} // namespace

std::vector<ToldStep> told_steps(const lesson::Lesson& lesson, const workbench::Library& library) {
    std::vector<ToldStep> all;
    workbench::Session session = lesson::opening_session(library);
    for (const lesson::Step& step : lesson.steps) {
        try {
            session = lesson::after(session, step, library);
            lesson::Passes passes = lesson::passes_of(session, library);
            if (step.plane) passes = {lesson::plane_pass(*step.plane, step.plane->at), nullptr};
            const Scope scope{*passes.left, passes.right.get()};
            ToldStep told;
            told.title = step.title;
            told.caption = step.caption.empty()
                               ? lesson::plain_text(lesson::first_sentence(lesson::told(step.text, scope)))
                               : told_text(step.caption, scope);
            told.text = paragraphs_of(step.text, scope);
            told.pass = passes.left;
            told.plane = step.plane;
            told.view = session.view;
            told.selection = workbench::clamped(session.first.selection, passes.left->trace);
            if (step.question) told.question = told_question(step, scope, session, passes, library);
            all.push_back(std::move(told));
        } catch (const base::InputError& mistake) {
            throw lesson::placed(mistake, step);
        }
    }
    return all;
}

std::string asked_on_paper(std::string ask, const narration::Texts& texts) {
    const std::string click = texts.text("handout.click") + " ", name = texts.text("handout.name") + " ";
    for (std::size_t at = ask.find(click); at != std::string::npos; at = ask.find(click, at + name.size()))
        if (at == 0 || ask[at - 1] == ' ') ask.replace(at, click.size(), name);
    return ask;
}

// Pictures.

namespace {

/// Which of `count` are shown where there is room for `most`: a run of them around `marked`.
std::pair<Index, Index> shown_of(Index count, Index most, Index marked) {
    if (count <= most) return {0, count};
    const Index first = std::clamp(marked - most / 2, Index{0}, count - most);
    return {first, first + most};
}

/// The decimals of a matrix: none if all its numbers are whole.
int decimals_of(const base::Matrix& matrix) {
    const auto numbers = matrix.array();
    return (numbers == numbers.round() || numbers.isInf()).all() ? 0 : 2;
}

std::string cell_text(float number, int decimals) {
    return drawing::number_text(number, number == 0 ? 0 : decimals);
}

Block with_caption(Block block, const std::string& text, float width, float scale,
                   const TextMeasure& measure) {
    Block caption = paragraph(text, width, {.size = small_size * scale, .colour = soft_ink}, measure);
    append(block.figure, drawing::moved(std::move(caption.figure), 0, block.height + 4 * scale));
    block.height += caption.height + 4 * scale;
    return block;
}

Quantity quantity_of(const ToldStep& step) {
    return workbench::marked_cell(step.selection, step.pass->trace).quantity;
}

Block matrix_picture(const ToldStep& step, const PictureRoom& room, const narration::Texts& texts,
                     const TextMeasure& measure) {
    const attention::Cell cell = workbench::marked_cell(step.selection, step.pass->trace);
    const base::Matrix& matrix = step.pass->trace.matrix(cell.quantity, cell.head);
    const language::Names& names = step.pass->names;
    Grid grid;
    grid.most_name = 104;
    grid.cell_height = 25, grid.cell_width = 44;
    for (Index j = 0; j < std::min<Index>(matrix.cols(), 100);
         ++j) { // as wide as the names, where there is room
        const float name = measure.width(Font::sans, small_size, names.column(cell.quantity, j)) + 8;
        grid.cell_width = std::max(grid.cell_width, std::min(name, 86.0F));
    }
    constexpr float around = 52; // the names above, and the caption
    const auto rows = static_cast<float>(matrix.rows()), columns = static_cast<float>(matrix.cols());
    const float left_of_cells = grid.most_name + 10;
    grid.scale = std::clamp(std::min(room.width / (left_of_cells + columns * grid.cell_width),
                                     room.height / (around + rows * grid.cell_height)),
                            room.least, room.scale);
    const float inner = room.width / grid.scale - left_of_cells;
    grid.cell_width = std::max(44.0F, std::min(grid.cell_width, inner / columns));
    const auto most_columns = std::max<Index>(1, static_cast<Index>(inner / grid.cell_width));
    const auto most_rows =
        std::max<Index>(2, static_cast<Index>((room.height / grid.scale - around) / grid.cell_height));
    const int decimals = decimals_of(matrix);
    const auto [left, right] = shown_of(matrix.cols(), most_columns, cell.column);
    const auto [top, bottom] = shown_of(matrix.rows(), most_rows, cell.row);
    for (Index j = left; j < right; ++j)
        grid.columns.push_back(names.column(cell.quantity, j));
    for (Index i = top; i < bottom; ++i) {
        grid.rows.push_back(names.row(cell.quantity, i));
        std::vector<GridCell>& row = grid.cells.emplace_back();
        for (Index j = left; j < right; ++j) {
            const float number = matrix(i, j);
            const bool hidden = attention::is_queries_by_keys(cell.quantity) &&
                                !step.pass->trace.is_allowed(i, j) && (std::isinf(number) || number == 0);
            row.push_back(
                {cell_text(number, decimals), hidden ? GridCell::Look::forbidden : GridCell::Look::given});
        }
    }
    if (cell.row >= top && cell.row < bottom) grid.marked_row = static_cast<std::size_t>(cell.row - top);
    std::string caption =
        std::string(attention::symbol(cell.quantity)) + ": " +
        texts.text(narration::meaning_of(step.pass->trace, cell.quantity, step.pass->has_names()));
    if (right - left < matrix.cols() || bottom - top < matrix.rows())
        caption += " " + narration::plain_text(
                             texts, "handout.part",
                             narration::values_of({{"rows", std::to_string(bottom - top)},
                                                   {"columns", std::to_string(right - left)},
                                                   {"all_rows", std::to_string(matrix.rows())},
                                                   {"all_columns", std::to_string(matrix.cols())}}));
    return with_caption(set_grid(grid, measure).block, caption, room.width, grid.scale, measure);
}

bool is_of_weights(const ToldStep& step) {
    const Quantity quantity = quantity_of(step);
    return (quantity == Quantity::weights || quantity == Quantity::dropped) &&
           !step.pass->trace.input.is_cross() && step.pass->names.queries.size() <= 14;
}

/// The sentence, with arcs from the marked word to those that it reads or without.
Block sentence_picture(const ToldStep& step, bool arcs, const PictureRoom& room, const TextMeasure& measure) {
    const attention::Cell cell = workbench::marked_cell(step.selection, step.pass->trace);
    drawing::SentenceContent content{.words = step.pass->names.queries, .query = step.selection.query};
    if (arcs) {
        const base::Matrix& matrix = step.pass->trace.matrix(cell.quantity, cell.head);
        for (Index j = 0; j < matrix.cols(); ++j)
            content.weights.push_back(matrix(cell.row, j));
    }
    const auto words = static_cast<float>(content.words.size());
    const float scale = std::clamp(room.width / (90 * words), 0.8F * room.least, 0.8F * room.scale);
    drawing::SentenceLook look;
    look.scale = scale;
    look.written = arcs;
    const Rect area{0, 0, room.width, std::min(room.height, arcs ? 210 * scale : 50 * scale)};
    const drawing::WordRow row = drawing::sentence_row(area, content, look, measure);
    return {.figure = drawing::sentence_figure(area, row, content, look, paper_palette(), measure),
            .height = area.height};
}

/// A view in which the matrix of the stage can be seen.
bool shows_matrices(const std::string& view) {
    return view.empty() || view == "walkthrough" || view == "compare";
}

Block plane_picture(const ToldStep& step, const PictureRoom& room, const narration::Texts& texts,
                    const TextMeasure& measure) {
    using drawing::Point;
    const lesson::Plane& plane = *step.plane;
    const auto point = [](const lesson::Arrow& arrow) {
        return Point{static_cast<float>(arrow[0]), static_cast<float>(arrow[1])};
    };
    std::vector<Point> tips{point(plane.at)};
    std::vector<std::string> words{plane.query};
    for (std::size_t i = 0; i < plane.keys.size(); ++i)
        tips.push_back(point(plane.keys[i])), words.push_back(plane.words[i]);
    const float scale = room.least;
    constexpr float caption_height = 24;
    Block block{.height = std::min(room.height - caption_height * scale, 320 * scale)};
    const drawing::PlaneLayout layout =
        drawing::plane_layout({0, 0, std::min(room.width, 520 * scale), block.height}, tips, scale);
    block.figure = drawing::grid_figure(layout, "1", "2", paper_palette());
    std::vector<Rect> taken;
    for (std::size_t i = tips.size(); i-- > 0;) {
        const bool asks = i == 0;
        append(block.figure, drawing::arrow_figure(layout, {0, 0}, tips[i], asks ? ink : soft_ink,
                                                   (asks ? 4.0F : 2.0F) * scale));
        const drawing::TipLabel label = drawing::label_at(layout, tips[i], words[i], taken, measure);
        const std::string pair = drawing::pair_text(tips[i]);
        const float size = 13 * scale, wide = measure.width(Font::mono, size, pair);
        taken.push_back(label.box);
        taken.push_back({label.number.x - wide / 2, label.number.y - size / 2, wide, size});
        block.figure.emplace_back(drawing::Label{label.box.centre(), Align::centre,
                                                 asks ? Font::sans_bold : Font::sans, 16 * scale, ink,
                                                 words[i]});
        block.figure.emplace_back(
            drawing::Label{label.number, Align::centre, Font::mono, size, soft_ink, pair});
    }
    return with_caption(
        std::move(block),
        narration::plain_text(texts, "handout.thick", narration::values_of({{"word", plane.query}})),
        room.width, scale, measure);
}

} // namespace

Block picture_of(const ToldStep& step, const PictureRoom& room, const narration::Texts& texts,
                 const TextMeasure& measure) {
    if (step.plane) return plane_picture(step, room, texts, measure);
    const bool matrices = shows_matrices(step.view);
    if (!matrices || is_of_weights(step)) return sentence_picture(step, matrices, room, measure);
    return matrix_picture(step, room, texts, measure);
}

} // namespace worksheet
