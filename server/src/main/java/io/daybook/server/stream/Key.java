package io.daybook.server.stream;

/**
 * The key of a message in an {@link EachTopic}. Keys rise from message to message.
 *
 * @param first the seq of a trade; the number of an update
 * @param second the event of a trade; 0 for an update
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
