#include "lesson/lesson.h"

#include "base/files.h"
#include "base/json_text.h"
#include "exercise/level.h"
#include "language/toml_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

namespace lesson {

using base::InputError;
using language::Entries;

namespace {

constexpr std::uintmax_t largest_file = std::uintmax_t{4} << 20;
constexpr long most_minutes = 600, most_steps = 1000;

nlohmann::json json_of(const toml::table& table) {
    std::ostringstream text;
    text << toml::json_formatter{table};
    return nlohmann::json::parse(text.str());
}

/// The fields of a document that a step sets. `place`: where it says so.
workbench::DocumentPart part_in(Entries& entries, const std::string& place) {
    const toml::table* table = entries.table("document");
    if (!table || table->empty()) return {};
    return {json_of(*table), place};
}

/// A number counted from 1, as an index.
std::optional<std::size_t> place_in(Entries& entries, std::string_view key) {
    if (!entries.has(key)) return std::nullopt;
    const base::Index number = entries.integer(key, 1, language::any_size);
    if (number == 0) entries.refuse(*entries.whole().get(key), std::string(key) + " is 0", "count from 1");
    return static_cast<std::size_t>(number - 1);
}

/// A word, or its number from 1.
std::string word_in(Entries& entries, std::string_view key) {
    const toml::node* node = entries.take(key);
    if (!node) return {};
    if (const auto number = node->value_exact<std::int64_t>()) return std::to_string(*number);
    if (const auto text = node->value_exact<std::string>(); text && !text->empty()) return *text;
    entries.refuse(*node, std::string(key) + " is not a word", "write " + std::string(key) + " = \"it\"");
}

/// The name of something that the step opens; "" when absent. An empty one is a mistake, perhaps half typed.
std::string name_in(Entries& entries, std::string_view key) {
    std::string name = entries.text(key);
    if (name.empty() && entries.has(key))
        entries.refuse(*entries.whole().get(key), std::string(key) + " is empty",
                       "give a name, or leave it out");
    return name;
}

StepState read_state(Entries& entries, const std::filesystem::path& file) {
    StepState state;
    state.code = name_in(entries, "state");
    state.preset = name_in(entries, "preset");
    if (const toml::node* document = entries.whole().get("document"))
        state.document = part_in(entries, language::place_of(file, *document));
    state.query = word_in(entries, "query");
    state.key = word_in(entries, "key");
    state.view = name_in(entries, "view");
    state.stage = name_in(entries, "stage");
    state.result = place_in(entries, "result");
    state.head = place_in(entries, "head");
    state.feature = place_in(entries, "feature");
    if (const toml::table* choices = entries.table("choices"))
        state.choices = workbench::Choices(json_of(*choices));
    if (const toml::table* second = entries.table("second")) {
        Entries right(*second, file);
        StepState beside;
        beside.preset = name_in(right, "preset");
        beside.document = part_in(right, language::place_of(file, *second));
        beside.query = word_in(right, "query");
        beside.key = word_in(right, "key");
        right.expect_nothing_else();
        state.second.push_back(std::move(beside));
    }
    return state;
}

/// Two numbers in brackets.
Arrow arrow_of(const Entries& entries, const toml::node* node, const std::string& name) {
    const toml::array* list = node ? node->as_array() : nullptr;
    const auto number = [&](std::size_t i) {
        return list && i < list->size() ? list->get(i)->value<double>() : std::optional<double>();
    };
    const auto x = number(0), y = number(1);
    constexpr double furthest = 100;
    const auto fits = [&](double coordinate) { return std::abs(coordinate) <= furthest; };
    if (!list || list->size() != 2 || !x || !y || !fits(*x) || !fits(*y))
        entries.refuse(node ? *node : entries.whole(), name + " is not an arrow",
                       "write two numbers: " + name + " = [1.5, 0.5]");
    return {*x, *y};
}

std::vector<Arrow> arrows_in(Entries& entries, const std::string& name) {
    const toml::node* node = entries.take(name);
    if (!node) return {};
    if (!node->is_array())
        entries.refuse(*node, name + " is not a list of arrows", "write " + name + " = [[2, 1], [-1, 2]]");
    std::vector<Arrow> arrows;
    for (const toml::node& each : *node->as_array())
        arrows.push_back(arrow_of(entries, &each, name));
    return arrows;
}

std::optional<Plane> read_plane(Entries& step, const std::filesystem::path& file) {
    const toml::table* table = step.table("plane");
    if (!table) return std::nullopt;
    Entries entries(*table, file);
    Plane plane{.query = entries.text("query", true),
                .at = arrow_of(entries, entries.take("at"), "at"),
                .words = entries.texts("words", true),
                .keys = arrows_in(entries, "keys"),
                .values = arrows_in(entries, "values"),
                .divided = entries.boolean("divided", true)};
    constexpr std::size_t most_words = 6; // whose names have room beside their arrows
    if (plane.words.size() > most_words) entries.refuse(*table, "there are too many words", "give 6 at most");
    if (plane.keys.size() != plane.words.size())
        entries.refuse(*table, "each word needs a key", "write one key for each word");
    if (!plane.values.empty() && plane.values.size() != plane.words.size())
        entries.refuse(*table, "each word needs a value", "write one value for each word, or none");
    entries.expect_nothing_else();
    return plane;
}

std::vector<Choice> read_choices(Entries& entries, const std::filesystem::path& file) {
    std::vector<Choice> choices;
    for (const toml::table* table : entries.tables("choose")) {
        Entries choice(*table, file);
        choices.push_back({choice.text("text", true), choice.text("if", true), choice.text("because")});
        choice.expect_nothing_else();
    }
    constexpr std::size_t most = 26; // a slide letters them from A to Z
    if (choices.size() > most)
        entries.refuse(entries.whole(), "there are too many choices", "give 26 at most");
    if (choices.size() == 1)
        entries.refuse(entries.whole(), "there is one choice", "give two or more to choose from");
    return choices;
}

std::vector<Slip> read_slips(Entries& entries, const std::filesystem::path& file) {
    std::vector<Slip> slips;
    for (const toml::table* table : entries.tables("slips")) {
        Entries slip(*table, file);
        slips.push_back({slip.text("value", true), slip.text("because", true)});
        slip.expect_nothing_else();
    }
    return slips;
}

Question read_question(Entries entries, const std::filesystem::path& file) {
    struct Kind {
        std::string_view key;
        QuestionKind kind;
    };
    static constexpr std::array kinds{
        Kind{"choose", QuestionKind::choose}, Kind{"number", QuestionKind::number},
        Kind{"click", QuestionKind::click},   Kind{"bar", QuestionKind::bar},
        Kind{"order", QuestionKind::order},   Kind{"drag", QuestionKind::drag},
        Kind{"goal", QuestionKind::goal}};
    const auto is_asked = [&](const Kind& kind) { return entries.has(kind.key); };
    const auto* kind = std::ranges::find_if(kinds, is_asked);
    if (std::ranges::count_if(kinds, is_asked) != 1)
        entries.refuse(entries.whole(), "a question is of one kind",
                       "give one of choose, number, click, bar, order, drag and goal");
    Question question{.kind = kind->kind,
                      .ask = entries.text("ask", true),
                      .hint = entries.text("hint"),
                      .because = entries.text("because", true)};
    switch (question.kind) {
    case QuestionKind::choose:
        question.choices = read_choices(entries, file);
        break;
    case QuestionKind::order:
        question.order = entries.texts("order", true);
        break;
    case QuestionKind::number:
        question.decimals = static_cast<int>(entries.integer("decimals", question.decimals, 6));
        [[fallthrough]];
    case QuestionKind::click:
    case QuestionKind::bar:
        if (question.kind == QuestionKind::click) question.otherwise = entries.text("otherwise");
        question.formula = entries.text(kind->key, true);
        question.slips = read_slips(entries, file);
        break;
    case QuestionKind::drag:
        question.formula = entries.text("drag", true);
        question.slips = read_slips(entries, file);
        question.otherwise = entries.text("otherwise");
        question.tip = arrow_of(entries, entries.take("solution"), "solution");
        break;
    case QuestionKind::goal:
        question.formula = entries.text("goal", true);
        question.slips = read_slips(entries, file);
        question.otherwise = entries.text("otherwise");
        if (const toml::table* solution = entries.table("solution")) {
            Entries state(*solution, file);
            question.solution = read_state(state, file);
            state.expect_nothing_else();
        } else {
            entries.refuse(entries.whole(), "nothing shows that the goal can be reached",
                           "write what reaches it: solution = {document = {…}}");
        }
    }
    if (question.kind == QuestionKind::bar) question.beside = entries.text("beside");
    if (is_goal(question.kind)) question.now = entries.text("now");
    question.reveal = entries.texts("reveal");
    entries.expect_nothing_else();
    return question;
}

void note_places(Step& step, const toml::table& table, const std::filesystem::path& file) {
    for (const auto& [key, node] : table)
        step.places.emplace(key.str(), language::place_of(file, node));
}

StepRole role_in(Entries& entries) {
    static const std::map<std::string, StepRole, std::less<>> roles{
        {"", StepRole::plain}, {"recall", StepRole::recall}, {"transfer", StepRole::transfer}};
    const auto role = roles.find(name_in(entries, "role"));
    if (role == roles.end())
        entries.refuse(*entries.whole().get("role"), "this is not a role of a step",
                       "write recall or transfer, or leave it out");
    return role->second;
}

Step read_step(const toml::table& table, const std::filesystem::path& file) {
    Entries entries(table, file);
    Step step;
    step.place = language::place_of(file, table);
    note_places(step, table, file);
    step.from = name_in(entries, "from");
    step.caption = entries.text("caption");
    step.note = entries.text("note");
    if (!step.from.empty()) { // all else is there
        entries.expect_nothing_else();
        return step;
    }
    step.title = entries.text("title", true);
    step.text = entries.text("text", true);
    step.state = read_state(entries, file);
    step.plane = read_plane(entries, file);
    step.point = entries.texts("point");
    step.label = entries.text("label");
    step.shows = entries.texts("shows");
    step.sides = entries.texts("sides");
    if (!step.sides.empty() && step.sides.size() != 2)
        entries.refuse(*entries.whole().get("sides"),
                       "sides has " + std::to_string(step.sides.size()) + " names",
                       "name both: sides = [\"dot\", \"cosine\"]");
    step.role = role_in(entries);
    step.room = name_in(entries, "room");
    if (const toml::table* question = entries.table("question"))
        step.question = read_question(Entries(*question, file), file);
    if (const toml::table* question = table["question"].as_table()) note_places(step, *question, file);
    entries.expect_nothing_else();
    return step;
}

Ability read_ability(const toml::table& table, const std::filesystem::path& file) {
    Entries entries(table, file);
    Ability ability{.what = entries.text("what", true)};
    const toml::node* steps = entries.take("steps");
    const toml::array* numbers = steps ? steps->as_array() : nullptr;
    if (steps && !numbers) entries.refuse(*steps, "steps is not a list", "write steps = [1, 2]");
    for (std::size_t i = 0; numbers && i < numbers->size(); ++i) {
        const auto number = numbers->get(i)->value_exact<std::int64_t>();
        if (!number || *number < 1)
            entries.refuse(*steps, "steps holds something that is not the number of a step",
                           "count the steps from 1");
        ability.steps.push_back(static_cast<std::size_t>(*number - 1));
    }
    entries.expect_nothing_else();
    return ability;
}

Lesson lesson_of(const toml::table& root, const std::filesystem::path& file) {
    Entries entries(root, file);
    Lesson lesson;
    lesson.id = base::shown(file.stem());
    lesson.file = file;
    lesson.title = entries.text("title", true);
    lesson.afterwards = entries.text("afterwards");
    lesson.minutes = static_cast<int>(entries.integer("minutes", 0, most_minutes));
    if (entries.has("order")) lesson.order = entries.integer("order", 0, most_steps);
    lesson.room = entries.boolean("room", false);
    lesson.keep = place_in(entries, "keep");
    lesson.recap = entries.text("recap");
    lesson.exercise = name_in(entries, "exercise");
    for (const toml::table* can : entries.tables("can"))
        lesson.can.push_back(read_ability(*can, file));
    for (const toml::table* step : entries.tables("step"))
        lesson.steps.push_back(read_step(*step, file));
    const auto expect_step = [&](std::size_t step, const std::string& entry) {
        if (step >= lesson.steps.size())
            entries.refuse(*root.get(entry), "there is no step " + std::to_string(step + 1),
                           "count the steps from 1");
    };
    if (lesson.keep) expect_step(*lesson.keep, "keep");
    if (!lesson.exercise.empty() && !exercise::level_named(lesson.exercise))
        entries.refuse(*root.get("exercise"), "there is no exercise “" + lesson.exercise + "”",
                       "choose one of " + exercise::listed_levels());
    if (!lesson.recap.empty() && !lesson.keep)
        entries.refuse(*root.get("recap"), "recap has no numbers to speak of", "say which step’s: keep = 1");
    for (const Ability& can : lesson.can)
        for (const std::size_t step : can.steps)
            expect_step(step, "can");
    if (lesson.steps.empty())
        throw InputError(base::shown(file), "the lesson has no steps",
                         "add [[step]] with a title and a text");
    entries.expect_nothing_else();
    return lesson;
}

} // namespace

const std::string& Step::place_of(std::string_view mistake) const {
    const auto found =
        places.find(mistake.substr(0, mistake.find_first_not_of("abcdefghijklmnopqrstuvwxyz")));
    return found == places.end() ? place : found->second;
}

InputError placed(const InputError& mistake, const Step& step) {
    const auto begins_with = [&](const std::string& place) { return mistake.where.starts_with(place); };
    const auto is_its_place = [&](const auto& entry) { return begins_with(entry.second); };
    const bool has_place = begins_with(step.place) || std::ranges::any_of(step.places, is_its_place);
    return has_place ? mistake
                     : InputError(step.place_of(mistake.where) + ": " + mistake.where, mistake.problem,
                                  mistake.hint);
}

Lesson read_lesson(const std::filesystem::path& file) {
    std::error_code unknown;
    if (const auto size = std::filesystem::file_size(file, unknown); !unknown && size > largest_file)
        throw InputError(base::shown(file), "it is larger than 4 MB",
                         "a lesson is a short text: give another file");
    return lesson_of(language::read_toml(file), file);
}

Lesson lesson_in(const std::string& text, const std::filesystem::path& file) {
    return lesson_of(language::toml_in(text, file), file);
}

} // namespace lesson
