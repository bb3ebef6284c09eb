package io.daybook.cli.venue;

import picocli.CommandLine.Command;

/** {@code daybook fix}: the FIX sessions of a venue. */
@Command(
        name = "fix",
        description = {"Works on the FIX sessions of a venue.", ""},
        footer = {"", "Examples:", "  daybook fix dump daybook.toml 17", "  daybook fix roll daybook.toml"})
public final class FixCommand {}
