#pragma once
// The whole interface: one call a frame. The loop belongs to the application.

#include "render/heat_map.h"
#include "ui/actions.h"
#include "ui/frame_stats.h"
#include "ui/panels/keys_card.h"
#include "ui/panels/message.h"
#include "ui/panels/top_bar.h"
#include "ui/panels/walkthrough.h"
#include "ui/screen.h"
#include "ui/ui.h"

#include <filesystem>
#include <string>
#include <utility>

namespace ui {

struct ShellOptions {
    std::filesystem::path shaders, assets;
    std::filesystem::path anchors; ///< empty: not written
    std::filesystem::path
        session; ///< where Ctrl S writes; empty: attention-lab-session.json in the working folder
    ThemeChoice theme = ThemeChoice::light;
    float content_scale = 1;
    bool reduce_motion = false;
    bool quiet = false; ///< a tour: no hovering, no motion
};

class Shell {
public:
    /// `window` has a current OpenGL context; `bench` outlives the shell. Throws InputError (fonts, shaders,
    /// texts).
    Shell(GLFWwindow* window, workbench::Workbench& bench, const ShellOptions& options);

    void push(const Event& event) { events_.push(event); }
    void set_content_scale(float scale) { content_scale_ = scale; }
    /// Prepares and paints one frame into the back buffer.
    void frame();
    /// True while another frame should follow without waiting for the person.
    bool wants_frame() const;

    /// True when the worker has a result that the next frame will show.
    bool result_waits() const { return bench_.computing() || bench_.pass() != shown_; }
    /// True once after F11.
    bool take_full_screen_request() { return std::exchange(full_screen_, false); }

    void select_stage(attention::StageId stage);
    void set_theme(ThemeChoice choice) { theme_.choice = choice; }
    /// Shows a mistake to the person.
    void show(const attention::InputError& error) { message_.show(error); }
    const FrameStats& stats() const { return stats_; }
    FrameStats& stats() { return stats_; }
    const workbench::Selection& selection() const { return selection_; }

private:
    void draw(Ui& ui, Actions& actions);
    void draw_hint(Ui& ui, const std::string& hint);
    void draw_computing(Ui& ui, const drawing::Rect& area, Actions& actions);
    void shortcuts(Ui& ui, const Scene& scene, Actions& actions);
    void carry_out(const Actions& actions);
    void new_pass();
    void save_session();
    std::string state_json() const;

    workbench::Workbench& bench_;
    ShellOptions options_;
    Screen screen_;
    EventQueue events_;
    Theme theme_;
    float content_scale_ = 1, zoom_ = 1;
    Fonts fonts_;
    render::HeatMap heat_map_;
    Canvas canvas_;
    Anchors anchors_;
    Focus focus_;
    Motion motion_;
    lesson::Texts texts_;
    TextEditing editing_;
    FrameStats stats_;

    workbench::Selection selection_;
    std::shared_ptr<const workbench::Pass> shown_;
    TopBarState top_bar_;
    WalkthroughState walkthrough_;
    MessageState message_;
    bool keys_open_ = false;
    bool full_screen_ = false;
    long frame_number_ = 0;
};

} // namespace ui
