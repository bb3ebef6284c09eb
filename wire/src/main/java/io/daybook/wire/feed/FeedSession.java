package io.daybook.wire.feed;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The session whose messages a channel counts. Its name on the wire has ten hexadecimal digits in upper case.
 *
 * <pre>
 * 0                   6                  8                  10
 * | exchange 6 digits | restart 2 digits | channel 2 digits |
 * </pre>
 *
 * <p>The channel's snapshots have a session of their own, with the letter S instead of the first digit.
 *
 * @param exchange the first 24 bits of the exchange's id
 * @param restart increases when the channel's numbers had to begin again; 0 to {@value #MAX_RESTART}
 * @param channel 0 to {@value #MAX_CHANNELS} - 1
 */
public record FeedSession(int exchange, int restart, int channel) {
    /** The most channels of a feed. */
    public static final int MAX_CHANNELS = 64;

    /** The highest restart count. */
    public static final int MAX_RESTART = 0xFF;

    /** The result of {@link #restartOf} for a name of another exchange or channel. */
    static final int OTHER = -1;

    private static final int MAX_EXCHANGE = 0xFF_FFFF;
    private static final int EXCHANGE_DIGITS = 6;
    private static final int BYTE_DIGITS = 2;
    private static final byte SNAPSHOT = 'S';

    /** Checks the ranges. */
    public FeedSession {
        if (exchange < 0 || exchange > MAX_EXCHANGE) {
            throw new IllegalArgumentException("exchange must have 24 bits: exchange=" + exchange);
        }
        if (restart < 0 || restart > MAX_RESTART) {
            throw new IllegalArgumentException("restart must be 0 to " + MAX_RESTART + ": restart=" + restart);
        }
        if (channel < 0 || channel >= MAX_CHANNELS) {
            throw new IllegalArgumentException("channel must be 0 to " + (MAX_CHANNELS - 1) + ": channel=" + channel);
        }
    }

    /** The name of the channel's session. */
    public byte[] name() {
        return String.format(Locale.ROOT, "%06X%02X%02X", exchange, restart, channel)
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** The name of the session of the channel's snapshots. */
    public byte[] snapshotName() {
        final byte[] name = name();
        name[0] = SNAPSHOT;
        return name;
    }

    /** Returns whether a name on the wire is the name of this session. */
    public boolean isNamed(final byte[] bytes, final int at) {
        return !isOfSnapshots(bytes, at) && restartOf(bytes, at) == restart;
    }

    /** Returns whether a name on the wire is the name of this channel's session of snapshots. */
    public boolean isSnapshotNamed(final byte[] bytes, final int at) {
        return isOfSnapshots(bytes, at) && restartOf(bytes, at) == restart;
    }

    /** The session with a name; null if the name is invalid. */
    public static @Nullable FeedSession of(final byte[] bytes, final int at) {
        final int exchange = number(bytes, at, EXCHANGE_DIGITS);
        final int restart = number(bytes, at + EXCHANGE_DIGITS, BYTE_DIGITS);
        final int channel = number(bytes, at + EXCHANGE_DIGITS + BYTE_DIGITS, BYTE_DIGITS);
        return exchange < 0 || restart < 0 || channel < 0 || channel >= MAX_CHANNELS
                ? null
                : new FeedSession(exchange, restart, channel);
    }

    /** Returns whether a name on the wire belongs to a session of snapshots. */
    public static boolean isOfSnapshots(final byte[] bytes, final int at) {
        return bytes[at] == SNAPSHOT;
    }

    /**
     * Reads the restart count from a name on the wire; {@link #OTHER} if the name is of another exchange or channel.
     */
    public int restartOf(final byte[] bytes, final int at) {
        final boolean isSnapshot = isOfSnapshots(bytes, at);
        final int first = isSnapshot ? 1 : 0;
        final int ofExchange = number(bytes, at + first, EXCHANGE_DIGITS - first);
        final int expected = isSnapshot ? exchange & MAX_EXCHANGE >> Byte.SIZE / 2 : exchange;
        final int ofChannel = number(bytes, at + EXCHANGE_DIGITS + BYTE_DIGITS, BYTE_DIGITS);
        return ofExchange == expected && ofChannel == channel
                ? number(bytes, at + EXCHANGE_DIGITS, BYTE_DIGITS)
                : OTHER;
    }

    private static int number(final byte[] bytes, final int at, final int digits) {
        int number = 0;
        for (int i = at; i < at + digits; i++) {
            final int digit = digit(bytes[i]);
            if (digit < 0) {
                return OTHER;
            }
            number = number << Byte.SIZE / 2 | digit;
        }
        return number;
    }

    private static int digit(final byte character) {
        if (character >= '0' && character <= '9') {
            return character - '0';
        }
        return character >= 'A' && character <= 'F' ? character - 'A' + 10 : OTHER;
    }
}
