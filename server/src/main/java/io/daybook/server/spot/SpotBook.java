package io.daybook.server.spot;

import io.daybook.api.Listing;
import io.daybook.api.OrderBookReport;
import io.daybook.server.api.Decimals;
import io.daybook.server.http.TextFrame;
import io.daybook.server.stream.BookTopic;
import io.daybook.wire.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the changes of a book; clients request the book itself at {@code /api/v3/depth}. */
record SpotBook(SpotFrames frames, String stream, Listing listing) implements BookTopic.Encoder {

    @Override
    public TextFrame diff(
            final long previous,
            final long seq,
            final long timeNs,
            final List<BookTopic.Level> bids,
            final List<BookTopic.Level> asks) {
        return frames.frame(stream, json -> {
            json.object()
                    .put("e", "depthUpdate")
                    .putTime("E", timeNs)
                    .put("s", SpotSymbols.name(listing))
                    .put("U", previous + 1)
                    .put("u", seq);
            levels(json, "b", bids);
            levels(json, "a", asks);
            json.end();
        });
    }

    @Override
    public @Nullable TextFrame snapshot(final OrderBookReport book) {
        return null;
    }

    private void levels(final Json json, final String name, final List<BookTopic.Level> levels) {
        json.list(name);
        for (final BookTopic.Level level : levels) {
            json.list()
                    .item(Decimals.price(listing, level.price()))
                    .item(Decimals.size(listing, level.size()))
                    .endList();
        }
        json.endList();
    }
}
