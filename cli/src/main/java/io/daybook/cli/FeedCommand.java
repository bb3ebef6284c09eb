package io.daybook.cli;

import picocli.CommandLine.Command;

/** {@code daybook feed}: the market data of a folder. */
@Command(
        name = "feed",
        description = {"Works on the market data of the exchange in a folder.", ""},
        footer = {"", "Example:", "  daybook feed restart ./exchange"})
final class FeedCommand {}
