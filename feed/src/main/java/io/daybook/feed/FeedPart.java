package io.daybook.feed;

import io.daybook.api.FollowerPart;
import io.daybook.api.PartDecoder;
import io.daybook.api.PartEncoder;
import io.daybook.api.PartReader;
import io.daybook.client.book.OrderLevels;
import io.daybook.client.feed.ChannelBooks;
import java.nio.ByteOrder;

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
 * <p>{@code levels} is 1 if there are streams of levels, else 0. Side has one byte, 0 for bids and 1 for asks. The
 * orders of a symbol come by side, level and queue.
 */
final class FeedPart {
    private static final int VERSION = 1;

    private FeedPart() {}

    /** Returns a copy of all channels, to be written later. */
    static FollowerPart copy(final long seq, final ChannelShadow[] shadows) {
        return PartEncoder.copied(ByteOrder.LITTLE_ENDIAN, out -> put(out, seq, shadows));
    }

    private static void put(final PartEncoder out, final long seq, final ChannelShadow[] shadows) {
        out.putI32(VERSION);
        out.putI32(shadows.length);
        out.putI32(shadows[0].hasLevels() ? 1 : 0);
        out.putI64(seq);
        for (final ChannelShadow shadow : shadows) {
            out.putI64(shadow.out().nextNumber());
            out.putI64(shadow.out().nextReference());
            out.putI64(shadow.out().groups());
            out.putI64(shadow.nextLevelNumber());
            out.putI32(shadow.listings().size());
            for (final Listed listed : shadow.listings()) {
                putSymbol(out, listed);
                putOrders(out, shadow, shadow.bookOf(listed.symbol()));
            }
        }
    }

    private static void putSymbol(final PartEncoder out, final Listed listed) {
        out.putI32(listed.symbol());
        out.putI32(listed.type());
        out.putI32(listed.base());
        out.putI32(listed.quote());
        out.putI64(listed.lotSize());
        out.putI64(listed.tickValue());
        out.putI64(listed.minPrice());
        out.putI64(listed.maxPrice());
    }

    private static void putOrders(final PartEncoder out, final ChannelShadow shadow, final int book) {
        final OrderLevels levels = shadow.levels();
        out.putI32(levels.orders(book));
        for (int side = OrderLevels.BID; side <= OrderLevels.ASK; side++) {
            for (int level = levels.best(book, side); level != OrderLevels.NO_LEVEL; level = levels.worse(level)) {
                for (int order = levels.head(level); order != OrderLevels.NO_ORDER; order = levels.next(order)) {
                    out.putI64(levels.reference(order));
                    out.putI64(shadow.orderId(order));
                    out.putI64(levels.price(level));
                    out.putI64(levels.size(order));
                    out.putU8(side);
                }
            }
        }
    }

    /**
     * Fills empty channels from a part.
     *
     * @param seq the seq that the part must have
     * @throws IllegalArgumentException if the folder's feed has other channels or streams
     * @throws IllegalStateException if the bytes are not a part of a feed at that seq
     */
    static void read(final PartReader part, final long seq, final ChannelShadow[] shadows) {
        final PartDecoder in = new PartDecoder(FeedFold.NAME, part, ByteOrder.LITTLE_ENDIAN);
        final int version = in.getI32();
        if (version != VERSION) {
            throw new IllegalStateException(
                    "the feed's part of the snapshot has version " + version + ", this build reads " + VERSION);
        }
        final int channels = in.getI32();
        if (channels != shadows.length) {
            throw new IllegalArgumentException(
                    "channels must be " + channels + ", as in the feed of this folder: channels=" + shadows.length);
        }
        final boolean hasLevels = in.getI32() != 0;
        if (hasLevels != shadows[0].hasLevels()) {
            throw new IllegalArgumentException("levels must be " + hasLevels
                    + ", as in the feed of this folder: levels=" + shadows[0].hasLevels());
        }
        final long seqOfPart = in.getI64();
        if (seqOfPart != seq) {
            throw new IllegalStateException(
                    "the feed's part of the snapshot must have seq " + seq + ": seq=" + seqOfPart);
        }
        for (final ChannelShadow shadow : shadows) {
            shadow.goOn(in.getI64(), in.getI64(), in.getI64(), in.getI64());
            final int symbols = in.getI32();
            if (symbols < 0 || symbols > ChannelBooks.MAX_SYMBOLS) {
                throw new IllegalStateException("the feed's part of the snapshot has " + symbols + " symbols");
            }
            for (int i = 0; i < symbols; i++) {
                readSymbol(in, shadow);
            }
        }
    }

    private static void readSymbol(final PartDecoder in, final ChannelShadow shadow) {
        final int book = shadow.listAgain(new Listed(
                in.getI32(),
                in.getI32(),
                in.getI32(),
                in.getI32(),
                in.getI64(),
                in.getI64(),
                in.getI64(),
                in.getI64()));
        final int orders = in.getI32();
        for (int i = 0; i < orders; i++) {
            final long reference = in.getI64();
            final long orderId = in.getI64();
            final long price = in.getI64();
            final long size = in.getI64();
            shadow.addAgain(book, in.getU8(), price, orderId, reference, size);
        }
    }
}
