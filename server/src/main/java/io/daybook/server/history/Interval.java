package io.daybook.server.history;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The interval of a candle. */
public enum Interval {
    S1("1s", 1),
    M1("1m", 60),
    M5("5m", 300),
    M15("15m", 900),
    H1("1h", 3_600),
    H4("4h", 14_400),
    D1("1d", 86_400);

    private final String text;
    private final long ns;

    Interval(final String text, final long seconds) {
        this.text = text;
        this.ns = TimeUnit.SECONDS.toNanos(seconds);
    }

    /** The text of the interval, such as {@code 1m}. */
    public String text() {
        return text;
    }

    /** The length of the interval, ns. */
    public long ns() {
        return ns;
    }

    /** The interval with a text, or null. */
    public static @Nullable Interval of(final String text) {
        for (final Interval interval : values()) {
            if (interval.text.equals(text)) {
                return interval;
            }
        }
        return null;
    }
}
