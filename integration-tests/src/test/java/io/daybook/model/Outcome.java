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

    static Outcome plain(ResultCode code) {
        return new Outcome(code, List.of(), "");
    }

    static Outcome answer(String fields) {
        return new Outcome(ResultCode.SUCCESS, List.of(), fields);
    }

    static Outcome traded(long orderId, long remaining, List<Event> events) {
        final String list = events.stream().map(Event::json).collect(Collectors.joining(",", "[", "]"));
        return new Outcome(
                ResultCode.SUCCESS,
                List.copyOf(events),
                ",\"orderId\":" + orderId + ",\"remaining\":" + remaining + ",\"events\":" + list);
    }
}
