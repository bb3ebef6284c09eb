package io.daybook.server.stream;

/**
 * The key of a message in a topic that skips none without a notice. Keys rise from message to message.
 *
 * @param first seq of a trade; number of an update
 * @param second event of a trade; else 0
 */
public record Key(long first, long second) implements Comparable<Key> {
    /** The key before the first message. */
    public static final Key NONE = new Key(0, 0);

    @Override
    public int compareTo(final Key other) {
        final int order = Long.compare(first, other.first);
        return order != 0 ? order : Long.compare(second, other.second);
    }
}
