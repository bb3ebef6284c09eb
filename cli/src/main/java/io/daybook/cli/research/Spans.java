package io.daybook.cli.research;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads spans of time such as {@code 50us}, {@code 100ms} or {@code 5m}. */
final class Spans {
    /** The result of {@link #ns} if the text is not a span. */
    static final long NO_SPAN = -1;

    private static final Pattern TEXT = Pattern.compile("(\\d{1,9})(ns|us|ms|s|m)");
    private static final Map<String, TimeUnit> UNITS = Map.of(
            "ns",
            TimeUnit.NANOSECONDS,
            "us",
            TimeUnit.MICROSECONDS,
            "ms",
            TimeUnit.MILLISECONDS,
            "s",
            TimeUnit.SECONDS,
            "m",
            TimeUnit.MINUTES);

    private Spans() {}

    /** Returns a span in ns, or {@link #NO_SPAN}. */
    static long ns(final String text) {
        final Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? Objects.requireNonNull(UNITS.get(matcher.group(2))).toNanos(Long.parseLong(matcher.group(1)))
                : NO_SPAN;
    }
}
