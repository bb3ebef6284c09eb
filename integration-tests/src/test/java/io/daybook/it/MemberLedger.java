package io.daybook.it;

import java.util.List;
import java.util.Map;

/**
 * What a member knows from its stream alone.
 *
 * @param answers by request
 * @param fills in the order of the stream
 * @param live what remains of orders on the book, by id
 */
record MemberLedger(Map<Long, Answered> answers, List<Traded> fills, Map<Long, Long> live) {

    /** The fate of a request. */
    record Answered(long seq, boolean ofGateway, int code) {}

    /** A trade of one of its orders. */
    record Traded(long seq, long orderId, long tradeId, long price, long size) {}
}
