package io.daybook.sessions.member;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Addresses that share their first bits, such as {@code 10.0.0.0/8} or {@code 2001:db8::/32}; without a slash, one
 * address. Names are never looked up.
 *
 * @param first the lowest address of the range: the bits after the prefix are 0
 * @param prefixBits the number of shared bits: 0 to 32, or to 128
 */
public record AddressRange(InetAddress first, int prefixBits) {
    private static final Pattern V4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern V6 = Pattern.compile("[0-9a-fA-F:]*:[0-9a-fA-F:.]*");
    private static final Pattern BITS = Pattern.compile("\\d{1,3}");

    /** This machine's own addresses. */
    public static final List<AddressRange> LOOPBACK = List.of(parse("127.0.0.0/8"), parse("::1"));

    /** Checks the prefix. */
    public AddressRange {
        final byte[] bytes = first.getAddress();
        if (prefixBits < 0 || prefixBits > bytes.length * Byte.SIZE) {
            throw new IllegalArgumentException("the prefix of an address range must be from 0 to "
                    + bytes.length * Byte.SIZE + ": " + first.getHostAddress() + "/" + prefixBits);
        }
        for (int bit = prefixBits; bit < bytes.length * Byte.SIZE; bit++) {
            if ((bytes[bit / Byte.SIZE] & 0x80 >>> bit % Byte.SIZE) != 0) {
                throw new IllegalArgumentException("an address range must have zeros after its prefix of " + prefixBits
                        + " bits: " + first.getHostAddress() + "/" + prefixBits);
            }
        }
    }

    /**
     * Reads a range.
     *
     * @throws IllegalArgumentException if the text is no range
     */
    public static AddressRange parse(final String text) {
        final int slash = text.indexOf('/');
        final String literal = slash < 0 ? text : text.substring(0, slash);
        final boolean v4 = V4.matcher(literal).matches();
        final String bits = slash < 0 ? "" : text.substring(slash + 1);
        if (!v4 && !V6.matcher(literal).matches()
                || slash >= 0 && !BITS.matcher(bits).matches()) {
            throw noRange(text);
        }
        final InetAddress address;
        try {
            // Only numerals get here, so no resolver is called.
            address = InetAddress.getByName(literal);
        } catch (UnknownHostException e) {
            throw noRange(text);
        }
        // getByName returns an IPv4-mapped IPv6 address as IPv4, whose prefix would count other
        // bits.
        if (!v4 && address.getAddress().length == 4) {
            throw noRange(text);
        }
        return new AddressRange(address, slash < 0 ? address.getAddress().length * Byte.SIZE : Integer.parseInt(bits));
    }

    /** Returns whether the range contains an address. */
    public boolean contains(final InetAddress address) {
        final byte[] mine = first.getAddress();
        final byte[] other = address.getAddress();
        if (mine.length != other.length) {
            return false;
        }
        for (int bit = 0; bit < prefixBits; bit += Byte.SIZE) {
            final int mask = prefixBits - bit >= Byte.SIZE ? 0xff : 0xff00 >> prefixBits - bit & 0xff;
            if (((mine[bit / Byte.SIZE] ^ other[bit / Byte.SIZE]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return first.getHostAddress() + "/" + prefixBits;
    }

    private static IllegalArgumentException noRange(final String text) {
        return new IllegalArgumentException(
                "an address range must be an IPv4 or IPv6 address with or without /bits, as 10.0.0.0/8: \"" + text
                        + "\"");
    }
}
