#pragma once
// The typefaces, rasterised once a scale. Each face has a ladder of sizes, and text takes the nearest rung. A
// rung begins with ASCII; every other letter joins it when a text first needs it: from the face itself, from
// the program's fallback, or from a font of the system that has it.

#include "attention/input_error.h"
#include "drawing/display_text.h"
#include "drawing/figure.h"
#include "ui/glyph_sheet.h"
#include "ui/letter_search.h"

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct ImFont;

namespace ui {

/// A font of the atlas and the size to draw it at.
struct SizedFont {
    ImFont* font = nullptr;
    float size = 0;
    std::size_t rung = 0;
};

class Fonts {
public:
    /// Opens the font files of the program. Another face stands in for one that is missing or cannot be read,
    /// which `mistakes` tells; throws InputError when there is none at all. `finder`: see LetterSearch.
    explicit Fonts(LetterSearch::Finder finder = drawing::system_fonts_with);

    /// Makes the atlas for a scale, with larger letters beside it for what is read closely; true when it
    /// changed, and with it the texture. Cheap when nothing is new.
    bool update(float scale, float reading = 1);
    /// Before a frame is shown: brings new letters to the graphics card, and looks for fonts with others.
    void finish_frame();
    /// True while another frame is needed for letters to appear.
    bool stale() const { return stale_; }
    float scale() const { return scale_; }

    /// The rung of the ladder nearest to `pixels`, to be drawn at exactly `pixels`.
    SizedFont at(drawing::Font font, float pixels) const;
    /// The text as it is drawn (drawing::display_text); afterwards the font has its letters. `room` holds it
    /// where it is not the text itself.
    std::string_view drawn(const SizedFont& sized, std::string_view utf8, std::string& room);
    /// Letters that Dear ImGui will draw by itself, in the order given, with a box for those that it cannot.
    void prepare_field(const SizedFont& sized, std::string_view utf8);

    /// Letters that could not be drawn, each of them once.
    std::u32string take_missing() { return std::exchange(missing_, {}); }
    /// What went wrong with font files, each of them once.
    std::vector<attention::InputError> take_mistakes() { return std::exchange(mistakes_, {}); }
    /// True while fonts are looked for.
    bool searching() const { return search_.waits(); }
    void on_found(const std::function<void()>& wake) { search_.on_ready(wake); }

private:
    struct Rung {
        drawing::Font face;
        float design_size;
        ImFont* font = nullptr;
    };
    struct OwnFace {
        drawing::FaceFile file;
        std::unique_ptr<Typeface> typeface;
    };
    using Letters = std::vector<std::pair<char32_t, const Typeface*>>;

    void build();
    /// What there is for a letter; one that the rung does not have yet goes to `fresh`.
    drawing::Glyph glyph(const Rung& rung, char32_t letter, Letters& fresh);
    const Typeface* typeface_with(drawing::Font face, char32_t letter, bool& awaited);
    void add(const SizedFont& sized, const Letters& fresh);

    std::vector<OwnFace> own_;                                      ///< by drawing::Font; then the fallback
    std::map<drawing::FaceFile, std::unique_ptr<Typeface>> system_; ///< null: cannot be read
    LetterSearch search_;
    std::vector<Rung> ladder_;
    GlyphSheet sheet_;
    int sheet_height_ = 0; ///< pixels at the present scale
    std::set<char32_t> told_;
    std::u32string missing_;
    std::vector<attention::InputError> mistakes_;
    float scale_ = 0, reading_ = 0;
    bool stale_ = true;
};

} // namespace ui
