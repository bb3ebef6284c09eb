package io.daybook.cli;

import picocli.CommandLine.Command;

/** {@code daybook import}: reads order flow of other venues into scenarios and books. */
@Command(
        name = "import",
        description = "Reads real order flow: makes order books of it, or a scenario for exec.",
        synopsisSubcommandLabel = "lobster|itch")
final class ImportCommand {}
