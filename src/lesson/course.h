#pragma once
// The course: all lessons in their order, with the side rooms that they offer and the steps that they take
// from one another.

#include "base/input_error.h"
#include "lesson/lesson.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace lesson {

/// The step of a course that offers a side room first.
struct Door {
    std::string lesson;   ///< its id
    std::size_t step = 0; ///< from 0
};

/// The order of a course: lessons with a place in it come first, then side rooms in the order in which those
/// offer them, then all others by id.
class CourseOrder {
public:
    explicit CourseOrder(const std::vector<const Lesson*>& lessons);
    /// Sorts the lessons.
    std::tuple<long, std::size_t, std::string> key(const Lesson& lesson) const;
    std::optional<Door> door(const std::string& room) const; ///< empty: no step offers it

private:
    struct Found {
        Door door;
        std::size_t rank = 0;
    };
    std::map<std::string, Found, std::less<>> doors_; ///< by the id of the room
};

struct Course {
    std::vector<Lesson> lessons;            ///< in order
    std::vector<base::InputError> mistakes; ///< in the files that could not be read
};
/// All lessons of the folders. A lesson replaces one of the same id in an earlier folder. A folder that does
/// not exist has none. Steps from other lessons are in place; what names none is among the mistakes.
Course read_course(const std::vector<std::filesystem::path>& folders);

} // namespace lesson
