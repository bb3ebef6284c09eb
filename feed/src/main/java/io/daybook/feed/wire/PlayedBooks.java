package io.daybook.feed.wire;

import io.daybook.client.feed.ChannelBooks;
import io.daybook.client.feed.FeedListener;
import io.daybook.client.feed.Mismatch;
import io.daybook.client.feed.SnapshotWriter;
import io.daybook.feed.Listed;
import io.daybook.wire.feed.FeedDescriptor;
import io.daybook.wire.feed.FeedMessage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The books of played channels, built from their messages alone. Used by one thread. */
final class PlayedBooks implements BookSource {
    private final Channel[] channels;
    private final byte[] message = new byte[FeedDescriptor.MAX_LENGTH];

    /** One channel, and the fault in its messages. */
    private static final class Channel implements FeedListener {
        private final ChannelBooks books = new ChannelBooks(this);
        private final List<Listed> listings = new ArrayList<>();
        private long seq;
        private @Nullable String fault;

        @Override
        public void onListing(
                final int symbol,
                final int type,
                final int base,
                final int quote,
                final long lotSize,
                final long tickValue,
                final long minPrice,
                final long maxPrice) {
            listings.removeIf(listed -> listed.symbol() == symbol);
            listings.add(new Listed(symbol, type, base, quote, lotSize, tickValue, minPrice, maxPrice));
        }

        @Override
        public void onGroup(final long groupSeq, final long timeNs) {
            seq = groupSeq;
        }

        @Override
        public void onMismatch(final Mismatch mismatch, final int template, final int symbol, final long reference) {
            fault = mismatch + " in message " + (books.nextNumber() - 1) + ", symbol " + symbol;
        }
    }

    PlayedBooks(final int count) {
        channels = new Channel[count];
        for (int i = 0; i < count; i++) {
            channels[i] = new Channel();
        }
    }

    /** Applies the next message of a channel. Returns its fault, or null if there is none. */
    @Nullable
    String onMessage(final int channel, final byte[] bytes, final int offset, final int length) {
        if (!FeedMessage.isWhole(bytes, offset, length)) {
            return "an invalid message, " + channels[channel].books.nextNumber();
        }
        channels[channel].books.onMessage(bytes, offset, length);
        return channels[channel].fault;
    }

    @Override
    public int symbols(final int channel) {
        return channels[channel].listings.size();
    }

    @Override
    public void write(final int channel, final int index, final SnapshotWriter writer) {
        final Channel played = channels[channel];
        final Listed listed = played.listings.get(index);
        final int symbol = listed.symbol();
        final int book = played.books.bookOf(symbol);
        writer.begin(symbol, played.books.levels().orders(book), played.books.nextNumber() - 1, played.seq);
        writer.fact(message, 0, listed.encode(message, 0));
        writer.end(played.books.levels(), book);
    }
}
