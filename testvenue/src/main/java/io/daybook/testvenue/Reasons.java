package io.daybook.testvenue;

import io.daybook.api.ResultCode;
import io.daybook.gateway.fix.book.Refusal;
import io.daybook.server.http.Body;
import io.daybook.wire.GatewayCode;
import java.util.Arrays;
import java.util.List;

/** The reasons for which the doors refuse requests. */
final class Reasons {
    private static final List<String> HTTP = Arrays.stream(ResultCode.values())
            .filter(code -> code != ResultCode.SUCCESS)
            .map(Enum::name)
            .toList();
    private static final List<String> TCP =
            Arrays.stream(GatewayCode.values()).map(Enum::name).toList();
    private static final List<String> FIX =
            Arrays.stream(Refusal.values()).map(Enum::name).toList();

    private Reasons() {}

    /** The reason of a fault. The fault must name its door, because each door has different reasons. */
    static String read(final Body body, final String door) {
        final String word = body.text("reason");
        final List<String> known =
                switch (door) {
                    case "http" -> HTTP;
                    case "tcp" -> TCP;
                    case "fix" -> FIX;
                    default -> throw body.wrong("reason", "needs a door: http, tcp or fix, each with its own reasons");
                };
        if (!known.contains(word)) {
            throw Words.unknown("/reason", "reason", word, known);
        }
        return word;
    }
}
