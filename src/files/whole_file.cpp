#include "files/whole_file.h"

#include "attention/input_error.h"

#include <fstream>

namespace files {

void write_whole_file(const std::filesystem::path& file, std::string_view bytes) {
    using attention::InputError;
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    if (!fs::is_directory(folder, error))
        throw InputError(file.string(), "the file cannot be written: there is no folder " + folder.string(),
                         "make the folder first, or name another one");
    if (!file.has_filename() || fs::is_directory(file, error))
        throw InputError(file.string(), "the file cannot be written: this is a folder",
                         "add the name of a file");
    fs::path part = file;
    part += ".part";
    const auto fail = [&](const std::string& why) {
        fs::remove(part, error);
        throw InputError(file.string(), "the file cannot be written: " + why,
                         "name a file in a folder that you may write to and that has space left");
    };
    std::ofstream stream(part, std::ios::binary);
    if (!stream) fail("it cannot be opened");
    stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    stream.close();
    if (!stream) fail("writing stopped before the end");
    std::error_code refused;
    fs::rename(part, file, refused);
    if (refused) fail(refused.message());
}

} // namespace files
