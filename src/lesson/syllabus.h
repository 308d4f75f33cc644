#pragma once
// What the course asks of its lessons beyond being sound: few words a step, much to do, no term before it is
// introduced. A term is introduced where a step's text prints it in bold.

#include "lesson/lesson.h"
#include "narration/glossary.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace lesson {

/// A lesson in figures.
struct Outline {
    const Lesson* lesson = nullptr;
    std::size_t most_words = 0;               ///< of the longest step's text …
    std::string longest = {};                 ///< … and that step's title
    std::size_t questions = 0, doing = 0;     ///< doing: something has to be made true on screen
    double minutes = 0;                       ///< that a learner needs, as step_minutes() estimates
    std::vector<std::string> introduces = {}; ///< terms, as the glossary calls them
    std::vector<std::string> rooms = {};      ///< the side rooms that its steps offer
};

/// A term in a text that comes before the term is introduced.
struct EarlyTerm {
    std::string place, title; ///< of the step
    std::string term;         ///< as the glossary calls it
};

struct Syllabus {
    std::vector<Outline> lessons;          ///< as they were given
    std::vector<EarlyTerm> early;          ///< in the order of the course
    std::vector<std::string> not_offered;  ///< side rooms that no step offers
    std::vector<std::string> no_such_room; ///< offered, but not there

    std::size_t questions() const; ///< of all lessons
    std::size_t doing() const;     ///< of those, questions in which something has to be made true
};

/// The lessons have to be in the order of the course. A side room counts as read right after the step that
/// offers it first: it may use what was introduced up to there. Notes for the lecturer may use any term.
Syllabus syllabus_of(std::span<const Lesson> lessons, const narration::Glossary& glossary);

/// How many words a text has; a formula in braces counts as one.
std::size_t words_in(const std::string& markdown);

/// How many minutes a learner needs for a step: to read what it says and asks, to look at the picture, to
/// think, and to make true what is to be made true. An estimate, not a measurement; hints and wrong answers
/// are extra.
double step_minutes(const Step& step);

} // namespace lesson
