#include "worksheet/files.h"

#include "base/files.h"
#include "base/input_error.h"

namespace worksheet {

namespace fs = std::filesystem;

namespace {

/// A folder in which files wait until all are written; it is gone afterwards, and so is `made`, the topmost
/// folder that had to be made, unless keep() was called.
class Waiting {
public:
    explicit Waiting(const fs::path& folder) : made_(first_missing(folder)) {
        std::error_code failed;
        fs::create_directories(folder, failed);
        if (!fs::is_directory(folder)) {
            const std::string why = failed ? failed.message() : "there is a file of that name";
            undo();
            throw base::InputError(base::shown(folder), "the folder cannot be made: " + why,
                                   "name another folder, in one that you can write to");
        }
        path = folder / ".attention-lab.part";
        fs::remove_all(path, failed); // of a program that was killed
        if (!fs::create_directory(path, failed)) {
            undo();
            throw base::InputError(base::shown(folder), "nothing can be written into it: " + failed.message(),
                                   "name a folder that you can write to and that has space left");
        }
    }
    ~Waiting() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
        undo();
    }
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;

    void keep() { made_.clear(); }

    fs::path path;

private:
    static fs::path first_missing(const fs::path& folder) {
        std::error_code unknown;
        fs::path missing;
        for (fs::path at = fs::absolute(folder, unknown); !at.empty() && !fs::exists(at, unknown);
             at = at.parent_path()) {
            missing = at;
            if (at == at.parent_path()) break;
        }
        return missing;
    }
    void undo() {
        std::error_code ignored;
        if (!made_.empty()) fs::remove_all(made_, ignored);
    }

    fs::path made_;
};

} // namespace

void write_all(const fs::path& folder, const std::vector<NewFile>& files) {
    Waiting waiting(folder);
    for (const NewFile& file : files) {
        if (fs::is_directory(folder / base::path_from_utf8(file.name)))
            throw base::InputError(base::shown(folder / base::path_from_utf8(file.name)), "this is a folder",
                                   "rename it, or name another folder");
        try {
            base::write_whole_file(waiting.path / base::path_from_utf8(file.name), file.bytes);
        } catch (const base::InputError& error) { // the user knows nothing of where files wait
            throw base::InputError(base::shown(folder / base::path_from_utf8(file.name)), error.problem,
                                   error.hint);
        }
    }
    for (const NewFile& file : files) {
        const fs::path target = folder / base::path_from_utf8(file.name);
        std::error_code failed;
        fs::rename(waiting.path / base::path_from_utf8(file.name), target, failed);
        if (failed)
            throw base::InputError(base::shown(target), "the file cannot be written: " + failed.message(),
                                   "name another folder");
    }
    waiting.keep();
}

} // namespace worksheet
