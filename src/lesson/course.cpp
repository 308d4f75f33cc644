#include "lesson/course.h"

#include "base/files.h"
#include "base/text.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace lesson {

using base::InputError;

CourseOrder::CourseOrder(const std::vector<const Lesson*>& lessons) {
    std::vector<const Lesson*> way;
    std::ranges::copy_if(lessons, std::back_inserter(way),
                         [](const Lesson* lesson) { return !lesson->room && lesson->order; });
    std::ranges::sort(way, {}, [](const Lesson* lesson) { return std::pair(*lesson->order, lesson->id); });
    for (const Lesson* lesson : way)
        for (std::size_t i = 0; i < lesson->steps.size(); ++i)
            if (const std::string& room = lesson->steps[i].room; !room.empty())
                doors_.emplace(room, Found{{lesson->id, i}, doors_.size()});
}

std::tuple<long, std::size_t, std::string> CourseOrder::key(const Lesson& lesson) const {
    constexpr long own = std::numeric_limits<long>::max(), rooms = own - 1;
    const auto found = doors_.find(lesson.id);
    return {lesson.room ? rooms : lesson.order.value_or(own),
            found == doors_.end() ? doors_.size() : found->second.rank, lesson.id};
}

std::optional<Door> CourseOrder::door(const std::string& room) const {
    const auto found = doors_.find(room);
    if (found == doors_.end()) return std::nullopt;
    return found->second.door;
}

namespace {

/// The steps that `from` names, as steps of their own. Throws InputError.
std::vector<Step> steps_from(const Step& step, const std::vector<Lesson>& lessons) {
    const std::size_t colon = step.from.find(':');
    const auto source = std::ranges::find(lessons, step.from.substr(0, colon), &Lesson::id);
    const std::string where = step.place_of("from") + ": from";
    if (source == lessons.end())
        throw InputError(where, "there is no lesson “" + step.from.substr(0, colon) + "”",
                         "give the name of its file, without .toml");
    const auto is_elsewhere = [](const Step& other) { return !other.from.empty(); };
    if (std::ranges::any_of(source->steps, is_elsewhere))
        throw InputError(where, "“" + source->id + "” takes steps from other lessons itself",
                         "name the lesson that they stand in");
    std::size_t first = 0, end = source->steps.size();
    if (colon != std::string::npos) {
        const auto number = base::whole_in(step.from.substr(colon + 1));
        if (!number || *number < 1 || *number > std::ssize(source->steps))
            throw InputError(where, "“" + source->id + "” has no step “" + step.from.substr(colon + 1) + "”",
                             "it has " + std::to_string(source->steps.size()));
        first = static_cast<std::size_t>(*number - 1);
        end = first + 1;
    }
    std::vector<Step> steps;
    std::vector<StepState> before;
    for (std::size_t i = 0; i < end; ++i) {
        if (i >= first) {
            Step taken = source->steps[i];
            taken.before = before;
            if (i == first && !step.note.empty()) taken.note = step.note;
            if (i == first && !step.caption.empty()) taken.caption = step.caption;
            steps.push_back(std::move(taken));
        }
        before.push_back(source->steps[i].state);
    }
    return steps;
}

/// Puts the steps of other lessons where they are named. A lesson for which there are none is left out.
void put_steps_in(Course& course) {
    const std::vector<Lesson> as_written = course.lessons;
    std::erase_if(course.lessons, [&](Lesson& lesson) {
        std::vector<Step> steps;
        try {
            for (Step& step : lesson.steps) {
                if (step.from.empty()) {
                    steps.push_back(std::move(step));
                } else {
                    std::vector<Step> taken = steps_from(step, as_written);
                    std::ranges::move(taken, std::back_inserter(steps));
                }
            }
        } catch (const InputError& mistake) {
            course.mistakes.push_back(mistake);
            return true;
        }
        lesson.steps = std::move(steps);
        return false;
    });
}

} // namespace

Course read_course(const std::vector<std::filesystem::path>& folders) {
    Course course;
    for (const auto& folder : folders) {
        std::error_code none;
        for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
            if (entry.path().extension() != ".toml" || base::shown(entry.path().filename()).starts_with('.'))
                continue; // the latter belong to an editor
            try {
                Lesson lesson = read_lesson(entry.path());
                std::erase_if(course.lessons, [&](const Lesson& other) { return other.id == lesson.id; });
                course.lessons.push_back(std::move(lesson));
            } catch (const InputError& mistake) {
                course.mistakes.push_back(mistake);
            }
        }
    }
    put_steps_in(course);
    std::vector<const Lesson*> all;
    for (const Lesson& lesson : course.lessons)
        all.push_back(&lesson);
    const CourseOrder order(all);
    std::ranges::sort(course.lessons, {}, [&](const Lesson& lesson) { return order.key(lesson); });
    return course;
}

} // namespace lesson
