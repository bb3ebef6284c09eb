package io.daybook.server.stream;

import io.daybook.server.http.TextFrame;
import io.daybook.server.orders.OrdersBook;
import io.daybook.server.orders.Update;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The backlog of a user's updates: those that the book of orders keeps, as messages. Any thread. */
final class UpdateBacklog implements EachTopic.Backlog {
    private final OrdersBook orders;
    private final long uid;
    private final Function<Update, TextFrame> encoder;

    UpdateBacklog(final OrdersBook orders, final long uid, final Function<Update, TextFrame> encoder) {
        this.orders = orders;
        this.uid = uid;
        this.encoder = encoder;
    }

    /** Makes the message of a new update; its frame is made once for all sockets. */
    EachTopic.Message message(final Update update) {
        final TextFrame frame = encoder.apply(update);
        return message(update, () -> frame);
    }

    @Override
    public Key newest() {
        return new Key(orders.lastUpdate(uid), 0);
    }

    @Override
    public @Nullable List<EachTopic.Message> after(final Key key, final int limit) {
        final List<Update> updates = orders.updates(uid, key.first() + 1, limit);
        return updates == null
                ? null
                : updates.stream()
                        .map(update -> message(update, () -> encoder.apply(update)))
                        .toList();
    }

    private static EachTopic.Message message(final Update update, final Supplier<TextFrame> frame) {
        return new EachTopic.Message(new Key(update.n() - 1, 0), new Key(update.n(), 0), frame);
    }
}
