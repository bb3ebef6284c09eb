package io.daybook.model;

/** What happened in the course of a command. */
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
}
