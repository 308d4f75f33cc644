// Below the cards: up to three things in which the two sides differ, computed from their passes.
#include "attention/mask.h"
#include "narration/narration.h"
#include "narration/tell_heads.h"
#include "narration/wording.h"
#include "ui/views/compare/compare.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <cctype>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::Difference;

std::string language_name(const Ui& ui, const Scene& scene, bool of_source) {
    const workbench::Pass& pass = scene.pass();
    const auto& words = of_source ? pass.names.keys : pass.names.queries;
    const language::Lexicon& lexicon = scene.bench.library().lexicon;
    std::vector<std::string> codes{"en"};
    codes.insert(codes.end(), lexicon.languages.begin(), lexicon.languages.end());
    for (const std::string& code : codes)
        if (std::ranges::all_of(
                words, [&](const std::string& word) { return lexicon.find_in(code, word).has_value(); }))
            return ui.texts.text("languages." + code);
    return {};
}

namespace {

// What differs, in words.

/// "the same ten words", "the five English words", "five other words".
std::string keys_from(const Ui& ui, const Scene& scene) {
    const auto& t = scene.trace();
    const bool cross = t.input.is_cross(), named = !scene.pass().document.text.empty();
    const std::string count = narration::counted_in_words(ui.texts, t.m());
    if (t.m() == 1) return ui.text(cross ? "compare.other_one" : "compare.same_one");
    if (!named) return ui.plain(cross ? "compare.other_rows" : "compare.same_rows", {{"count", {{count}}}});
    if (!cross) return ui.plain("compare.same_words", {{"count", {{count}}}});
    const std::string language = language_name(ui, scene, true);
    if (language.empty()) return ui.plain("compare.other_words", {{"count", {{count}}}});
    return ui.plain("compare.words_of", {{"count", {{count}}}, {"language", {{language}}}});
}

/// "every word from every word".
std::string taken_in(const Ui& ui, const Scene& scene) {
    const base::BoolMatrix& allowed = scene.trace().allowed;
    const bool cross = scene.trace().input.is_cross(), masked = allowed.size() > 0 && !allowed.all();
    if (masked) {
        const bool causal = !cross && allowed == attention::causal_mask(allowed.rows(), allowed.cols());
        return ui.text(causal ? "compare.takes_causal" : "compare.takes_masked");
    }
    if (!cross) return ui.text("compare.takes_self");
    const std::string asks = language_name(ui, scene, false), answers = language_name(ui, scene, true);
    if (asks.empty() || answers.empty() || asks == answers) return ui.text("compare.takes_cross");
    return ui.plain("compare.takes_from", {{"target", {{asks}}}, {"source", {{answers}}}});
}

std::string shape_of_weights(const Scene& scene) {
    return std::to_string(scene.trace().n()) + " × " + std::to_string(scene.trace().m());
}

/// The facts of one side; the default where there are none.
std::string side_text(const Ui& ui, const std::string& what, const std::vector<workbench::Fact>& facts) {
    if (facts.empty()) return ui.texts.text("differs_usual." + what);
    std::string text;
    for (const auto& fact : facts)
        text += (text.empty() ? "" : ", ") + fact_text(ui, "in_force", fact);
    return text;
}

std::string name_of(const Ui& ui, const std::string& what) {
    std::string name = ui.texts.text("differs." + what);
    if (!what.starts_with("d_"))
        name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
    return name;
}

/// The most important first: where keys and values come from, or else what was changed.
std::vector<DifferenceRow> rows_of(const Ui& ui, const Scene& left, const Scene& right,
                                   const std::vector<Difference>& found) {
    std::vector<DifferenceRow> rows;
    const auto add = [&](const std::string& name, std::string on_left, std::string on_right) {
        if (on_left != on_right) rows.push_back({std::move(on_left), name, std::move(on_right)});
    };
    const auto shapes = [&] {
        add(ui.text("compare.weights_are"), shape_of_weights(left), shape_of_weights(right));
        add(ui.text("compare.takes"), taken_in(ui, left), taken_in(ui, right));
    };
    const bool kinds = left.trace().input.is_cross() != right.trace().input.is_cross();
    if (kinds) {
        add(ui.text("compare.keys_come_from"), keys_from(ui, left), keys_from(ui, right));
        shapes();
    }
    for (const Difference& difference : found)
        if (difference.what != "matrices" && !(kinds && difference.what == "words"))
            add(name_of(ui, difference.what), side_text(ui, difference.what, difference.left),
                side_text(ui, difference.what, difference.right));
    if (!kinds) shapes();
    return rows;
}

const DifferencesOnScreen& differences_on_screen(CompareFrame& frame) {
    const Scene &left = frame.left(), &right = frame.right();
    DifferencesOnScreen& now = frame.state.differences;
    const bool known = now.left.lock() == left.shown && now.right.lock() == right.shown &&
                       now.left_head == left.selection.head && now.right_head == right.selection.head;
    if (known) return now;
    auto found = workbench::differences({left.pass(), left.selection.head},
                                        {right.pass(), right.selection.head}, left.bench.library());
    auto rows = rows_of(frame.ui, left, right, found);
    now = {left.shown,           right.shown,      left.selection.head,
           right.selection.head, std::move(found), std::move(rows)};
    return now;
}

/// From Softmax on: "cat 0.63", what the marked word reads most; empty where that cannot be compared.
std::optional<DifferenceRow> read_most(const Ui& ui, const Scene& left, const Scene& right) {
    const workbench::Selection a = workbench::pointed(left.selection),
                               b = workbench::pointed(right.selection);
    if (a.stage < attention::StageId::softmax) return {};
    const auto word = [](const Scene& scene, const workbench::Selection& marked) {
        return scene.pass().names.row(attention::Quantity::weights, marked.query);
    };
    if (a.query >= left.trace().n() || b.query >= right.trace().n() || word(left, a) != word(right, b))
        return {};
    const auto most = [](const Scene& scene, Index query) {
        const auto& t = scene.trace();
        const Index head = scene.selection.head;
        const Index key = workbench::strongest_key(t, head, query);
        const float weight = t.matrix(attention::Quantity::dropped, head)(query, key);
        return "“" + scene.pass().names.column(attention::Quantity::weights, key) + "”  " +
               narration::decimal(weight);
    };
    DifferenceRow row{most(left, a.query), ui.plain("compare.reads_most", {{"word", {{word(left, a)}}}}),
                      most(right, b.query)};
    if (row.left == row.right) return {};
    return row;
}

// Design pixels.
constexpr std::size_t most_shown = 3;
constexpr float row_pitch = 34, from_middle = 176, value_size = 18.5F, name_size = 17;

} // namespace

void draw_differences(CompareFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    card(ui, area);
    ui.anchors.add("compare/differs", area);
    if (!frame.state.chosen.more) ui.anchors.add("compare/table", area); // the same in short
    std::vector<DifferenceRow> rows = differences_on_screen(frame).rows;
    if (rows.size() < most_shown)
        if (const auto row = read_most(ui, frame.left(), frame.right())) rows.push_back(*row);
    rows.resize(std::min(rows.size(), most_shown));
    const float x = area.centre().x;
    if (rows.empty())
        return ui.canvas.text(area.centre(), ui.text("compare.nothing_differs"), Font::sans,
                              ui.px(value_size), ui[Role::quiet], Align::centre);
    const float pitch = ui.px(row_pitch), all = pitch * static_cast<float>(rows.size());
    float widest = 0;
    for (const DifferenceRow& row : rows)
        widest = std::max(widest, ui.canvas.width(Font::sans, ui.px(name_size), row.name));
    const float apart = std::max(ui.px(from_middle), widest / 2 + ui.px(24));
    const float room = area.width / 2 - ui.px(compare_edge) - apart;
    const auto value = [&](Point at, const std::string& text, Align align) {
        const bool number = std::isdigit(static_cast<unsigned char>(text.front())) != 0 &&
                            text.find_first_not_of("0123456789 ×.") == std::string::npos;
        ui.canvas.text_within(at, room, text, number ? Font::mono : Font::sans_medium, ui.px(value_size),
                              ui[Role::text], align);
    };
    float y = area.centre().y - all / 2 + pitch / 2;
    for (const DifferenceRow& row : rows) {
        if (&row != &rows.front())
            ui.canvas.line({area.x + ui.px(compare_edge), y - pitch / 2},
                           {area.right() - ui.px(compare_edge), y - pitch / 2}, ui[Role::hairline], ui.px(1));
        subscripted(ui, {x, y}, row.name, Font::sans, ui.px(name_size), ui[Role::quiet], Align::centre);
        value({x - apart, y}, row.left, Align::right);
        value({x + apart, y}, row.right, Align::left);
        y += pitch;
    }
}

} // namespace ui
