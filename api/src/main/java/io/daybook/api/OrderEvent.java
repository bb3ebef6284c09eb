package io.daybook.api;

/** An event of orders while a command was carried out. */
public sealed interface OrderEvent {

    /** The kind of the event. */
    EventKind kind();

    /** A copy of an event to keep. */
    static OrderEvent of(final EventView event) {
        return switch (event.kind()) {
            case TRADE ->
                new Trade(
                        event.tradeId(),
                        event.takerOrderId(),
                        event.takerUid(),
                        Side.of(event.takerSideCode()),
                        event.makerOrderId(),
                        event.makerUid(),
                        event.price(),
                        event.size(),
                        event.makerRemaining(),
                        event.takerRemaining(),
                        event.takerFee(),
                        event.makerFee());
            case REDUCE ->
                new Reduce(
                        event.takerOrderId(),
                        Side.of(event.takerSideCode()),
                        event.size(),
                        event.takerRemaining(),
                        event.price());
            case REJECT -> new Reject(event.takerOrderId(), event.size());
            case ACT ->
                new Act(
                        ActCause.of(event.causeCode()),
                        event.takerOrderId(),
                        event.takerUid(),
                        Side.of(event.takerSideCode()),
                        OrderType.of(event.orderTypeCode()),
                        event.price(),
                        event.size(),
                        event.takerRemaining());
            case CANCEL ->
                new Cancel(
                        event.makerOrderId(),
                        event.makerUid(),
                        Side.of(event.orderSideCode()),
                        event.price(),
                        event.size(),
                        event.makerRemaining(),
                        CancelReason.of(event.causeCode()));
            case REPLACE ->
                new Replace(
                        event.makerOrderId(),
                        event.newOrderId(),
                        Side.of(event.orderSideCode()),
                        event.price(),
                        event.makerRemaining(),
                        event.isKept());
            case REFRESH ->
                new Refresh(event.makerOrderId(), Side.of(event.orderSideCode()), event.price(), event.size());
            case REPRICE -> new Reprice(event.makerOrderId(), event.price());
        };
    }

    /**
     * A taker met one maker. The event is self-contained, so that a stream of trades needs no context.
     *
     * @param tradeId counts from 1 per symbol
     * @param takerOrderId the order that entered (or was moved)
     * @param takerUid its owner
     * @param takerSide its side
     * @param makerOrderId the order that rested
     * @param makerUid its owner
     * @param price the price of the maker, in ticks
     * @param size lots
     * @param makerRemaining lots that the maker still has; at 0 it is filled
     * @param takerRemaining lots that the taker still has; at 0 it is filled
     * @param takerFee the fee of the taker, in quote minor units
     * @param makerFee the fee of the maker, in quote minor units
     */
    record Trade(
            long tradeId,
            long takerOrderId,
            long takerUid,
            Side takerSide,
            long makerOrderId,
            long makerUid,
            long price,
            long size,
            long makerRemaining,
            long takerRemaining,
            long takerFee,
            long makerFee)
            implements OrderEvent {
        @Override
        public EventKind kind() {
            return EventKind.TRADE;
        }
    }

    /**
     * Lots were taken off the book.
     *
     * @param orderId order
     * @param side its side
     * @param size lots taken off
     * @param remaining lots left
     * @param price its price in ticks
     */
    record Reduce(long orderId, Side side, long size, long remaining, long price) implements OrderEvent {
        @Override
        public EventKind kind() {
            return EventKind.REDUCE;
        }
    }

    /**
     * Lots of an order were rejected; the last event of its act.
     *
     * @param orderId order
     * @param size lots
     */
    record Reject(long orderId, long size) implements OrderEvent {
        @Override
        public EventKind kind() {
            return EventKind.REJECT;
        }
    }

    /**
     * An order enters the book within a command. The first order of a command is the command's own and needs no act. Up
     * to the next act, the order is the taker of trades and the subject of a reject.
     *
     * @param cause why it enters
     * @param orderId order
     * @param uid its owner
     * @param side its side
     * @param type the type with which it enters
     * @param price its limit in ticks
     * @param size lots before the act
     * @param remaining lots after the act
     */
    record Act(ActCause cause, long orderId, long uid, Side side, OrderType type, long price, long size, long remaining)
            implements OrderEvent {
        @Override
        public EventKind kind() {
            return EventKind.ACT;
        }
    }

    /**
     * The exchange cancelled lots of an order.
     *
     * @param orderId order
     * @param uid its owner
     * @param side its side
     * @param price its price in ticks
     * @param size lots taken off
     * @param remaining lots left; at 0 the order has ended
     * @param reason why the lots were cancelled
     */
    record Cancel(long orderId, long uid, Side side, long price, long size, long remaining, CancelReason reason)
            implements OrderEvent {
        @Override
        public EventKind kind() {
            return EventKind.CANCEL;
        }
    }

    /**
     * An order has another price, size or id.
     *
     * @param orderId the old id
     * @param newOrderId the new id
     * @param side its side
     * @param price its price in ticks
     * @param remaining lots before it trades
     * @param kept whether it keeps its place
     */
    record Replace(long orderId, long newOrderId, Side side, long price, long remaining, boolean kept)
            implements OrderEvent {
        @Override
        public EventKind kind() {
            return EventKind.REPLACE;
        }
    }

    /**
     * An order that is shown in parts shows the next part, at the tail of its level.
     *
     * @param orderId order
     * @param side its side
     * @param price its price in ticks
     * @param shown lots that are shown
     */
    record Refresh(long orderId, Side side, long price, long shown) implements OrderEvent {
        @Override
        public EventKind kind() {
            return EventKind.REFRESH;
        }
    }

    /**
     * An order rests at another price than it was sent with.
     *
     * @param orderId order
     * @param price the price at which it rests, in ticks
     */
    record Reprice(long orderId, long price) implements OrderEvent {
        @Override
        public EventKind kind() {
            return EventKind.REPRICE;
        }
    }
}
