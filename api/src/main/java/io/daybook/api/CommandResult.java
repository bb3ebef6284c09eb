package io.daybook.api;

import java.util.List;

/**
 * What became of one command.
 *
 * @param seq its place in the order of all commands, from 1
 * @param type what it asked for
 * @param code success, or the first check that failed
 * @param cookie the sender's own
 * @param timestampNs the command's time, ns since the epoch
 * @param orderId the order that a trading command named; 0 for others
 * @param remaining lots of that order that rest on the book afterwards; 0 for a refused command, which says nothing about the order
 * @param events what happened, in order
 */
public record CommandResult(
        long seq,
        CommandType type,
        ResultCode code,
        long cookie,
        long timestampNs,
        long orderId,
        long remaining,
        List<OrderEvent> events) {

    /** Copies the list. */
    public CommandResult {
        events = List.copyOf(events);
    }

    /** Whether the command was carried out. */
    public boolean isSuccess() {
        return code == ResultCode.SUCCESS;
    }
}
