package io.daybook.sessions.audit;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** Texts in the JSON lines of audit logs. */
public final class AuditText {
    private AuditText() {}

    /** The hash of a line that the next line of the log has: its SHA-256 in hexadecimal. */
    public static String hash(final String line) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(line.getBytes(StandardCharsets.ISO_8859_1)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    /** The last line of a part of a log, without its end. */
    public static String lastLine(final byte[] tail) {
        final String[] lines = new String(tail, StandardCharsets.ISO_8859_1).split("\n");
        return lines.length == 0 ? "" : lines[lines.length - 1];
    }

    /**
     * Appends a text in quotation marks, with everything escaped that is not printable ASCII: a stranger may have
     * chosen it.
     *
     * @param mostChars of a longer text the beginning counts
     */
    public static void quote(final String text, final int mostChars, final StringBuilder target) {
        target.append('"');
        for (int i = 0; i < Math.min(text.length(), mostChars); i++) {
            final char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                target.append('\\').append(c);
            } else if (c >= ' ' && c <= '~') {
                target.append(c);
            } else {
                target.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            }
        }
        target.append('"');
    }
}
