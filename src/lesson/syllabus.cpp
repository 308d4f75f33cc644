#include "lesson/syllabus.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <sstream>
#include <string_view>

namespace lesson {

namespace {

/// The Markdown with its braces as they read: "{q:it}" is that word, which stands out, another formula a
/// number.
std::string as_read(std::string_view markdown) {
    constexpr const char* a_number = "0";
    std::string text;
    while (!markdown.empty()) {
        const std::size_t open = markdown.find('{');
        text += markdown.substr(0, open);
        if (open == std::string_view::npos) break;
        markdown.remove_prefix(open + 1);
        const std::string_view inside = markdown.substr(0, markdown.find('}'));
        const bool is_word = inside.size() > 2 && inside[1] == ':' && inside[0] != '[';
        text += is_word ? "**" + std::string(inside.substr(2)) + "**" : a_number;
        markdown.remove_prefix(std::min(markdown.size(), inside.size() + 1));
    }
    return text;
}

/// Calls use(text) for what stands in bold.
void each_bold(std::string_view text, const std::function<void(std::string_view)>& use) {
    constexpr std::string_view mark = "**";
    for (std::size_t at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at)) {
        const std::size_t begin = at + mark.size(), end = text.find(mark, begin);
        if (end == std::string_view::npos) return;
        use(text.substr(begin, end - begin));
        at = end + mark.size();
    }
}

/// All that a learner reads of a step, its text first.
std::vector<std::string> texts_of(const Step& step) {
    std::vector<std::string> texts{step.text, step.title, step.caption, step.label};
    if (!step.question) return texts;
    const Question& question = *step.question;
    texts.insert(texts.end(), {question.ask, question.hint, question.because, question.otherwise});
    for (const Choice& choice : question.choices)
        texts.insert(texts.end(), {choice.text, choice.because});
    for (const Slip& slip : question.slips)
        texts.push_back(slip.because);
    return texts;
}

using Terms = std::set<std::string>; ///< their ids

/// Walks through the lessons, and into each side room where it is offered first.
class Walk {
public:
    Walk(std::span<const Lesson> lessons, const narration::Glossary& glossary)
        : lessons_(lessons), glossary_(glossary) {}

    Syllabus result() {
        std::vector<const Lesson*> spine;
        for (const Lesson& lesson : lessons_) {
            found_.lessons.push_back({.lesson = &lesson});
            if (!lesson.room) spine.push_back(&lesson);
        }
        Terms known;
        for (const Lesson* lesson : spine)
            read(*lesson, known);
        for (const Lesson& lesson : lessons_)
            if (lesson.room && !entered_.contains(lesson.id)) {
                found_.not_offered.push_back(lesson.id);
                Terms all = known;
                read(lesson, all);
            }
        return std::move(found_);
    }

private:
    Outline& outline(const Lesson& lesson) {
        return *std::ranges::find(found_.lessons, &lesson, &Outline::lesson);
    }

    void read(const Lesson& lesson, Terms& known) {
        for (const Step& step : lesson.steps) {
            read(step, outline(lesson), known);
            if (step.room.empty()) continue;
            outline(lesson).rooms.push_back(step.room);
            const auto room = std::ranges::find(lessons_, step.room, &Lesson::id);
            if (room == lessons_.end() || !room->room) {
                found_.no_such_room.push_back(step.room);
            } else if (entered_.insert(step.room).second) {
                Terms there = known;
                read(*room, there);
            }
        }
    }

    void read(const Step& step, Outline& outline, Terms& known) {
        const std::size_t words = words_in(step.text);
        if (words > outline.most_words) {
            outline.most_words = words;
            outline.longest = step.title;
        }
        outline.minutes += step_minutes(step);
        if (step.question) {
            ++outline.questions;
            outline.doing += is_goal(step.question->kind) ? 1 : 0;
        }
        each_bold(as_read(step.text), [&](std::string_view bold) {
            for (const narration::TermUse& use : glossary_.find(bold))
                if (known.insert(use.term->id).second) outline.introduces.push_back(use.term->name);
        });
        Terms told; // each is reported once a step
        for (const std::string& text : texts_of(step))
            for (const narration::TermUse& use : glossary_.find(as_read(text)))
                if (!known.contains(use.term->id) && told.insert(use.term->id).second)
                    found_.early.push_back({step.place, step.title, use.term->name});
    }

    std::span<const Lesson> lessons_;
    const narration::Glossary& glossary_;
    Terms entered_; ///< side rooms
    Syllabus found_;
};

std::size_t sum_of(const std::vector<Outline>& lessons, std::size_t Outline::*what) {
    return std::accumulate(lessons.begin(), lessons.end(), std::size_t{0},
                           [&](std::size_t sum, const Outline& one) { return sum + one.*what; });
}

} // namespace

std::size_t Syllabus::questions() const {
    return sum_of(lessons, &Outline::questions);
}
std::size_t Syllabus::doing() const {
    return sum_of(lessons, &Outline::doing);
}

Syllabus syllabus_of(std::span<const Lesson> lessons, const narration::Glossary& glossary) {
    return Walk(lessons, glossary).result();
}

double step_minutes(const Step& step) {
    constexpr double words_a_minute = 160, looking = 8, thinking = 15,
                     making_it_so = 25; // the others: seconds
    std::size_t words = words_in(step.text);
    double seconds = looking;
    if (step.question) {
        const Question& question = *step.question;
        words += words_in(question.ask) + words_in(question.because);
        for (const Choice& choice : question.choices)
            words += words_in(choice.text);
        seconds += thinking + (is_goal(question.kind) ? making_it_so : 0);
    }
    constexpr double seconds_a_minute = 60;
    return static_cast<double>(words) / words_a_minute + seconds / seconds_a_minute;
}

std::size_t words_in(const std::string& markdown) {
    std::istringstream text(as_read(markdown));
    std::size_t count = 0;
    for (std::string word; text >> word;)
        count += word != "–" && word != "-" && word != "=" ? 1 : 0; // which are no words
    return count;
}

} // namespace lesson
