package io.daybook.perf.drive;

import io.daybook.api.CommandBatch;
import io.daybook.api.CommandDoor;
import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.perf.workload.CommandRecord;
import io.daybook.perf.workload.CommandStream;

/** Sends a pre-generated stream through a fast door in batches, without allocating. Used by one thread. */
public final class StreamSender {
    private final CommandDoor door;
    private final CommandStream stream;

    /** Creates a sender from a stream to a door. */
    public StreamSender(final CommandDoor door, final CommandStream stream) {
        this.door = door;
        this.stream = stream;
    }

    /**
     * Sends commands as fast as the exchange takes them; their cookies are their indexes.
     *
     * @param from index of the first command
     * @param to index after the last command
     * @param batch the number of commands that are handed over together
     */
    public void send(final int from, final int to, final int batch) {
        for (int at = from; at < to; at += batch) {
            final int count = Math.min(batch, to - at);
            final CommandBatch slots = door.batch(count);
            for (int i = at; i < at + count; i++) {
                fill(slots, i, i, 0);
            }
            slots.publish();
        }
    }

    /**
     * Sends commands one batch at a time. The time of each command is its index + 1 ns, so that results can be
     * compared.
     */
    public void sendStamped(final int from, final int to, final int batch) {
        for (int at = from; at < to; at += batch) {
            final int count = Math.min(batch, to - at);
            final CommandBatch slots = door.batch(count);
            for (int i = at; i < at + count; i++) {
                fill(slots, i, i, i + 1L);
            }
            slots.publish();
        }
    }

    /**
     * Sends commands at a fixed rate, open loop: command {@code i} is planned for {@code startNs + (i − from) ×
     * intervalNs}, which is its cookie, and is sent then or as soon afterwards as this thread can, together with all
     * other commands that are due.
     *
     * @param startNs in terms of {@link System#nanoTime()}
     * @param batch the most commands that are handed over together
     */
    public void sendPaced(final int from, final int to, final long startNs, final double intervalNs, final int batch) {
        int at = from;
        while (at < to) {
            final long elapsedNs = System.nanoTime() - startNs;
            if (elapsedNs < 0) {
                continue;
            }
            final int due = Math.min(to - from, 1 + (int) Math.min(Integer.MAX_VALUE - 1, elapsedNs / intervalNs));
            final int count = Math.min(batch, from + due - at);
            if (count <= 0) {
                continue;
            }
            final CommandBatch slots = door.batch(count);
            for (int i = at; i < at + count; i++) {
                fill(slots, i, startNs + (long) ((i - from) * intervalNs), 0);
            }
            slots.publish();
            at += count;
        }
    }

    private void fill(final CommandBatch slots, final int index, final long cookie, final long timestampNs) {
        final long[] chunk = stream.chunkOf(index);
        final int offset = stream.offsetOf(index);
        switch (CommandRecord.type(chunk, offset)) {
            case CommandRecord.MOVE ->
                slots.move()
                        .cookie(cookie)
                        .timestampNs(timestampNs)
                        .uid(CommandRecord.uid(chunk, offset))
                        .symbol(CommandRecord.symbol(chunk, offset))
                        .orderId(CommandRecord.orderId(chunk, offset))
                        .price(CommandRecord.price(chunk, offset))
                        .publish();
            case CommandRecord.PLACE ->
                slots.place()
                        .cookie(cookie)
                        .timestampNs(timestampNs)
                        .uid(CommandRecord.uid(chunk, offset))
                        .symbol(CommandRecord.symbol(chunk, offset))
                        .orderId(CommandRecord.orderId(chunk, offset))
                        .side(CommandRecord.side(chunk, offset) == CommandRecord.BID ? Side.BID : Side.ASK)
                        .type(orderType(CommandRecord.orderType(chunk, offset)))
                        .price(CommandRecord.price(chunk, offset))
                        .reservePrice(CommandRecord.reservePrice(chunk, offset))
                        .size(CommandRecord.size(chunk, offset))
                        .publish();
            case CommandRecord.REDUCE ->
                slots.reduce()
                        .cookie(cookie)
                        .timestampNs(timestampNs)
                        .uid(CommandRecord.uid(chunk, offset))
                        .symbol(CommandRecord.symbol(chunk, offset))
                        .orderId(CommandRecord.orderId(chunk, offset))
                        .size(CommandRecord.size(chunk, offset))
                        .publish();
            case CommandRecord.REPLACE ->
                slots.replace()
                        .cookie(cookie)
                        .timestampNs(timestampNs)
                        .uid(CommandRecord.uid(chunk, offset))
                        .symbol(CommandRecord.symbol(chunk, offset))
                        .orderId(CommandRecord.orderId(chunk, offset))
                        .price(CommandRecord.price(chunk, offset))
                        .size(CommandRecord.size(chunk, offset))
                        .publish();
            default ->
                slots.cancel()
                        .cookie(cookie)
                        .timestampNs(timestampNs)
                        .uid(CommandRecord.uid(chunk, offset))
                        .symbol(CommandRecord.symbol(chunk, offset))
                        .orderId(CommandRecord.orderId(chunk, offset))
                        .publish();
        }
    }

    private static OrderType orderType(final int type) {
        return switch (type) {
            case CommandRecord.GTC -> OrderType.GTC;
            case CommandRecord.IOC -> OrderType.IOC;
            default -> OrderType.FOK_BUDGET;
        };
    }
}
