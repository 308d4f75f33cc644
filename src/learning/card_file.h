#pragma once
// A safetensors file whose notes hold a card: what the file is, told in JSON.

#include "base/input_error.h"
#include "model/tensor_file.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace learning {

/// Throws InputError when it cannot be written; an earlier file then stays.
void write_with_card(const std::filesystem::path& file, const model::Tensors& tensors,
                     std::string_view format, nlohmann::json card);
/// The card of a file of this format. Throws `other` for a file of another one, and InputError as
/// read_notes() does, for one from a newer version, and for a card that is cut or altered.
nlohmann::json read_card(const std::filesystem::path& file, std::string_view format,
                         const base::InputError& other);
/// The card's number of this key, where a damaged card may have anything. Throws std::out_of_range when it is
/// missing, not a number, not a whole one from 0 to `most`, or not within the bounds.
std::uint64_t whole_number(const nlohmann::json& card, const char* key, std::uint64_t most);
double number(const nlohmann::json& card, const char* key, double least, double most);
/// Throws the InputError of a file that is not as this program writes it.
[[noreturn]] void refuse_file(const std::filesystem::path& file, const std::string& problem);

} // namespace learning
