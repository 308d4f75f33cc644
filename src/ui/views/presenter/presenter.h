#pragma once
// The lecturer's own window, beside the one on the wall: the notes of the slide, its answer, the clock, and
// what comes next. It reads what the other window writes; a clicker's keys go there.

#include "lesson/lecture_notes.h"
#include "ui/chrome/view.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ui {

class PresenterView : public View {
public:
    ~PresenterView() override;
    void draw(ViewFrame& frame) override;
    void keys(ViewFrame& frame) override;
    void leave() override;
    std::vector<std::string> pages(const attention::Trace&) const override { return {}; }
    /// {"lesson": "Softmax", "number": 3, "note": "…", "minutes": 12}; {} while there is no lecture.
    nlohmann::json shown() const override;

private:
    /// What there was to be read, and when: seconds since 1970.
    struct Read {
        std::optional<lesson::LectureNotes> notes = {};
        std::int64_t now = 0;
        bool is_known = true; ///< the wall knows that this window is there
    };
    void read();
    void send(); ///< the keys

    lesson::LectureKeys keys_; ///< in this lecture; their window is 0 until they are first sent
    base::Worker worker_;
    Read read_;
};

} // namespace ui
