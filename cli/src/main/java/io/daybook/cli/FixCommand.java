package io.daybook.cli;

import picocli.CommandLine.Command;

/** {@code daybook fix}: the FIX sessions of a venue. */
@Command(
        name = "fix",
        description = {"Works on the FIX sessions of a venue.", ""},
        footer = {"", "Example:", "  daybook fix dump daybook.toml 17"})
final class FixCommand {}
