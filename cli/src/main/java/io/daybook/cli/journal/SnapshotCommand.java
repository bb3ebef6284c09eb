package io.daybook.cli.journal;

import picocli.CommandLine.Command;

/** {@code daybook snapshot}: looks at snapshots. */
@Command(
        name = "snapshot",
        description = {
            "Looks at the snapshots in a journal folder.",
            "It takes no lock and changes nothing, also while an exchange is running there. To take one: the command"
                    + " {\"cmd\":\"snapshot\"} of exec.",
            ""
        })
public final class SnapshotCommand {}
