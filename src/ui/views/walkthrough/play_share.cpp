// A stage being played, as a clip: on a sheet of its own the same matrices, filled as on the screen.
#include "ui/views/walkthrough/play_look.h"

#include "drawing/figures/formula.h"
#include "narration/wording.h"
#include "ui/board/figures.h"
#include "ui/board/share.h"
#include "ui/chrome/chips.h"
#include "ui/chrome/weights_menu.h"

#include <algorithm>
#include <map>
#include <vector>

namespace ui {

using namespace drawing;
using attention::Quantity;
using base::Index;
using workbench::Playback;

namespace {

constexpr double play_begins = 0.4, play_ends = 5.2; // seconds of the clip; then it rests
constexpr float symbol_size = 26;

/// All that a moment of the clip is drawn from; owned by it, since it is drawn on another thread.
struct PlayScript {
    PassPtr pass;
    attention::StageId stage;
    workbench::Selection selection;
    Playback playback;
    std::map<std::pair<Quantity, Index>, Coloured> colours = {}; ///< by head
    std::map<Quantity, std::string> symbols = {};                ///< as formulas

    const attention::Trace& trace() const { return pass->trace; }
    std::vector<attention::Product> products() const { return attention::stage(stage).products(trace()); }
};

std::shared_ptr<const PlayScript> script_of(BoardState& state, const Scene& scene) {
    auto script = std::make_shared<PlayScript>(PlayScript{scene.shown, scene.selection.stage, scene.selection,
                                                          Playback(scene.trace(), scene.selection)});
    for (const attention::Product& product : script->products())
        for (const auto& quantity : {std::optional(product.result), product.left, product.top}) {
            if (!quantity) continue;
            script->symbols[*quantity] =
                narration::symbol_formula(scene.trace(), name_of(*scene.shown, *quantity),
                                          quantity == product.top && product.top_transposed);
            for (Index head = 0; head < std::ssize(scene.trace().heads); ++head) {
                const Index own = own_head(*quantity, head);
                script->colours[{*quantity, own}] = state.last.ranges.of(scene.shown, *quantity, own);
            }
        }
    return script;
}

class PlayPainter {
public:
    PlayPainter(const PlayScript& script, const Palette& palette, const TextMeasure& measure)
        : script_(script), palette_(palette), measure_(measure) {}

    Figure paint(double seconds) {
        const double share = std::clamp((seconds - play_begins) / (play_ends - play_begins), 0.0, 1.0);
        const PlayLook look(script_.trace(), script_.playback.at(script_.playback.step_at(
                                                 share * script_.playback.seconds())));
        const workbench::Selection selection = selection_at(script_.trace(), script_.selection, look.moment);
        const auto products = script_.products();
        const attention::Product& product = products[std::min(look.moment.product, products.size() - 1)];
        const ProductLayout layout = lay_out(shape_of(product, selection.head), share_room, 1);
        const PlayLook* unfinished = share < 1 ? &look : nullptr;
        if (product.left)
            matrix(OnBoard::Part::left, product, *product.left, *layout.left, selection, unfinished);
        if (product.top)
            matrix(OnBoard::Part::top, product, *product.top, *layout.top, selection, unfinished);
        matrix(OnBoard::Part::result, product, product.result, layout.result, selection, unfinished);
        return std::move(figure_);
    }

private:
    const base::Matrix& numbers(Quantity quantity, Index head) const {
        return script_.trace().matrix(quantity, own_head(quantity, head));
    }
    Size size_of(Quantity quantity, Index head, bool transposed) const {
        const base::Matrix& m = numbers(quantity, head);
        return transposed ? Size{m.cols(), m.rows()} : Size{m.rows(), m.cols()};
    }
    NameOf rows_of(Quantity quantity, bool transposed) const {
        return [pass = script_.pass, quantity, transposed](Index i) {
            return transposed ? column_label(*pass, quantity, i) : row_label(*pass, quantity, i);
        };
    }

    ProductShape shape_of(const attention::Product& product, Index head) const {
        ProductShape shape;
        shape.result = size_of(product.result, head, false);
        if (product.left) shape.left = size_of(*product.left, head, false);
        if (product.top) shape.top = size_of(*product.top, head, product.top_transposed);
        const Quantity outer = product.left.value_or(product.result);
        shape.row_names = names_width(shape.result.rows, rows_of(outer, false), 1, measure_);
        if (product.top)
            shape.top_names =
                names_width(shape.top->rows, rows_of(*product.top, product.top_transposed), 1, measure_);
        return shape;
    }

    void matrix(OnBoard::Part part, const attention::Product& product, Quantity quantity,
                const MatrixLayout& layout, const workbench::Selection& selection,
                const PlayLook* unfinished) {
        const bool transposed = part == OnBoard::Part::top && product.top_transposed;
        const Index head = own_head(quantity, selection.head);
        const Coloured& coloured = script_.colours.at({quantity, head});
        MatrixOptions options;
        options.map = coloured.map;
        options.range = coloured.range;
        options.transposed = transposed;
        options.bold_marks = false;
        if (part != OnBoard::Part::result || !product.left) options.row_name = rows_of(quantity, transposed);
        if (part != OnBoard::Part::result || !product.top)
            options.column_name = rows_of(quantity, !transposed);
        const attention::Cell marked = workbench::marked_cell(selection, script_.trace());
        if (part != OnBoard::Part::top) options.marked_row = marked.row;
        if (part != OnBoard::Part::left || !product.top) options.marked_column = marked.column;
        options.column_role = column_axis(product.result) == attention::Axis::keys ? Role::key : Role::text;
        const auto& allowed = script_.trace().allowed;
        if (attention::family(quantity) == attention::Family::weight && allowed.size() > 0)
            options.hidden = [&allowed](CellPlace place) { return !allowed(place.row, place.column); };
        if (unfinished) unfinished->dress(options, part, script_.trace(), product.top.has_value());
        const std::shared_ptr<const base::Matrix> kept(script_.pass, &numbers(quantity, selection.head));
        Figure drawn = matrix_figure(kept, layout, options, palette_, measure_);
        figure_.insert(figure_.end(), drawn.begin(), drawn.end());
        symbol(quantity, layout.area, part == OnBoard::Part::result && product.top);
    }

    /// Beside the names of the columns; of the result, which has none, above its first column.
    void symbol(Quantity quantity, const Rect& area, bool above) {
        SetFormula set = set_formula(script_.symbols.at(quantity), {.size = symbol_size, .lit_part = {}},
                                     palette_, measure_);
        constexpr float beside = 10;
        const float x = above ? area.x : area.x - beside - set.width;
        const float y = area.y - column_names_height / 2 - set.height / 2;
        Figure drawn = moved(std::move(set.figure), x, y);
        figure_.insert(figure_.end(), drawn.begin(), drawn.end());
    }

    const PlayScript& script_;
    const Palette& palette_;
    const TextMeasure& measure_;
    Figure figure_;
};

} // namespace

Exportable play_share(const Ui& ui, BoardState& state, const Scene& scene) {
    const narration::Paragraph question{
        narration::Span{ui.texts.narrate(subject_of(scene, scene.selection)).question}};
    const auto script = script_of(state, scene);
    Exportable what = share_export(
        ui, {question, origin_text(ui, scene.pass())},
        ShareClip{.moves = ui.text("share.play_moves"),
                  .figure = [script](double seconds, const Palette& palette, const TextMeasure& measure) {
                      return PlayPainter(*script, palette, measure).paint(seconds);
                  }});
    if (const auto picture = share_export(ui, scene)) what.figure = picture->figure;
    return what;
}

} // namespace ui
