package io.daybook.server.orders;

import io.daybook.api.ResultView;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The tag of an order over HTTP, big-endian. The kind is 16, or 17 for a market order; for a list of two orders it is
 * 19, or 20 if the waiting order has no price.
 *
 * <pre>
 * 0      1           5            13
 * | kind | key u32   | body hash  | clientOrderId, 1 to 36 characters …, or the number of ListNames
 * </pre>
 *
 * @param key the number of the sender's key
 * @param bodyHash the first eight bytes of the SHA-256 of the request
 * @param clientOrderId the sender's own id
 * @param isMarket whether the price is only the limit that the server gave to a market order
 */
record OrderTag(int key, long bodyHash, String clientOrderId, boolean isMarket) {
    static final byte KIND = 16;
    static final byte KIND_OF_MARKET = 17;

    /** The only byte of the tag that marks a command: after this command, each woken order has an update. */
    static final byte WOKEN = 18;

    private static final byte KIND_OF_LIST = 19;
    private static final byte KIND_OF_MARKET_LIST = 20;

    private static final int FIXED = 13;

    byte[] encode() {
        final ListNames list = ListNames.of(clientOrderId);
        final byte[] id = list == null ? clientOrderId.getBytes(StandardCharsets.US_ASCII) : list.packed();
        return ByteBuffer.allocate(FIXED + id.length)
                .put(
                        list == null
                                ? isMarket ? KIND_OF_MARKET : KIND
                                : list.isMarket() ? KIND_OF_MARKET_LIST : KIND_OF_LIST)
                .putInt(key)
                .putLong(bodyHash)
                .put(id)
                .array();
    }

    /** Reads the tag of a command, with a buffer for the longest tag; null if the command has no tag of this kind. */
    static @Nullable OrderTag of(final ResultView result, final byte[] buffer) {
        if (result.tagLength() == 0) {
            return null;
        }
        result.copyTag(buffer, 0);
        return decode(buffer, result.tagLength());
    }

    /** Reads a tag; null if it is of another kind. */
    static @Nullable OrderTag decode(final byte[] tag, final int length) {
        if (length <= FIXED || tag[0] < KIND || tag[0] == WOKEN || tag[0] > KIND_OF_MARKET_LIST) {
            return null;
        }
        final ByteBuffer in = ByteBuffer.wrap(tag, 1, length - 1);
        final boolean isList = tag[0] >= KIND_OF_LIST;
        return new OrderTag(
                in.getInt(),
                in.getLong(),
                isList
                        ? ListNames.unpacked(Arrays.copyOfRange(tag, FIXED, length), tag[0] == KIND_OF_MARKET_LIST)
                                .text()
                        : new String(tag, FIXED, length - FIXED, StandardCharsets.US_ASCII),
                tag[0] == KIND_OF_MARKET);
    }
}
