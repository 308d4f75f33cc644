#pragma once
// The story of a word in a real model: what it reads in each of many layers, and what the model says there.

#include "base/stop.h"
#include "workbench/document/pass.h"
#include "workbench/studies/lens.h"
#include "workbench/studies/next_word.h"
#include "workbench/studies/story.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace workbench {

/// Tells the story of a piece: first what is read and said, then for one step after the other what the model
/// says without it. Steps are the strongest reads of all layers, at most a handful; heads that most words use
/// to look at the first one, or a word to look at itself, take no part. A causal model is asked at every
/// piece, what comes next; one that fills gaps at each of its masks.
class RealStoryRun {
public:
    /// What `like` knows of the same run is not made again; null: there is no earlier story.
    RealStoryRun(const Pass& pass, base::Index row, std::shared_ptr<const Story> like = nullptr);

    /// The story as far as it is known then; null once `stop` is requested. Throws InputError when a number
    /// grows too large.
    std::shared_ptr<const Story> next(const base::StopToken& stop);
    bool finished() const;

private:
    std::shared_ptr<const RealReading> reading_;
    std::vector<std::string> names_;
    base::Index row_ = 0;
    std::shared_ptr<const Story> like_, story_; ///< story_: what has been told; null: nothing yet
    std::size_t found_out_ = 0;                 ///< of its steps
};
/// What it costs, in multiply-adds (base/study.h).
double real_story_cost(const RealReading& reading);

/// The line of a row: what it begins with, what the two parts of each layer change in it, and what comes of
/// it. Where a norm follows a part, the change is what both make together. Nothing of a model whose layers
/// change its width.
ResidualStream residual_stream(const RealReading& reading, base::Index row);
/// What the model would say at the story's row as it begins, and after each of these parts; nothing of a
/// model that answers without words. See lens_of().
Lens lens_of_real(const RealReading& reading, base::Index row);

/// Whether the model goes on with a text: it is causal, and names words.
bool writes(const pretrained::Model& model);
/// A piece as a word that may come next.
NextWord::Candidate candidate(const pretrained::Model& model, base::Index id, float probability);
/// After the story's row, in a model that writes: `count` of the most probable pieces, as for other models.
NextWord next_word(const Story& story, const RealReading& reading, std::size_t count);
/// In the gap that the story answers for, in a model that fills gaps: as many; none is written there.
NextWord words_for_gap(const Story& story, const RealReading& reading, std::size_t count);

/// A sentence beside the one that is read.
struct Alike {
    std::string text;
    float similarity = 0;     ///< cosine of the angle between the vectors of both, −1 to 1
    std::string problem = {}; ///< why it cannot be read; empty: it can
};
/// Of a model that turns a text into one vector: how alike these sentences are to the one read, the most
/// alike first, those that cannot be read last. Incomplete once `stop` is requested.
std::vector<Alike> alike_to(const RealReading& reading, const std::vector<std::string>& sentences,
                            const base::StopToken& stop = {});

} // namespace workbench
