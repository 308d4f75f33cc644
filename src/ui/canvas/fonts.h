#pragma once
// The program's fonts: single faces, with the bitmaps of their glyphs; the search for a system font with a
// letter that our own lack; and all of them as Dear ImGui draws them, rasterised once per scale into an atlas
// to which glyphs are added one by one.

#include "base/input_error.h"
#include "base/worker.h"
#include "drawing/shapes/display_text.h"
#include "drawing/shapes/figure.h"
#include "drawing/shapes/fonts.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct ImFont;
struct ImFontAtlas;

namespace ui {

// Faces.

/// A glyph's bitmap: coverage of each pixel, 0 to 255.
struct LetterPicture {
    int width = 0, height = 0;
    std::vector<unsigned char> cover; ///< (height, width)
    int left = 0, above = 0;          ///< upper left corner: offset from the pen, and height above the
                                      ///< baseline
    float advance = 0;                ///< pixels to the next letter's pen position
};

/// One face of one font.
class Face {
public:
    virtual ~Face() = default;
    virtual bool has(char32_t letter) const = 0;
    /// The em size of a font whose lines, from ascent to descent, are `line` pixels high.
    virtual float em(float line) const = 0;
    /// Empty when the file is corrupt at this letter.
    virtual LetterPicture picture(char32_t letter, float em) const = 0;
};

/// A font file, read by FreeType. Throws InputError naming the file when it cannot be read; `hint` says what
/// to do about it.
std::unique_ptr<Face> face_in(const drawing::FaceFile& file, const std::string& hint);
/// The same for any face that drawing::system_fonts_with() may find: files alone (platform_glfw.cpp), or also
/// the browser's fonts (platform_web.cpp).
std::unique_ptr<Face> open_face(const drawing::FaceFile& file, const std::string& hint);

/// Finds the system font that has a letter: looked up on a worker thread, and cached.
class GlyphFallback {
public:
    using Answers = std::map<char32_t, std::optional<drawing::FaceFile>>;
    using Finder = std::function<Answers(const std::u32string& letters)>;

    explicit GlyphFallback(Finder finder = drawing::system_fonts_with) : finder_(std::move(finder)) {}

    /// Null while the search, started by the first call, is under way.
    const std::optional<drawing::FaceFile>* find(char32_t letter);
    /// Collects the results of the worker; true when there are new answers.
    bool take();
    /// Sends the requests, unless the worker is busy with earlier ones.
    void send();
    /// `wake` is called on the worker's thread when take() has something.
    void on_ready(const std::function<void()>& wake) { worker_.on_ready(wake); }
    /// True while a request is unanswered.
    bool waits() const { return !asked_.empty(); }

private:
    Finder finder_;
    Answers answers_;
    std::set<char32_t> asked_; ///< not answered yet
    base::Worker worker_;      ///< last member: destroyed before what it uses
};

// The atlas.

/// The part of the atlas that is filled as texts need it: Dear ImGui builds an atlas as a whole, which is too
/// slow to repeat for every new letter.
class GlyphSheet {
public:
    /// Reserves `height` pixels over the full width of an atlas that is about to be built.
    void reserve(ImFontAtlas& atlas, int height);
    /// Called once the atlas is built: glyphs can now be added.
    void begin(const ImFontAtlas& atlas);
    /// Adds the glyphs of letters, each with its face, to an atlas font at this em; false when the sheet is
    /// full.
    bool add(ImFont& font, const std::vector<std::pair<char32_t, const Face*>>& letters, float em);
    /// Uploads added glyphs to the GPU.
    void upload(const ImFontAtlas& atlas);

private:
    struct Place {
        int x = 0, y = 0;
    };
    /// Finds a place for a picture of this size; false when there is no room.
    bool find_place(int width, int height, Place& place);

    struct Fresh {
        Place place;
        LetterPicture picture;
    };

    int rect_ = -1;                ///< rectangle id in the atlas
    Place origin_;                 ///< of the sheet in the atlas, pixels
    int width_ = 0, height_ = 0;   ///< of the sheet
    std::map<int, Place> shelves_; ///< by height: position of the next picture on the shelf
    int used_ = 0;                 ///< pixel rows taken by shelves
    std::vector<Fresh> fresh_;     ///< not on the GPU yet
};

/// An atlas font and the size to draw it at.
struct SizedFont {
    ImFont* font = nullptr;
    float size = 0;
    std::size_t rung = 0;
};

/// Each face has a ladder of sizes, and text uses the nearest rung. A rung starts with ASCII; every other
/// letter is added when a text first needs it: from the face itself, from the program's fallback, or from a
/// system font that has it.
class Fonts {
public:
    /// Opens the program's font files. A face that is missing or unreadable is replaced by another and
    /// reported through take_mistakes(); throws InputError when no face is left. `finder`: see GlyphFallback.
    explicit Fonts(GlyphFallback::Finder finder = drawing::system_fonts_with);

    /// Builds the atlas for a scale (screen pixels per design pixel), plus sizes enlarged by `reading` for
    /// text that is read closely; true when the atlas, and with it the texture, changed. Cheap when nothing
    /// changed.
    bool update(float scale, float reading = 1);
    /// The atlas's texture is lost: the next update() rebuilds it.
    void restore_graphics() { stale_ = true; }
    /// Called before a frame is shown: uploads new glyphs, and starts the search for fonts with missing
    /// ones.
    void finish_frame();
    /// True while another frame is needed for glyphs to appear.
    bool stale() const { return stale_ || postponed_; }
    float scale() const { return scale_; }

    /// The rung nearest to `pixels`, drawn at `pixels`, or at its own size when that is close.
    SizedFont at(drawing::Font font, float pixels) const;
    /// The text as it is drawn (drawing::display_text); adds its glyphs to the font. `room` holds the result
    /// when it differs from the text itself.
    std::string_view drawn(const SizedFont& sized, std::string_view utf8, std::string& room);
    /// Adds the glyphs for text that Dear ImGui will draw itself, and a box for letters that have none.
    void prepare_field(const SizedFont& sized, std::string_view utf8);

    /// Letters that could not be drawn, each reported once.
    std::u32string take_missing() { return std::exchange(missing_, {}); }
    /// Problems with font files, each reported once.
    std::vector<base::InputError> take_mistakes() { return std::exchange(mistakes_, {}); }
    /// True while a search for fonts is under way.
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
        std::unique_ptr<Face> face;
    };
    using Letters = std::vector<std::pair<char32_t, const Face*>>;

    void build();
    /// Whether a letter can be drawn; one that the rung lacks is added to `fresh`.
    drawing::Glyph glyph(const Rung& rung, char32_t letter, Letters& fresh);
    const Face* face_with(drawing::Font face, char32_t letter, bool& awaited);
    void add(const SizedFont& sized, const Letters& fresh);

    std::vector<OwnFace> own_;                                  ///< by drawing::Font, the fallback last
    std::map<drawing::FaceFile, std::unique_ptr<Face>> system_; ///< null: could not be read
    GlyphFallback search_;
    std::vector<Rung> ladder_;
    GlyphSheet sheet_;
    int sheet_height_ = 0; ///< pixels at the current scale
    std::set<char32_t> reported_;
    std::u32string missing_;
    std::vector<base::InputError> mistakes_;
    float scale_ = 0, reading_ = 0;
    bool stale_ = true;
    int budget_ = 0;         ///< glyphs of system fonts, slow to rasterise, that this frame may still add
    bool postponed_ = false; ///< more were needed: the next frame continues
};

} // namespace ui
