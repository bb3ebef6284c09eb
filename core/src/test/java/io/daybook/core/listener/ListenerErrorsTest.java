package io.daybook.core.listener;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.daybook.api.ExchangeListener;
import io.daybook.host.SimulatedClock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;
import org.slf4j.event.SubstituteLoggingEvent;
import org.slf4j.helpers.SubstituteLogger;

class ListenerErrorsTest {
    private final Queue<SubstituteLoggingEvent> lines = new ArrayDeque<>();
    private final SimulatedClock time = new SimulatedClock(0);
    private final ListenerErrors errors = new ListenerErrors(new SubstituteLogger("errors", lines, false), time);

    /** Keeps the exceptions that it receives. */
    private static class Keeping implements ExchangeListener {
        private final List<RuntimeException> told = new ArrayList<>();

        @Override
        public void onListenerError(final RuntimeException error) {
            told.add(error);
        }
    }

    /** Does not override the call that reports its exceptions. */
    private static final class Silent implements ExchangeListener {}

    @Test
    void shouldLogTheFirstExceptionWithListenerMethodSeqAndStackTrace() {
        final RuntimeException bug = new IllegalArgumentException("a listener's own bug");
        errors.onError(new Silent(), "onTrade", 42, bug);
        final SubstituteLoggingEvent line = lines.remove();
        assertEquals(Level.WARN, line.getLevel());
        assertEquals(List.of(Silent.class.getName(), "onTrade", " at seq 42", 0L), List.of(line.getArgumentArray()));
        assertSame(bug, line.getThrowable());
        assertEquals(1, errors.count());
    }

    @Test
    void shouldLogLaterExceptionsOfAMethodEveryTenSecondsWithTheNumberInBetween() {
        final ExchangeListener listener = new Silent();
        for (int seq = 1; seq <= 1_000; seq++) {
            errors.onError(listener, "onResult", seq, new IllegalStateException());
        }
        assertEquals(1, lines.size());
        time.advance(TimeUnit.SECONDS.toNanos(10) - 1, TimeUnit.NANOSECONDS);
        errors.onError(listener, "onResult", 1_001, new IllegalStateException());
        assertEquals(1, lines.size());
        time.advance(1, TimeUnit.NANOSECONDS);
        errors.onError(listener, "onResult", 1_002, new IllegalStateException());
        lines.remove();
        assertEquals(
                List.of(Silent.class.getName(), "onResult", " at seq 1002", 1_000L),
                List.of(lines.remove().getArgumentArray()));
        assertEquals(1_002, errors.count());
    }

    @Test
    void shouldLogTheFirstExceptionOfEachMethodAndEachListener() {
        final ExchangeListener one = new Silent();
        errors.onError(one, "onResult", 1, new IllegalStateException());
        errors.onError(one, "onTrade", 1, new IllegalStateException());
        errors.onError(new Silent(), "onResult", 1, new IllegalStateException());
        assertEquals(3, lines.size());
    }

    @Test
    void shouldTellTheListenerEveryExceptionAndLogItAllTheSame() {
        final Keeping listener = new Keeping();
        final RuntimeException first = new IllegalStateException();
        final RuntimeException second = new IllegalStateException();
        errors.onError(listener, "onResult", 1, first);
        errors.onError(listener, "onResult", 2, second);
        assertEquals(List.of(first, second), listener.told);
        assertEquals(1, lines.size());
    }

    @Test
    void shouldLogAndCountWhatTheListenerThrowsWhenItIsTold() {
        final ExchangeListener listener = new ExchangeListener() {
            @Override
            public void onListenerError(final RuntimeException error) {
                throw error;
            }
        };
        errors.onError(listener, "onResult", 1, new IllegalStateException());
        assertEquals(2, lines.size());
        assertEquals(2, errors.count());
    }

    @Test
    void shouldLogTheEndWithoutASeq() {
        errors.note(new Silent(), "onClosed", 0, new AssertionError("a listener's own bug"));
        assertEquals(
                List.of(Silent.class.getName(), "onClosed", "", 0L),
                List.of(lines.remove().getArgumentArray()));
    }
}
