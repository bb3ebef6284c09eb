package io.daybook.model;

/** An event of a command. */
public sealed interface Event {

    /** The event as result lines show it. */
    String json();

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
            implements Event {
        @Override
        public String json() {
            return "{\"event\":\"TRADE\",\"tradeId\":" + tradeId
                    + ",\"takerOrderId\":" + takerOrderId
                    + ",\"takerUid\":" + takerUid
                    + ",\"takerSide\":\"" + takerSide
                    + "\",\"makerOrderId\":" + makerOrderId
                    + ",\"makerUid\":" + makerUid
                    + ",\"price\":" + price
                    + ",\"size\":" + size
                    + ",\"makerRemaining\":" + makerRemaining
                    + ",\"takerRemaining\":" + takerRemaining
                    + ",\"takerFee\":" + takerFee
                    + ",\"makerFee\":" + makerFee + "}";
        }
    }

    record Reduce(long orderId, Side side, long size, long remaining, long price) implements Event {
        @Override
        public String json() {
            return "{\"event\":\"REDUCE\",\"orderId\":" + orderId
                    + ",\"side\":\"" + side
                    + "\",\"size\":" + size
                    + ",\"remaining\":" + remaining
                    + ",\"price\":" + price + "}";
        }
    }

    record Reject(long orderId, long size) implements Event {
        @Override
        public String json() {
            return "{\"event\":\"REJECT\",\"orderId\":" + orderId + ",\"size\":" + size + "}";
        }
    }

    /** An act of an order: up to the next act, the events belong to this order. */
    record Act(Cause cause, long orderId, long uid, Side side, OrderType type, long price, long size, long remaining)
            implements Event {
        @Override
        public String json() {
            return "{\"event\":\"ACT\",\"cause\":\"" + cause
                    + "\",\"orderId\":" + orderId
                    + ",\"uid\":" + uid
                    + ",\"side\":\"" + side
                    + "\",\"type\":\"" + type
                    + "\",\"price\":" + price
                    + ",\"size\":" + size
                    + ",\"remaining\":" + remaining + "}";
        }
    }

    /** The cause of an act. */
    enum Cause {
        COMMAND,
        TRIGGER,
        EXIT
    }

    record Cancel(long orderId, long uid, Side side, long price, long size, long remaining, Reason reason)
            implements Event {
        @Override
        public String json() {
            return "{\"event\":\"CANCEL\",\"orderId\":" + orderId
                    + ",\"uid\":" + uid
                    + ",\"side\":\"" + side
                    + "\",\"price\":" + price
                    + ",\"size\":" + size
                    + ",\"remaining\":" + remaining
                    + ",\"reason\":\"" + reason + "\"}";
        }
    }

    /** The reason for which lots are cancelled. */
    enum Reason {
        STP,
        EXPIRED,
        MASS
    }

    record Replace(long orderId, long newOrderId, Side side, long price, long remaining, boolean kept)
            implements Event {
        @Override
        public String json() {
            return "{\"event\":\"REPLACE\",\"orderId\":" + orderId
                    + ",\"newOrderId\":" + newOrderId
                    + ",\"side\":\"" + side
                    + "\",\"price\":" + price
                    + ",\"remaining\":" + remaining
                    + ",\"kept\":" + kept + "}";
        }
    }

    record Refresh(long orderId, Side side, long price, long shown) implements Event {
        @Override
        public String json() {
            return "{\"event\":\"REFRESH\",\"orderId\":" + orderId
                    + ",\"side\":\"" + side
                    + "\",\"price\":" + price
                    + ",\"shown\":" + shown + "}";
        }
    }

    record Reprice(long orderId, long price) implements Event {
        @Override
        public String json() {
            return "{\"event\":\"REPRICE\",\"orderId\":" + orderId + ",\"price\":" + price + "}";
        }
    }
}
