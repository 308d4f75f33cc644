#pragma once
// The real models that may be chosen: those that were opened from their files, and those that lie in the
// user's own folder.

#include "pretrained/model.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace workbench {

class RealModels {
public:
    /// `own`: a folder with a folder for each of the user's models; it may be empty or missing.
    explicit RealModels(std::filesystem::path own = {}) : own_(std::move(own)) {}

    /// From now on models are held in memory as a whole, at most so many bytes of all of them together. That
    /// is so in a page; elsewhere they stay on the disk.
    void hold_at_most(std::uint64_t bytes) { most_ = bytes; }
    /// So many bytes are held for them now, besides what they have copied for themselves.
    void set_held(std::uint64_t bytes) { held_ = bytes; }
    /// Bytes that there is room for besides all of these; empty where models stay on the disk.
    std::optional<std::uint64_t> room() const;
    /// Throws InputError if weights of so many bytes have no room.
    void expect_room(const std::string& name, std::uint64_t bytes) const;

    // From any thread.

    bool has_open(const std::string& id) const;
    /// Whether the model of a folder, or of one of its files, is open: what it reads must stay.
    bool is_open(const std::filesystem::path& folder_or_file) const;
    /// Opens the model of a folder, or of one of its files, if it is not open yet. Returns its id: the folder
    /// as base::shown() has it. Throws InputError as pretrained::open_model() does.
    std::string open(const std::filesystem::path& folder_or_file);
    /// Throws InputError for an id that is neither open nor in the user's own folder, and as open_model()
    /// does.
    pretrained::ModelPtr get(const std::string& id) const;
    /// The open ones, then the others in the user's own folder, which need not be models that can be read.
    std::vector<std::string> ids() const;

    /// Where the user's own lie; empty: nowhere.
    const std::filesystem::path& own_folder() const { return own_; }

    /// A model's name: that of its folder. Where the folder only says what it holds ("dist", a hash among
    /// "snapshots"), that of the next one above that says more.
    static std::string name_of(const std::string& id);

private:
    std::filesystem::path own_;
    std::optional<std::uint64_t> most_;
    std::uint64_t held_ = 0;
    mutable std::mutex mutex_;
    mutable std::map<std::string, pretrained::ModelPtr> open_;
};

/// Whether a dropped or named file or folder belongs to a real model, by what it is called and lies beside.
bool is_of_real_model(const std::filesystem::path& folder_or_file);

} // namespace workbench
