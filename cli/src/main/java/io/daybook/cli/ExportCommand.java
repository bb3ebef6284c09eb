package io.daybook.cli;

import picocli.CommandLine.Command;

/** {@code daybook export}: what an exchange did, in the formats of others. */
@Command(
        name = "export",
        description = "Writes what an exchange did in a format that other programs read.",
        footer = {"Example:", "  daybook export itch ./exchange day.itch.gz"})
final class ExportCommand {}
