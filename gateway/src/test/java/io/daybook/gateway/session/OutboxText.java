package io.daybook.gateway.session;

import io.daybook.host.storage.SimulatedStorage;
import io.daybook.sessions.outbox.OutboxFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.TreeMap;

/** The records of an outbox, by number. */
final class OutboxText {
    private OutboxText() {}

    static Path folder(final int session) {
        return Venue.DATA.resolve("gateway").resolve(Integer.toString(session));
    }

    /** All records as hexadecimal digits; empty if there is no outbox. */
    static TreeMap<Long, String> of(final SimulatedStorage storage, final int session) throws IOException {
        final TreeMap<Long, String> records = new TreeMap<>();
        for (final String name : storage.list(folder(session))) {
            if (name.endsWith(OutboxFormat.SUFFIX)) {
                final byte[] bytes = storage.bytes(folder(session).resolve(name));
                int at = OutboxFormat.HEADER_LENGTH;
                while (at + OutboxFormat.RECORD_LENGTH <= bytes.length) {
                    final int end = at + OutboxFormat.RECORD_LENGTH + OutboxFormat.length(bytes, at);
                    records.put(OutboxFormat.out(bytes, at), HexFormat.of().formatHex(bytes, at, end));
                    at = end;
                }
            }
        }
        return records;
    }
}
