package io.daybook.cli.config;

import picocli.CommandLine.Command;

/** {@code daybook config}: the file of a server. */
@Command(
        name = "config",
        description = {"Writes, shows and checks a daybook.toml; docs/operations.md lists its keys.", ""},
        synopsisSubcommandLabel = "COMMAND")
public final class ConfigCommand {}
