package io.daybook.cli;

import picocli.CommandLine.Command;

/** {@code daybook session}: the sessions of members. */
@Command(
        name = "session",
        description = {"Makes the secrets of members, and puts their sessions right.", ""},
        synopsisSubcommandLabel = "COMMAND")
final class SessionCommand {}
