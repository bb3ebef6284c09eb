package io.daybook.server.stream;

import io.daybook.api.Listing;
import io.daybook.api.OrderBookReport;
import io.daybook.server.api.Shapes;
import io.daybook.server.http.TextFrame;
import io.daybook.wire.json.Json;
import java.util.List;

/** Writes a book and its changes. */
final class NativeBook implements BookTopic.Encoder {
    private static final String GONE = "0";

    private final String channel;
    private final Listing listing;

    NativeBook(final String channel, final Listing listing) {
        this.channel = channel;
        this.listing = listing;
    }

    @Override
    public TextFrame diff(
            final long previous,
            final long seq,
            final long timeNs,
            final List<BookTopic.Level> bids,
            final List<BookTopic.Level> asks) {
        final Json json = new Json()
                .object()
                .put("ch", channel)
                .put("type", "diff")
                .put("prev", previous)
                .put("seq", seq)
                .put("time", Shapes.micros(timeNs));
        changes(json, "bids", bids);
        changes(json, "asks", asks);
        return TextFrame.of(json.end());
    }

    @Override
    public TextFrame snapshot(final OrderBookReport book) {
        final Json json =
                new Json().object().put("ch", channel).put("type", "snapshot").put("seq", book.seq());
        levels(json, "bids", listing, book.bids());
        levels(json, "asks", listing, book.asks());
        if (book.moreBids() || book.moreAsks()) {
            json.put("more", true);
        }
        return TextFrame.of(json.end());
    }

    /** Writes the levels of a book as the member with a name. */
    static void levels(
            final Json json, final String name, final Listing listing, final List<OrderBookReport.Level> levels) {
        json.list(name);
        for (final OrderBookReport.Level level : levels) {
            level(json, listing, level.price(), Shapes.size(listing, level.size()));
        }
        json.endList();
    }

    private void changes(final Json json, final String name, final List<BookTopic.Level> levels) {
        json.list(name);
        for (final BookTopic.Level level : levels) {
            level(json, listing, level.price(), level.size() == 0 ? GONE : Shapes.size(listing, level.size()));
        }
        json.endList();
    }

    private static void level(final Json json, final Listing listing, final long price, final String size) {
        json.list().item(Shapes.price(listing, price)).item(size).endList();
    }
}
