package io.daybook.cli;

import picocli.CommandLine.Command;

/** {@code daybook import}: order flow of others into scenarios. */
@Command(
        name = "import",
        description = "Turns real order flow into a scenario for exec.",
        synopsisSubcommandLabel = "lobster")
final class ImportCommand {}
