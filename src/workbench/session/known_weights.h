#pragma once
// Which weights a saved document means: a file's name alone does not tell, since another file may have it on
// another day or on another machine.

#include "workbench/document/trained_models.h"
#include "workbench/session/session.h"

namespace workbench {

/// Notes in a document with a trained model the hash of its weights, and the file of one that is in neither
/// folder of models. Nothing for a model that cannot be read.
void note_weights(Document& document, const TrainedModels& models);

/// Finds the model that a document was saved with, by its weights: under its id, under another one, or in its
/// file, which is then on offer; a file that is not on this machine (a relative path, a server's) is not
/// looked at. False when they are nowhere and other weights have its id: these are then shown, and it must be
/// said. True for a document without such a note. Throws InputError when nothing has its id, either.
bool find_weights(Document& document, TrainedModels& models);
/// In all documents of a session.
bool find_weights(Session& session, TrainedModels& models);

} // namespace workbench
