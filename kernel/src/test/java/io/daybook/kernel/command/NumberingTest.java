package io.daybook.kernel.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CommandType;
import org.junit.jupiter.api.Test;

class NumberingTest {
    private final Numbering numbering = new Numbering(0, 0);
    private final CommandSlot slot = new CommandSlot();

    private boolean take(final int type, final long stampNs) {
        slot.clear();
        slot.type(type);
        slot.timestampNs(stampNs);
        return numbering.take(slot);
    }

    @Test
    void shouldNumberCommandsOnly() {
        long commands = 0;
        for (final CommandType type : CommandType.values()) {
            assertEquals(!type.isQuery(), take(type.code(), 0), type::name);
            commands += type.isQuery() ? 0 : 1;
            assertEquals(commands, numbering.seq(), type::name);
        }
        assertFalse(take(SentCommand.VOID, 1_000));
        assertEquals(commands, numbering.seq());
        assertEquals(0, numbering.timeNs(), "a void slot must not change the time");
    }

    @Test
    void shouldNeverGoBackInTime() {
        assertTrue(take(CommandType.NOP.code(), 100));
        assertTrue(take(CommandType.NOP.code(), 40));
        assertEquals(100, numbering.timeNs());
        assertTrue(take(CommandType.NOP.code(), Long.MIN_VALUE));
        assertEquals(100, numbering.timeNs());
        assertTrue(take(CommandType.NOP.code(), 101));
        assertEquals(101, numbering.timeNs());
        assertEquals(4, numbering.seq());
    }

    @Test
    void shouldGoOnBehindWhereItWasMovedTo() {
        numbering.moveTo(41, 1_000);
        take(CommandType.ADD_USER.code(), 7);
        assertEquals(42, numbering.seq());
        assertEquals(1_000, numbering.timeNs());
    }
}
