package io.daybook.cli.journal;

import picocli.CommandLine.Command;

/** {@code daybook mark}: for whom a journal is kept. */
@Command(
        name = "mark",
        description = {
            "Says for whom the journal of a folder is kept, and from which command on.",
            "A consumer that reads the journal later has a mark: nothing from its seq on is deleted, whatever the"
                    + " options"
                    + " of the snapshots say. Takes no lock, also while an exchange is running there.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  daybook mark set ./exchange warehouse --from 42018   sets it, or moves it on",
            "  daybook mark list ./exchange                         what each of them costs",
            "  daybook mark remove ./exchange warehouse"
        })
public final class MarkCommand {}
