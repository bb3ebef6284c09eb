package io.daybook.scenario;

import io.daybook.wire.json.Json;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Collects lines of JSON for a stream. The lines are written when there are enough bytes or {@link #flush()} is called;
 * a long line is written in pieces, when its writer calls {@link #spill()}. Used by one thread.
 */
final class LineOutput {
    private static final int FLUSH_BYTES = 1 << 16;

    private final OutputStream out;
    private final Json json = new Json(Json.Escapes.NUMBERS);

    LineOutput(final OutputStream out) {
        this.out = out;
    }

    /** The JSON writer for the next parts of the line. */
    Json json() {
        return json;
    }

    /** Ends a line, and writes the bytes if there are enough. */
    void endLine() throws IOException {
        json.endLine();
        spill();
    }

    /** Writes the bytes if there are enough. */
    void spill() throws IOException {
        if (json.length() >= FLUSH_BYTES) {
            json.moveTo(out);
        }
    }

    void flush() throws IOException {
        json.moveTo(out);
        out.flush();
    }
}
