#include "exercise/tries.h"

#include "exercise/level.h"

#include <algorithm>
#include <array>
#include <utility>

namespace exercise {

namespace {

constexpr std::array<std::pair<Verdict, char>, 4> letters{
    {{Verdict::agrees, 'a'}, {Verdict::differs, 'd'}, {Verdict::other_shape, 's'}, {Verdict::missing, '-'}}};

} // namespace

char letter_of(Verdict verdict) {
    return std::ranges::find(letters, verdict, &std::pair<Verdict, char>::first)->second;
}

Verdict Try::of(std::size_t stage) const {
    if (stage >= verdicts.size()) return Verdict::missing;
    const auto* const found = std::ranges::find(letters, verdicts[stage], &std::pair<Verdict, char>::second);
    return found == letters.end() ? Verdict::missing : found->first;
}

bool Try::agrees() const {
    return verdicts.ends_with(letter_of(Verdict::agrees)) && std::ranges::all_of(verdicts, [](char letter) {
               return letter == letter_of(Verdict::agrees) || letter == letter_of(Verdict::missing);
           });
}

Verdict verdict_on(const Checked& checked, const std::string& stage) {
    const auto found = std::ranges::find(checked.stages, stage, &CheckedStage::name);
    if (found == checked.stages.end()) return Verdict::missing;
    return !found->fits ? Verdict::other_shape : found->agrees() ? Verdict::agrees : Verdict::differs;
}

Try try_of(const Level& level, const Checked& checked, std::int64_t saved) {
    Try made{.saved = saved};
    for (const std::string& stage : level.stages)
        made.verdicts += letter_of(verdict_on(checked, stage));
    for (const Mistake& mistake : checked.mistakes)
        made.mistakes.push_back(mistake.id);
    return made;
}

bool add_try(LevelDone& level, const Try& made) {
    if (std::ranges::find(level.tries, made) != level.tries.end()) return false;
    level.tries.push_back(made);
    if (level.tries.size() > most_tries) level.tries.erase(level.tries.begin());
    ++level.count;
    level.done = level.done || made.agrees();
    return true;
}

} // namespace exercise
