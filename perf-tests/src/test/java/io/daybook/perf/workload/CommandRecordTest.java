package io.daybook.perf.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class CommandRecordTest {
    private static final int LARGEST = Integer.MAX_VALUE;

    private final long[] chunk = new long[2 * CommandRecord.STRIDE];
    private final int at = CommandRecord.STRIDE;

    @Test
    void shouldKeepTheLargestValueOfEveryField() {
        CommandRecord.encodePlace(
                chunk,
                at,
                CommandRecord.MAX_SYMBOL,
                CommandRecord.FOK_BUDGET,
                CommandRecord.ASK,
                LARGEST,
                LARGEST,
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                LARGEST);

        assertEquals(CommandRecord.PLACE, CommandRecord.type(chunk, at));
        assertEquals(CommandRecord.MAX_SYMBOL, CommandRecord.symbol(chunk, at));
        assertEquals(CommandRecord.FOK_BUDGET, CommandRecord.orderType(chunk, at));
        assertEquals(CommandRecord.ASK, CommandRecord.side(chunk, at));
        assertEquals(LARGEST, CommandRecord.uid(chunk, at));
        assertEquals(LARGEST, CommandRecord.orderId(chunk, at));
        assertEquals(Long.MAX_VALUE, CommandRecord.price(chunk, at));
        assertEquals(Long.MAX_VALUE, CommandRecord.reservePrice(chunk, at));
        assertEquals(LARGEST, CommandRecord.size(chunk, at));
    }

    @Test
    void shouldKeepSmallFieldsApart() {
        CommandRecord.encodePlace(chunk, at, 1, CommandRecord.GTC, CommandRecord.BID, 2, 3, 4, 5, 6);

        assertEquals(CommandRecord.PLACE, CommandRecord.type(chunk, at));
        assertEquals(1, CommandRecord.symbol(chunk, at));
        assertEquals(CommandRecord.GTC, CommandRecord.orderType(chunk, at));
        assertEquals(CommandRecord.BID, CommandRecord.side(chunk, at));
        assertEquals(2, CommandRecord.uid(chunk, at));
        assertEquals(3, CommandRecord.orderId(chunk, at));
        assertEquals(4, CommandRecord.price(chunk, at));
        assertEquals(5, CommandRecord.reservePrice(chunk, at));
        assertEquals(6, CommandRecord.size(chunk, at));
    }

    @Test
    void shouldRefuseWhatDoesNotFit() {
        assertThrows(
                IllegalArgumentException.class,
                () -> CommandRecord.encodeCancel(chunk, at, CommandRecord.MAX_SYMBOL + 1, 1, 1));
        assertThrows(ArithmeticException.class, () -> CommandRecord.encodeCancel(chunk, at, 1, LARGEST + 1L, 1));
        assertThrows(ArithmeticException.class, () -> CommandRecord.encodeCancel(chunk, at, 1, 1, LARGEST + 1L));
        assertThrows(ArithmeticException.class, () -> CommandRecord.encodeReduce(chunk, at, 1, 1, 1, LARGEST + 1L));
    }

    @Test
    void shouldFindEveryCommandOfAStreamOfSeveralChunks() {
        final int commands = 2 * CommandStream.CHUNK_COMMANDS + 5;
        final CommandStream stream = new CommandStream(commands);
        for (int i = 0; i < commands; i++) {
            stream.appendMove(1, 2, i + 1, 10 * (i + 1));
        }

        assertEquals(commands, stream.size());
        assertEquals(3, stream.chunkCount());
        assertEquals(5 * CommandRecord.STRIDE, stream.chunkLength(2));
        int words = 0;
        for (int c = 0; c < stream.chunkCount(); c++) {
            words += stream.chunkLength(c);
        }
        assertEquals(commands * CommandRecord.STRIDE, words);
        for (int i : new int[] {0, 1, CommandStream.CHUNK_COMMANDS, commands - 1}) {
            assertEquals(i + 1, CommandRecord.orderId(stream.chunkOf(i), stream.offsetOf(i)));
        }
    }

    @Test
    void shouldSumOrderAndContent() {
        assertEquals(cancels(1, 2).checksum(), cancels(1, 2).checksum());
        assertNotEquals(cancels(1, 2).checksum(), cancels(2, 1).checksum());
        assertNotEquals(cancels(1, 2).checksum(), cancels(1).checksum());
    }

    private static CommandStream cancels(final long... orderIds) {
        final CommandStream stream = new CommandStream(orderIds.length);
        for (long orderId : orderIds) {
            stream.appendCancel(1, 1, orderId);
        }
        return stream;
    }
}
