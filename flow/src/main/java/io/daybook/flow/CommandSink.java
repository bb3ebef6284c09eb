package io.daybook.flow;

import io.daybook.api.Command;
import java.io.IOException;

/** The destination of the commands that are made from a file. */
public interface CommandSink {
    /**
     * Takes the next command.
     *
     * @param cookie the number of the message from which it is made; 0 for symbols, accounts and other commands that
     *     must come first
     * @param timestampNs the time of that message, ns after midnight
     */
    void send(Command command, long cookie, long timestampNs) throws IOException;

    /** Takes a line for people about the next commands; ignored if the destination has no place for it. */
    default void comment(final String text) throws IOException {}
}
