#include "files/whole_file.h"

#include "attention/input_error.h"

#include <fstream>

namespace files {

void write_whole_file(const std::filesystem::path& name, std::string_view bytes) {
    using attention::InputError;
    namespace fs = std::filesystem;
    std::error_code error;
    // A link stays one: it is what it points to that is replaced.
    const fs::path file = fs::is_symlink(name, error) ? fs::weakly_canonical(name, error) : name;
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    const auto refuse = [&](const std::string& why, const std::string& hint) {
        throw InputError(name.string(), "the file cannot be written: " + why, hint);
    };
    if (!fs::is_directory(folder, error))
        refuse("there is no folder " + folder.string(), "make the folder first, or name another one");
    if (!file.has_filename() || fs::is_directory(file, error))
        refuse("this is a folder", "add the name of a file");
    if (fs::exists(file, error) && !fs::is_regular_file(file, error))
        refuse("this is a device, not a file", "name a file");
    const std::string hint = "name a file in a folder that you may write to and that has space left";
    fs::path part = file;
    part += ".part";
    std::ofstream stream(part, std::ios::binary);
    if (!stream) refuse("it cannot be opened", hint);
    stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    stream.close();
    std::error_code refused;
    if (stream) fs::rename(part, file, refused);
    if (stream && !refused) return;
    fs::remove(part, error);
    refuse(stream ? refused.message() : "writing stopped before the end", hint);
}

} // namespace files
