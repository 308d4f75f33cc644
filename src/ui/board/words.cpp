#include "ui/board/words.h"

#include "drawing/figures/arcs.h"
#include "narration/wording.h"
#include "ui/chrome/chips.h"
#include "ui/chrome/pieces.h"
#include "ui/widgets/controls.h"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <cmath>
#include <imgui.h>

namespace ui {

using namespace drawing;
using attention::Quantity;
using attention::StageId;

// Words that change places.

namespace {

/// A word of the document's texts.
struct Written {
    Index word;
    bool of_source;
};

/// The word that was written where a row of words on screen has this one: a translator's encoder reads the
/// source, and its decoder begins with a word that nobody wrote (empty).
std::optional<Written> written_at(const workbench::Pass& pass, Index word, bool of_source) {
    if (!pass.reading || of_source || !pass.document.is_cross()) return Written{word, of_source};
    if (pass.reading->places[pass.reading->shown].part == model::Part::encoder) return Written{word, true};
    return word > 0 ? std::optional(Written{word - 1, false}) : std::nullopt;
}

void swap(const Scene& scene, Index a, Index b, bool of_source, Actions& actions) {
    if (!(scene.bench.document() == scene.pass().document)) return; // still computing: the words have changed
    workbench::Selection marked = scene.selection;
    const auto follow = [&](Index& place) {
        if (place == a || place == b) place = a + b - place;
    };
    if (!of_source) follow(marked.query);
    if (of_source || !scene.trace().input.is_cross()) follow(marked.key);
    marked.pinned.reset();
    actions.ask(BeginGesture{});
    const auto first = written_at(scene.pass(), a, of_source),
               second = written_at(scene.pass(), b, of_source);
    actions.ask(PerformEdit{.edit = workbench::SwapWords{first->word, second->word, first->of_source},
                            .then = marked});
}

/// The word being dragged.
void draw_dragged(Ui& ui, const WordsOnScreen& on_screen, Index word) {
    const float size = on_screen.row.text_size, height = size * 1.8F;
    const std::string& text = on_screen.words[word];
    const float width = ui.canvas.width(Font::sans_medium, size, text) + size;
    const Rect box{ui.mouse.x - width / 2, ui.mouse.y - height / 2, width, height};
    ui.canvas.fill(box, ui[Role::card], word_radius(box.height, ui.theme.scale));
    ui.canvas.stroke(box, ui[Role::focus], ui.px(1.5F), word_radius(box.height, ui.theme.scale));
    ui.canvas.text(box.centre(), text, Font::sans_medium, size, ui[Role::text], Align::centre);
}

/// True for a word, false for a numbered row of a numeric document, for padding, and for what nobody wrote.
bool can_swap(const Scene& scene, Index word, bool of_source) {
    const auto& pass = scene.pass();
    const bool numeric = of_source ? pass.document.memory_length > 0 : pass.document.length > 0;
    const Index count = of_source ? scene.trace().m() : scene.trace().n() - pass.filled_up;
    return !numeric && word >= 0 && word < count && written_at(pass, word, of_source);
}

} // namespace

void drag_word(Ui& ui, const Scene& scene, const WordsOnScreen& on_screen, Index word, const Touch& t,
               Actions& actions) {
    if (!can_swap(scene, word, on_screen.of_source)) return;
    if (!t.held && !t.let_go) return;
    const auto target = on_screen.row.word_at(ui.mouse);
    if (target == word) return;
    const bool fits = target && can_swap(scene, *target, on_screen.of_source);
    if (t.let_go) {
        if (fits) swap(scene, word, *target, on_screen.of_source, actions);
        return;
    }
    if (fits)
        ui.canvas.stroke(*on_screen.row.box(*target), ui[Role::focus], ui.px(2),
                         word_radius(on_screen.row.boxes.front().height, ui.theme.scale));
    draw_dragged(ui, on_screen, word);
}

void swap_by_key(const Ui& ui, const Scene& scene, Actions& actions) {
    const Index word = scene.selection.query;
    const Index neighbour = ui.pressed(GLFW_KEY_LEFT, GLFW_MOD_ALT)    ? word - 1
                            : ui.pressed(GLFW_KEY_RIGHT, GLFW_MOD_ALT) ? word + 1
                                                                       : word;
    if (neighbour != word && can_swap(scene, word, false) && can_swap(scene, neighbour, false))
        swap(scene, word, neighbour, false, actions);
}

// The words with their arcs.

namespace {

/// What a stage knows about the words' relations: nothing before the scores, then the scores in their current
/// form, then the weights.
std::optional<Quantity> known_at(StageId stage) {
    switch (stage) {
    case StageId::input:
    case StageId::project:
        return std::nullopt;
    case StageId::scores:
        return Quantity::scores;
    case StageId::scale:
        return Quantity::scaled;
    case StageId::mask:
        return Quantity::masked;
    case StageId::softmax:
        return Quantity::weights;
    default:
        return Quantity::dropped; // equal to the weights when there is no dropout
    }
}

std::shared_ptr<const base::Matrix> numbers_of(const Scene& scene) {
    const auto known = known_at(scene.selection.stage);
    if (!known) return nullptr;
    return {scene.shown, &scene.trace().matrix(*known, scene.selection.head)};
}

/// A dot in the corner of a word whose row was changed.
void mark_changed(Ui& ui, const Rect& box) {
    const float radius = ui.px(3.5F);
    ui.canvas.paint(Disc{{box.right() - 2 * radius, box.y + 2 * radius}, radius, ui[Role::warning]});
}

void word_touch(Ui& ui, const Scene& scene, const WordsOnScreen& on_screen, Index word, Actions& actions) {
    const bool of_source = on_screen.of_source;
    const Rect box = *on_screen.row.box(word);
    const Touch t = touch(ui, (of_source ? "source/" : "token/") + std::to_string(word), box);
    if (t.hovered)
        ui.canvas.stroke(box, ui[of_source ? Role::key_line : Role::query_fill], ui.px(1.5F),
                         word_radius(box.height, ui.theme.scale), on_screen.words.corners(word));
    if (t.hovered && on_screen.words.is_unknown(word)) ui.cursor_hint = ui.text("words.unknown");
    if (t.hovered && scene.pass().real) ui.cursor_hint = piece_hint(ui, scene.pass(), word);
    const std::string changed = changed_row_hint(ui, scene.pass(), word, of_source);
    if (!changed.empty()) mark_changed(ui, box);
    if (t.hovered && !changed.empty()) ui.cursor_hint = changed;
    if (t.focused) focus_ring(ui, box, word_radius(box.height, ui.theme.scale));
    drag_word(ui, scene, on_screen, word, t, actions);
    if (!t.clicked) return;
    actions.select = scene.selection;
    (of_source ? actions.select->key : actions.select->query) = word;
    actions.select->pinned.reset();
    if (!of_source) actions.select = workbench::focused(*actions.select, scene.trace());
}

/// All keys of a long sequence: a click marks the one under the mouse.
void touch_strip(Ui& ui, const Scene& scene, const ArcLayout& layout, Actions& actions) {
    if (layout.strip.height <= 0) return;
    const Touch t = touch(ui, "strip", layout.strip, true, false);
    const auto key = layout.strip_key_at(ui.mouse);
    if (!t.clicked || !key) return;
    actions.select = scene.selection;
    actions.select->key = *key;
    if (!layout.cross) actions.select->query = *key;
    actions.select->pinned.reset();
}

/// The pair to show: the hovered or selected one, as far as the stage knows it.
ArcOptions pair_of(const Ui& ui, const Scene& scene, float scale) {
    const workbench::Selection pointed = workbench::pointed(scene.selection);
    ArcOptions options{pointed.query, pointed.key, scale};
    options.shares = scene.selection.stage >= StageId::softmax;
    options.more = more_words(ui, scene);
    options.numbers = ui.text(options.shares ? "words.weights" : "words.scores");
    const bool of_keys = workbench::marked_cell(pointed, scene.trace()).quantity >= Quantity::k ||
                         scene.selection.stage >= StageId::scores;
    // Before queries meet keys, no key is marked: that would give the answer away.
    if (!of_keys) options.key.reset();
    return options;
}

void touch_row(Ui& ui, const Scene& scene, const WordsOnScreen& on_screen, Actions& actions) {
    for (Index i = 0; i < on_screen.row.count(); ++i)
        word_touch(ui, scene, on_screen, on_screen.row.first + i, actions);
}

/// The words in this place, which grows when not all of them are shown and there is no room for arcs; returns
/// its height.
float draw_words_in(Ui& ui, const Scene& scene, Rect place, Actions& actions, const WordsLook& look,
                    bool alone) {
    const bool cross = scene.trace().input.is_cross();
    const float scale = ui.theme.scale * look.enlarged;
    const Words keys = boxed_keys(scene.pass()), queries = boxed_queries(scene.pass());
    ArcOptions options = pair_of(ui, scene, scale);
    options.written = look.numbers;
    options.tight = look.tight;
    ArcLayout layout = arc_layout(place, keys, queries, options, ui.canvas);
    if (alone && layout.strip.height > 0) {
        place.height += (arc_sizes::strip + arc_sizes::strip_gap) * scale;
        layout = arc_layout(place, keys, queries, options, ui.canvas);
    }
    const auto numbers = alone ? nullptr : numbers_of(scene); // no room for arcs, no arcs
    ui.canvas.paint(arc_figure(layout, keys, queries, numbers, options, ui.theme.palette(), ui.canvas));
    if (place.contains(ui.mouse)) ui.canvas.forget_pointed(); // words of the sentence are not glossary terms
    touch_row(ui, scene, {layout.queries, cross ? queries : keys, false}, actions);
    if (cross) touch_row(ui, scene, {layout.keys, keys, true}, actions);
    touch_strip(ui, scene, layout, actions);
    return place.height;
}

} // namespace

namespace {

// Design pixels at reading size.
constexpr float heading_size = 15, least_heading_size = 11.5F, heading_padding = 4, queries_gap = 6;

/// The width of the widest word in its largest letters: bold, as a marked one turns bold and must not shift.
float widest_of(const Ui& ui, Words words) {
    constexpr Index most_measured = 200;
    float widest = 1;
    for (Index i = 0; i < std::min(words.count(), most_measured); ++i)
        widest = std::max(widest, ui.canvas.width(Font::sans_bold, ui.theme.read(heading_size), words[i]));
    return widest;
}

/// The pieces of a written word meet half way.
void join(WordRow& row, Words words) {
    for (std::size_t i = 1; i < row.boxes.size(); ++i) {
        if (!words.is_joined(row.first + static_cast<Index>(i))) continue;
        Rect &left = row.boxes[i - 1], &right = row.boxes[i];
        const float seam = std::round((left.right() + right.x) / 2), end = right.right();
        left.width = seam - left.x;
        right.x = seam;
        right.width = end - seam;
    }
}

/// A box over each of the words' columns, all as wide as these: a word that is wider takes what its
/// neighbours can spare, at either end up to `beyond` pixels outside the columns. False if that is too little
/// for one.
bool widen(const Ui& ui, WordRow& row, Words words, float beyond) {
    const float gap = ui.theme.read(2), edge = 2 * ui.theme.read(heading_padding);
    const auto spare = [&](Index i) { // of the room on one side of a neighbour
        if (i < 0 || i >= row.count()) return beyond;
        const auto& box = row.boxes[static_cast<std::size_t>(i)];
        const float text = ui.canvas.width(Font::sans_bold, row.text_size, words[row.first + i]);
        return std::max(0.0F, (box.width - text - edge) / 2);
    };
    bool all_fit = true;
    const WordRow before = row;
    for (Index i = 0; i < before.count(); ++i) {
        const Rect& column = before.boxes[static_cast<std::size_t>(i)];
        const float text = ui.canvas.width(Font::sans_bold, row.text_size, words[row.first + i]);
        const float lacks = text + edge - column.width;
        if (lacks <= 0) continue;
        float left = std::min(lacks / 2, spare(i - 1));
        const float right = std::min(lacks - left, spare(i + 1));
        left = std::min(lacks - right, spare(i - 1));
        all_fit = all_fit && left + right >= lacks - 0.5F;
        Rect& box = row.boxes[static_cast<std::size_t>(i)];
        box = {box.x - left, box.y, box.width + left + right, box.height};
        const auto narrow = [&](Index neighbour, float from_left, float from_right) {
            if (neighbour < 0 || neighbour >= row.count()) return;
            Rect& other = row.boxes[static_cast<std::size_t>(neighbour)];
            other.x += from_left;
            other.width -= from_left + from_right;
        };
        narrow(i - 1, 0, left);
        narrow(i + 1, right, 0);
    }
    for (std::size_t i = 0; i + 1 < row.boxes.size(); ++i) // never closer than columns are
        row.boxes[i].width = std::min(row.boxes[i].width, row.boxes[i + 1].x - gap - row.boxes[i].x);
    join(row, words);
    return all_fit;
}

constexpr float beyond_columns = 12; // design pixels at reading size

/// Those of the words whose columns are in sight, each box as wide as its column, unless a word is too wide;
/// in the largest letters that fit.
WordRow row_over(const Ui& ui, const MatrixLayout& columns, Words words, float y, bool* all_fit = nullptr) {
    const auto read = [&](float design) { return ui.theme.read(design); };
    const CellBlock seen = visible_cells(columns);
    WordRow row{seen.column, words.count(), {}, read(heading_size)};
    for (Index column = seen.column; column < seen.column + seen.columns; ++column) {
        const Rect cell = cell_rect(columns, {seen.row, column});
        const float middle = cell.centre().x;
        if (middle > columns.area.x && middle < columns.area.right())
            row.boxes.push_back({cell.x + read(1), y, cell.width - read(2), read(heading_height)});
        else if (row.boxes.empty())
            ++row.first;
    }
    const WordRow even = row;
    bool fits = false;
    for (float size = heading_size; !fits && size >= least_heading_size; size -= 0.5F) {
        row = even;
        row.text_size = read(size);
        fits = widen(ui, row, words, read(beyond_columns));
    }
    if (all_fit) *all_fit = fits;
    return row;
}

} // namespace

float heading_room(const Ui& ui, const Scene& scene, float arcs) {
    const float queries = scene.trace().input.is_cross() ? ui.theme.read(heading_height + queries_gap) : 0;
    return queries + arcs + ui.theme.read(heading_height + heading_gap);
}

float least_headed(const Ui& ui, const Scene& scene) {
    return widest_of(ui, boxed_keys(scene.pass())) * least_heading_size / heading_size +
           ui.theme.read(2 + 2 * heading_padding);
}

bool can_head(const Ui& ui, const Scene& scene, float column) {
    const Index count = scene.trace().m();
    const MatrixLayout columns{{0, 0, column * static_cast<float>(count), 1}, 1, count, column, 1};
    bool all_fit = column >= ui.theme.read(2 * heading_padding + heading_size);
    if (all_fit) row_over(ui, columns, boxed_keys(scene.pass()), 0, &all_fit);
    return all_fit;
}

ArcLayout draw_headings(Ui& ui, const Scene& scene, const MatrixLayout& columns, float top, Actions& actions,
                        const ArcsLook& look) {
    const float scale = ui.theme.reading_scale(), high = ui.theme.read(heading_height);
    const bool cross = scene.trace().input.is_cross();
    const Words keys = boxed_keys(scene.pass()), queries = boxed_queries(scene.pass());
    ArcOptions options = pair_of(ui, scene, scale);
    options.written = false;
    options.whole = look.whole;
    options.beneath = look.beneath;
    options.loop_left = options.query + 1 == keys.count(); // the names of a matrix may stand at its right
    const float y = std::round(columns.area.y - ui.theme.read(heading_gap) - high);
    ArcLayout layout{{columns.area.x, top, columns.area.width, y + high - top}, cross, {}, {}, {}, scale};
    layout.keys = row_over(ui, columns, keys, y);
    layout.queries = layout.keys;
    if (cross) {
        const Rect line{columns.area.x, top, columns.area.width, arc_sizes::box * scale};
        layout.queries = arc_layout(line, keys, queries, options, ui.canvas).queries;
        for (Rect& box : layout.queries.boxes)
            box.height = high;
    }
    const bool arcs = y - top >= ui.theme.read(8);
    ui.canvas.paint(arc_figure(layout, keys, queries, arcs ? numbers_of(scene) : nullptr, options,
                               ui.theme.palette(), ui.canvas));
    if (layout.area.contains(ui.mouse)) ui.canvas.forget_pointed();
    touch_row(ui, scene, {layout.queries, cross ? queries : keys, false}, actions);
    if (cross) touch_row(ui, scene, {layout.keys, keys, true}, actions);
    return layout;
}

ArcLayout draw_words_facing(Ui& ui, const Scene& scene, const Rect& area, Actions& actions,
                            const ArcsLook& look) {
    constexpr float word_size = 18.5F, widest_gap = 32, share_of_gap = 0.22F;
    const float scale = ui.theme.reading_scale();
    const bool cross = scene.trace().input.is_cross();
    const Words keys = boxed_keys(scene.pass()), queries = boxed_queries(scene.pass());
    ArcOptions options = pair_of(ui, scene, scale);
    const auto most = static_cast<float>(std::max({keys.count(), queries.count(), Index{1}}));
    const float gap = std::min(widest_gap, share_of_gap * area.width / scale / most);
    options.sizes = {.box = 38, .text = word_size, .gap = gap, .number_line = 0, .fills = true};
    options.written = false;
    options.tight = true;
    options.whole = look.whole;
    options.beneath = look.beneath;
    options.others = true;
    ArcLayout layout = arc_layout(area, keys, queries, options, ui.canvas);
    ui.canvas.paint(
        arc_figure(layout, keys, queries, numbers_of(scene), options, ui.theme.palette(), ui.canvas));
    if (area.contains(ui.mouse)) ui.canvas.forget_pointed();
    touch_row(ui, scene, {layout.queries, cross ? queries : keys, false}, actions);
    if (cross) touch_row(ui, scene, {layout.keys, keys, true}, actions);
    touch_strip(ui, scene, layout, actions);
    return layout;
}

std::function<std::string(base::Index)> more_words(const Ui& ui, const Scene& scene) {
    return [&texts = ui.texts, pass = scene.shown](base::Index count) {
        const narration::Wording wording(texts, pass->names);
        return wording.counted(count, wording.words() ? "more_word" : "more_row");
    };
}

bool high_words(const Ui& ui, float height) {
    constexpr float least = 480; // design pixels at reading size
    return height >= ui.theme.read(least);
}

float words_height(const Ui& ui, const Scene& scene, float height) {
    return arc_height(scene.trace().input.is_cross(), high_words(ui, height), ui.theme.scale);
}

float draw_words(Ui& ui, const Scene& scene, const Rect& area, Actions& actions, const WordsLook& look) {
    const float scale = ui.theme.scale * look.enlarged;
    const float high = arc_height(scene.trace().input.is_cross(), look.high_arcs, scale);
    return draw_words_in(ui, scene, {area.x, area.y, area.width, high}, actions, look, false);
}

bool all_words_fit(const Ui& ui, const Scene& scene, float width, bool tight) {
    ArcOptions options = pair_of(ui, scene, ui.theme.scale);
    options.tight = tight;
    const ArcLayout layout = arc_layout({0, 0, width, ui.px(100)}, boxed_keys(scene.pass()),
                                        boxed_queries(scene.pass()), options, ui.canvas);
    return layout.keys.shows_all() && layout.queries.shows_all();
}

float draw_words_alone(Ui& ui, const Scene& scene, const Rect& area, Actions& actions,
                       const WordsLook& look) {
    const float scale = ui.theme.scale * look.enlarged;
    const bool cross = scene.trace().input.is_cross();
    const float high =
        cross ? arc_height(cross, false, scale) : scale * (arc_sizes::box + arc_sizes::weight_line);
    return draw_words_in(ui, scene, {area.x, area.y, area.width, high}, actions, look, !cross);
}

} // namespace ui
