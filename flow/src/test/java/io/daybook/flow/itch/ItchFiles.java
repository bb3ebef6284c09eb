package io.daybook.flow.itch;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Files of ITCH 5.0 from a seed, with every type of message, orders that come and go, and messages that should not
 * occur.
 */
final class ItchFiles {
    private static final List<Character> OTHERS =
            List.of('S', 'R', 'H', 'Y', 'L', 'V', 'W', 'K', 'J', 'h', 'P', 'Q', 'B', 'I', 'N', 'O');

    private final SplittableRandom random;
    private final int stocks;
    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private final List<Long> live = new ArrayList<>();
    private final Map<Character, Integer> sizes = SimpleBooks.sizes();
    private long reference;
    private long time = 34_200_000_000_000L;

    private ItchFiles(final long seed, final int stocks) {
        random = new SplittableRandom(seed);
        this.stocks = stocks;
    }

    /** Makes a file in which one message in a hundred is odd. */
    static byte[] withOddities(final long seed, final int stocks, final int messages) {
        return make(seed, stocks, messages, 100);
    }

    /** Makes a file without odd messages. */
    static byte[] clean(final long seed, final int stocks, final int messages) {
        return make(seed, stocks, messages, 0);
    }

    private static byte[] make(final long seed, final int stocks, final int messages, final int oneOddOf) {
        final ItchFiles files = new ItchFiles(seed, stocks);
        for (int i = 0; i < messages; i++) {
            if (oneOddOf > 0 && files.random.nextInt(oneOddOf) == 0) {
                files.odd();
            } else {
                files.usual();
            }
        }
        return files.file.toByteArray();
    }

    /** Makes a message with only its header, after its length. */
    static ByteBuffer message(final char type, final int size, final int locate, final long time) {
        final ByteBuffer message = ByteBuffer.allocate(2 + size);
        message.putShort(0, (short) size).put(2, (byte) type).putShort(3, (short) locate);
        message.putShort(7, (short) (time >>> 32)).putInt(9, (int) time);
        return message;
    }

    private void usual() {
        final int kind = random.nextInt(100);
        if (kind < 8) {
            other(OTHERS.get(random.nextInt(OTHERS.size())));
        } else if (kind < 52 || live.isEmpty()) {
            add(kind % 3 == 0 ? 'F' : 'A', ++reference, random.nextBoolean() ? 'B' : 'S', 1 + random.nextInt(500));
        } else {
            final int index = random.nextInt(live.size());
            final long order = live.get(index);
            if (kind < 75) {
                change('D', order);
                live.remove(index);
            } else if (kind < 85) {
                replace(order, ++reference, 1 + random.nextInt(500));
                live.set(index, reference);
            } else {
                final ByteBuffer message = begin("ECX".charAt(kind % 3));
                message.putLong(13, order).putInt(21, random.nextInt(100));
                write(message);
            }
        }
    }

    private void odd() {
        final long known = live.isEmpty() ? 1 : live.get(random.nextInt(live.size()));
        switch (random.nextInt(12)) {
            case 0 -> change('D', random.nextLong());
            case 1 -> add('A', known, 'B', 100);
            case 2 -> add('A', ++reference, 'X', 100);
            case 3 -> add('F', ++reference, 'S', 0);
            case 4 -> write(begin('E').putLong(13, known).putInt(21, -1));
            case 5 -> replace(known, known, 7);
            case 6 -> replace(known, live.isEmpty() ? 2 : live.get(0), 7);
            case 7 -> replace(known, ++reference, 0);
            case 8 -> add('A', 0, 'S', 3);
            case 9 -> {
                final ByteBuffer message = begin('A');
                write(message.putShort(0, (short) 0)); // a length of 0 before a known type
            }
            case 10 -> write(ByteBuffer.allocate(2 + 17).putShort(0, (short) 17).put(2, (byte) '?'));
            default -> write(ByteBuffer.allocate(2 + 20).putShort(0, (short) 20).put(2, (byte) 'D'));
        }
    }

    private void add(final char type, final long order, final char side, final int shares) {
        final ByteBuffer message = begin(type);
        final int locate = message.getShort(3);
        message.putLong(13, order).put(21, (byte) side).putInt(22, shares);
        message.put(26, stock(locate), 0, 8).putInt(34, price());
        write(message);
        if (order == reference && shares > 0 && side != 'X') {
            live.add(order);
        }
    }

    private void change(final char type, final long order) {
        write(begin(type).putLong(13, order));
    }

    private void replace(final long order, final long newOrder, final int shares) {
        write(begin('U')
                .putLong(13, order)
                .putLong(21, newOrder)
                .putInt(29, shares)
                .putInt(33, price()));
    }

    private void other(final char type) {
        final ByteBuffer message = begin(type);
        for (int i = 13; i < message.limit(); i++) {
            message.put(i, (byte) (' ' + random.nextInt(95)));
        }
        write(message);
    }

    private int price() {
        return random.nextInt(50) == 0 ? random.nextInt() : 100 * (900 + random.nextInt(200));
    }

    /** Returns a letter and a number, padded with spaces. Most messages have one, so it is made without a format. */
    private static byte[] stock(final int locate) {
        return ("S" + locate + "       ").substring(0, 8).getBytes(StandardCharsets.US_ASCII);
    }

    private ByteBuffer begin(final char type) {
        time += random.nextInt(1_000_000);
        return message(type, sizes.get(type), 1 + random.nextInt(stocks), time);
    }

    private void write(final ByteBuffer message) {
        file.write(message.array(), 0, message.limit());
    }
}
