package io.daybook.scenario;

import io.daybook.api.Command;
import io.daybook.api.Query;
import java.util.HexFormat;

/** The content of one line of a scenario. */
public sealed interface ScenarioLine {

    /** The number that the sender gave the line; it is repeated in the result if it is not 0. */
    long cookie();

    /**
     * A command.
     *
     * @param command the command
     * @param cookie the number that the sender gave the line
     * @param stamped whether the line has a time of its own
     * @param timestampNs that time, ns since the epoch; 0 if there is none
     * @param tag the sender's tag in hexadecimal digits; empty for none
     */
    record Send(Command command, long cookie, boolean stamped, long timestampNs, String tag) implements ScenarioLine {

        /** Returns the bytes of the tag; empty if there is none. */
        public byte[] tagBytes() {
            return HexFormat.of().parseHex(tag);
        }
    }

    /**
     * A query.
     *
     * @param query the query
     * @param cookie the number that the sender gave the line
     */
    record Ask(Query<?> query, long cookie) implements ScenarioLine {}
}
