#pragma once
// The two cards, and what they have in common during a frame.

#include "ui/views/story/story.h"

namespace ui {

/// Which of StoryWork::runs.
std::string knock_outs_id(const std::string& model, learning::Instead instead);

struct StoryFrame : ViewFrame {
    StoryState& state;
    std::shared_ptr<const workbench::Pass> pass; ///< the one that the story is about
    std::shared_ptr<const workbench::Story> story;

    const workbench::TrainedReading& reading() const { return *pass->reading; }
    const learning::Trained& model() const { return *reading().model; }
    const std::string& model_id() const {
        return std::get<workbench::TrainedWeights>(pass->document.weights).id;
    }
    /// In StoryWork::runs.
    std::string knock_outs_id() const { return ui::knock_outs_id(model_id(), state.chosen.instead); }
    const attention::Trace& trace(std::size_t layer) const {
        return reading().run.at(reading().places[layer]).trace;
    }
    bool is_on(std::size_t layer, base::Index head) const { return trace(layer).options.is_on(head); }
    /// "layer 2", "cross 1".
    std::string layer_name(std::size_t layer) const;

    /// Opens a head of a layer everywhere, with the story's word marked in it.
    void open(std::size_t layer, base::Index head);
    /// Marks a word of those that answer, or of the source.
    void mark(base::Index word, bool in_source);
    void switch_head(std::size_t layer, base::Index head);
    void switch_layer(std::size_t layer);
    /// Sets a weight to 0, or puts it back.
    void knock(const workbench::Read& read, bool back);
};

void draw_story_map(StoryFrame& frame, const drawing::Rect& area);
void draw_knock_outs(StoryFrame& frame, const drawing::Rect& area, float& y);
void draw_story(StoryFrame& frame, const drawing::Rect& area);
/// The marked line in numbers.
void draw_stream(StoryFrame& frame, const drawing::Rect& area);

} // namespace ui
