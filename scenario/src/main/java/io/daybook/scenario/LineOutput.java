package io.daybook.scenario;

import io.daybook.wire.json.Json;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Lines of JSON on their way to a stream. They are collected and written when there are enough bytes or
 * {@link #flush()} is called; a long line is written in pieces, when its writer calls {@link #spill()}. Used by one
 * thread.
 */
final class LineOutput {
    private static final int FLUSH_BYTES = 1 << 16;

    private final OutputStream out;
    private final Json json = new Json(Json.Escapes.NUMBERS);

    LineOutput(final OutputStream out) {
        this.out = out;
    }

    /** What the next parts of the line are written to. */
    Json json() {
        return json;
    }

    /** Ends a line; writes the bytes if there are enough. */
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
