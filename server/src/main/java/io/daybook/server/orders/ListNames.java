package io.daybook.server.orders;

import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The client ids of a list of two orders, one of which cancels the other. In the exchange the list is one order, whose
 * client id consists of these ids, with blanks between them.
 *
 * @param list the id of the list
 * @param limit the id of the order that rests
 * @param stop the id of the order that waits
 * @param isMarket whether the order that waits came without a price, so that the server set one
 */
public record ListNames(String list, String limit, String stop, boolean isMarket) {
    private static final String CHARACTERS = "-./0123456789:ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
    private static final BigInteger BASE = BigInteger.valueOf(CHARACTERS.length());
    private static final int MAX_LENGTH = 36;

    /** The number of different ids, each of at most 36 characters. */
    private static final BigInteger IDS =
            BASE.pow(MAX_LENGTH + 1).subtract(BigInteger.ONE).divide(BASE.subtract(BigInteger.ONE));

    private static final String MARKET = "market";

    /** The names in the client id of a list; null if the client id is that of a single order. */
    public static @Nullable ListNames of(final @Nullable String clientOrderId) {
        final String[] parts = clientOrderId == null ? new String[0] : clientOrderId.split(" ");
        return parts.length < 3 ? null : new ListNames(parts[0], parts[1], parts[2], parts.length > 3);
    }

    /** The ids by which an order or a list is found. */
    static List<String> names(final String clientOrderId) {
        final ListNames names = of(clientOrderId);
        return names == null ? List.of(clientOrderId) : List.of(names.list, names.limit, names.stop);
    }

    /** The names as one client id. */
    public String text() {
        return list + " " + limit + " " + stop + (isMarket ? " " + MARKET : "");
    }

    /** Packs the ids into one number, of at most 83 bytes: as characters they would not fit into a tag. */
    byte[] packed() {
        return number(list)
                .multiply(IDS)
                .add(number(limit))
                .multiply(IDS)
                .add(number(stop))
                .toByteArray();
    }

    /** Unpacks the form that {@link #packed} made. */
    static ListNames unpacked(final byte[] packed, final boolean isMarket) {
        final BigInteger[] rest = new BigInteger(packed).divideAndRemainder(IDS);
        final BigInteger[] first = rest[0].divideAndRemainder(IDS);
        return new ListNames(id(first[0]), id(first[1]), id(rest[1]), isMarket);
    }

    private static BigInteger number(final String id) {
        BigInteger number = BigInteger.ZERO;
        for (int i = 0; i < id.length(); i++) {
            final int digit = CHARACTERS.indexOf(id.charAt(i));
            if (digit < 0 || id.length() > MAX_LENGTH) {
                throw new IllegalArgumentException(
                        "an id must have 1 to 36 characters of " + CHARACTERS + ": id=" + id);
            }
            number = number.multiply(BASE).add(BigInteger.valueOf(digit + 1L));
        }
        return number;
    }

    private static String id(final BigInteger number) {
        final StringBuilder id = new StringBuilder();
        for (BigInteger left = number; left.signum() > 0; ) {
            final BigInteger[] parts = left.subtract(BigInteger.ONE).divideAndRemainder(BASE);
            id.append(CHARACTERS.charAt(parts[1].intValue()));
            left = parts[0];
        }
        return id.reverse().toString();
    }
}
