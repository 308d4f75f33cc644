#pragma once
// Which weights a saved document means. The name of a file alone does not say: another file may have it on
// another day, or on another machine.

#include "workbench/document/library.h"
#include "workbench/session/session.h"

#include <string>

namespace workbench {

/// Notes in a document with a trained model the hash of its weights, and its file if that is in neither
/// folder of models. Notes nothing for a model that cannot be read.
void note_weights(Document& document, const TrainedModels& models);

/// Finds the model that a document was saved with by its weights: under its id, under another one, or in its
/// file, which is then on offer; a file that is not on this machine (a relative path, a server's) is not
/// looked at. True for a document without such a note. False when the weights are nowhere and other weights
/// have the id: those are then shown, and the user must be told. A real model is found by its folder, or by
/// its name among those that are open. Throws InputError when nothing has the id, either.
bool find_weights(Document& document, const Library& library);
/// In all documents of a session.
bool find_weights(Session& session, const Library& library);

/// The name of a real model that a session needs and that is still to be opened, which may take seconds;
/// empty: none is.
std::string unopened_model(const Session& session, const RealModels& models);
/// Opens the real models that a session names: on a worker, before find_weights() wants them at once. Throws
/// as that does.
void open_real_models(const Session& session, RealModels& models);

} // namespace workbench
