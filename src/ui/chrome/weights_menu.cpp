#include "ui/chrome/weights_menu.h"

#include "base/files.h"
#include "base/input_error.h"
#include "base/text.h"
#include "fetch/real_models.h"
#include "fetch/transfer.h"
#include "narration/narration.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <cctype>
#include <limits>
#include <utility>

namespace ui {

using namespace drawing;
using base::Index;

std::string place_name(const Ui& ui, const model::Place& place, const std::vector<model::Place>& all) {
    const bool has_decoder = all.back().part != model::Part::encoder;
    const char* kind = place.part == model::Part::cross     ? "weights.layer_cross"
                       : place.part == model::Part::decoder ? "weights.layer_decoder"
                       : has_decoder                        ? "weights.layer_encoder"
                                                            : "weights.layer";
    return ui.plain(kind, {{"layer", {{std::to_string(place.layer + 1)}}}});
}

std::vector<std::string> layer_names(const Ui& ui, const workbench::Prepared& pass) {
    const std::vector<model::Place> places = workbench::places_of(pass);
    std::vector<std::string> names;
    for (const model::Place& place : places)
        names.push_back(place_name(ui, place, places));
    return names;
}

LayerChoice choose_layer(Ui& ui, const std::string& name, const Rect& line, const workbench::Prepared& pass) {
    constexpr float number_width = 110, gap = 10; // design pixels
    const std::vector<std::string> names = layer_names(ui, pass);
    const auto now = workbench::shown_layer(pass.document);
    std::int64_t chosen = now;
    float width = choice_width(ui, names);
    if (width <= line.width) {
        if (const int clicked = choice(ui, name, {line.x, line.y}, names, static_cast<int>(now));
            clicked >= 0)
            chosen = clicked;
    } else {
        std::int64_t number = now + 1;
        const std::string label = ui.plain("weights.layer_of", {{"count", {{std::to_string(names.size())}}}});
        const float left = ui.canvas.width(Font::sans, ui.px(card_size), label) + ui.px(gap);
        ui.canvas.text({line.x, line.y + ui.px(control_height) / 2}, label, Font::sans, ui.px(card_size),
                       ui[Role::text]);
        if (stepper(ui, name, {line.x + left, line.y, ui.px(number_width), ui.px(control_height)}, number, 1,
                    std::ssize(names)))
            chosen = number - 1;
        width = left + ui.px(number_width);
    }
    return {width, chosen == now ? std::nullopt : std::optional(chosen)};
}

namespace {

constexpr float width = 420, row_height = 26; // design pixels

/// Fills the form from the top; each part takes its place and advances.
struct Form {
    Ui& ui;
    WeightsMenuState& state;
    const Scene& scene;
    Actions& actions;
    float x, y, right;

    void heading(const std::string& text) {
        y += ui.px(12);
        caption(ui, {x, y}, text);
        y += ui.px(15);
    }
    void skip(float design) { y += ui.px(design); }
};

/// A line of the menu that can be clicked.
struct Row {
    std::string name, title, hint;
    bool on;
    float kept_free = 0; ///< at its right end
};

bool draw_row(Form& form, const Row& row) {
    Ui& ui = form.ui;
    const Rect place{form.x - ui.px(8), form.y, form.right - form.x + ui.px(16) - row.kept_free,
                     ui.px(row_height)};
    const Touch t = touch(ui, row.name, place);
    if (row.on)
        draw_selected(ui, place, ui.px(6));
    else if (t.hovered)
        ui.canvas.fill(place, mix(ui[Role::card], ui[Role::text], 0.05F), ui.px(6));
    ui.canvas.text_within({place.x + ui.px(8), place.centre().y}, place.width - ui.px(16), row.title,
                          row.on ? Font::sans_bold : Font::sans, ui.px(body_size), ui[Role::text]);
    if (t.focused) focus_ring(ui, place.inset(ui.px(3)), ui.px(4));
    if (t.hovered) ui.cursor_hint = row.hint;
    form.y += ui.px(row_height);
    return t.clicked;
}

/// Null for a file that cannot be read or has no attention: it is not offered.
workbench::TrainedPtr readable(const workbench::Library& library, const std::string& id) {
    try {
        const workbench::TrainedPtr model = library.trained->get(id);
        return model->transformer ? model : nullptr;
    } catch (const base::InputError&) {
        return nullptr;
    }
}

void hand_sets(Form& form) {
    const auto& sets = form.scene.bench.library().hand_sets;
    const auto* chosen = std::get_if<workbench::HandSetWeights>(&form.scene.bench.document().weights);
    for (std::size_t i = 0; i < sets.size(); ++i) {
        const bool on = chosen && chosen->id == sets[i].id;
        if (draw_row(form, {"weights/set/" + std::to_string(i), sets[i].title, sets[i].about, on}) && !on)
            form.actions.edit(workbench::SetWeights{workbench::HandSetWeights{sets[i].id}});
    }
}

/// A model's title, and what distinguishes it from others of its task: in full for `form` "weights.trained",
/// as briefly as possible for "weights.label".
std::string named(const Ui& ui, const std::string& form, const learning::ModelCard& card) {
    const std::string distinction = card.distinction();
    if (distinction.empty()) return card.title;
    return ui.plain(form + "_" + distinction, {{"name", {{card.name}}}, {"title", {{card.title}}}});
}

/// At the right end of a row, for a model of the user's own: ×, and after that was pressed, Delete.
void delete_button(Form& form, const std::string& id, const Rect& place) {
    Ui& ui = form.ui;
    const std::string name = "weights/delete/" + id;
    if (form.state.to_delete != id) {
        const Rect cross{place.right() - place.height, place.y, place.height, place.height};
        if (icon_button(ui, name, cross, Icon::cross,
                        {.look = ButtonLook::plain, .hint = ui.text("weights.delete_hint")}))
            form.state.to_delete = id;
    } else if (button(ui, name + "/now", place, ui.text("weights.delete"),
                      {.hint = ui.text("weights.delete_now_hint")})) {
        form.actions.ask(DiscardModel{std::exchange(form.state.to_delete, {})});
    }
}

/// Which layer of the model is shown.
void shown_layer(Form& form) {
    form.skip(6);
    const Rect line{form.x, form.y, form.right - form.x, form.ui.px(control_height)};
    if (const auto chosen = choose_layer(form.ui, "weights/layer", line, form.scene.pass()).chosen)
        form.actions.edit(
            workbench::SetWeights{workbench::with_layer(form.scene.bench.document().weights, *chosen)});
    form.skip(36);
}

/// The trained models with attention, and the layers of the chosen one.
void trained_models(Form& form) {
    Ui& ui = form.ui;
    const workbench::Library& library = form.scene.bench.library();
    const auto* chosen = std::get_if<workbench::TrainedWeights>(&form.scene.bench.document().weights);
    for (const std::string& id : library.trained->ids()) {
        const workbench::TrainedPtr model = readable(library, id);
        if (!model) continue;
        const bool on = chosen && chosen->id == id, can_go = !on && library.trained->is_own(id);
        const float free = can_go ? button_width(ui, ui.text("weights.delete")) : 0;
        const Rect end{form.right + ui.px(8) - free, form.y + ui.px(2), free, ui.px(row_height - 4)};
        const Row row{"weights/trained/" + id, named(ui, "weights.trained", model->card),
                      ui.text("weights.trained_hint"), on, free};
        if (draw_row(form, row) && !on) form.actions.edit(workbench::ChooseTrained{id});
        if (can_go) delete_button(form, id, end);
    }
    if (chosen) shown_layer(form);
}

void small_print(Form& form, const std::string& text) {
    form.y += paragraph(form.ui, {form.x, form.y}, form.right - form.x, text, Font::sans, card_size,
                        form.ui[Role::text]);
}

/// What a model that can be got is and where it comes from, before the network is asked. A program without
/// one says how to get it by hand.
void offer_to_get(Form& form, const fetch::Download& model) {
    Ui& ui = form.ui;
    const auto answer = form.state.network.newest();
    if (!answer) return; // known in a moment
    const bool has_network = *answer;
    small_print(form,
                ui.plain(has_network ? "weights.get_about" : "weights.get_by_hand",
                         {{"name", {{model.name}}},
                          {"about", {{model.about}}},
                          {"megabytes", {{base::megabytes(model.bytes)}}},
                          {"licence", {{model.licence}}},
                          {"from", {{model.url.substr(0, model.url.find('/', model.url.find("//") + 2))}}}}));
    form.skip(8);
    const std::string& label = ui.text(has_network ? "weights.get_now" : "weights.copy_address");
    const bool pressed = button(ui, "weights/get/" + model.name + "/now",
                                {form.x, form.y, button_width(ui, label, card_size), ui.px(30)}, label,
                                {.look = ButtonLook::filled, .text_size = card_size});
    form.skip(36);
    if (pressed && has_network) form.actions.ask(GetModel{std::exchange(form.state.to_get, {})});
    if (pressed && !has_network) form.actions.ask(CopyText{model.url, ui.text("weights.address_copied")});
}

/// A model that is being got.
void on_its_way(Form& form) {
    Ui& ui = form.ui;
    const std::string& label = ui.text("weights.get_stop");
    const float wide = button_width(ui, label, card_size);
    if (button(ui, "weights/get/stop", {form.right - wide, form.y, wide, ui.px(30)}, label,
               {.text_size = card_size}))
        form.actions.ask(StopGettingModel{});
    ui.canvas.text_within({form.x, form.y + ui.px(15)}, form.right - form.x - wide - ui.px(8),
                          form.state.getting, Font::sans, ui.px(card_size), ui[Role::text]);
    form.skip(36);
}

/// The real models that are open or at hand, and how another one is opened.
void real_models(Form& form) {
    Ui& ui = form.ui;
    const auto* chosen = std::get_if<workbench::RealWeights>(&form.scene.bench.document().weights);
    for (const std::string& id : form.state.real) {
        const bool on = chosen && chosen->id == id;
        const Row row{"weights/real/" + id, workbench::RealModels::name_of(id), id, on};
        if (draw_row(form, row) && !on) form.actions.ask(OpenFile{base::path_shown_as(id)});
    }
    if (chosen) shown_layer(form);
    form.skip(4);
    const auto room = form.scene.bench.library().real->room();
    float x = form.x;
    const auto add = [&](const std::string& name, const char* label, const char* hint) {
        const float wide = button_width(ui, ui.text(label), card_size);
        const Rect place{x, form.y, wide, ui.px(30)};
        x += wide + ui.px(8);
        return button(ui, name, place, ui.text(label), {.text_size = card_size, .hint = ui.text(hint)});
    };
    if (add("weights/open_real", "weights.open_real", "weights.open_real_hint"))
        form.actions.ask(ChooseModel{});
    for (const fetch::Download& model : form.state.can_get)
        if (form.state.getting.empty() && form.state.to_get != model.name &&
            add("weights/get/" + model.name, "weights.get_real", "weights.get_real_hint"))
            form.state.to_get = model.name;
    form.skip(34);
    if (room) {
        small_print(form, ui.plain("weights.room", {{"megabytes", {{base::megabytes(*room)}}}}));
        form.skip(8);
    }
    if (!form.state.getting.empty()) return on_its_way(form);
    for (const fetch::Download& model : form.state.can_get)
        if (form.state.to_get == model.name) offer_to_get(form, model);
}

/// A labelled number field of the random weights.
bool number(Form& form, const std::string& name, const std::string& label, std::int64_t& value,
            std::int64_t low, std::int64_t high, const std::function<bool(std::int64_t)>& suits = {}) {
    Ui& ui = form.ui;
    subscripted(ui, {form.x, form.y + ui.px(14)}, label, Font::sans, ui.px(card_size), ui[Role::text]);
    const bool changed =
        stepper(ui, "weights/" + name, {form.right - ui.px(170), form.y, ui.px(170), ui.px(control_height)},
                value, low, high, suits);
    form.y += ui.px(34);
    return changed;
}

/// How many key heads these heads can have: as many as were chosen, or the next fewer that divide them. 0: as
/// many as heads.
Index key_heads_among(Index heads, Index chosen) {
    while (chosen > 0 && heads % chosen != 0)
        --chosen;
    return chosen == heads ? 0 : chosen;
}

/// Changes how many key heads the heads share; a number that does not divide them is refused as any other
/// edit.
bool choose_key_heads(Form& form, Index heads, Index& kv_heads) {
    std::int64_t count = kv_heads > 0 ? kv_heads : heads;
    const bool shared = count < heads && heads % count == 0;
    const std::string label =
        shared ? form.ui.plain("weights.kv_heads_shared", {{"heads", {{std::to_string(heads / count)}}}})
               : form.ui.text("weights.kv_heads");
    const bool changed = number(form, "kv_heads", label, count, 1, heads,
                                [heads](std::int64_t value) { return heads % value == 0; });
    if (changed) kv_heads = count == heads ? 0 : count;
    return changed;
}

void random_weights(Form& form) {
    Ui& ui = form.ui;
    const auto& weights = form.scene.bench.document().weights;
    const auto* chosen = std::get_if<model::RandomSizes>(&weights);
    model::RandomSizes sizes = chosen ? *chosen : model::RandomSizes{};
    bool changed = button(ui, "weights/random", {form.x, form.y, ui.px(150), ui.px(30)},
                          ui.text("weights.random"), {.on = chosen != nullptr, .text_size = card_size});
    if (chosen && button(ui, "weights/new_seed", {form.x + ui.px(158), form.y, ui.px(110), ui.px(30)},
                         ui.text("weights.new_seed"), {.text_size = card_size})) {
        ++sizes.seed;
        changed = true;
    } else if (chosen && changed) {
        changed = false; // already random
    }
    form.skip(38);
    if (chosen) {
        std::int64_t seed = sizes.seed, d_model = sizes.d_model, heads = sizes.heads, d_k = sizes.d_k,
                     d_v = sizes.d_v;
        const auto divides_with = [&](Index model::RandomSizes::*size) {
            return [now = sizes, size](std::int64_t value) {
                model::RandomSizes next = now;
                next.*size = value;
                return model::divides(next);
            };
        };
        changed |=
            number(form, "seed", ui.text("weights.seed"), seed, 0, std::numeric_limits<std::uint32_t>::max());
        changed |= number(form, "d_model", ui.text("weights.d_model"), d_model, 1, model::max_width,
                          divides_with(&model::RandomSizes::d_model));
        changed |= number(form, "heads", ui.text("weights.heads"), heads, 1, model::max_width,
                          divides_with(&model::RandomSizes::heads));
        if (heads != sizes.heads) sizes.kv_heads = key_heads_among(heads, sizes.kv_heads);
        if (heads > 1) changed |= choose_key_heads(form, heads, sizes.kv_heads);
        changed |= number(form, "d_k", ui.text("weights.d_k"), d_k, 0, model::max_width,
                          divides_with(&model::RandomSizes::d_k));
        changed |= number(form, "d_v", ui.text("weights.d_v"), d_v, 0, model::max_width,
                          divides_with(&model::RandomSizes::d_v));
        sizes.seed = static_cast<std::uint32_t>(seed);
        sizes.d_model = d_model;
        sizes.heads = heads;
        sizes.d_k = d_k;
        sizes.d_v = d_v;
        if (toggle(ui, "weights/w_o", {form.x, form.y}, ui.text("weights.w_o"), sizes.output_projection)) {
            sizes.output_projection = !sizes.output_projection;
            changed = true;
        }
        form.skip(28);
    }
    if (changed) form.actions.edit(workbench::SetWeights{sizes});
}

void sequences(Form& form) {
    Ui& ui = form.ui;
    if (form.scene.pass().has_learned()) return; // a model brings its own
    const auto& document = form.scene.bench.document();
    if (document.length == 0) {
        form.heading(ui.text("weights.attends_to"));
        const int now = document.memory_text.empty() ? 0 : 1;
        const int clicked = choice(ui, "weights/cross", {form.x, form.y},
                                   {ui.text("weights.self"), ui.text("weights.cross")}, now);
        if (clicked >= 0 && clicked != now)
            form.actions.edit(workbench::SetText{
                document.text, clicked == 1 ? form.scene.bench.library().source_on_offer() : std::string()});
        form.skip(36);
    }
    if (document.length == 0 && std::holds_alternative<workbench::HandSetWeights>(document.weights)) {
        form.heading(ui.text("weights.language"));
        const auto codes = workbench::language_codes();
        const int now = static_cast<int>(document.language);
        int clicked =
            choice(ui, "weights/language", {form.x, form.y},
                   {ui.text("weights.english"), ui.text("weights.other_language")}, now, control_height,
                   {ui.text("weights.english_hint"), ui.text("weights.other_language_hint")});
        form.skip(34);
        constexpr int in_line = 2; // the others have one of their own
        std::vector<std::string> others;
        for (const std::string_view code : codes.subspan(in_line))
            others.push_back(ui.text(("languages." + std::string(code)).c_str()));
        const int other = choice(ui, "weights/one_language", {form.x, form.y}, others, now - in_line,
                                 control_height, {ui.text("weights.one_language_hint")});
        if (other >= 0) clicked = other + in_line;
        if (clicked >= 0 && clicked != now)
            form.actions.edit(workbench::SetLanguage{static_cast<workbench::Language>(clicked)});
        form.skip(36);
    }
    form.heading(ui.text("weights.positions"));
    const int now = static_cast<int>(document.position);
    const int clicked = choice(ui, "weights/position", {form.x, form.y},
                               {ui.text("weights.no_positions"), ui.text("weights.sinusoidal")}, now);
    if (clicked >= 0 && clicked != now)
        form.actions.edit(workbench::SetPosition{static_cast<workbench::PositionKind>(clicked)});
    form.skip(36);
}

void look_up(const Ui& ui, WeightsMenuState& state, const Scene& scene) {
    if (std::exchange(state.looked_at, scene.bench.step()) == scene.bench.step()) return;
    const workbench::RealModels& real = *scene.bench.library().real;
    state.real = real.ids();
    state.can_get.clear();
    for (fetch::Download& model : fetch::real_models())
        if (!fetch::is_there(model, real.own_folder())) state.can_get.push_back(std::move(model));
    if (state.can_get.empty()) return;
    state.network.on_ready(ui.wake);
    state.network.ask({}, [](const base::StopToken&) {
        return base::Slice<bool>(std::make_shared<const bool>(fetch::can_transfer()));
    });
}

} // namespace

std::string weights_text(const Ui& ui, const workbench::Prepared& pass) {
    const auto* random = std::get_if<model::RandomSizes>(&pass.document.weights);
    if (pass.real)
        return ui.plain("weights.label_real", {{"model", {{pass.real->name}}},
                                               {"layer", {{layer_names(ui, pass)[pass.real->shown]}}}});
    if (const auto& reading = pass.reading) {
        return ui.plain("weights.label_trained",
                        {{"model", {{named(ui, "weights.label", reading->model->card)}}},
                         {"layer", {{place_name(ui, reading->places[reading->shown], reading->places)}}}});
    }
    if (!random) return ui.text("weights.label_hand_set");
    return ui.plain("weights.label_random", {{"seed", {{std::to_string(random->seed)}}}});
}

std::string origin_text(const Ui& ui, const workbench::Prepared& pass) {
    if (const auto* random = std::get_if<model::RandomSizes>(&pass.document.weights))
        return ui.plain("weights.origin_random", {{"seed", {{std::to_string(random->seed)}}}});
    if (pass.real) return ui.plain("weights.origin_real", {{"model", {{pass.real->name}}}});
    if (!pass.reading) return ui.text("weights.origin_hand_set");
    const learning::ModelCard& card = pass.reading->model->card;
    std::string title = card.name.empty() ? card.title : card.name;
    const bool begins_a_sentence = card.name.empty() && title.size() > 1 && std::islower(title[1]);
    if (begins_a_sentence) title[0] = static_cast<char>(std::tolower(title[0]));
    return ui.plain("weights.origin_trained", {{"model", {{title}}}});
}

void draw_weights_menu(Ui& ui, WeightsMenuState& state, const Scene& scene, const Rect& button_rect,
                       Actions& actions) {
    const bool random = std::holds_alternative<model::RandomSizes>(scene.bench.document().weights);
    const workbench::Library& library = scene.bench.library();
    const auto rows =
        static_cast<float>(library.hand_sets.size() + library.trained->ids().size() + state.real.size());
    const float below = scene.pass().has_learned() ? 310 : 520;
    const float height = ui.px(row_height * rows + (random ? 200 : 0) + below);
    Popup popup(ui, "weights",
                {button_rect.right() - ui.px(width), button_rect.bottom() + ui.px(4), ui.px(width), height});
    if (!popup.open()) {
        state.to_delete.clear();
        state.to_get.clear();
        state.looked_at = {};
        return;
    }
    look_up(ui, state, scene);
    const Point origin = popup.origin();
    Form form{
        ui, state, scene, actions, origin.x + ui.px(20), origin.y + ui.px(6), origin.x + ui.px(width - 20)};
    form.heading(ui.text("weights.hand_set"));
    hand_sets(form);
    form.heading(ui.text("weights.trained"));
    trained_models(form);
    form.heading(ui.text("weights.real"));
    real_models(form);
    form.heading(ui.text("weights.random_heading"));
    random_weights(form);
    sequences(form);
    popup.used(form.y - origin.y + ui.px(10));
}

} // namespace ui
