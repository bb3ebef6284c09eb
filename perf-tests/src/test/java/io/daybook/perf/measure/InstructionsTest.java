package io.daybook.perf.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class InstructionsTest {

    @Test
    void shouldReadTheCountOfTheEvent() {
        final List<String> lines = List.of("a warning", "", "12345,,instructions:u,678,100.00,,");
        assertEquals(12_345, Instructions.count(lines));
    }

    @Test
    void shouldSayWhereTheMachineDoesNotCount() {
        final List<String> lines = List.of("<not supported>,,instructions:u,0,100.00,,");
        assertEquals(Instructions.NOT_MEASURED, Instructions.count(lines));
    }

    @Test
    void shouldDoTheWorkWhetherOrNotItIsCounted() {
        final boolean[] done = new boolean[1];
        final long counted = Instructions.of(() -> done[0] = true);
        assertTrue(done[0]);
        assertTrue(counted == Instructions.NOT_MEASURED || counted > 0, "counted=" + counted);
    }
}
