package io.daybook.model;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The answer to one command.
 *
 * @param code the code
 * @param events what happened, in order
 * @param fields what the result line says after its code and cookie: empty, or fields that each begin with a comma
 */
public record Outcome(ResultCode code, List<Event> events, String fields) {

    static Outcome plain(final ResultCode code) {
        return new Outcome(code, List.of(), "");
    }

    static Outcome answer(final String fields) {
        return new Outcome(ResultCode.SUCCESS, List.of(), fields);
    }

    static Outcome traded(final long orderId, final long remaining, final List<Event> events) {
        final String list = events.stream().map(Event::json).collect(Collectors.joining(",", "[", "]"));
        return new Outcome(
                ResultCode.SUCCESS,
                List.copyOf(events),
                ",\"orderId\":" + orderId + ",\"remaining\":" + remaining + ",\"events\":" + list);
    }
}
