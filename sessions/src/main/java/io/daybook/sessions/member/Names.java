package io.daybook.sessions.member;

/** The rules for names in {@code members.json}, which are used in frames, tags, file names and log lines. */
final class Names {
    private Names() {}

    static void require(final String what, final String value, final int maxLength) {
        if (value.isEmpty() || value.length() > maxLength || !value.chars().allMatch(c -> c > ' ' && c <= '~')) {
            throw new IllegalArgumentException(what + " must be of 1 to " + maxLength
                    + " printable ASCII characters without blanks: " + what + "=" + value);
        }
    }
}
