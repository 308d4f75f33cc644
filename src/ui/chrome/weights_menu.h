#pragma once
// Where the weights come from: set by hand, trained, or random with a seed and sizes; and related options.

#include "base/study.h"
#include "fetch/real_models.h"
#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ui {

/// "Weights set by hand", "Random weights (seed 1)", "Trained: What is “it”? · with hint · layer 2".
std::string weights_text(const Ui& ui, const workbench::Prepared& pass);
/// The same in brief, for a button: "Set by hand", "Random (seed 1)", "Trained: what is “it”?".
std::string origin_text(const Ui& ui, const workbench::Prepared& pass);

/// "layer 2", "cross 1": the name of one of a trained model's attentions, given all of them.
std::string place_name(const Ui& ui, const model::Place& place, const std::vector<model::Place>& all);
/// Of all layers of a model, trained or real; empty for other weights.
std::vector<std::string> layer_names(const Ui& ui, const workbench::Prepared& pass);
/// What it takes at most on a line that it shares with others, design pixels.
inline constexpr float widest_layers = 190;
struct LayerChoice {
    float width = 0;                    ///< pixels that it takes on its line
    std::optional<std::int64_t> chosen; ///< the one that the user has chosen in place of the one shown
};
/// A choice of these layers on a line, or, where they have no room, a field for the number of one.
LayerChoice choose_layer(Ui& ui, const std::string& name, const drawing::Rect& line,
                         const workbench::Prepared& pass);

struct WeightsMenuState {
    std::string to_delete = {}; ///< id of the model that is deleted once this is confirmed
    std::string to_get = {};    ///< name of the real model that is got once this is confirmed
    /// What lies on the disk, looked up when the menu opens and after each edit.
    std::vector<std::string> real = {};   ///< ids of real models
    std::vector<fetch::Download> can_get; ///< those that are not there yet
    std::string getting = {};             ///< how far the one is that is being got; empty: none is
    /// Whether the network can be used, asked at the same time on a worker: libcurl is opened for it.
    base::Study<bool> network;
    workbench::History::Step looked_at = {};
};

/// Opened by open_popup(ui, "weights").
void draw_weights_menu(Ui& ui, WeightsMenuState& state, const Scene& scene, const drawing::Rect& button,
                       Actions& actions);

} // namespace ui
