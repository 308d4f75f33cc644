#pragma once

#include <atomic>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <string_view>

/// A file that a test writes and that is gone after it.
class TemporaryFile {
public:
    TemporaryFile(const std::string& name, std::string_view content)
        : folder_(unused_folder()), path_(folder_ / name) {
        std::filesystem::create_directories(folder_);
        std::ofstream(path_, std::ios::binary) << content;
    }
    ~TemporaryFile() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    const std::filesystem::path& path() const { return path_; }
    const std::filesystem::path& folder() const { return folder_; }

private:
    static std::filesystem::path unused_folder() {
        static std::atomic<int> count = 0;
        return std::filesystem::temp_directory_path() /
               ("attention-lab-test-" + std::to_string(std::random_device{}()) + "-" +
                std::to_string(count++));
    }

    std::filesystem::path folder_;
    std::filesystem::path path_;
};
