package io.daybook.cli.venue;

import picocli.CommandLine.Command;

/** {@code daybook session}: the sessions of members. */
@Command(
        name = "session",
        description = {"Makes the secrets of members, and puts their sessions right.", ""},
        synopsisSubcommandLabel = "COMMAND")
public final class SessionCommand {}
