package io.daybook.model;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The answer to one command.
 *
 * @param code the code
 * @param events the events, in order
 * @param fields the part of the result line after its code and cookie: empty, or fields that each begin with a comma
 */
public record Outcome(ResultCode code, List<Event> events, String fields) {

    static Outcome plain(final ResultCode code) {
        return new Outcome(code, List.of(), "");
    }

    static Outcome answer(final String fields) {
        return new Outcome(ResultCode.SUCCESS, List.of(), fields);
    }

    static Outcome traded(final long orderId, final long remaining, final List<Event> events, final boolean more) {
        return new Outcome(
                ResultCode.SUCCESS,
                List.copyOf(events),
                ",\"orderId\":" + orderId + ",\"remaining\":" + remaining + listOf(events) + moreIf(more));
    }

    /** The outcome of a command without an order of its own. */
    static Outcome done(final List<Event> events, final boolean more) {
        return new Outcome(ResultCode.SUCCESS, List.copyOf(events), listOf(events) + moreIf(more));
    }

    /** A refusal by the book, after the acts of other orders. */
    static Outcome refused(final ResultCode code, final long orderId, final List<Event> events, final boolean more) {
        final String behind = ",\"orderId\":" + orderId + ",\"remaining\":0" + listOf(events);
        return new Outcome(code, List.copyOf(events), (events.isEmpty() ? "" : behind) + moreIf(more));
    }

    private static String listOf(final List<Event> events) {
        return ",\"events\":" + events.stream().map(Event::json).collect(Collectors.joining(",", "[", "]"));
    }

    private static String moreIf(final boolean more) {
        return more ? ",\"more\":true" : "";
    }
}
