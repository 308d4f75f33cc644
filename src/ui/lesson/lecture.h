#pragma once
// The lecture: one idea fills the window, readable from the last row. A clicker goes from step to step; no
// key does harm.

#include "render/framebuffer.h"
#include "ui/board/board.h"
#include "ui/chrome/scene.h"
#include "ui/lesson/slide.h"

namespace ui {

enum class Blank { no, black, white };

/// What is on the wall: another one grows anew.
struct PictureOnWall {
    std::shared_ptr<const workbench::Pass> pass = {};
    workbench::Selection selection = {};
    std::size_t number = 0; ///< of the slide
    bool revealed = false;
    bool operator==(const PictureOnWall&) const = default;
};

struct LectureState {
    bool on = false;
    Blank blank = Blank::no;
    bool revealed = false;                                 ///< the answer to the step's question is shown
    bool reached = false;                                  ///< … because the hall has made it true
    bool whole_view = false;                               ///< all of the view in place of the picture
    CellEdit number = {};                                  ///< being typed into a cell of the slide
    std::string digits = {};                               ///< typed so far, for a step to jump to
    bool closing = false;                                  ///< the slide after the last step
    Hall hall = {};                                        ///< what it does on this slide
    std::vector<std::vector<drawing::Point>> strokes = {}; ///< of the pen, in shares of the window
    bool pen_down = false;
    bool holds = false;       ///< the button was pressed on something that reacts: nothing is drawn
    drawing::Rect field = {}; ///< in which something is typed; empty: there is none
    std::optional<drawing::Point> eraser = {}; ///< where it was in the last frame, while held
    std::optional<drawing::Point> mouse = {};  ///< in the last frame
    double still = 60;          ///< seconds since it moved or was pressed: soon, nothing of it is shown
    drawing::Rect buttons = {}; ///< where they are shown; empty: nowhere
    bool pressed_on = false, pressed_back = false; ///< the buttons, in this frame
    // For tests: what the slide says, and what the text names and the picture does not show.
    std::string title = {}, caption = {};
    std::size_t number_of_slide = 0;
    std::vector<std::string> said = {};              ///< the caption, and what is asked or answered …
    drawing::Rect texts = {};                        ///< … and where it stands
    std::string caption_of = {};                     ///< the place of the step whose caption this is …
    lesson::LessonText as_asked = {};                ///< … as it was with the question …
    std::optional<lesson::LessonText> question = {}; ///< … and that
    std::vector<std::string> unseen = {};
    std::optional<render::Lens> lens = {}; ///< held over the picture
    PictureOnWall shown = {};
    double shown_for = 0; ///< seconds
    BoardState board = {}, second_board = {};
    CloseUp close_up = {};                   ///< of a view other than the Walkthrough
    std::vector<drawing::Rect> subject = {}; ///< places that have to be readable, as last drawn

    void begin(); ///< on the slide that is asked for, as it is before its answer
    void turn();  ///< to another slide
};

/// What a key or button asks for.
struct LectureWish {
    std::optional<std::size_t> go_to = {}; ///< a step, from 0
    bool leave = false, full_screen = false, keys = false;
    bool undo = false;        ///< the last change to the picture
    bool begin_again = false; ///< the picture as it was before it was worked on
    std::string answer = {};  ///< a number, to be judged; empty: none
    bool presenter = false;   ///< a window for the lecturer alone
    bool next_lesson = false; ///< beyond the closing slide
};

/// The scale of a lecture in a window of this height, screen pixels: its smallest letters are a fortieth of
/// it.
float lecture_scale(float height);
/// The interface in letters of lecture size.
Theme enlarged(const Theme& theme, float height);

/// Draws the slide over the whole window, `seconds` after the last one. `draw_view` draws another view's
/// page, of which the middle shows what is pointed at; null: the words and the stage's matrix, of both
/// documents where there is a second. Its buttons show for two seconds after the mouse has moved.
LectureWish draw_lecture(Ui& ui, LectureState& state, const Scene& scene, const std::optional<Scene>& second,
                         const Slide& slide, double seconds,
                         const std::function<void(Ui& ui, const drawing::Rect& page)>& draw_view);

/// Takes the keys of a frame; those that mean nothing here do nothing.
LectureWish lecture_keys(const std::vector<KeyPress>& pressed, LectureState& state, const Slide& slide);

} // namespace ui
