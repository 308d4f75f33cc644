#pragma once
// A real model reads the text of a document: its pieces, and what its layers make of them.

#include "pretrained/reading.h"
#include "workbench/document/document.h"
#include "workbench/document/pieces.h"
#include "workbench/document/real_models.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace workbench {

/// Its attentions: one in each layer.
std::vector<model::Place> places_of(const pretrained::Model& model);

struct RealReading {
    pretrained::ModelPtr model;
    std::string name; ///< RealModels::name_of()
    Pieces pieces;
    std::size_t shown = 0; ///< the layer that the pass shows
    /// Its interventions are the numbers set by hand, and the heads that are off, in any layer.
    std::shared_ptr<const pretrained::Reading> run;

    std::size_t layers() const { return run->layers.size(); }
};

/// Reads the document's text, with everything that was set by hand in any layer. Layers that `like` has read
/// in the same way are not read again. Throws InputError: a model that is not open, a layer that does not
/// exist, anything but one text, and as pretrained::read() does. Once `stop` is requested, the result is
/// incomplete and must not be used.
std::shared_ptr<const RealReading> read(const Document& document, const RealWeights& weights,
                                        const RealModels& models, const RealReading* like,
                                        const base::StopToken& stop = {});
/// True if the text has been read already, but perhaps for another layer on screen.
bool is_read(const Document& document, const RealWeights& weights, const RealModels& models,
             const RealReading& reading);

/// Throws InputError for anything but one text, and for one that is longer than the model's positions reach.
void expect_readable(const Document& document, const pretrained::Model& model);
/// The piece that is asked about: the first one to be guessed, else the last that is part of the text.
base::Index asked_piece(const RealReading& reading);

/// Whether the weights of a model fit into this much memory (bytes; 0: unknown) beside everything else. If
/// not, they may have to be read from the disk again for each pass.
bool fits(const pretrained::Model& model, std::uint64_t memory);

/// What it costs to read n pieces once, in multiply-adds (base/study.h).
double reading_cost(const pretrained::Model& model, base::Index n);

} // namespace workbench
