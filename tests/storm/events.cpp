// storm_events --seed S --events N --folder DIR: a window that is worked by chance, as fast as it goes.
// Starts in a view, a lesson, a lecture, or while a model trains, as the seed has it or --start says; then
// moves, presses, drags, keys, texts typed and pasted, other sizes, files dropped on it, and files that
// change while it runs. Each event stands in DIR/log before it happens: --replay does them again.
//
// What must hold: nothing ends the program, no frame takes a minute of the processor, what is on screen can
// be sent as a line and shown again as the same, and undoing everything leads back to what was opened.
// storm.py runs it.

#include "app/commands.h"
#include "app/window.h"
#include "attention/stage.h"
#include "base/files.h"
#include "base/text.h"
#include "storm/mutate.h"
#include "ui/frames.h"
#include "workbench/session/autosave.h"
#include "workbench/session/session.h"

#include <CLI/CLI.hpp>
#include <GLFW/glfw3.h>
#include <nlohmann/json.hpp>

#include <sys/time.h>

#include <csignal>
#include <fstream>
#include <iostream>
#include <sstream>

namespace {

namespace fs = std::filesystem;
using language::Draw;

struct Fault : std::runtime_error {
    using runtime_error::runtime_error;
};

// ---------------------------------------------------------------- what happens

/// One event, as a line of the log: "press 0 312 40".
struct Happening {
    std::string what;
    double a = 0, b = 0, c = 0;
    std::string text = {}; ///< in the log in hexadecimal digits, as it may be anything
};

std::string line_of(const Happening& h) {
    std::ostringstream line;
    line << h.what << ' ' << h.a << ' ' << h.b << ' ' << h.c << ' ';
    constexpr const char* digits = "0123456789abcdef";
    for (const char c : h.text)
        line << digits[(c >> 4) & 15] << digits[c & 15];
    return line.str();
}

Happening happening_of(const std::string& line) {
    Happening h;
    std::string hex;
    std::istringstream(line) >> h.what >> h.a >> h.b >> h.c >> hex;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        h.text += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    return h;
}

/// Of a character in UTF-8; of bytes that are none, some number, as odd window systems send it.
unsigned code_point(std::string_view letter) {
    const auto lead = static_cast<unsigned char>(letter.front());
    unsigned code = letter.size() == 1 ? lead : lead & (0xFFU >> (letter.size() + 1));
    for (const char byte : letter.substr(1))
        code = (code << 6) | (static_cast<unsigned char>(byte) & 0x3FU);
    return code;
}

// ---------------------------------------------------------------- the window

class Lab {
public:
    /// Works in `folder`, which holds all files that it may write.
    explicit Lab(const fs::path& folder)
        : bench_(workbench::load_library(app::data_folders().assets, folder / "models")),
          window_(1100, 700, false), shell_(window_.handle(), bench_, options()), frames_(shell_) {
        frames_.paint_when_asked();
        shell_.begin(nullptr, "session.json");
    }

    std::vector<std::string> starts() const {
        std::vector<std::string> all{"start", "training", "training"};
        for (const char* view : {"walkthrough", "compare", "heads", "labs", "race", "learn"})
            for (const std::string& page : shell_.desk().pages(view))
                all.push_back(std::string(view) + "/" + page);
        for (const std::string& lesson : shell_.tutor().ids())
            for (const char* how : {"lesson:", "lecture:"})
                all.push_back(how + lesson);
        return all;
    }

    void happen(const Happening& h) {
        do_it(h);
        accumulate();
    }

    /// The names of what can be pointed at, in groups, so that the cells of a matrix do not outnumber all the
    /// rest.
    using Places = std::map<std::string, std::vector<drawing::Rect>>;
    Places places() {
        shell_.presented();
        Places places;
        const auto seen =
            nlohmann::json::parse(base::read_whole_file("anchors.json", std::uintmax_t{1} << 30));
        for (const auto& [name, r] : seen["anchors"].items()) {
            const std::size_t slash = name.find('/');
            places[name.substr(0, name.find('/', slash + 1))].push_back({r[0], r[1], r[2], r[3]});
        }
        for (const auto& name : seen["controls"])
            if (const auto r = seen["anchors"][name.get<std::string>()]; r.is_array())
                places[name].push_back({r[0], r[1], r[2], r[3]});
        return places;
    }

    double width() const { return width_; }
    double height() const { return height_; }

    void check() {
        settle();
        const std::string code = shell_.code();
        const auto read = workbench::session_from_code(code, "the code");
        if (workbench::to_code(read) != code) throw Fault("a code is read as another state");
    }

    void end() {
        check();
        while (shell_.awaiting()) {
            app::Window::sleep(0.02);
            accumulate();
        }
        const auto last = bench_.step();
        const bool undone = bench_.can_redo();
        int steps = 0;
        for (; bench_.can_undo(); ++steps)
            bench_.undo();
        if (!history_is_long_ && *bench_.step() != *first_)
            throw Fault("undoing everything does not lead back to what was opened");
        for (; steps > 0; --steps)
            bench_.redo();
        if (bench_.step() != last) throw Fault("redoing does not lead to where undoing began");
        if (bench_.can_redo() != undone) throw Fault("undoing and redoing changes what can be redone");
        if (!settle()) return; // and then no two states are the same
        const std::string code = shell_.code();
        shell_.lecturer().end();
        shell_.open_code(code);
        settle();
        if (const std::string again = shell_.code(); again != code)
            throw Fault("a state is shown as another:\n" +
                        workbench::to_json(workbench::session_from_code(code, "")) + "\n" +
                        workbench::to_json(workbench::session_from_code(again, "")));
        close();
    }

    void close() { shell_.finish(); }

private:
    ui::ShellOptions options() const {
        const app::DataFolders data = app::data_folders();
        ui::ShellOptions options;
        options.shaders = data.shaders;
        options.assets = data.assets;
        options.anchors = "anchors.json";
        options.exports = ".";
        options.settings = "settings.json";
        options.state = "state";
        options.lessons = {data.assets / "lessons", "lessons"};
        options.progress = "progress.json";
        options.tell_notes = [](const std::string&) {};
        options.on_result = app::Window::wake;
        return options;
    }

    void do_it(const Happening& h) {
        const auto x = static_cast<float>(h.b), y = static_cast<float>(h.c);
        const int number = static_cast<int>(h.a);
        if (h.what == "move")
            shell_.push(ui::MouseMoved{x, y});
        else if (h.what == "press" || h.what == "again")
            shell_.push(ui::MouseButton{number, true, x, y, h.what == "again"});
        else if (h.what == "release")
            shell_.push(ui::MouseButton{number, false, x, y});
        else if (h.what == "wheel")
            shell_.push(ui::MouseWheel{static_cast<float>(h.a), static_cast<float>(h.b)});
        else if (h.what == "key")
            shell_.push(ui::KeyChanged{number, 0, static_cast<int>(h.b), static_cast<int>(h.c)});
        else if (h.what == "type")
            base::each_character(
                h.text, [this](std::string_view letter) { shell_.push(ui::CharTyped{code_point(letter)}); });
        else if (h.what == "clip")
            glfwSetClipboardString(window_.handle(), h.text.c_str());
        else if (h.what == "size")
            glfwSetWindowSize(window_.handle(), static_cast<int>(h.a), static_cast<int>(h.b));
        else if (h.what == "scale")
            shell_.set_content_scale(static_cast<float>(h.a));
        else if (h.what == "drop")
            shell_.open_file(h.text);
        else if (h.what == "start")
            start(h.text);
        else if (h.what == "settle")
            settle();
        else if (h.what == "check")
            check();
        else if (h.what == "wait")
            app::Window::sleep(h.a);
        else if (h.what == "write")
            write(h.text);
    }

    /// A file changes: its name, a line end, its bytes.
    void write(const std::string& text) {
        const fs::path file = text.substr(0, text.find('\n'));
        std::ofstream(file, std::ios::binary) << text.substr(text.find('\n') + 1);
    }

    void start(const std::string& where) {
        shell_.lecturer().end();
        const std::size_t colon = where.find(':'), slash = where.find('/');
        if (colon != std::string::npos) {
            try {
                const std::size_t step =
                    where.find(':', colon + 1); // "lesson:3-scale-and-softmax", or ":3" besides
                shell_.tutor().open(
                    where.substr(colon + 1, step == std::string::npos ? step : step - colon - 1),
                    step == std::string::npos
                        ? std::nullopt
                        : std::optional<std::size_t>(std::stoul(where.substr(step + 1)) - 1));
                if (where.starts_with("lecture")) shell_.lecturer().start();
            } catch (const base::InputError& error) { // its file is damaged
                shell_.show(error);
            }
        } else if (where == "training") {
            shell_.open("learn");
            accumulate();
            shell_.push(ui::KeyChanged{GLFW_KEY_SPACE, 0, GLFW_PRESS, 0});
            shell_.push(ui::KeyChanged{GLFW_KEY_SPACE, 0, GLFW_RELEASE, 0});
        } else {
            shell_.open(where.substr(0, slash), slash == std::string::npos ? "" : where.substr(slash + 1));
        }
    }

    /// The frames that follow an event, as the window's loop has them; every twentieth is painted.
    void accumulate() {
        glfwPollEvents();
        if (++happened_ % 20 == 0) frames_.ask_for_picture();
        frames_.expect();
        constexpr int most = 12;
        for (int i = 0; i < most && frames_.wanted(); ++i) {
            allow_a_minute();
            frames_.build();
            if (!bench_.can_undo()) first_ = bench_.step();
            history_is_long_ = history_is_long_ || bench_.document().mask.drawn.size() > 1'000'000;
        }
        shell_.keep();
        int wide = 0, high = 0;
        glfwGetWindowSize(window_.handle(), &wide, &high);
        width_ = wide;
        height_ = high;
    }

    /// False: something plays and goes on.
    bool settle() {
        constexpr int most = 600;
        const auto goes_on = [this] { return shell_.awaiting() || shell_.moving() || shell_.settling(); };
        for (int i = 0; i < most && (goes_on() || i < 2); ++i) {
            if (shell_.awaiting()) app::Window::sleep(0.02);
            accumulate();
        }
        return !goes_on();
    }

    /// A frame that takes a minute of the processor, however busy the machine is: then the stack is told.
    /// Workers count too.
    static void allow_a_minute() {
        const itimerval minutes{{0, 0}, {120, 0}};
        setitimer(ITIMER_PROF, &minutes, nullptr);
    }

    workbench::Workbench bench_;
    app::Window window_;
    ui::Shell shell_;
    ui::Frames frames_;
    workbench::History::Step first_ = bench_.step(); ///< of the history
    bool history_is_long_ = false;                   ///< the oldest steps may be forgotten
    long happened_ = 0;
    double width_ = 1100, height_ = 700;
};

// ---------------------------------------------------------------- chance

/// What somebody does who does anything: gestures of one or several events.
class Somebody {
public:
    /// `saving`: somebody who saves and exports all the time, and damages no file.
    Somebody(std::uint32_t seed, std::string start, bool saving, const fs::path& assets)
        : draw_(seed), start_(std::move(start)), saving_(saving) {
        for (const auto& entry : fs::directory_iterator(assets / "lessons"))
            lessons_.push_back(entry.path());
        std::ranges::sort(lessons_);
        for (const auto& file : lessons_)
            texts_.push_back(base::read_whole_file(file, std::uintmax_t{1} << 20));
    }

    std::vector<Happening> next(Lab& lab) {
        if (since_look_++ % 5 == 0) places_ = lab.places();
        width_ = lab.width();
        height_ = lab.height();
        doing_.clear();
        if (saving_ && draw_.chance(40))
            save();
        else
            gesture();
        return doing_;
    }

private:
    void add(const std::string& what, double a = 0, double b = 0, double c = 0, std::string text = {}) {
        doing_.push_back({what, a, b, c, std::move(text)});
    }

    void gesture() {
        const bool taught = start_.find(':') != std::string::npos;
        const auto kind = draw_(1000 + (taught && !saving_ ? 120 : 0));
        if (kind < 120)
            point();
        else if (kind < 400)
            click();
        else if (kind < 480)
            drag();
        else if (kind < 540)
            wheel();
        else if (kind < 740)
            key();
        else if (kind < 840)
            type();
        else if (kind < 870)
            paste();
        else if (kind < 885)
            add("size", 320 + draw_(1300), 240 + draw_(900));
        else if (kind < 890)
            add("scale", 0.5 + 0.25 * draw_(11));
        else if (kind < 900)
            add("move", 0, -1, -1); // the pointer leaves
        else if (kind >= 1000)
            edit_lesson();
        else if (kind < 965 && saving_)
            type();
        else if (kind < 930)
            drop();
        else if (kind < 955)
            edit_lesson();
        else if (kind < 965)
            damage_own_file();
        else if (kind < 975)
            add("start", 0, 0, 0, start_);
        else if (kind < 990)
            add("settle");
        else if (kind < 995)
            add("wait", 0.05 * draw_(5));
        else
            add("check");
    }

    void save() {
        const auto kind = draw_(12);
        if (const auto field = places_.find("sentence"); kind < 3 && field != places_.end()) {
            click_at({field->second.front().centre().x, field->second.front().centre().y}, 0);
            press(GLFW_KEY_A, GLFW_MOD_CONTROL);
            type();
            press(GLFW_KEY_ESCAPE, 0);
        } else if (kind < 5)
            press(GLFW_KEY_S, GLFW_MOD_CONTROL);
        else if (kind < 7)
            press(GLFW_KEY_T, 0);
        else if (kind < 8)
            add("wait", 1.2); // long enough for the autosave
        else if (const auto button = places_.find(draw_.chance(80) ? "export/save" : "export/all_numbers");
                 button != places_.end())
            click_at({button->second.front().centre().x, button->second.front().centre().y}, 0);
        else
            press(GLFW_KEY_E, GLFW_MOD_CONTROL);
    }

    struct Point {
        double x, y;
    };
    Point somewhere() {
        if (places_.empty() || draw_.chance(15))
            return {static_cast<double>(draw_(static_cast<std::size_t>(width_) + 1)),
                    static_cast<double>(draw_(static_cast<std::size_t>(height_) + 1))};
        const auto group = std::next(places_.begin(), draw_(places_.size()));
        const drawing::Rect& r = draw_.from(group->second);
        if (draw_.chance(60)) return {r.centre().x, r.centre().y};
        return {r.x + r.width * draw_(101) / 100, r.y + r.height * draw_(101) / 100};
    }

    void point() {
        const Point to = somewhere();
        add("move", 0, to.x, to.y);
    }
    int button() { return draw_.chance(90) ? 0 : 1 + static_cast<int>(draw_(2)); }
    void click() { click_at(somewhere(), button()); }
    void click_at(Point at, int with) {
        add("move", 0, at.x, at.y);
        add("press", with, at.x, at.y);
        add("release", with, at.x, at.y);
        if (!draw_.chance(15)) return;
        add("again", with, at.x, at.y);
        add("release", with, at.x, at.y);
    }
    void drag() {
        const Point from = somewhere(), to = somewhere();
        const int with = button();
        add("move", 0, from.x, from.y);
        add("press", with, from.x, from.y);
        for (int i = 1, steps = 1 + static_cast<int>(draw_(5)); i <= steps; ++i)
            add("move", 0, from.x + (to.x - from.x) * i / steps, from.y + (to.y - from.y) * i / steps);
        if (draw_.chance(95)) add("release", with, to.x, to.y);
    }
    void wheel() {
        const Point at = somewhere();
        add("move", 0, at.x, at.y);
        const bool zooms = draw_.chance(30);
        if (zooms) add("key", GLFW_KEY_LEFT_CONTROL, GLFW_PRESS, GLFW_MOD_CONTROL);
        for (std::size_t i = 0, turns = 1 + draw_(6); i < turns; ++i)
            add("wheel", draw_.chance(10) ? 1 : 0, draw_.chance(50) ? 1 : -1);
        if (zooms && draw_.chance(95)) add("key", GLFW_KEY_LEFT_CONTROL, GLFW_RELEASE, 0);
    }

    void press(int key, int mods) {
        if (mods & GLFW_MOD_CONTROL) add("key", GLFW_KEY_LEFT_CONTROL, GLFW_PRESS, GLFW_MOD_CONTROL);
        if (mods & GLFW_MOD_SHIFT) add("key", GLFW_KEY_LEFT_SHIFT, GLFW_PRESS, mods);
        add("key", key, GLFW_PRESS, mods);
        const bool letter = key >= GLFW_KEY_SPACE && key <= GLFW_KEY_GRAVE_ACCENT;
        if (letter && !(mods & (GLFW_MOD_CONTROL | GLFW_MOD_ALT)))
            add("type", 0, 0, 0, std::string(1, static_cast<char>(std::tolower(key))));
        for (std::size_t i = 0; draw_.chance(10) && i < 20; ++i)
            add("key", key, GLFW_REPEAT, mods);
        if (draw_.chance(98)) add("key", key, GLFW_RELEASE, mods);
        if (mods & GLFW_MOD_SHIFT) add("key", GLFW_KEY_LEFT_SHIFT, GLFW_RELEASE, mods & ~GLFW_MOD_SHIFT);
        if (mods & GLFW_MOD_CONTROL) add("key", GLFW_KEY_LEFT_CONTROL, GLFW_RELEASE, 0);
    }
    void key() {
        static const std::vector<int> usual{
            GLFW_KEY_LEFT,      GLFW_KEY_RIGHT,  GLFW_KEY_UP,     GLFW_KEY_DOWN,      GLFW_KEY_TAB,
            GLFW_KEY_ENTER,     GLFW_KEY_ESCAPE, GLFW_KEY_SPACE,  GLFW_KEY_PAGE_DOWN, GLFW_KEY_PAGE_UP,
            GLFW_KEY_HOME,      GLFW_KEY_END,    GLFW_KEY_F1,     GLFW_KEY_F5,        GLFW_KEY_DELETE,
            GLFW_KEY_BACKSPACE, GLFW_KEY_COMMA,  GLFW_KEY_PERIOD, GLFW_KEY_SLASH};
        static const std::vector<int> with_control{
            GLFW_KEY_Z, GLFW_KEY_Y, GLFW_KEY_S,     GLFW_KEY_O,     GLFW_KEY_E, GLFW_KEY_A,  GLFW_KEY_C,
            GLFW_KEY_X, GLFW_KEY_V, GLFW_KEY_EQUAL, GLFW_KEY_MINUS, GLFW_KEY_0, GLFW_KEY_TAB};
        const auto kind = draw_(10);
        if (kind < 5)
            press(draw_.from(usual), draw_.chance(15) ? GLFW_MOD_SHIFT : 0);
        else if (kind < 8)
            press(draw_.from(with_control), GLFW_MOD_CONTROL | (draw_.chance(20) ? GLFW_MOD_SHIFT : 0));
        else if (kind < 9)
            press(GLFW_KEY_0 + static_cast<int>(draw_(43)), 0);
        else
            press(static_cast<int>(draw_(2)) * 256 + static_cast<int>(draw_(93)),
                  static_cast<int>(draw_(16)));
    }

    std::string something() {
        static const std::vector<std::string> words{"The cat sat on the mat because it was tired",
                                                    "it",
                                                    "the animal",
                                                    "Le chat dort",
                                                    "war",
                                                    "Die Katze schläft",
                                                    "2.5",
                                                    "0",
                                                    "-1e9",
                                                    "plot",
                                                    "my model",
                                                    "figure.svg",
                                                    "figure.pdf",
                                                    "figure.png",
                                                    "numbers.csv",
                                                    "session.json",
                                                    "lesson",
                                                    "softmax",
                                                    "bank river",
                                                    "מחבר",
                                                    "قطة",
                                                    "猫が座った",
                                                    "don’t",
                                                    "state",
                                                    "."};
        switch (draw_(4)) {
        case 0:
            return storm::odd_text(draw_);
        case 1:
            return storm::odd_number(draw_);
        default:
            return draw_.from(words);
        }
    }
    /// A path that begins at the root would lead out of the folder.
    static std::string inside(std::string text) {
        if (text.find('/') != std::string::npos) std::ranges::replace(text, '/', '|');
        return text;
    }
    void type() {
        add("type", 0, 0, 0, inside(something()));
        if (draw_.chance(40)) press(GLFW_KEY_ENTER, 0);
    }
    void paste() {
        std::string text;
        for (std::size_t i = 0, parts = draw_.chance(10) ? 1 + draw_(400) : 1; i < parts; ++i)
            text += inside(something()) + " ";
        if (draw_.chance(25)) text = storm::mutant({session_}, 0, storm::Format::code, draw_);
        add("clip", 0, 0, 0, text.substr(0, text.find('\0')));
        press(GLFW_KEY_V, GLFW_MOD_CONTROL);
    }

    void drop() {
        static const std::vector<std::string> there{
            "session.json", "dropped.json", "dropped.json", "dropped.json", "settings.json",
            "lessons",      "no-such-file", "figure.png",   "\xe9.json",    "state"};
        const std::string name = draw_.from(there);
        if (draw_.chance(70) && name.ends_with(".json"))
            add("write", 0, 0, 0,
                name + "\n" +
                    (draw_.chance(30) ? session_ : storm::mutant({session_}, 0, storm::Format::text, draw_)));
        add("drop", 0, 0, 0, name);
    }
    /// A lesson of one's own, mostly the one that is open, is half saved, and mended; a step of it is opened.
    void edit_lesson() {
        std::size_t chosen = draw_(texts_.size());
        for (std::size_t i = 0; i < lessons_.size() && draw_.chance(90); ++i)
            if (start_.find(lessons_[i].stem().string()) != std::string::npos) chosen = i;
        const std::string name = "lessons/" + lessons_[chosen].filename().string() + "\n";
        if (draw_.chance(30))
            add("write", 0, 0, 0, name + texts_[chosen]);
        else
            add("write", 0, 0, 0, name + storm::mutant(texts_, chosen, storm::Format::text, draw_));
        add("wait", 1.05); // the window looks once a second
        if (draw_.chance(70))
            add("start", 0, 0, 0,
                (draw_.chance(50) ? "lesson:" : "lecture:") + lessons_[chosen].stem().string() + ":" +
                    std::to_string(1 + draw_(12)));
    }
    /// Another program, or the disk, damages what the window keeps.
    void damage_own_file() {
        static const std::vector<std::string> kept{"settings.json", "progress.json", "session.json"};
        const std::string& name = draw_.from(kept);
        if (!fs::exists(name)) return;
        const std::string whole = base::read_whole_file(name, std::uintmax_t{1} << 26);
        add("write", 0, 0, 0, name + "\n" + storm::mutant({whole}, 0, storm::Format::text, draw_));
    }

    Draw draw_;
    std::string start_;
    bool saving_;
    std::vector<fs::path> lessons_;
    std::vector<std::string> texts_;
    std::string session_ = [] {
        workbench::Session session;
        session.first.document = std::make_shared<const workbench::Document>(
            workbench::load_library(app::data_folders().assets).opening().document);
        session.view = "heads";
        return workbench::to_json(session);
    }();
    std::vector<Happening> doing_;
    Lab::Places places_;
    double width_ = 0, height_ = 0;
    long since_look_ = 0;
};

/// One after another: each is in the log before it happens.
long run(Lab& lab, std::ofstream& log, const std::vector<Happening>& happenings) {
    for (const Happening& h : happenings) {
        log << line_of(h) << std::endl;
        lab.happen(h);
    }
    return static_cast<long>(happenings.size());
}

volatile std::sig_atomic_t asked_to_end = 0;

} // namespace

int main(int argc, char** argv) {
    CLI::App cli{"works a window by chance"};
    std::uint32_t seed = 1;
    long events = 1000;
    std::string start;
    fs::path folder, replay;
    bool saving = false;
    double seconds = 0;
    cli.add_option("--seed", seed);
    cli.add_option("--events", events);
    cli.add_option("--start", start,
                   "walkthrough/scores, lesson:3-scale-and-softmax, lecture:3-scale-and-softmax, training …");
    cli.add_option("--folder", folder, "where its files are; a new one")->required();
    cli.add_option("--replay", replay, "a log: its events happen again");
    cli.add_flag("--saving", saving, "save and export all the time, and damage no file");
    cli.add_option("--seconds", seconds, "stop after these, whatever the number of events; 0: no limit");
    CLI11_PARSE(cli, argc, argv);
    std::signal(SIGPROF, [](int) { std::abort(); });
    std::signal(SIGTERM, [](int) { asked_to_end = 1; }); // as the program has it

    std::vector<Happening> again;
    std::ifstream lines(replay);
    for (std::string line; !replay.empty() && std::getline(lines, line);)
        again.push_back(happening_of(line));
    const fs::path within = folder / "a/b/c"; // a path that leads up stays in the folder
    fs::create_directories(within / "lessons");
    fs::current_path(within);
    std::ofstream log("../../../log");
    long happened = 0;
    const std::size_t left_off = workbench::left_off("state", {}, 10).size();
    try {
        Lab lab(within);
        Draw draw(seed);
        if (start.empty()) start = draw.from(lab.starts());
        if (!again.empty()) {
            happened += run(lab, log, again);
        } else if (events > 0) {
            Somebody somebody(seed, start, saving, app::data_folders().assets);
            happened += run(lab, log, {{.what = "start", .text = start}, {.what = "settle"}});
            const double until = glfwGetTime() + seconds;
            while (happened < events && !asked_to_end && (seconds == 0 || glfwGetTime() < until))
                happened += run(lab, log, somebody.next(lab));
        }
        log << "end" << std::endl;
        if (asked_to_end)
            lab.close();
        else
            lab.end();
    } catch (const std::exception& error) {
        std::cerr << "FAULT: " << typeid(error).name() << ": " << error.what() << std::endl;
        return 1;
    }
    std::cout << nlohmann::json{{"seed", seed},
                                {"start", start},
                                {"events", happened},
                                {"left_off", left_off}}
              << std::endl;
    return 0;
}
