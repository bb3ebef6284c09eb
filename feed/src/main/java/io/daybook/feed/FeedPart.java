package io.daybook.feed;

import io.daybook.api.FollowerPart;
import io.daybook.api.PartReader;
import io.daybook.client.book.OrderLevels;
import io.daybook.client.feed.ChannelBooks;

/**
 * The feed's part of a snapshot, little-endian:
 *
 * <pre>
 *  part     0         4          8        12
 *         | version | channels | levels | seq | channel | channel | ...
 *
 *  channel  0            8               16       24                32
 *         | nextNumber | nextReference | groups | nextLevelNumber | symbols (4) | symbol | symbol | ...
 *
 *  symbol   0        4      8      12      16        24          32         40         48
 *         | symbol | type | base | quote | lotSize | tickValue | minPrice | maxPrice | orders (4) | order | ...
 *
 *  order    0           8         16      24     32
 *         | reference | orderId | price | size | side |
 * </pre>
 *
 * <p>{@code levels} is 1 where there are streams of levels, else 0. Side has one byte, 0 for bids and 1 for asks. The
 * orders of a symbol come by side, level and queue.
 */
final class FeedPart {
    private static final int VERSION = 1;

    private FeedPart() {}

    /** A copy of all channels, to be written later. */
    static FollowerPart copy(final long seq, final ChannelShadow[] shadows) {
        final PartBytes out = new PartBytes();
        out.putInt(VERSION);
        out.putInt(shadows.length);
        out.putInt(shadows[0].hasLevels() ? 1 : 0);
        out.putLong(seq);
        for (final ChannelShadow shadow : shadows) {
            out.putLong(shadow.out().nextNumber());
            out.putLong(shadow.out().nextReference());
            out.putLong(shadow.out().groups());
            out.putLong(shadow.nextLevelNumber());
            out.putInt(shadow.listings().size());
            for (final Listed listed : shadow.listings()) {
                putSymbol(out, listed);
                putOrders(out, shadow, shadow.bookOf(listed.symbol()));
            }
        }
        return out;
    }

    private static void putSymbol(final PartBytes out, final Listed listed) {
        out.putInt(listed.symbol());
        out.putInt(listed.type());
        out.putInt(listed.base());
        out.putInt(listed.quote());
        out.putLong(listed.lotSize());
        out.putLong(listed.tickValue());
        out.putLong(listed.minPrice());
        out.putLong(listed.maxPrice());
    }

    private static void putOrders(final PartBytes out, final ChannelShadow shadow, final int book) {
        final OrderLevels levels = shadow.levels();
        out.putInt(levels.orders(book));
        for (int side = OrderLevels.BID; side <= OrderLevels.ASK; side++) {
            for (int level = levels.best(book, side); level != OrderLevels.NO_LEVEL; level = levels.worse(level)) {
                for (int order = levels.head(level); order != OrderLevels.NO_ORDER; order = levels.next(order)) {
                    out.putLong(levels.reference(order));
                    out.putLong(shadow.orderId(order));
                    out.putLong(levels.price(level));
                    out.putLong(levels.size(order));
                    out.putByte(side);
                }
            }
        }
    }

    /**
     * Fills empty channels with what a part says.
     *
     * @param seq that the part must have
     * @throws IllegalArgumentException where the folder's feed has other channels or streams
     * @throws IllegalStateException where the bytes are no part of a feed at that seq
     */
    static void read(final PartReader part, final long seq, final ChannelShadow[] shadows) {
        final PartBytes.Source in = new PartBytes.Source(part);
        final int version = in.nextInt();
        if (version != VERSION) {
            throw new IllegalStateException(
                    "the feed's part of the snapshot is of version " + version + ", this version reads " + VERSION);
        }
        final int channels = in.nextInt();
        if (channels != shadows.length) {
            throw new IllegalArgumentException(
                    "channels must be as the feed of this folder began, " + channels + ": channels=" + shadows.length);
        }
        final boolean hasLevels = in.nextInt() != 0;
        if (hasLevels != shadows[0].hasLevels()) {
            throw new IllegalArgumentException("streams of levels must be as the feed of this folder began, "
                    + hasLevels + ": levels=" + shadows[0].hasLevels());
        }
        final long seqOfPart = in.nextLong();
        if (seqOfPart != seq) {
            throw new IllegalStateException(
                    "the feed's part of the snapshot must be of seq " + seq + ": seq=" + seqOfPart);
        }
        for (final ChannelShadow shadow : shadows) {
            shadow.goOn(in.nextLong(), in.nextLong(), in.nextLong(), in.nextLong());
            final int symbols = in.nextInt();
            if (symbols < 0 || symbols > ChannelBooks.MAX_SYMBOLS) {
                throw new IllegalStateException("the feed's part of the snapshot has " + symbols + " symbols");
            }
            for (int i = 0; i < symbols; i++) {
                readSymbol(in, shadow);
            }
        }
    }

    private static void readSymbol(final PartBytes.Source in, final ChannelShadow shadow) {
        final int book = shadow.listAgain(new Listed(
                in.nextInt(),
                in.nextInt(),
                in.nextInt(),
                in.nextInt(),
                in.nextLong(),
                in.nextLong(),
                in.nextLong(),
                in.nextLong()));
        final int orders = in.nextInt();
        for (int i = 0; i < orders; i++) {
            final long reference = in.nextLong();
            final long orderId = in.nextLong();
            final long price = in.nextLong();
            final long size = in.nextLong();
            shadow.addAgain(book, in.nextByte(), price, orderId, reference, size);
        }
    }
}
