package io.daybook.sessions.audit;

import java.util.Locale;

/** Texts in the JSON lines of audit logs. */
public final class AuditText {
    private AuditText() {}

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
