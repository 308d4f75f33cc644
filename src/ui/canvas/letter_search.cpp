#include "ui/canvas/letter_search.h"

namespace ui {

const std::optional<drawing::FaceFile>* LetterSearch::find(char32_t letter) {
    const auto known = answers_.find(letter);
    if (known != answers_.end()) return &known->second;
    asked_.insert(letter);
    return nullptr;
}

bool LetterSearch::take() {
    const auto result = worker_.take();
    if (!result) return false;
    if (result->error) // no font list: no font has the letters
        for (const char32_t letter : asked_)
            answers_[letter] = std::nullopt;
    else
        for (const auto& [letter, file] : *std::static_pointer_cast<const Answers>(result->made))
            answers_[letter] = file;
    std::erase_if(asked_, [&](char32_t letter) { return answers_.contains(letter); });
    return true;
}

void LetterSearch::send() {
    if (asked_.empty() || worker_.busy()) return;
    worker_.start([finder = finder_, letters = std::u32string(asked_.begin(), asked_.end())](
                      const base::StopToken&) { return std::make_shared<const Answers>(finder(letters)); });
}

} // namespace ui
