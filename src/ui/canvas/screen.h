#pragma once
// Dear ImGui in a window: input in, draw commands out.

#include "ui/canvas/events.h"
#include "ui/canvas/theme.h"

#include <vector>

struct GLFWwindow;
struct ImDrawData;

namespace ui {

/// What Dear ImGui needs from the window system: sizes, time, input, the clipboard. Each platform has its
/// own: platform_glfw.cpp, platform_web.cpp.
class Host {
public:
    /// Requires an ImGui context. `window` is null in a browser, where the page is the window.
    explicit Host(GLFWwindow* window);
    ~Host();
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;

    struct Size {
        int width = 0, height = 0;
    };
    Size size() const;      ///< of the window, in the units of mouse positions
    Size pixels() const;    ///< of the painted area
    double seconds() const; ///< since an arbitrary moment

    /// Passes the window size and the time of the new frame to ImGui.
    void begin_frame();
    void wheel(const MouseWheel& event);
    void key(const KeyChanged& event);
    void letter(const CharTyped& event);
    /// At the end of a frame: whether a text field has the caret and receives the keys.
    bool typing() const;

private:
    [[maybe_unused]] GLFWwindow* window_;
    [[maybe_unused]] double last_frame_ = 0; // each platform needs one of the two
};

/// The commands painted last. A frame with the same commands looks the same and is not painted again:
/// pressing a key that does nothing costs no painting.
class LastPicture {
public:
    /// True if the commands differ from those of the last call; what callbacks draw is not compared. Called
    /// for each frame to be shown, just before it is painted.
    bool changes_to(const ImDrawData& data);
    /// The next frame counts as different, whatever it shows.
    void forget() { painted_.clear(); }

private:
    std::vector<char> painted_, next_;
};

class Screen {
public:
    /// `window` must have a current context of OpenGL 3.3 or OpenGL ES 3.0.
    explicit Screen(GLFWwindow* window);
    ~Screen();
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;

    /// Starts a frame: passes the events to ImGui and opens one window covering everything. `fonts_changed`:
    /// the atlas is new.
    void begin(const std::vector<Event>& events, bool fonts_changed, const Theme& theme);
    void end();
    /// The graphics context was lost, with all objects in it; the next frame creates them again.
    void restore_graphics();
    /// True if the last frame looks different from the one in the previous call; what callbacks draw is not
    /// compared.
    bool changed();
    /// Paints the last frame into the back buffer.
    void paint(const Theme& theme) const;

    /// A finger drags what scrolls at this place; false when nothing does.
    bool scroll(float x, float y, float dx, float dy);

    /// This frame's keys that are not meant for a text field.
    const std::vector<KeyPress>& keys() const { return keys_; }
    /// Seconds since the last frame.
    double seconds() const { return seconds_; }
    /// Seconds since this frame was begun.
    double age() const { return host_.seconds() - last_time_; }
    /// Test hook: how often button 6 (X11: 10) was pressed. Once a press is counted, everything before it
    /// has been handled.
    long marks() const { return marks_; }
    /// Wheel movement with Ctrl held, which zooms instead of scrolling.
    float zoom_wheel() const { return zoom_wheel_; }
    float width() const { return width_; }
    float height() const { return height_; }

private:
    void feed(const Event& event);
    void tell_mouse() const;
    /// Uploads the atlas; the first time also everything else that the backend keeps on the graphics card.
    void load_fonts();

    struct Context { ///< ImGui's
        Context();
        ~Context();
        Context(const Context&) = delete;
        Context& operator=(const Context&) = delete;
    };

    Context context_; ///< first: what follows needs it
    Host host_;
    LastPicture last_;
    std::vector<KeyPress> keys_;
    float mouse_x_ = -1, mouse_y_ = -1;
    bool button_down_[5] = {};
    float zoom_wheel_ = 0;
    float width_ = 0, height_ = 0;
    double last_time_ = 0, seconds_ = 0;
    bool typing_ = false, control_held_ = false;
    bool has_graphics_ = false; ///< the backend's objects are on the graphics card
    long marks_ = 0;
};

} // namespace ui
