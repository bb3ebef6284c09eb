package io.daybook.model;

import java.util.List;
import java.util.regex.Pattern;

/** Compares result lines, which must be equal except for the value of a state hash and the words of an error. */
public final class ResultLines {
    private static final Pattern HASH = Pattern.compile("(\"cmd\":\"state_hash\".*),\"hash\":\"[0-9a-f]{16}\"");
    private static final Pattern ERROR = Pattern.compile("(\\{\"line\":[0-9]+,\"error\":)\".+\"\\}");

    private ResultLines() {}

    /** The part of a line that is compared. */
    public static String comparable(final String line) {
        final String withoutHash = HASH.matcher(line).replaceFirst("$1");
        return ERROR.matcher(withoutHash).replaceFirst("$1\"\"}");
    }

    /** Index of the first line in which two lists differ, or −1; a line that only one of them has is a difference. */
    public static int firstDifference(final List<String> expected, final List<String> actual) {
        final int common = Math.min(expected.size(), actual.size());
        for (int i = 0; i < common; i++) {
            final String one = expected.get(i);
            final String other = actual.get(i);
            if (!one.equals(other) && !comparable(one).equals(comparable(other))) {
                return i;
            }
        }
        return expected.size() == actual.size() ? -1 : common;
    }
}
