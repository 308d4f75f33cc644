#pragma once
// The Heads view: every head of a layer in small with a shared colour range, one of them large, and what each
// adds to the output; or all heads of all layers, and what they do.

#include "base/study.h"
#include "narration/narration.h"
#include "ui/board/board.h"
#include "ui/chrome/chips.h"
#include "ui/chrome/view.h"
#include "workbench/studies/head_rules.h"
#include "workbench/studies/heads_study.h"

namespace ui {

/// `shared`: one word in all heads that read the same keys.
enum class LargeMatrix { head, average, maximum, shared };
/// Of a model with several.
enum class LayersShown { one, all };
/// Of all heads of all layers: a row a layer, or those together that do the same.
enum class TableOrder { number, rule };

struct HeadsChoices {
    workbench::HeadOrder order = workbench::HeadOrder::number;
    LargeMatrix large = LargeMatrix::head;
    LayersShown layers = LayersShown::one;
    TableOrder table = TableOrder::number;
    bool operator==(const HeadsChoices&) const = default;
};

/// What is computed beyond the pass.
struct HeadsWork {
    base::Study<workbench::HeadsStudy> study;
    base::Study<workbench::Ablation, base::Index> loss;
    base::Study<workbench::OutputParts, std::array<base::Index, 3>> parts;
    base::Study<workbench::SharedKeys, std::array<base::Index, 2>> shared;
    base::Study<workbench::HeadRules> rules;
};

/// The pictures of all heads, with no more rows than can be seen.
struct HeadMaps {
    std::shared_ptr<const workbench::HeadRules> of;
    base::Index most = 0;                                               ///< rows and columns
    std::vector<std::vector<std::shared_ptr<const base::Matrix>>> maps; ///< by layer and head
};

/// What was drawn in the last frame; null before the first answer.
struct HeadsShown {
    std::shared_ptr<const workbench::HeadsStudy> study;
    std::shared_ptr<const workbench::Ablation> loss;
    std::shared_ptr<const workbench::OutputParts> parts;
    std::shared_ptr<const workbench::SharedKeys> shared; ///< of the opened head; null: it shares with none
    std::vector<base::Index> order;                      ///< the heads in on-screen order
    drawing::Rect list_area;                             ///< after a resize nothing glides
    base::Index layer = 0;                               ///< of a model with several
    // Of all layers.
    std::shared_ptr<const workbench::HeadRules> rules; ///< null: one layer is shown
    HeadMaps maps;
    std::vector<workbench::HeadPlace> table; ///< all heads in on-screen order
    std::string told; ///< what the head does that is pointed at, or else the opened one
    drawing::Rect table_area;
};

struct HeadsState {
    HeadsChoices chosen;
    HeadsWork work;
    HeadsShown shown;
    BoardState board;
    ChipsState chips;
    float numbers_offset = 0; ///< pixels: how far the output's numbers are scrolled to the left
    bool panning = false;     ///< the numbers follow the mouse
    float pan_from = 0;
};

class HeadsView : public View {
public:
    void draw(ViewFrame& frame) override;
    /// ↑ ↓ query word, ← → key word, H next head on screen, M causal mask.
    void keys(ViewFrame& frame) override;
    /// All heads on one sheet, and the opened matrix.
    Exportables exports(ViewFrame& frame) override;
    void visit(workbench::ChoiceVisitor& choices) override;
    std::vector<std::string> pages(const attention::Trace&) const override { return {"all"}; }
    /// {"heads":[…],"off":[…],"parts":[[…]],"output":[…],"moved":[…],…}; of all layers {"rules":[[…]],…}
    nlohmann::json shown() const override;

private:
    HeadsState state_;
};

// The cards of the Heads view.

/// The smallest digits that a slide still shows, in design pixels.
inline constexpr float least_on_slide = 12;

/// Shared by the cards during a frame.
struct HeadsFrame : ViewFrame {
    HeadsState& state;
    attention::Cell marked;          ///< cell of the opened head's weights: hovered, otherwise selected
    std::vector<std::string> layers; ///< "layer 1", "layer 2"; empty: there is one

    // A model with several layers.
    base::Index layer_shown() const { return workbench::shown_layer(scene.bench.document()); }
    bool shows_all_layers() const {
        return state.chosen.layers == LayersShown::all && !layers.empty() && !needed;
    }
    /// Here and in the other views, with this selection.
    void show_layer(base::Index layer, const workbench::Selection& then);
    /// One head of one layer, in large.
    void open(const workbench::HeadPlace& place);
    bool is_on(const workbench::HeadPlace& place) const;

    base::Index head() const { return scene.selection.head; }
    base::Index heads() const { return static_cast<base::Index>(scene.trace().heads.size()); }
    bool is_on(base::Index head) const { return scene.trace().options.is_on(head); }
    /// Switches these heads of the layer off and its others on; those of other layers stay as they are.
    void switch_off(const std::vector<base::Index>& heads);
    const attention::Layer& layer() const { return *scene.trace().layer; }
    bool shares_keys() const { return layer().key_heads() < layer().heads; }
    /// What is large: without shared keys there is no picture of them.
    LargeMatrix large() const;
    /// The query word: “it”, or "row 3".
    std::string asker() const;

    void open(base::Index head);
    void mark(base::Index row); ///< selects the query word
    /// The shared colour range of all heads.
    Coloured colours() const;
};

/// This layer, or all: a switch, where there are several. Returns the height used.
float choose_layers(HeadsFrame& frame, const drawing::Rect& line);
/// Which layer of a trained model is shown. Returns the height used.
float choose_layer(HeadsFrame& frame, const drawing::Rect& line);

// One layer, in three cards.

void draw_heads_list(HeadsFrame& frame, const drawing::Rect& area);
/// "heads 1–4", or "head 1": those of a key head, which lie side by side.
std::string heads_from_to(const HeadsFrame& frame, const std::vector<base::Index>& heads);
void draw_opened_head(HeadsFrame& frame, const drawing::Rect& area);
// Its parts for heads that share their keys.
/// Which heads read the same keys and values as the opened one, and a switch that shows one or all of them;
/// returns the height used.
float draw_sharing(HeadsFrame& frame, const drawing::Rect& area);
/// The marked word in all of them: its queries × the keys that they share, and the weights.
void draw_shared_keys(HeadsFrame& frame, const drawing::Rect& area);
/// What each head adds to the output, and how far the words move without some heads.
void draw_head_parts(HeadsFrame& frame, const drawing::Rect& area);

// All layers, in one card.

/// Every head as a small picture, in the order that was chosen.
void draw_head_table(HeadsFrame& frame, const drawing::Rect& area);
/// What a head does, in words and in scores.
void draw_head_rule(HeadsFrame& frame, const workbench::HeadPlace& place, const drawing::Rect& area);
/// "layer 2, head 3".
std::string head_place(const HeadsFrame& frame, const workbench::HeadPlace& place);
/// "Previous word 0.93", "Mixed".
std::string ruled_as(const Ui& ui, const workbench::RuledHead& head);
/// A text of a rule: "heads.rules.previous.name"; of mixed heads "heads.rules.mixed.name".
const std::string& rule_text(const Ui& ui, const std::optional<workbench::HeadRule>& rule, const char* what);
/// "Head 3 of layer 2 reads the word before it: 0.93 of the weight, the mean over 41 rows."
narration::Paragraph tell_rule(const HeadsFrame& frame, const workbench::HeadPlace& place,
                               const workbench::RuledHead& head);

} // namespace ui
