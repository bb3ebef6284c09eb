package io.daybook.cli.venue;

import picocli.CommandLine.Command;

/** {@code daybook feed}: the market data of a folder. */
@Command(
        name = "feed",
        description = {"Works on the market data of the exchange in a folder.", ""},
        footer = {
            "",
            "Examples:",
            "  daybook feed play ./feed --to 127.0.0.1:15000 --speed 60",
            "  daybook feed restart ./exchange"
        })
public final class FeedCommand {}
