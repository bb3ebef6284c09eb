package io.daybook.cli;

import picocli.CommandLine.Command;

/** {@code daybook journal}: looks at journals, and the operator's way out of damage. */
@Command(
        name = "journal",
        description = {
            "Looks into journal folders.",
            "stat, verify and dump take no lock and change nothing, also while an exchange is running there.",
            ""
        })
final class JournalCommand {}
