#include "ui/views/walkthrough/play_card.h"

#include "attention/score.h"
#include "ui/board/cell_name.h"
#include "ui/views/walkthrough/play_terms.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <utility>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::Moment;
using workbench::Playback;

namespace {

// Design pixels.
constexpr float margin = 20, head_height = 62, row_height = 28, sum_height = 46, foot_margin = 14;
constexpr float words_size = panel_size;

/// "play.scores.one_cell", or the variant for this score function: "play.scores_cosine.one_cell".
const std::string& words_of(const Ui& ui, const Scene& scene, const workbench::PlayPhase& phase) {
    const std::string stage = "play." + std::string(scene.stage().key), end = "." + std::string(phase.key);
    const std::string special = stage + "_" + attention::key(scene.trace().options.score) + end;
    return ui.texts.text(ui.texts.has(special) ? special : stage + end);
}

float words_height(Ui& ui, const std::string& words, float width) {
    return paragraph(ui, {}, width, {{words, narration::Tone::plain}}, words_size, true);
}

/// The text below the terms may change with the phase; the card reserves room for the longest.
float longest_words(Ui& ui, const Scene& scene, const Playback& playback, const Moment& moment, float width) {
    float most = 0;
    for (const auto& phase : playback.phases())
        if (phase.product == moment.product)
            most = std::max(most, words_height(ui, words_of(ui, scene, phase), width));
    return most;
}

/// The cell being computed; for a whole row, its word.
std::string title_of(const Scene& scene, const Moment& moment) {
    using attention::Form;
    const Form form = attention::explain(scene.trace(), moment.cell).form;
    if (form == Form::given || form == Form::softmax)
        return scene.pass().names.row(moment.cell.quantity, moment.cell.row);
    return cell_name(scene, moment.cell);
}

/// x of the columns: name, left, ×, right, =, product, bar.
struct Columns {
    float name, left, times, right, equals, product, bar, end;
};

Columns columns_of(const Rect& inner) {
    const auto at = [&](float share) { return inner.x + share * inner.width; };
    return {at(0), at(0.37F), at(0.42F), at(0.58F), at(0.63F), at(0.80F), at(0.83F), at(1)};
}

void draw_row(Ui& ui, const Columns& x, const PlayTerm& term, float y) {
    const auto ink = [&](Role role) { return ui[role].faded(term.state == PlayTerm::ahead ? 0.35F : 1); };
    const float size = ui.px(body_size);
    const auto number = [&](float at, const std::string& text, Role role, Align align = Align::right) {
        ui.canvas.text({at, y}, text, Font::mono, size, ink(role), align);
    };
    ui.canvas.text_within({x.name, y},
                          x.left - x.name - ui.canvas.width(Font::mono, size, term.left) - ui.px(6),
                          term.name, Font::sans, ui.px(panel_size), ink(Role::quiet));
    number(x.left, term.left, term.left_role);
    number(x.times, term.sign, Role::quiet, Align::centre);
    number(x.right, term.right, term.right_role);
    if (!term.right.empty()) number(x.equals, term.exact ? "=" : "≈", Role::quiet, Align::centre);
    if (term.state == PlayTerm::ahead) return;
    number(x.product, term.product, Role::text);
    if (term.state == PlayTerm::now) {
        const float wide = ui.canvas.width(Font::mono, size, term.product);
        ui.canvas.stroke({x.product - wide - ui.px(5), y - ui.px(11), wide + ui.px(10), ui.px(22)},
                         ui[Role::query_fill], ui.px(1.5F), ui.px(4));
    }
    const float room = x.end - x.bar;
    if (term.bar != 0)
        ui.canvas.fill({x.bar, y - ui.px(5), std::max(ui.px(2), std::abs(term.bar) * room), ui.px(10)},
                       ui[term.bar > 0 ? term.bar_role : Role::negative], ui.px(2));
}

/// "so far 0.16 + 2.80 + 0.00" and the sum on the right; if not all fit, the last terms.
void draw_sum(Ui& ui, const PlayTerms& terms, const Rect& line) {
    ui.canvas.line({line.x, line.y}, {line.right(), line.y}, ui[Role::hairline], ui.px(1));
    const float y = line.centre().y + ui.px(2), size = ui.px(14);
    const std::string sum = (terms.exact ? "" : "≈ ") + terms.sum;
    const float wide = ui.canvas.width(Font::mono_bold, ui.px(headline_size), sum) + ui.px(16);
    ui.canvas.text({line.right(), y}, sum, Font::mono_bold, ui.px(headline_size), ui[Role::text],
                   Align::right);
    const std::string start = ui.text(terms.complete ? "play.sum" : "play.so_far") + " ", left_out = "… + ";
    const float room = line.width - wide - ui.canvas.width(Font::sans, size, start + left_out);
    std::string shown;
    for (std::size_t i = terms.added.size(); i-- > 0;) {
        std::string longer = terms.added[i];
        if (!shown.empty()) longer.append(" + ").append(shown);
        if (ui.canvas.width(Font::sans, size, longer) > room) {
            shown.insert(0, left_out);
            break;
        }
        shown = std::move(longer);
    }
    ui.canvas.text({line.x, y}, start + shown, Font::sans, size, ui[Role::quiet]);
}

} // namespace

float play_card_height(Ui& ui, const Scene& scene, const Playback& playback, const Moment& moment,
                       float width, float room) {
    const float words = longest_words(ui, scene, playback, moment, width - 2 * ui.px(margin));
    const float fixed = ui.px(head_height + sum_height + foot_margin) + words;
    const auto rows = static_cast<float>(play_rows(scene, moment.cell));
    const float least = fixed + ui.px(row_height) * std::min(rows, 3.0F);
    return std::max(least, std::min(fixed + rows * ui.px(row_height), room));
}

bool draw_play_card(Ui& ui, const Scene& scene, const Playback& playback, const Moment& moment,
                    const Rect& area) {
    card(ui, area);
    ui.anchors.add("play_card", area);
    const Rect inner{area.x + ui.px(margin), area.y, area.width - 2 * ui.px(margin), area.height};
    const workbench::PlayPhase& phase = playback.phases()[moment.phase];
    caption(ui, {inner.x, area.y + ui.px(18)},
            std::string(scene.stage().title) + " · " +
                ui.texts.text("play.phases." + std::string(phase.key)));
    const float side = ui.px(26);
    const bool closed =
        icon_button(ui, "play/leave", {area.right() - side - ui.px(8), area.y + ui.px(6), side, side},
                    Icon::cross, {.look = ButtonLook::plain, .hint = ui.text("play.leave_hint")});
    subscripted(ui, {inner.x, area.y + ui.px(44)}, title_of(scene, moment), Font::sans_bold,
                ui.px(headline_size), ui[Role::text]);

    const float words = longest_words(ui, scene, playback, moment, inner.width);
    const float room = area.height - words - ui.px(head_height + sum_height + foot_margin);
    const auto rows = std::max<Index>(1, static_cast<Index>(room / ui.px(row_height) + 0.01F));
    const PlayTerms terms = play_terms(ui, scene, moment, rows);
    const Columns columns = columns_of(inner);
    float y = area.y + ui.px(head_height);
    for (const PlayTerm& term : terms.rows) {
        draw_row(ui, columns, term, y + ui.px(row_height) / 2);
        y += ui.px(row_height);
    }
    const float sum_top = area.bottom() - words - ui.px(sum_height - 4 + foot_margin);
    if (!terms.sum.empty()) draw_sum(ui, terms, {inner.x, sum_top, inner.width, ui.px(sum_height - 4)});
    paragraph(ui, {inner.x, area.bottom() - words - ui.px(foot_margin)}, inner.width,
              {{words_of(ui, scene, phase), narration::Tone::plain}}, words_size, false, Role::quiet);
    return closed;
}

} // namespace ui
