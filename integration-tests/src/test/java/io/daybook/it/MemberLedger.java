package io.daybook.it;

import java.util.List;
import java.util.Map;

/**
 * The facts that a member has from its stream alone.
 *
 * @param answers the answers, by request
 * @param fills the fills, in the order of the stream
 * @param live the remaining lots of orders on the book, by id
 */
record MemberLedger(Map<Long, Answered> answers, List<Traded> fills, Map<Long, Long> live) {

    /** The fate of a request. */
    record Answered(long seq, boolean ofGateway, int code) {}

    /** A trade of one of the member's orders. */
    record Traded(long seq, long orderId, long tradeId, long price, long size) {}
}
