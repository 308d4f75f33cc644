#pragma once
// The program with a page for its window.

#include "ui/frames.h"

#include <string>

namespace app {

/// What the address of the page asks for: …/?view=race&theme=dark
struct PageOptions {
    std::string text, view, stage, lesson, theme, choices;
    std::string code; ///< a state, after the “#”
    bool reduce_motion = false;
    bool anchors = false; ///< for tests: keeps /anchors.json up to date
};

/// Throws InputError where this is not JSON.
PageOptions page_options(const std::string& json);

class PageProgram {
public:
    /// `pixel_ratio`: pixels of the canvas per pixel of the page. Throws InputError: no WebGL 2, missing
    /// files, unknown views or choices.
    PageProgram(const PageOptions& options, float pixel_ratio);

    /// Builds and paints a frame if one is due; true when another is to follow at once.
    bool frame();
    void expect() { frames_.expect(); }
    void push(const ui::Event& event) {
        shell_.push(event);
        frames_.expect();
    }
    void resized(float pixel_ratio);
    /// After the graphics context was lost and there is a new one.
    void restore_graphics();
    ui::Shell& shell() { return shell_; }

private:
    struct Graphics { ///< WebGL 2 on the page's canvas
        Graphics();
    };

    workbench::Workbench bench_;
    Graphics graphics_;
    ui::Shell shell_;
    ui::Frames frames_;
};

} // namespace app
