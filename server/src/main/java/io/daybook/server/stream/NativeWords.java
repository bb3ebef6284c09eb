package io.daybook.server.stream;

import io.daybook.server.http.TextFrame;
import io.daybook.wire.json.Json;

/**
 * The frames that are neither trades nor updates. Messages of updates are identified by numbers, those of trades by
 * (seq, event).
 */
final class NativeWords implements EachSubscription.Words {
    private final String channel;
    private final boolean isNumbered;

    NativeWords(final String channel) {
        this.channel = channel;
        this.isNumbered = channel.startsWith("orders");
    }

    @Override
    public TextFrame begin(final Key last) {
        return said("begin", last);
    }

    @Override
    public TextFrame resync(final Key last) {
        return said("resync", last);
    }

    @Override
    public String last(final Key last) {
        return isNumbered ? "orders n=" + last.first() : "trades seq=" + last.first() + " event=" + last.second();
    }

    private TextFrame said(final String type, final Key last) {
        final Json json = new Json().object().put("ch", channel).put("type", type);
        if (isNumbered) {
            json.put("n", last.first());
        } else {
            key(json, "last", last);
        }
        if (type.equals("resync")) {
            json.put("code", "RESYNC")
                    .put("detail", "some messages after your last one are no longer kept: request the lists again");
        }
        return TextFrame.of(json.end());
    }

    /** Writes the key of a trade as the member with a name; writes nothing before the first trade. */
    static void key(final Json json, final String name, final Key key) {
        if (!key.equals(Key.NONE)) {
            json.object(name).put("seq", key.first()).put("event", key.second()).end();
        }
    }
}
