#include "learning/card_file.h"

#include "base/file_name.h"
#include "base/json_text.h"

#include <nlohmann/json.hpp>

#include <stdexcept>

namespace learning {

using base::InputError;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

constexpr int version = 1;

} // namespace

void refuse_file(const fs::path& file, const std::string& problem) {
    throw InputError(base::shown(file), problem, "train it again: attention-lab train TASK --out FILE");
}

std::uint64_t whole_number(const json& card, const char* key, std::uint64_t most) {
    const auto found = card.find(key);
    if (found != card.end() && found->is_number_unsigned()) // as whole ones from 0 are read
        if (const auto whole = found->get<std::uint64_t>(); whole <= most) return whole;
    throw std::out_of_range(key);
}

double number(const json& card, const char* key, double least, double most) {
    const auto found = card.find(key);
    if (found != card.end() && found->is_number())
        if (const auto real = found->get<double>(); real >= least && real <= most) return real;
    throw std::out_of_range(key);
}

void write_with_card(const fs::path& file, const model::Tensors& tensors, std::string_view format,
                     json card) {
    card["version"] = version;
    model::write_safetensors(file, tensors,
                             {{"format", std::string(format)}, {"card", base::json_text(card)}});
}

json read_card(const fs::path& file, std::string_view format, const InputError& other) {
    const model::Notes notes = model::read_notes(file);
    const auto kind = notes.find("format"), card = notes.find("card");
    if (kind == notes.end() || card == notes.end() || kind->second != format) throw other;
    base::expect_bounded_json(card->second, base::shown(file));
    const json all = json::parse(card->second, nullptr, false);
    if (!all.is_object() || !all.contains("version") || !all["version"].is_number_integer())
        refuse_file(file, "its model card is cut or altered");
    if (all["version"] > version)
        throw InputError(base::shown(file), "it was written by a newer version of this program",
                         "open it with that version");
    return all;
}

} // namespace learning
