package io.daybook.sessions.member;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** If one end fails, the others are still closed, and the first failure is reported. */
class ClosingTest {
    private final List<String> closed = new ArrayList<>();

    private AutoCloseable end(final String name) {
        return () -> closed.add(name);
    }

    private AutoCloseable failing(final String name, final Exception why) {
        return () -> {
            closed.add(name);
            throw why;
        };
    }

    @Test
    void shouldCloseAllInTheirOrder() {
        Closing.all(end("a"), null, end("b"));
        Closing.all(List.of());
        assertEquals(List.of("a", "b"), closed);
    }

    @Test
    void shouldCloseTheRestWhereOneFailsAndThrowTheFirst() {
        final IllegalStateException first = new IllegalStateException("first");
        final IOException second = new IOException("second");
        final IllegalStateException thrown = assertThrows(
                IllegalStateException.class,
                () -> Closing.all(failing("a", first), failing("b", second), failing("c", first), end("d")));
        assertSame(first, thrown);
        assertEquals(List.of(second), List.of(thrown.getSuppressed()));
        assertEquals(List.of("a", "b", "c", "d"), closed);
    }

    @Test
    void shouldThrowNothingThatIsChecked() {
        final IOException disk = new IOException("disk");
        assertSame(
                disk,
                assertThrows(UncheckedIOException.class, () -> Closing.all(failing("a", disk)))
                        .getCause());
        assertThrows(
                AssertionError.class,
                () -> Closing.all(() -> {
                    throw new AssertionError();
                }));
        final InterruptedException interrupt = new InterruptedException();
        final IllegalStateException thrown =
                assertThrows(IllegalStateException.class, () -> Closing.all(failing("b", interrupt)));
        assertSame(interrupt, thrown.getCause());
        assertTrue(Thread.interrupted(), "the interrupt must be kept for the next wait");
    }

    @Test
    void shouldKeepWhatFailedBefore() {
        final IllegalArgumentException why = new IllegalArgumentException("why");
        final IOException later = new IOException("later");
        Closing.after(why, failing("a", why), failing("b", later), null, end("c"));
        assertEquals(List.of(later), List.of(why.getSuppressed()));
        assertEquals(List.of("a", "b", "c"), closed);
    }
}
