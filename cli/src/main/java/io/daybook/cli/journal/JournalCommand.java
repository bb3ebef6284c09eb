package io.daybook.cli.journal;

import picocli.CommandLine.Command;

/** {@code daybook journal}: looks at journals, and the operator's way out of damage. */
@Command(
        name = "journal",
        description = {
            "Looks into journal folders.",
            "stat, verify, dump and followers take no lock and change nothing, also while an exchange is running there"
                    + " (but for followers --forget).",
            ""
        })
public final class JournalCommand {}
