package io.daybook.feed.wire;

import io.daybook.api.Listing;
import io.daybook.client.book.OrderLevels;
import io.daybook.client.feed.SnapshotWriter;
import io.daybook.feed.ChannelShadow;
import io.daybook.feed.FeedFold;
import io.daybook.feed.Listed;
import io.daybook.wire.feed.FeedDescriptor;
import io.daybook.wire.feed.SnapshotDescriptor;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The books of a fold, for snapshots, with the names of the listings. Used by the folding thread. */
final class ShadowBooks implements BookSource {
    private final FeedFold fold;
    private final Map<Integer, Listing> names;
    private final byte[] message = new byte[FeedDescriptor.MAX_LENGTH];

    ShadowBooks(final FeedFold fold, final List<Listing> listings) {
        this.fold = fold;
        names = listings.stream().collect(Collectors.toMap(Listing::symbol, Function.identity()));
    }

    @Override
    public int symbols(final int channel) {
        return fold.channel(channel).listings().size();
    }

    @Override
    public void write(final int channel, final int index, final SnapshotWriter writer) {
        final ChannelShadow shadow = fold.channel(channel);
        final OrderLevels levels = shadow.levels();
        final Listed listed = shadow.listings().get(index);
        final int symbol = listed.symbol();
        final int book = shadow.bookOf(symbol);
        writer.begin(symbol, levels.orders(book), shadow.nextNumber() - 1, fold.seq());
        final Listing name = names.get(symbol);
        if (name != null) {
            final byte[] text = name.name().getBytes(StandardCharsets.US_ASCII);
            final int decimals = name.base().decimals();
            final int length = SnapshotDescriptor.name(
                    message, 0, symbol, decimals, name.quote().decimals(), text);
            writer.fact(message, 0, length);
        }
        writer.fact(message, 0, listed.encode(message, 0));
        writer.end(levels, book);
    }
}
