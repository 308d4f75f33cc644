#pragma once
// What was painted last. A frame of the same commands looks the same, and is not painted again: pressing a
// key that does nothing costs no picture.

#include <vector>

struct ImDrawData;

namespace ui {

class LastPicture {
public:
    /// True if the commands differ from those of the last call; what callbacks draw is not compared. Called
    /// for each frame that is to be seen, just before it is painted.
    bool changes_to(const ImDrawData& data);
    /// The next frame differs whatever it shows.
    void forget() { painted_.clear(); }

private:
    std::vector<char> painted_, next_;
};

} // namespace ui
