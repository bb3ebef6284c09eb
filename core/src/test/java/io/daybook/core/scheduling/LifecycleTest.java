package io.daybook.core.scheduling;

import static io.daybook.api.ExchangeState.CLOSED;
import static io.daybook.api.ExchangeState.CLOSING;
import static io.daybook.api.ExchangeState.FAILED;
import static io.daybook.api.ExchangeState.RUNNING;
import static io.daybook.core.scheduling.Lifecycle.Event.CLOSE;
import static io.daybook.core.scheduling.Lifecycle.Event.END;
import static io.daybook.core.scheduling.Lifecycle.Event.FAIL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.ExchangeState;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LifecycleTest {

    /** A state, an event, and the state after it. */
    private record Row(ExchangeState from, Lifecycle.Event event, ExchangeState to) {}

    private static final List<Row> TABLE = List.of(
            new Row(RUNNING, CLOSE, CLOSING),
            new Row(RUNNING, FAIL, FAILED),
            new Row(RUNNING, END, RUNNING), // an exchange that was neither closed nor failed does not end
            new Row(CLOSING, CLOSE, CLOSING),
            new Row(CLOSING, FAIL, FAILED),
            new Row(CLOSING, END, CLOSED),
            new Row(CLOSED, CLOSE, CLOSED),
            new Row(CLOSED, FAIL, CLOSED),
            new Row(CLOSED, END, CLOSED),
            new Row(FAILED, CLOSE, FAILED),
            new Row(FAILED, FAIL, FAILED),
            new Row(FAILED, END, FAILED));

    @Test
    void shouldGoFromEachStateByEachEventWhereTheTableSays() {
        final Set<String> seen = new HashSet<>();
        for (final Row row : TABLE) {
            assertEquals(row.to(), Lifecycle.next(row.from(), row.event()), row::toString);
            assertTrue(seen.add(row.from() + " " + row.event()), row::toString);
        }
        assertEquals(ExchangeState.values().length * Lifecycle.Event.values().length, seen.size());
    }

    @Test
    void shouldCountHowOftenTheStateHasChanged() {
        final Lifecycle life = new Lifecycle();
        assertTrue(life.beginClosing());
        assertFalse(life.beginClosing());
        assertEquals(1, life.moves());
        life.end();
        life.fail(new IllegalStateException("late"));
        assertEquals(2, life.moves());
        assertEquals(CLOSED, life.state());
    }
}
