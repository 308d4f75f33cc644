#pragma once
// Songs of any length, also of lengths that no training has: they tell copying from counting back. A model
// that has learned to look a fixed number of words back sings those of one length, and no other.

#include "learning/network.h"
#include "learning/task.h"
#include "learning/trained.h"

namespace learning {

/// A story of the test up to its song, which is then of `words` different words, half of them nonsense:
/// sung once, and asked for, word by word, when it is sung again. For a task of stories.
Example song(const Task& task, Index words, language::Draw& draw);

/// How many words of the repetition are right, over so many songs of this length, always the same ones.
Share songs_right(Network& network, const Task& task, Index words, Index songs);

} // namespace learning
