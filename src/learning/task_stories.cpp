// The next word of a tiny story, which often can be known only by looking back: who has the kite now, whose
// feeling it was, what was sung.
#include "language/story_reader.h"
#include "learning/tasks.h"

#include <algorithm>
#include <set>

namespace learning {

using language::Draw;
using language::Story;
using language::Vocabulary;

namespace {

/// A head of the second layer that is hinted to look where the answer of some skills was decided.
enum Looks : Index { word_before, two_before, at_what, at_whom, at_where, at_cause, nowhere };

struct Skill {
    const char* mark; ///< in the grammar
    Looks looks;
};
constexpr Skill skills[] = {
    {"name", at_whom},    {"hero", at_whom},  {"other", at_whom},    {"holder", at_whom},
    {"pronoun", nowhere}, {"thing", at_what}, {"creature", at_what}, {"landmark", at_what},
    {"place", at_where},  {"home", at_where}, {"bound", at_cause},   {"reason", at_cause},
    {"number", at_cause}, {"nonce", at_what}, {"trick", at_what},    {"song", at_what},
    {"quote", at_cause},
};

std::vector<std::string> with_boundary(std::vector<std::string> words) {
    words.emplace_back(story_boundary);
    return words;
}

class Stories {
public:
    explicit Stories(const std::filesystem::path& file)
        : grammar(std::make_shared<const language::StoryGrammar>(language::load_stories(file))),
          vocabulary(with_boundary(grammar->words())) {
        for (const language::Record& record : grammar->kinds.at("feeling"))
            causes_[vocabulary.id(record.fields.find("did")->second.front().front().text)] =
                vocabulary.id(record.words.front().one);
    }

    Example sample(Draw& draw, Split split) const {
        return first_example([&]() -> std::optional<Example> {
            const Story story = language::draw_story(*grammar, draw);
            if (story.words.size() > longest || split_of_story(story) != split) return std::nullopt;
            return example(story, split == Split::test || draw.chance(50));
        });
    }

    /// What follows each typed word: the one that continues the story if only one does. After a word that no
    /// story continues with, nothing is known.
    Example ask(const std::vector<std::string>& words) const {
        Example asked{vocabulary.ids(words, "sentence"), {}, {}, {}};
        language::StoryReader reader(*grammar);
        bool is_story = true;
        for (const std::string& word : vocabulary.words(asked.source)) {
            is_story = is_story && reader.read(word);
            asked.asked.push_back({0, std::ssize(asked.asked), is_story ? after(reader) : unknown_answer});
        }
        return asked;
    }

private:
    Index after(const language::StoryReader& reader) const {
        const std::set<std::string> next = reader.next();
        return next.size() == 1 && !reader.may_end() ? vocabulary.id(*next.begin()) : open_answer;
    }

    static constexpr std::size_t longest = 78; ///< words; the rare longer ones would make every batch longer

    /// Held out are a fifth of all pairs of people, and of what the episode is about and where it happens. A
    /// test story has one of both, a training story neither; others belong to no split.
    static std::optional<Split> split_of_story(const Story& story) {
        const auto word = [&](const char* role) { return story.roles.at(role).one; };
        const char* about = nullptr;
        for (const char* role : {"X", "J", "S", "Y", "F"})
            if (!about && story.roles.contains(role)) about = role;
        const Split people = split_of(word("A"), word("B")), place = split_of(word(about), word("P"));
        return people == place ? std::optional(people) : std::nullopt;
    }

    /// Half the stories are trained from the boundary on, so that a model can begin by itself; the others
    /// from their first word, as when somebody else began. Those of the test all begin at the boundary: the
    /// probability of a story is that of all its words.
    Example example(const Story& story, bool from_boundary) const {
        const Index boundary = vocabulary.id(story_boundary);
        Example made;
        made.log_probability = story.log_probability;
        std::vector<std::string> marks = story.marks;
        if (from_boundary)
            made.source.push_back(boundary);
        else
            marks.erase(marks.begin());
        for (const std::string& word : story.words)
            made.source.push_back(vocabulary.id(word));
        marks.emplace_back(); // of the end
        const Index n = std::ssize(made.source);
        for (Index i = 0; i < n; ++i) {
            const Index next = i + 1 < n ? made.source[static_cast<std::size_t>(i) + 1] : boundary;
            const std::string& mark = marks[static_cast<std::size_t>(i)];
            const auto skill = std::ranges::find(skills, mark, &Skill::mark) - std::begin(skills);
            const bool settled = skill < std::ssize(skills);
            made.asked.push_back({0, i, next, -1, settled ? skill : -1});
            if (i >= 1) made.wanted.push_back({word_before, i, i - 1});
            if (i >= 2) made.wanted.push_back({two_before, i, i - 2});
            if (settled) look(made, story, skills[skill], i, next);
        }
        return made;
    }

    /// Where the answer was decided: at its earlier places, unless the skill says otherwise.
    void look(Example& made, const Story& story, const Skill& skill, Index from, Index next) const {
        if (skill.looks == nowhere) return;
        const std::string_view mark = skill.mark;
        std::vector<Index> words{next};
        if (mark == "bound" || mark == "reason") words = {causes_.at(next)};
        if (mark == "number") {
            const Story::Role& creature = story.roles.at("Y");
            words = {vocabulary.id(creature.one), vocabulary.id(creature.many)};
        }
        Wanted wanted{skill.looks, from, -1};
        for (Index at = from; at >= 0; --at) {
            if (std::ranges::find(words, made.source[static_cast<std::size_t>(at)]) == words.end()) continue;
            if (wanted.to < 0)
                wanted.to = at;
            else if (mark != "number" && mark != "quote")
                wanted.also.push_back(at);
        }
        if (wanted.to >= 0) made.wanted.push_back(std::move(wanted));
    }

public:
    std::shared_ptr<const language::StoryGrammar> grammar;
    Vocabulary vocabulary;

private:
    std::map<Index, Index> causes_; ///< what was done → the feeling that leads to it
};

} // namespace

Task stories_task(const std::filesystem::path& grammars) {
    const auto stories = std::make_shared<const Stories>(grammars / "stories.toml");
    Task task;
    task.id = "stories";
    task.title = "What comes next?";
    task.about =
        "After every word of a story the model names the next one. Often it must look back to know it.";
    task.architecture = Architecture::causal;
    task.source = stories->vocabulary;
    task.outputs = {"next word"};
    task.edges = {{"the word before", 0, 0}, {"two before", 0, 1},  {"what was named", 1, 0}, {"who", 1, 1},
                  {"where", 1, 2},           {"what decides", 1, 3}};
    for (const Skill& skill : skills)
        task.skills.emplace_back(skill.mark);
    task.recipe = {.width = 64,
                   .layers = 2,
                   .heads = 4,
                   .mlp_width = 256,
                   .positions = Positions::rotary,
                   .rotary_base = 100,
                   .batch = 16,
                   .steps = 5000,
                   .steady_share = 0.3F,
                   .hint_share = 0.3F};
    task.watched_recipe = task.recipe;
    task.watched_recipe->width = 32;
    task.watched_recipe->mlp_width = 128;
    task.watched_recipe->steps = 2000;
    task.stories = stories->grammar;
    const std::string begin =
        "once there was a kind girl named Mei who lived near the river . one sunny day , Mei "
        "went to the park . there she ";
    task.presets = {
        {begin + "found a red kite and met Tom . Mei gave the kite to Tom . now", {"Tom"}},
        {begin + "met Tom . he had a red kite . Mei borrowed the kite from Tom . now", {"Mei"}},
        {begin + "met Tom with a blue robot called \" zop \" . Mei asked : \" can zop dance ? \" Tom said : "
                 "\" yes ,",
         {"zop"}},
        {begin + "met Tom and saw a duck near a pond . the duck near the pond was small . they fed it some "
                 "bread . at last , Mei went home to the",
         {"river"}},
        {begin + "met Tom and saw a duck near a pond . the duck near the pond was small . they fed it some "
                 "bread . that night , Mei dreamed of the",
         {"park"}},
        {begin + "met Tom . Mei was tired and Tom was hungry . so Mei", {"slept"}},
        {begin + "met Tom . Mei was tired and Tom was hungry . so Tom", {"ate"}},
        {begin + "heard Tom sing : \" river zop kite blue tiny , river zop", {"kite"}},
    };
    set_examples(task, stories);
    return task;
}

} // namespace learning
