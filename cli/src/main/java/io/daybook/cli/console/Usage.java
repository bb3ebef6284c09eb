package io.daybook.cli.console;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Refuses arguments of the command into which it is mixed; filled in by picocli. */
@Command
public final class Usage {
    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    /** Returns an exception that ends the command with the message, and names the help of the command. */
    public ParameterException wrong(final String message) {
        if (command == null) {
            throw new IllegalStateException("used outside the command line: " + message);
        }
        return new ParameterException(command.commandLine(), message);
    }
}
