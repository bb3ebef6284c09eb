package io.daybook.perf.peer;

import exchange.core2.collections.objpool.ObjectsPool;
import exchange.core2.core.common.OrderAction;
import exchange.core2.core.common.OrderType;
import exchange.core2.core.common.cmd.CommandResultCode;
import exchange.core2.core.common.cmd.OrderCommand;
import exchange.core2.core.common.cmd.OrderCommandType;
import exchange.core2.core.common.config.LoggingConfiguration;
import exchange.core2.core.orderbook.IOrderBook;
import exchange.core2.core.orderbook.OrderBookDirectImpl;
import exchange.core2.core.orderbook.OrderBookEventsHelper;
import io.daybook.perf.drive.StreamDriver;
import io.daybook.perf.workload.CommandRecord;
import io.daybook.perf.workload.CommandStream;
import io.daybook.perf.workload.GeneratedWorkload;
import java.util.Arrays;
import java.util.Map;

/** The peer's books alone, on the caller's thread, with commands in as many slots as the peer's ring has by default. */
final class PeerBooksDriver implements StreamDriver {
    private static final int SLOTS = 16_384;

    /** The pool sizes of the peer's own matching engine. */
    private static final Map<Integer, Integer> POOL = Map.of(
            ObjectsPool.DIRECT_ORDER, 1 << 20,
            ObjectsPool.DIRECT_BUCKET, 1 << 16,
            ObjectsPool.ART_NODE_4, 1 << 15,
            ObjectsPool.ART_NODE_16, 1 << 14,
            ObjectsPool.ART_NODE_48, 1 << 13,
            ObjectsPool.ART_NODE_256, 1 << 12);

    private final IOrderBook[] books;
    private final OrderCommand[] slots = new OrderCommand[SLOTS];

    private int next;

    PeerBooksDriver(final GeneratedWorkload workload) {
        books = workload.setup().symbols().stream()
                .map(symbol -> new OrderBookDirectImpl(
                        PeerCommands.spec(symbol),
                        new ObjectsPool(POOL),
                        OrderBookEventsHelper.NON_POOLED_EVENTS_HELPER,
                        LoggingConfiguration.DEFAULT))
                .toArray(IOrderBook[]::new);
        Arrays.setAll(slots, i -> new OrderCommand());
    }

    @Override
    public long run(final CommandStream stream) {
        long sum = 0;
        for (int c = 0; c < stream.chunkCount(); c++) {
            final long[] chunk = stream.chunk(c);
            final int end = stream.chunkLength(c);
            for (int offset = 0; offset < end; offset += CommandRecord.STRIDE) {
                final OrderCommand slot = slots[next++ & SLOTS - 1];
                fill(slot, chunk, offset);
                sum += carryOut(slot);
                if (CommandRecord.type(chunk, offset) == CommandRecord.REPLACE) {
                    placeAgain(slot, chunk, offset);
                    sum += carryOut(slot);
                }
            }
        }
        return sum;
    }

    private long carryOut(final OrderCommand slot) {
        final CommandResultCode code = IOrderBook.processCommand(books[slot.symbol - 1], slot);
        if (code != CommandResultCode.SUCCESS) {
            throw new IllegalStateException("the peer refused a command: " + code);
        }
        return (long) code.getCode() + (slot.matcherEvent == null ? 0 : 1);
    }

    /**
     * Places a cancelled order again, because the peer has no replace command. The slot still has the side, which the
     * cancel wrote into it.
     */
    private static void placeAgain(final OrderCommand slot, final long[] chunk, final int offset) {
        final OrderAction side = slot.action;
        fill(slot, chunk, offset);
        slot.command = OrderCommandType.PLACE_ORDER;
        slot.orderType = OrderType.GTC;
        slot.action = side;
        slot.reserveBidPrice = slot.price;
    }

    private static void fill(final OrderCommand slot, final long[] chunk, final int offset) {
        slot.matcherEvent = null;
        slot.resultCode = CommandResultCode.VALID_FOR_MATCHING_ENGINE;
        slot.symbol = CommandRecord.symbol(chunk, offset);
        slot.uid = CommandRecord.uid(chunk, offset);
        slot.orderId = CommandRecord.orderId(chunk, offset);
        slot.price = CommandRecord.price(chunk, offset);
        slot.reserveBidPrice = CommandRecord.reservePrice(chunk, offset);
        slot.size = CommandRecord.size(chunk, offset);
        switch (CommandRecord.type(chunk, offset)) {
            case CommandRecord.PLACE -> {
                slot.command = OrderCommandType.PLACE_ORDER;
                slot.action =
                        CommandRecord.side(chunk, offset) == CommandRecord.BID ? OrderAction.BID : OrderAction.ASK;
                slot.orderType =
                        CommandRecord.orderType(chunk, offset) == CommandRecord.GTC ? OrderType.GTC : OrderType.IOC;
            }
            case CommandRecord.MOVE -> slot.command = OrderCommandType.MOVE_ORDER;
            case CommandRecord.REDUCE -> slot.command = OrderCommandType.REDUCE_ORDER;
            default -> slot.command = OrderCommandType.CANCEL_ORDER;
        }
    }
}
