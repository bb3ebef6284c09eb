package io.daybook.cli;

import java.io.InputStream;
import java.io.OutputStream;

/**
 * The {@code daybook} command within the process of the test, for who needs it so often that processes would be slow.
 */
public final class OwnCommand {
    private OwnCommand() {}

    /** Runs the command, with nothing to read; its exit status. */
    public static int run(final OutputStream out, final String... arguments) {
        return Daybook.run(new Console(InputStream.nullInputStream(), out, System.err), arguments);
    }
}
