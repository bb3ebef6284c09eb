package io.daybook.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** The time of the venue. It moves on command if the venue was built with {@code manualClock()}. */
public final class VenueClock {
    private final Door control;

    VenueClock(final Door control) {
        this.control = control;
    }

    /** The venue time. */
    public Instant now() {
        return Instant.parse(control.ask("GET", "/clock", "").text("time"));
    }

    /** Advances the time, from one due time to the next; returns when all tasks that were due are done. */
    public void advance(final Duration duration) {
        control.ask("POST", "/clock", JsonText.write(Map.of("advance", duration.toString())));
    }

    /** Advances the time to an instant. */
    public void set(final Instant time) {
        control.ask("POST", "/clock", JsonText.write(Map.of("set", time.toString())));
    }
}
