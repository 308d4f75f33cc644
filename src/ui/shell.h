#pragma once
// The whole interface: one call a frame. The loop belongs to the application.

#include "render/heat_map.h"
#include "ui/actions.h"
#include "ui/frame_stats.h"
#include "ui/letter_notes.h"
#include "ui/panels/file_card.h"
#include "ui/panels/keys_card.h"
#include "ui/panels/message.h"
#include "ui/panels/top_bar.h"
#include "ui/screen.h"
#include "ui/views.h"

#include <filesystem>
#include <functional>
#include <string>
#include <utility>

namespace ui {

struct ShellOptions {
    std::filesystem::path shaders, assets;
    std::filesystem::path anchors;  ///< empty: not written
    std::filesystem::path exports;  ///< the folder of figures and sessions unless the person names another
    std::filesystem::path settings; ///< what holds for all sessions; empty: nothing is kept
    std::filesystem::path state;    ///< the folder of work that was not saved; empty: nothing is kept
    ThemeChoice theme = ThemeChoice::light;
    float content_scale = 1;
    bool reduce_motion = false;
    bool quiet = false;                   ///< a tour: no hovering, no motion
    std::function<void()> on_result = {}; ///< called on a worker's thread: a frame would show something new
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
    /// True when somebody reads the file of anchors.
    bool is_watched() const { return anchors_.wanted(); }
    /// The frame is on the screen: says so in the file of anchors.
    void presented() { anchors_.publish(frame_number_, state_json()); }
    /// True while another frame should follow without waiting for the person.
    bool wants_frame() const;

    /// True while a newer pass than the one shown is there or on its way.
    bool result_waits() const { return side_.waits() || (second_ && second_->side.waits()); }
    /// True while the view works something out that its picture should show.
    bool view_works() const { return view_->works && view_->works(states_); }
    /// True once after F11.
    bool take_full_screen_request() { return std::exchange(full_screen_, false); }

    /// Goes to a view, and to one of its pages (views.h): a stage, a part; empty: where it was.
    void open(std::string_view view, const std::string& page = {});
    /// The work begins: with a session that was read, or with what is shown. `file` is where Ctrl S writes;
    /// empty: a name will be asked for. Throws InputError for a session that cannot be computed.
    void begin(const workbench::Session* opened, const std::filesystem::path& file);
    /// Reads a session and shows it: as if it had been chosen under Open.
    void open_file(const std::filesystem::path& file) { files_.open(file); }
    /// Keeps what has changed, without being asked. Called whenever the loop comes round.
    void keep();
    /// Waits for what is being saved, and keeps the rest: before the program ends.
    void finish();
    void set_theme(ThemeChoice choice) { theme_.choice = choice; }
    /// Shows a mistake to the person.
    void show(const attention::InputError& error) { message_.show(error); }
    const FrameStats& stats() const { return stats_; }
    FrameStats& stats() { return stats_; }

private:
    void draw(Ui& ui, Actions& actions, Actions& second_actions);
    void draw_hint(Ui& ui, const std::string& hint);
    /// Returns where it ends.
    void draw_computing(Ui& ui, const drawing::Rect& area, Actions& actions);
    void shortcuts(Ui& ui, ViewFrame& frame);
    void carry_out(Side& side, const Actions& actions);
    void carry_out(const Actions& actions);
    void follow(Side& side);
    void tell_of_letters();
    /// The document that undo and redo work on: in a view of two, the one that was edited last.
    Side& edited_side();
    /// What is shown, but for the Start page: nobody left off there.
    workbench::Session session() const;
    void show(const workbench::Session& opened);
    void carry_out_files(const Actions& actions);
    void follow_files();
    void remember_speed(double speed);
    void remember_fold(const std::string& panel, bool folded);
    std::string state_json() const;

    /// The second document of a view of two: made when such a view is first opened.
    struct Second {
        explicit Second(const workbench::Workbench& first);
        workbench::Workbench bench;
        Side side;
    };

    ShellOptions options_;
    Screen screen_;
    EventQueue events_;
    Theme theme_;
    float content_scale_ = 1;
    Fonts fonts_;
    render::HeatMap heat_map_;
    Canvas canvas_;
    Anchors anchors_;
    Focus focus_;
    Motion motion_;
    lesson::Texts texts_;
    TextEditing editing_;
    FrameStats stats_;

    Side side_;
    std::unique_ptr<Second> second_;
    bool second_edited_ = false; ///< the last edit in a view of two was made in the second document
    const View* view_;
    const View* left_view_; ///< the last one that is not the Start page
    ViewStates states_;
    MessageState message_;
    LetterNotes letter_notes_;
    ExportState export_;
    FileCardState file_card_;
    workbench::SessionFiles files_;
    bool keys_open_ = false;
    HelpPages help_;
    std::string hint_; ///< the tooltip of this frame
    bool full_screen_ = false;
    long frame_number_ = 0;
};

} // namespace ui
