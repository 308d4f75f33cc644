#include "ui/board/board.h"

#include "attention/score.h"
#include "narration/wording.h"
#include "ui/board/figures.h"
#include "ui/board/quantity_look.h"
#include "ui/chrome/weights_menu.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"
#include "ui/widgets/text_field.h"
#include "workbench/document/sizes.h"

#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;
using attention::StageId;
using base::Index;

// The mask.

namespace {

/// Queries, keys and padded positions of the newest document, which may not be shown yet.
struct Lengths {
    Index n, m, filled_up;
};

Lengths lengths_of(const Scene& scene) {
    if (!scene.bench.computing()) return {scene.trace().n(), scene.trace().m(), scene.pass().filled_up};
    const workbench::Words words = workbench::words_of(scene.bench.document(), scene.bench.library());
    return {static_cast<Index>(words.queries.size()), static_cast<Index>(words.keys().size()), words.padding};
}

/// The name of a kind; a window that is not chosen says so.
const std::string& label_of(const Ui& ui, const workbench::ChosenKind& kind,
                            const workbench::MaskKinds& chosen) {
    const std::string name = std::string("controls.") + kind.key;
    const bool off = chosen.*kind.amount == 0 && ui.texts.has(name + "_off");
    return ui.texts.text(off ? name + "_off" : name);
}

} // namespace

float draw_mask_choices(Ui& ui, const Scene& scene, const workbench::MaskChoice& now, const std::string& name,
                        Point start, float right, float pitch, Actions& actions) {
    workbench::MaskChoice mask = now;
    const float height = ui.px(control_height);
    float x = start.x, y = start.y;
    const auto flip = [&](const std::string& what, const std::string& label, bool on) {
        const float wide = button_width(ui, label);
        const bool clicked = button(ui, name + what, {x, y, wide, height}, label, {.on = on});
        x += wide + ui.px(6);
        return clicked;
    };
    const auto said_by = [&](const std::string& label) {
        return ui.canvas.width(Font::sans, ui.px(label_size), label) + ui.px(8);
    };
    // `together`: those still to come on the line, which share its room; `labels`: what theirs take.
    const auto count = [&](const std::string& what, const std::string& label, Index& value, std::int64_t low,
                           std::int64_t high, float together, float labels) {
        const float said = said_by(label), gap = ui.px(14);
        const float usual = ui.px(112), least = ui.px(96);
        const float share = (right - x - labels - (together - 1) * gap) / together;
        const float wide = std::min({usual, std::max(share, least), right - x - said});
        if (wide < least) return;
        const Point words{x, y + height / 2};
        ui.canvas.text(words, label, Font::sans, ui.px(label_size), ui[Role::quiet]);
        underline_terms(ui, words, label, Font::sans, ui.px(label_size), ui[Role::quiet], label);
        x += said;
        std::int64_t typed = std::max<std::int64_t>(value, low);
        if (stepper(ui, name + what, {x, y, wide, height}, typed, low, high)) value = typed;
        x += wide + gap;
    };
    const Lengths lengths = lengths_of(scene);
    // A model that writes was trained with a causal mask, and keeps it whatever is chosen.
    const bool models_own = now == workbench::MaskChoice{} && scene.pass().has_learned() &&
                            scene.trace().allowed.size() > 0 && !scene.trace().input.is_cross();
    const bool unmasked = now == workbench::MaskChoice{} && lengths.filled_up == 0 && !models_own;
    if (flip("/none", ui.text("labs.no_mask"), unmasked)) mask = {};
    for (const workbench::ChosenKind& kind : workbench::chosen_kinds()) {
        if (!kind.is_switch) continue;
        const bool on = now.*kind.amount > 0 || (models_own && kind.amount == &workbench::MaskKinds::causal);
        if (flip(std::string("/") + kind.key, label_of(ui, kind, now), on))
            mask.*kind.amount = now.*kind.amount > 0 ? 0 : 1;
    }
    // Not a kind of mask beside the others: it is never lit.
    if (now.drawn.size() > 0 && flip("/clear", ui.text("labs.clear_drawing"), false))
        mask = workbench::without_drawing(now);
    std::vector<const workbench::ChosenKind*> window, padding;
    for (const workbench::ChosenKind& kind : workbench::chosen_kinds())
        if (!kind.is_switch)
            (kind.amount == &workbench::MaskKinds::padding ? padding : window).push_back(&kind);
    const auto counts = [&](const std::vector<const workbench::ChosenKind*>& kinds) {
        float labels = 0;
        for (const auto* kind : kinds)
            labels += said_by(label_of(ui, *kind, mask));
        auto together = static_cast<float>(kinds.size());
        for (const auto* kind : kinds) {
            const std::string& label = label_of(ui, *kind, mask);
            // Positions that pad a sentence to the longest of its batch are padding, whatever is chosen.
            const bool is_padding = kind->amount == &workbench::MaskKinds::padding;
            count(std::string("/") + kind->key, label, mask.*kind->amount, is_padding ? lengths.filled_up : 0,
                  is_padding ? lengths.m : std::max(lengths.n, lengths.m), together, labels);
            labels -= said_by(label);
            --together;
        }
    };
    x += ui.px(8);
    if (pitch > 0) { // the sides of the window are a line of their own
        counts(padding);
        x = start.x;
        y += pitch;
        counts(window);
    } else {
        window.insert(window.end(), padding.begin(), padding.end());
        counts(window);
    }
    if (mask != now) actions.edit(workbench::SetMask{mask});
    return x;
}

// The lines below the matrices.

namespace {

constexpr float changes_height = 34; // design pixels

/// A line of controls, filled from the left.
struct Line {
    Ui& ui;
    float x, y, right;

    void label(const std::string& text) {
        subscripted(ui, {x, y + ui.px(control_height) / 2}, text, Font::sans, ui.px(label_size),
                    ui[Role::quiet]);
        x += ui.canvas.width(Font::sans, ui.px(label_size), text) + ui.px(8);
    }
    /// What is in force, and a menu of what else there is, above it if there is room. Returns what was
    /// chosen, or −1.
    int menu(const std::string& name, const std::vector<std::string>& labels, int on) {
        const std::string& now = labels[static_cast<std::size_t>(on)];
        const float size = ui.px(label_size), side = ui.px(12), row = ui.px(30), edge = ui.px(8);
        const float said = ui.canvas.width(Font::sans_medium, size, now);
        const Rect place{x - ui.px(4), y, said + side + ui.px(14), ui.px(control_height)};
        const Touch t = touch(ui, name + "_button", place);
        if (t.hovered) ui.canvas.fill(place, mix(ui[Role::background], ui[Role::text], 0.06F), ui.px(6));
        if (t.focused) focus_ring(ui, place, ui.px(6));
        subscripted(ui, {x, place.centre().y}, now, Font::sans_medium, size, ui[Role::text]);
        draw_icon(ui, Icon::chevron_down, {x + said + ui.px(6), place.centre().y - side / 2, side, side},
                  ui[Role::quiet]);
        float widest = 0;
        for (const std::string& label : labels)
            widest = std::max(widest, ui.canvas.width(Font::sans_medium, ui.px(body_size), label));
        x = place.right() + ui.px(14);
        const float high = row * static_cast<float>(labels.size()) + 2 * edge;
        if (t.clicked) open_popup(ui, name, name + "/" + std::to_string(on));
        const float above = place.y - high - ui.px(4);
        Popup popup(ui, name,
                    {place.x, above < 0 ? place.bottom() + ui.px(4) : above, widest + ui.px(64), high});
        if (!popup.open()) return -1;
        const Point from = popup.origin();
        int chosen = -1;
        for (std::size_t i = 0; i < labels.size(); ++i)
            if (menu_row(ui, name + "/" + std::to_string(i),
                         {from.x + edge / 2, from.y + edge + static_cast<float>(i) * row,
                          widest + ui.px(64) - edge, row},
                         labels[i], "", static_cast<int>(i) == on)) {
                chosen = static_cast<int>(i);
                popup.close();
            }
        popup.used(high - 2 * edge);
        return chosen == on ? -1 : chosen;
    }
    int choices(const std::string& name, const std::vector<std::string>& labels, int on) {
        const int clicked = choice(ui, name, {x, y}, labels, on, control_height);
        x += choice_width(ui, labels) + ui.px(14);
        return clicked == on ? -1 : clicked;
    }
    bool flip(const std::string& name, const std::string& text, bool on) {
        const bool flipped = toggle(ui, name, {x, y + ui.px(4)}, text, on);
        x += ui.px(36 + 8 + 18) + ui.canvas.width(Font::sans, ui.px(label_size), text);
        return flipped;
    }
    bool count(const std::string& name, const std::string& text, std::int64_t& value, std::int64_t low,
               std::int64_t high) {
        label(text);
        const bool changed = stepper(ui, name, {x, y, ui.px(112), ui.px(control_height)}, value, low, high);
        x += ui.px(112 + 16);
        return changed;
    }
};

void choose_product(Line& line, const Scene& scene, Actions& actions) {
    const auto products = scene.stage().products(scene.trace());
    if (products.size() < 2) return;
    std::vector<std::string> names;
    for (const auto& product : products)
        names.push_back(narration::symbol_in(scene.trace(), product.result));
    const int clicked = line.choices("product", names, static_cast<int>(scene.selection.product));
    if (clicked < 0) return;
    actions.select = scene.selection;
    actions.select->product = static_cast<std::size_t>(clicked);
    actions.select->pinned.reset();
    actions.select = workbench::focused_on_something(*actions.select, scene.trace());
}

void choose_score(Line& line, const Scene& scene, Actions& actions) {
    Ui& ui = line.ui;
    line.label(ui.text("controls.score"));
    std::vector<std::string> names;
    for (const attention::ScoreKind& kind : attention::score_kinds())
        names.push_back(ui.texts.text(std::string("controls.") + kind.key));
    const int clicked = line.menu("score", names, static_cast<int>(scene.pass().document.score));
    if (clicked >= 0) actions.edit(workbench::SetScore{static_cast<attention::ScoreFunction>(clicked)});
}

void choose_scale(Line& line, const Scene& scene, Actions& actions) {
    Ui& ui = line.ui;
    attention::Scale scale = scene.bench.document().scale;
    line.label(ui.text("controls.divide_by"));
    std::vector<std::string> names;
    for (const attention::ScaleForm& form : attention::scale_forms())
        names.push_back(form.width ? attention::divisor_symbol(form.kind)
                                   : ui.texts.text(std::string("controls.scale_") + form.key));
    const int clicked = line.menu("scale", names, static_cast<int>(scale.kind));
    if (clicked >= 0) {
        scale.kind = static_cast<attention::ScaleKind>(clicked);
        scale.number = scene.trace().divisor;
        actions.edit(workbench::SetScale{scale});
    }
    if (scale.kind != attention::ScaleKind::number) return;
    std::string digits = number_text(scale.number, 2);
    const std::string before = digits;
    TextFieldStyle style;
    style.font = Font::mono;
    style.size = label_size;
    const auto typed =
        text_field(ui, "scale_number", {line.x, line.y, ui.px(80), ui.px(control_height)}, digits, style);
    line.x += ui.px(80 + 14);
    if (!typed.committed || digits == before) return;
    if (const auto value = parsed_number(digits)) {
        scale.number = *value;
        actions.edit(workbench::SetScale{scale});
    } else {
        actions.ask(ShowMistake{base::InputError(ui.text("controls.divide_by"),
                                                 "“" + digits + "” " + ui.text("board.not_a_number"),
                                                 ui.text("board.number_hint"))});
    }
}

void choose_dropout(Line& line, const Scene& scene, Actions& actions) {
    Ui& ui = line.ui;
    attention::Dropout dropout = scene.bench.document().dropout;
    const bool on = dropout.rate > 0;
    if (line.flip("dropout", ui.text("controls.dropout"), on)) {
        dropout.rate = on ? 0.0F : 0.2F;
        actions.edit(workbench::SetDropout{dropout});
    }
    if (!on) return;
    std::int64_t percent = std::lround(100 * dropout.rate);
    if (line.count("dropout/percent", ui.text("controls.percent"), percent, 0, 95)) {
        dropout.rate = static_cast<float>(percent) / 100;
        actions.edit(workbench::SetDropout{dropout});
    }
    if (button(ui, "dropout/again",
               {line.x, line.y, button_width(ui, ui.text("controls.again")), ui.px(control_height)},
               ui.text("controls.again"))) {
        ++dropout.seed;
        actions.edit(workbench::SetDropout{dropout});
    }
    line.x += button_width(ui, ui.text("controls.again")) + ui.px(14);
}

/// A toggle and, while it is on, a whole number beside it; 0: off. Returns whether it was changed.
bool choose_amount(Line& line, const std::string& name, float& amount, float usual, std::int64_t most) {
    if (line.flip(name, line.ui.texts.text("controls." + name), amount > 0)) {
        amount = amount > 0 ? 0 : usual;
        return true;
    }
    if (amount == 0) return false;
    std::int64_t typed = std::lround(amount);
    if (!line.count(name + "/amount", "", typed, 1, most)) return false;
    amount = static_cast<float>(typed);
    return true;
}

/// What models of today add at this stage.
void choose_additions(Line& line, const Scene& scene, Actions& actions) {
    Ui& ui = line.ui;
    workbench::Additions next = scene.bench.document().additions;
    bool changed = false;
    const StageId stage = scene.selection.stage;
    const Index d_k = scene.trace().layer->d_k();
    // The last column of an odd width has no partner, and stays as it is.
    if (stage == StageId::project && d_k > 1 &&
        line.flip("rotary", ui.text("controls.rotary"), next.rotary.has_value())) {
        next.rotary =
            next.rotary ? std::nullopt : std::optional(attention::Rotary{.dims = d_k % 2 == 0 ? 0 : d_k - 1});
        changed = true;
        // What has been switched on is looked at: the turned queries.
        const bool normed = scene.trace().layer->q_norm.size() > 0;
        actions.select = scene.selection;
        actions.select->product = next.rotary ? (normed ? 2 : 1) : 0;
    }
    if (stage == StageId::scale || stage == StageId::softcap)
        changed |= choose_amount(line, "softcap", next.softcap, 5, 1000);
    if ((stage == StageId::scale || stage == StageId::bias) &&
        line.flip("alibi", ui.text("controls.alibi"), next.alibi)) {
        next.alibi = !next.alibi;
        changed = true;
    }
    if (stage == StageId::softmax) {
        if (line.flip("sink", ui.text("controls.sink"), next.sink.has_value())) {
            next.sink = next.sink ? std::nullopt : std::optional(0.0F);
            changed = true;
        }
        if (std::int64_t logit = next.sink ? std::lround(*next.sink) : 0;
            scene.bench.document().additions.sink && next.sink &&
            line.count("sink/amount", ui.text("controls.sink_score"), logit, -20, 20)) {
            next.sink = static_cast<float>(logit);
            changed = true;
        }
    }
    if (changed) actions.edit(workbench::SetAdditions{next});
}

constexpr std::size_t most_head_segments = 8;

void choose_head(Line& line, const Scene& scene, Actions& actions) {
    const auto count = static_cast<base::Index>(scene.trace().heads.size());
    const base::Index now = scene.selection.head;
    if (count < 2) return;
    line.label(line.ui.text("rail.head"));
    base::Index head = now;
    if (scene.trace().heads.size() <= most_head_segments) {
        std::vector<std::string> names;
        for (base::Index h = 0; h < count; ++h)
            names.push_back(std::to_string(h + 1));
        if (const int clicked = line.choices("head", names, static_cast<int>(now)); clicked >= 0)
            head = clicked;
    } else {
        std::int64_t typed = now + 1;
        if (line.count("head", "", typed, 1, count)) head = typed - 1;
    }
    if (head == now) return;
    actions.select = scene.selection;
    actions.select->head = head;
}

/// Which layer of a model is shown.
void choose_shown_layer(Line& line, const Scene& scene, Actions& actions, float room) {
    if (workbench::places_of(scene.pass()).size() < 2) return;
    const Rect place{line.x, line.y, room, line.ui.px(control_height)};
    const LayerChoice layer = choose_layer(line.ui, "layer", place, scene.pass());
    line.x += layer.width + line.ui.px(14);
    if (layer.chosen)
        actions.edit(
            workbench::SetWeights{workbench::with_layer(scene.pass().document.weights, *layer.chosen)});
}

void choose_item(Line& line, const Scene& scene, Actions& actions) {
    const auto& document = scene.pass().document;
    if (document.batch < 2) return;
    std::int64_t item = document.item + 1;
    if (line.count("item", line.ui.text("rail.item"), item, 1, document.batch))
        actions.edit(workbench::SetItem{item - 1}, "item");
}

/// What the choices of a head and of an item take, behind those of the mask.
float room_of_the_rest(const Ui& ui, const Scene& scene) {
    const auto label = [&](const char* text) {
        return ui.canvas.width(Font::sans, ui.px(label_size), ui.text(text)) + ui.px(8);
    };
    const float one = ui.px(112 + 16);
    const std::size_t heads = scene.trace().heads.size();
    float room = scene.pass().document.batch > 1 ? label("rail.item") + one : 0;
    if (heads > most_head_segments)
        room += label("rail.head") + one;
    else if (heads > 1)
        room += label("rail.head") + choice_width(ui, std::vector<std::string>(heads, "8")) + ui.px(14);
    return room;
}

/// Which choices of a stage there are.
struct OfferedChoices {
    bool all = true; ///< also what departs from the usual computation, where the document does not
    const Needed* needed = nullptr; ///< by a lesson's step: no others

    /// `departs`: the document does, in this.
    bool has(const char* name, bool departs = true) const {
        return needed ? needed->control(name) : all || departs;
    }
};

void stage_choices(Line& line, const Scene& scene, Actions& actions, const OfferedChoices& offered) {
    if (offered.has("product")) choose_product(line, scene, actions);
    const workbench::Document& document = scene.bench.document();
    switch (scene.selection.stage) {
    case StageId::scores:
        if (offered.has("score", document.score != attention::ScoreFunction{}))
            choose_score(line, scene, actions);
        break;
    case StageId::scale:
        if (offered.has("scale")) choose_scale(line, scene, actions);
        break;
    case StageId::mask:
        if (!offered.has("mask")) break;
        line.x = draw_mask_choices(line.ui, scene, scene.bench.document().mask, "mask", {line.x, line.y},
                                   line.right - room_of_the_rest(line.ui, scene), 0, actions);
        break;
    case StageId::softmax:
    case StageId::dropout:
        if (offered.has("dropout", document.dropout.rate > 0)) choose_dropout(line, scene, actions);
        break;
    default:
        break;
    }
    // A step may show what comes of the divisor beside it.
    if (scene.selection.stage != StageId::scale && offered.needed && offered.needed->control("scale"))
        choose_scale(line, scene, actions);
    if (offered.has("additions", document.additions != workbench::Additions{}))
        choose_additions(line, scene, actions);
}

/// Which of several layers, heads and sentences. `room`: for the names of the layers, pixels.
void choose_part(Line& line, const Scene& scene, Actions& actions, const OfferedChoices& offered,
                 float room) {
    if (offered.has("layer")) choose_shown_layer(line, scene, actions, room);
    if (offered.has("head")) choose_head(line, scene, actions);
    if (offered.has("item")) choose_item(line, scene, actions);
}

/// The − + fit buttons, on the right, once a matrix is too large to read as a whole.
void zoom_buttons(Line& line, BoardState& state) {
    Ui& ui = line.ui;
    const float side = ui.px(control_height);
    float x = line.right - side;
    const auto at = [&] {
        const Rect rect{x, line.y, side, side};
        x -= side + ui.px(4);
        return rect;
    };
    const Point middle = state.last.result.area.centre();
    if (icon_button(ui, "board/fit", at(), Icon::fit,
                    {.enabled = state.chosen.view.zoom > state.last.whole, .hint = ui.text("board.fit")}))
        state.chosen.view = {.zoom = state.last.whole};
    if (icon_button(ui, "board/zoom_in", at(), Icon::zoom_in, {.hint = ui.text("board.zoom_in")}))
        zoom_board(state, state.last.result, middle, 1.5F, ui.theme.read(120));
    if (icon_button(
            ui, "board/zoom_out", at(), Icon::zoom_out,
            {.enabled = state.chosen.view.zoom > state.last.whole, .hint = ui.text("board.zoom_out")}))
        zoom_board(state, state.last.result, middle, 1 / 1.5F, ui.theme.read(120));
    line.right = x;
}

/// The colour legend of the result, on the right, where there is room.
void result_legend(Line& line, BoardState& state, const Scene& scene, attention::Quantity result) {
    Ui& ui = line.ui;
    const Coloured own = state.last.ranges.of(scene.shown, result, scene.selection.head);
    const Coloured coloured = state.look.coloured.value_or(own);
    const float margin = ui.px(4);
    draw_legend(ui, "legend", coloured, {line.right - margin, line.y + ui.px(control_height) / 2},
                line.right - line.x - 2 * margin);
    line.right -= legend_width(coloured.map, coloured.range, ui.px(legend_size), ui.canvas) + ui.px(24);
}

/// Empty when no cell changed, and while a large matrix is still being compared.
std::optional<workbench::Change> change_shown(Ui& ui, BoardState& state, const Scene& scene,
                                              attention::Quantity quantity) {
    if (!scene.before) return {};
    const base::Index head = scene.selection.head;
    const auto change = state.change.ask(
        {{scene.before, scene.shown}, {quantity, head}},
        [before = scene.before, after = scene.shown, quantity, head](const base::StopToken&) {
            return std::make_shared<const std::optional<workbench::Change>>(
                workbench::change_of(*before, *after, quantity, head));
        },
        base::comparison_cost * static_cast<double>(scene.trace().matrix(quantity, head).size()));
    ui.wait_for(state.change);
    return state.change.busy() ? std::nullopt : *change;
}

/// What there is to say about changes: nothing, the last step, cells set by hand.
struct Changes {
    std::optional<workbench::Change> last;
    std::size_t by_hand = 0;
    bool any() const { return last || by_hand > 0; }
};

Changes changes_of(Ui& ui, BoardState& state, const Scene& scene, attention::Quantity result) {
    const Changes changes{change_shown(ui, state, scene, result), scene.pass().document.overrides.size()};
    const bool same_step = scene.before && state.chosen.before_of.lock() == scene.before;
    if (!same_step || state.chosen.before_at != scene.selection.stage) state.chosen.show_before = false;
    return changes;
}

/// "Last step: 12 of 100 changed; most: it → cat 0.59 → 0.71  [Show before]   [Take all back (3)]", in a part
/// of the line of controls or in a strip of its own.
void draw_changes(Ui& ui, BoardState& state, const Scene& scene, const Changes& changes, const Rect& strip,
                  Actions& actions) {
    ui.anchors.add("changes", strip);
    float right = strip.right();
    const float top = strip.centre().y - ui.px(control_height) / 2;
    const auto at_right = [&](const std::string& name, const std::string& label, bool on) {
        const float width = button_width(ui, label);
        right -= width;
        const bool clicked = button(ui, name, {right, top, width, ui.px(control_height)}, label, {.on = on});
        right -= ui.px(6);
        return clicked;
    };
    if (changes.by_hand > 0 &&
        at_right("overrides/clear",
                 ui.text("changes.take_all_back") + " (" + std::to_string(changes.by_hand) + ")", false))
        actions.edit(workbench::ClearOverrides{});
    const char* shown = state.chosen.show_before ? "changes.show_after" : "changes.show_before";
    if (changes.last && at_right("changes/before", ui.text(shown), state.chosen.show_before)) {
        state.chosen.show_before = !state.chosen.show_before;
        state.chosen.before_at = scene.selection.stage;
        state.chosen.before_of = scene.before;
    }
    const std::string by_hand = std::to_string(changes.by_hand) + " " +
                                ui.text(changes.by_hand == 1 ? "changes.one_by_hand" : "changes.by_hand");
    // From longest to shortest: the first that fits is said.
    std::vector<std::string> words{by_hand};
    if (state.chosen.show_before) {
        words = {ui.text("changes.shown_before")};
    } else if (changes.last) {
        const auto& last = *changes.last;
        const std::string count = ui.text("changes.last_step") + " " + std::to_string(last.changed) + " " +
                                  ui.text("changes.of") + " " + std::to_string(last.cells) + " " +
                                  ui.text("changes.changed");
        words = {count + ui.text("changes.most") + "  " + cell_name(scene, last.largest) + "  " +
                     number_text(last.before, 2) + " → " + number_text(last.after, 2) +
                     renamed(scene.before->names, scene.pass().names, last.largest),
                 count};
    }
    const float room = right - strip.x - ui.px(8), size = ui.px(label_size);
    for (const std::string& said : words) {
        if (ui.canvas.width(Font::sans, size, said) > room) continue;
        subscripted(ui, {strip.x, strip.centre().y}, said, Font::sans, size, ui[Role::quiet]);
        return;
    }
}

/// In the line of controls where they leave enough room; otherwise in a strip above it. Returns the height of
/// that.
float place_changes(Ui& ui, BoardState& state, const Scene& scene, const Changes& changes, const Line& line,
                    const Rect& area, Actions& actions) {
    constexpr float least_room = 400; // design pixels
    if (!changes.any()) return 0;
    const Rect between{line.x, line.y, line.right - line.x, ui.px(control_height)};
    if (between.width >= ui.px(least_room)) {
        draw_changes(ui, state, scene, changes, between, actions);
        return 0;
    }
    const Rect strip{area.x, line.y - ui.px(8 + changes_height), area.width, ui.px(changes_height)};
    ui.canvas.fill(strip, ui[Role::card], ui.px(8));
    ui.canvas.stroke(strip, ui[Role::hairline], ui.px(1), ui.px(8));
    draw_changes(ui, state, scene, changes,
                 {strip.x + ui.px(14), strip.y, strip.width - ui.px(20), strip.height}, actions);
    return ui.px(changes_height + 2);
}

} // namespace

void draw_stage_choices(Ui& ui, const Scene& scene, Point at, float right, Actions& actions) {
    Line line{ui, at.x, at.y, right};
    stage_choices(line, scene, actions, {});
}

void draw_needed_choices(Ui& ui, const Scene& scene, const Needed& needed, Point at, float right,
                         Actions& actions) {
    Line line{ui, at.x, at.y, right};
    const OfferedChoices offered{.needed = &needed};
    stage_choices(line, scene, actions, offered);
    choose_part(line, scene, actions, offered, line.right - line.x);
}

float draw_stage_controls(Ui& ui, BoardState& state, const Scene& scene, const Rect& area, Actions& actions) {
    const attention::Quantity result = shown_product(scene).result;
    const Needed* needed = state.look.needed;
    const bool small_cells =
        state.last.result.cell_width < ui.px(28) || state.last.result.cell_height < ui.px(18);
    const bool large = state.chosen.view.zoom != 1 || state.last.whole < 1 || (small_cells && !needed);
    const bool has_line = large || state.look.controls;
    const float y = area.bottom() - (has_line ? ui.px(control_height) : 0);
    Line line{ui, area.x + ui.px(4), y, area.right() - ui.px(4)};
    if (large && state.last.result.rows > 0) zoom_buttons(line, state);
    if (state.look.controls) {
        const OfferedChoices offered{state.look.all_choices, needed};
        stage_choices(line, scene, actions, offered);
        if (state.look.words) choose_part(line, scene, actions, offered, ui.px(widest_layers));
        const bool in_digits = state.last.digits > 0;
        if (!needed || !in_digits) result_legend(line, state, scene, result);
    }
    if (!has_line) line.right = line.x; // changes have a strip of their own
    if (needed) {                       // the card says what comes of a change, and takes it back
        state.chosen.show_before = false;
        return area.bottom() - y + ui.px(8);
    }
    const Changes changes = changes_of(ui, state, scene, result);
    const float strip = place_changes(ui, state, scene, changes, line, area, actions);
    return area.bottom() - y + ui.px(8) + strip;
}

} // namespace ui
