package io.daybook.sessions.audit;

import io.daybook.wire.json.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;

/** Texts in the JSON lines of audit logs. */
public final class AuditText {
    private AuditText() {}

    /** Returns the SHA-256 of a line in hexadecimal, which the next line of the log contains. */
    public static String hash(final String line) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(line.getBytes(StandardCharsets.ISO_8859_1)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    /** Returns the last line of a part of a log, without its line end. */
    public static String lastLine(final byte[] tail) {
        final String[] lines = new String(tail, StandardCharsets.ISO_8859_1).split("\n");
        return lines.length == 0 ? "" : lines[lines.length - 1];
    }

    /** Begins a line. It escapes everything that is not printable ASCII, because a stranger may have chosen it. */
    public static Json begin(final long timeMs) {
        return new Json(Json.Escapes.NUMBERS_ASCII)
                .object()
                .put("time", Instant.ofEpochMilli(timeMs).toString());
    }

    /** Returns the beginning of a text that is too long for a line. */
    public static String cut(final String text, final int mostChars) {
        return text.substring(0, Math.min(text.length(), mostChars));
    }
}
