package io.daybook.cli.venue;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/** The signals to a running venue: TERM and INT end it, HUP makes it read its files again. */
final class VenueSignals implements AutoCloseable {
    private static final String TERM = "TERM";
    private static final String INT = "INT";
    private static final String HUP = "HUP";

    private final BlockingQueue<Wish> wishes = new LinkedBlockingQueue<>();
    private @Nullable Object term;
    private @Nullable Object interrupt;
    private @Nullable Object hangUp;

    private VenueSignals() {}

    /** The kind of a signal. */
    enum Wish {
        STOP,
        RELOAD
    }

    /** Installs the handlers. */
    static VenueSignals install() {
        final VenueSignals signals = new VenueSignals();
        signals.term = Signals.register(TERM, () -> signals.say(Wish.STOP));
        signals.interrupt = Signals.register(INT, () -> signals.say(Wish.STOP));
        signals.hangUp = Signals.register(HUP, () -> signals.say(Wish.RELOAD));
        return signals;
    }

    /** Waits for the next signal. Returns null if none came in time. */
    @Nullable
    Wish await(final long timeoutMs) {
        try {
            return wishes.poll(timeoutMs, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Wish.STOP;
        }
    }

    @Override
    public void close() {
        Signals.unregister(TERM, term);
        Signals.unregister(INT, interrupt);
        Signals.unregister(HUP, hangUp);
    }

    /** Acts as if a signal came. Called by any thread; the handlers of signals run in threads of the JVM. */
    void say(final Wish wish) {
        wishes.add(wish);
    }
}
