#include "app/writer_figures.h"

#include "base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

namespace app {

using base::Index;
using learning::WrittenStory;

namespace {

constexpr Index shortest_song = 2, longest_trained_song = 6, longest_song = 8, songs_of_a_length = 100;
constexpr Index longest_sample = 100; ///< words; what has not ended by then is no story
constexpr std::size_t words_before = 8, most_words_instead = 4;

std::string text_of_words(const std::vector<std::string>& words, std::size_t from = 0) {
    std::string text;
    for (std::size_t i = from; i < words.size(); ++i)
        text += (i > from ? " " : "") + words[i];
    return text;
}

std::string told_word(const std::string& word) {
    return word == learning::story_boundary ? "its end" : "“" + word + "”";
}

/// "… then the fox handed the ring to “grandpa”, where stories have “Noah”"
std::string told_break(const WrittenStory& story) {
    const auto at = story.written_break();
    if (!at) return "it does not end";
    const std::vector<std::string> before = story.before(*at);
    const std::size_t from = before.size() > words_before ? before.size() - words_before : 0;
    const std::vector<std::string>& instead = story.instead;
    std::string told = (from > 0 ? "… " : "") + text_of_words(before, from) + " " +
                       told_word(story.written[*at].word) + ", where stories have ";
    for (std::size_t i = 0; i < std::min(instead.size(), most_words_instead); ++i)
        told += (i > 0 ? ", " : "") + told_word(instead[i]);
    return told + (instead.size() > most_words_instead ? " …" : "");
}

} // namespace

Index WriterFigures::stories() const {
    return std::ranges::count_if(samples, &WrittenStory::is_story);
}

WriterFigures writer_figures(const learning::Trained& model, const learning::Task& task, Index samples,
                             float temperature) {
    WriterFigures made{.songs = {}, .temperature = temperature, .samples = {}};
    const auto network = learning::network_of(model);
    for (Index words = shortest_song; words <= longest_song; ++words)
        made.songs[words] = learning::songs_right(*network, task, words, songs_of_a_length);
    for (Index i = 0; i < samples; ++i) {
        model::Random random(static_cast<std::uint32_t>(i + 1));
        made.samples.push_back(learning::write_story(model, *task.stories, {}, {.temperature = temperature},
                                                     longest_sample, random));
    }
    return made;
}

void tell(const WriterFigures& figures, std::ostream& out) {
    out << "  Songs that are sung twice, words right the second time:";
    for (const auto& [words, right] : figures.songs)
        out << (words == shortest_song ? " of " : ", ") << words << (words == shortest_song ? " words" : "")
            << (words == longest_trained_song + 1 ? " (longer than any trained) " : ": ")
            << base::percent(right.value()) << " %";
    out << "\n  Of " << figures.samples.size() << " texts that it writes at temperature "
        << base::shortest(figures.temperature) << ", " << figures.stories()
        << " are stories word for word. The first word that breaks each other one:\n";
    for (const WrittenStory& story : figures.samples)
        if (!story.is_story()) out << "    " << told_break(story) << '\n';
}

nlohmann::json json_of(const WriterFigures& figures) {
    nlohmann::json songs = nlohmann::json::object(), broken = nlohmann::json::array();
    for (const auto& [words, right] : figures.songs)
        songs[std::to_string(words)] = right.value();
    for (const WrittenStory& story : figures.samples) {
        if (story.is_story()) continue;
        const auto at = story.written_break();
        broken.push_back({{"text", text_of_words(story.before(at.value_or(story.written.size())))},
                          {"word", at ? nlohmann::json(story.written[*at].word) : nlohmann::json()},
                          {"instead", story.instead}});
    }
    return {{"songs", songs},
            {"temperature", figures.temperature},
            {"samples", figures.samples.size()},
            {"stories", figures.stories()},
            {"broken", broken}};
}

} // namespace app
