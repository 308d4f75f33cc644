#pragma once
// How good a model of stories is beyond its accuracy, which does not show what rule it has learned: whether
// it sings songs longer than it was trained on, and whether what it writes by chance is a story.

#include "learning/songs.h"
#include "learning/written_story.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <iosfwd>
#include <map>
#include <vector>

namespace app {

struct WriterFigures {
    std::map<base::Index, learning::Share> songs; ///< number of words → right in the repetition
    float temperature = 0;
    std::vector<learning::WrittenStory> samples;

    base::Index stories() const; ///< samples that are stories word for word
};

/// Songs of two words up to two more than any that is trained; so many samples, always by the same throws.
WriterFigures writer_figures(const learning::Trained& model, const learning::Task& task, base::Index samples,
                             float temperature);

void tell(const WriterFigures& figures, std::ostream& out);
nlohmann::json json_of(const WriterFigures& figures);

} // namespace app
