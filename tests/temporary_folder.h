#pragma once
// A folder that is gone after the test.

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>

struct TemporaryFolder {
    std::filesystem::path path = std::filesystem::temp_directory_path() /
                                 ("attention-lab-drawing-" + std::to_string(std::random_device{}()));

    TemporaryFolder() { std::filesystem::create_directories(path); }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::size_t files() const {
        return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path), {}));
    }
};

inline std::string content(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::stringstream bytes;
    bytes << stream.rdbuf();
    return bytes.str();
}
