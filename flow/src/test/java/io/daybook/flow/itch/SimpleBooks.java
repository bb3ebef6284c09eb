package io.daybook.flow.itch;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A second reader of ITCH 5.0 files, as simple as possible: whole files only, collections only, sizes and offsets as
 * numbers from the specification. It shares no code with the tested reader.
 */
final class SimpleBooks {
    private static final Map<Character, Integer> SIZES = new HashMap<>();

    static {
        final Object[] sizes = {
            'S', 12, 'R', 39, 'H', 25, 'Y', 20, 'L', 26, 'V', 35, 'W', 12, 'K', 28, 'J', 35, 'h', 21, 'A', 36, 'F', 40,
            'E', 31, 'C', 36, 'X', 23, 'D', 19, 'U', 35, 'P', 44, 'Q', 40, 'B', 19, 'I', 50, 'N', 20, 'O', 48
        };
        for (int i = 0; i < sizes.length; i += 2) {
            SIZES.put((Character) sizes[i], (Integer) sizes[i + 1]);
        }
    }

    /** A resting order. */
    static final class Order {
        final int locate;
        final boolean ask;
        final long price;
        long shares;

        Order(final int locate, final boolean ask, final long price, final long shares) {
            this.locate = locate;
            this.ask = ask;
            this.price = price;
            this.shares = shares;
        }
    }

    final Map<Character, Long> counts = new TreeMap<>();
    final Map<Long, Order> orders = new LinkedHashMap<>();

    /** The references in their queues, by locate and side ({@code -locate - 1} for asks), then by price. */
    private final Map<Integer, TreeMap<Long, List<Long>>> queues = new TreeMap<>();

    final Map<Integer, String> stocks = new TreeMap<>();
    long wrongLengths;
    long unknownTypes;
    long zeroLengths;
    long unknownReferences;
    long knownReferences;
    long excessShares;
    long emptyOrders;
    long unknownSides;

    /** The position of the message in which the file ends; −1 if it ends after a message. */
    long cutAt = -1;

    static Map<Character, Integer> sizes() {
        return Collections.unmodifiableMap(SIZES);
    }

    static SimpleBooks read(final byte[] file) {
        final SimpleBooks books = new SimpleBooks();
        int at = 0;
        while (at < file.length) {
            if (file.length - at == 1) {
                books.cutAt = at;
                return books;
            }
            final int length = (file[at] & 0xFF) << 8 | file[at + 1] & 0xFF;
            if (file.length - at == 2) {
                books.cutAt = length == 0 ? -1 : at;
                return books;
            }
            final char type = (char) (file[at + 2] & 0xFF);
            final Integer size = SIZES.get(type);
            final boolean right = size != null && (length == size || length == 0);
            final int taken = right ? size : length;
            if (size == null) {
                books.unknownTypes++;
            } else if (!right) {
                books.wrongLengths++;
            }
            if (at + 2 + taken > file.length) {
                books.cutAt = at;
                return books;
            }
            if (right) {
                books.zeroLengths += length == 0 ? 1 : 0;
                books.counts.merge(type, 1L, Long::sum);
                books.apply(type, ByteBuffer.wrap(file, at + 2, taken).slice());
            }
            at += 2 + taken;
        }
        return books;
    }

    /** Returns the references of a side of a book, best price first, oldest first. */
    List<Long> queue(final int locate, final boolean ask) {
        final List<Long> queue = new ArrayList<>();
        final TreeMap<Long, List<Long>> levels = queues.getOrDefault(ask ? -locate - 1 : locate, new TreeMap<>());
        (ask ? levels : levels.descendingMap()).values().forEach(queue::addAll);
        return queue;
    }

    int levels(final int locate, final boolean ask) {
        return queues.getOrDefault(ask ? -locate - 1 : locate, new TreeMap<>()).size();
    }

    private void apply(final char type, final ByteBuffer m) {
        final int locate = m.getShort(1) & 0xFFFF;
        switch (type) {
            case 'R' -> stocks.put(locate, text(m, 11));
            case 'A', 'F' -> {
                if (m.get(19) != 'B' && m.get(19) != 'S') {
                    unknownSides++;
                } else if (m.getInt(20) == 0) {
                    emptyOrders++;
                } else if (orders.containsKey(m.getLong(11))) {
                    knownReferences++;
                } else {
                    stocks.putIfAbsent(locate, text(m, 24));
                    put(m.getLong(11), new Order(locate, m.get(19) == 'S', unsigned(m, 32), unsigned(m, 20)));
                }
            }
            case 'E', 'C', 'X' -> {
                final Order order = known(m);
                if (order != null && order.shares <= unsigned(m, 19)) {
                    excessShares += order.shares < unsigned(m, 19) ? 1 : 0;
                    drop(m.getLong(11));
                } else if (order != null) {
                    order.shares -= unsigned(m, 19);
                }
            }
            case 'D' -> {
                if (known(m) != null) {
                    drop(m.getLong(11));
                }
            }
            case 'U' -> {
                final Order order = known(m);
                if (order != null && m.getInt(27) == 0) {
                    emptyOrders++;
                    drop(m.getLong(11));
                } else if (order != null && m.getLong(11) != m.getLong(19) && orders.containsKey(m.getLong(19))) {
                    knownReferences++;
                } else if (order != null) {
                    drop(m.getLong(11));
                    put(m.getLong(19), new Order(order.locate, order.ask, unsigned(m, 31), unsigned(m, 27)));
                }
            }
            default -> {}
        }
    }

    private Order known(final ByteBuffer m) {
        final Order order = orders.get(m.getLong(11));
        unknownReferences += order == null ? 1 : 0;
        return order;
    }

    private void put(final long reference, final Order order) {
        orders.put(reference, order);
        queues.computeIfAbsent(order.ask ? -order.locate - 1 : order.locate, side -> new TreeMap<>())
                .computeIfAbsent(order.price, price -> new ArrayList<>())
                .add(reference);
    }

    private void drop(final long reference) {
        final Order order = orders.remove(reference);
        final TreeMap<Long, List<Long>> levels = queues.get(order.ask ? -order.locate - 1 : order.locate);
        final List<Long> queue = levels.get(order.price);
        queue.remove(reference);
        if (queue.isEmpty()) {
            levels.remove(order.price);
        }
    }

    private static long unsigned(final ByteBuffer m, final int offset) {
        return m.getInt(offset) & 0xFFFFFFFFL;
    }

    private static String text(final ByteBuffer m, final int offset) {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            final int c = m.get(offset + i);
            text.append(c >= 32 && c < 127 ? (char) c : '?');
        }
        return text.toString().stripTrailing();
    }
}
