#pragma once
// The page of the lab of positions in one frame: what was chosen, where the two words stand, the hands that
// they give, and the scores.

#include "base/study.h"
#include "drawing/figures/clock.h"
#include "drawing/figures/word_row.h"
#include "drawing/plot/layout.h"
#include "ui/chrome/view.h"
#include "workbench/studies/place_study.h"

#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ui {

/// In the order of PlaceScheme: anchors, sessions, the texts `places.NAME`.
inline const std::array<std::string, workbench::place_schemes> place_scheme_names{"none", "added", "learned",
                                                                                  "rotary", "alibi"};
/// On offer, beside the pass's own.
inline constexpr std::array<float, 4> rotary_bases{10, 100, 10'000, 500'000};

/// The two words moved away from their own places. Counted from 1; 0: its own place.
struct Moved {
    base::Index query = 0, key = 0;
    bool operator==(const Moved&) const = default;
};

/// The two words by their places in the pass, from 0, or those of another model.
struct TwoOfThem {
    base::Index query = 0, key = 0;
    bool elsewhere = false;
    bool operator==(const TwoOfThem&) const = default;
};

struct PlaceLabChoices {
    workbench::PlaceScheme scheme = workbench::PlaceScheme::rotary;
    base::Index pair = 0; ///< of columns, from 1; 0: the one that shows most
    std::size_t base = 0; ///< from 1: index of rotary_bases; 0: the pass's own
    base::Index alibi_head = 0;
    Moved moved = {};
    TwoOfThem words = {}; ///< those that were moved
};

/// Where the two words stand.
struct Standing {
    base::Index query = 0, key = 0; ///< from 0
    base::Index distance() const { return key - query; }
    bool operator==(const Standing&) const = default;
};

struct PlaceLabState {
    PlaceLabChoices chosen;
    base::Study<workbench::PlaceStudy, workbench::PlaceStudyOptions> study;
    std::shared_ptr<const workbench::PlaceStudy> shown = {}; ///< as drawn in the last frame
    Standing standing = {};                                  ///< in the last frame
    std::optional<Standing> before = {};                     ///< when the last movement began …
    TwoOfThem before_of = {};                                ///< … of these words
    std::string told = {};                                   ///< what it has changed, as drawn
    std::string moving = {};                                 ///< what is being dragged
    float grabbed = 0;                                       ///< where, as places from the left end
};

/// "57.3°" for an angle of 1.
std::string degrees(double radians);
/// "1/2", "1/16": slopes are powers of two.
std::string slope_text(float slope);

/// The plot of the scores against the distance. `few`: every pair of places has a dot; otherwise every
/// distance has one, with a band from the least to the highest score.
drawing::Plot plot_of_places(Ui& ui, const workbench::PlaceStudy& study, workbench::PlaceScheme scheme);

/// A piece of a line in several colours.
struct ColouredRun {
    std::string text;
    drawing::Role role = drawing::Role::text;
    drawing::Font font = drawing::Font::mono;
};

/// The page of one frame.
class PlacePage {
public:
    PlacePage(ViewFrame& frame, PlaceLabState& state, const workbench::PlaceStudy& study);

    void draw(const drawing::Rect& area);

private:
    const workbench::PlacedWords& words() const { return scores_.words; }
    /// Two words of one sentence never stand at the same place.
    bool apart() const { return !words().same && !words().sentence.empty(); }
    float score() const { return scores_.scores(at_.query, at_.key); }
    const std::string& title(workbench::PlaceScheme scheme) const;
    std::string why_unknown(workbench::PlaceScheme scheme) const;

    // The pair of columns, and the hands that it gives.

    /// The columns of the pair: those that rotary positions turn together.
    void set_columns();
    TwoOfThem these() const { return {study_.options.query, study_.options.key, elsewhere_}; }
    /// From here the last movement is told.
    void begin_movement();
    drawing::Point of(const base::Matrix& rows, base::Index row) const;
    /// A hand on its way to its place.
    drawing::Point moving(const base::Matrix& rows, const base::Matrix& alone, float place) const;
    std::string column_name(base::Index column) const;

    // Moving the words.

    /// Puts them there, if they may stand there.
    void put(Standing to);
    /// Drags a word, or both by the grip between them.
    void drag(const std::string& name, const drawing::Rect& place, bool query, bool key);

    // The hands.

    void draw_clocks(const drawing::Rect& area);

    std::string says() const;

    void draw_heading(drawing::Point centre, const std::string& label, const std::string& word,
                      drawing::WordPart part, float room);

    /// The query's face or the key's.
    void draw_one(const drawing::ClockFace& face, const drawing::Rect& below, float heading, bool query,
                  drawing::Point hand);
    bool is_added() const;
    /// Too short for an angle: it is written as 0.00.
    static bool is_nothing(drawing::Point hand) { return std::hypot(hand.x, hand.y) < 0.005F; }
    /// "once round and 41° more"; empty below a whole turn.
    std::string rounds(double angle) const;

    void draw_both(const drawing::ClockFace& face, const drawing::Rect& below, float heading,
                   drawing::Point q, drawing::Point k);
    /// Between the two hands, 0 to π.
    double angle_between(Standing at) const;
    /// From the product of this pair to that of all columns; empty where it is the only one.
    std::vector<ColouredRun> rest_of_product(float of_pair) const;
    /// From the product to the score.
    std::vector<ColouredRun> rest_of_score() const;
    /// q·k of all columns.
    float product() const;

    // The words at their places.

    float x_of(base::Index place) const { return first_x_ + pitch_ * static_cast<float>(place); }

    std::string distance_text(base::Index distance) const;

    void draw_sentence(const drawing::Rect& area);

    /// The words in the order that moving the two has made, −1 for an empty place. The others keep their
    /// order.
    std::vector<base::Index> order() const;

    /// The size at which every word can be read in its box; 0 if there is none.
    float word_size(float room) const;

    void draw_words(const drawing::Rect& line);

    void two_word(const drawing::Rect& box, bool query, float size);

    /// Only the two of so many that the others have no room.
    void draw_two_words(const drawing::Rect& line);

    void draw_bracket(float y, float pill, float words_top);

    void draw_numbers(float y);

    void draw_track(float y);

    /// What the last movement has changed.
    std::string what_happened() const;

    void draw_controls(const drawing::Rect& area);
    void draw_base(const drawing::Rect& area);

    // The score against the distance.

    std::string plot_says() const;

    void draw_scores(const drawing::Rect& area);
    /// A new scheme or base moves the dots to their new scores, and draws the curve once they have arrived.
    void move_dots(drawing::Plot& plot, const drawing::PlotLayout& layout);
    /// The key so far after the query, which gives way where there is no place left.
    void put_apart(base::Index distance);
    /// The pair on the left, in the plot.
    void draw_here(const drawing::Plot& plot, const drawing::PlotLayout& layout);
    /// What lies at the two ends of the axis.
    void draw_ends(const drawing::PlotLayout& layout);

    // The schemes, each a small plot.

    void draw_choices(const drawing::Rect& area);
    void draw_choice(workbench::PlaceScheme scheme, const drawing::Rect& area);
    void draw_cloud(const workbench::PlaceScores& scores, const drawing::Rect& area);

    ViewFrame& frame_;
    Ui& ui_;
    PlaceLabState& state_;
    const workbench::PlaceStudy& study_;
    PlaceLabChoices& chosen_;
    const workbench::PlaceScores& scores_;
    const bool elsewhere_;
    Standing at_ = {};
    base::Index pair_ = 0, pairs_ = 1, first_ = 0, second_ = 0; ///< of columns
    double speed_ = 0;                                          ///< of the pair: radians from place to place
    float pitch_ = 1, first_x_ = 0;                             ///< of the places
};

} // namespace ui
