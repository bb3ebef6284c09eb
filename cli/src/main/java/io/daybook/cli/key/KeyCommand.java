package io.daybook.cli.key;

import picocli.CommandLine.Command;

/** {@code daybook key}: who may do what at a server. */
@Command(
        name = "key",
        description = {"Makes, lists and ends the keys of a server. A server that runs knows of it within a second.", ""
        },
        synopsisSubcommandLabel = "COMMAND")
public final class KeyCommand {}
