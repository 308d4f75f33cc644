#include "narration/answers.h"

namespace narration {

Answer Answers::to(const Prediction& prediction) const {
    const auto found = given.find(prediction.id);
    return found == given.end() ? Answer{} : found->second;
}

void Answers::guess(const Prediction& prediction, std::size_t choice) {
    Answer& answer = given[prediction.id];
    if (choice == prediction.answer)
        answer.state = AnswerState::right;
    else
        answer.wrong.insert(choice);
}

void Answers::reveal(const Prediction& prediction) {
    given[prediction.id].state = AnswerState::revealed;
}

void Answers::ask_again(const Prediction& prediction) {
    given.erase(prediction.id);
}

Answers::Score Answers::score() const {
    Score score;
    for (const auto& [id, answer] : given) {
        score.done += answer.state != AnswerState::open;
        score.right_at_once += answer.state == AnswerState::right && answer.wrong.empty();
    }
    return score;
}

Clues hidden_now(const std::optional<Prediction>& question, const Answers& answers,
                 attention::StageId stage) {
    const bool open = question && answers.to(*question).state == AnswerState::open;
    Clues hidden = open ? question->hides : Clues{};
    hidden.later = hidden.later || stage < attention::StageId::softmax;
    return hidden;
}

} // namespace narration
