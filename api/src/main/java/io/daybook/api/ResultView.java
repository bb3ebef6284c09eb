package io.daybook.api;

/**
 * A result as listeners see it: a flyweight over the engine's memory, valid during the call only. {@link #toResult()} makes a
 * copy to keep.
 */
public interface ResultView {

    /** The command's place in the order of all commands, from 1; for a query that of the last command before it. */
    long seq();

    /** The command's time, ns since the epoch. */
    long timestampNs();

    /** What was asked for; see {@link CommandType#code()}. */
    int typeCode();

    /** The outcome; see {@link ResultCode#code()}. */
    int resultCode();

    /** The sender's own number. */
    long cookie();

    /** The user whom the command named, or 0. */
    long uid();

    /** The symbol that the command named, or 0. */
    int symbol();

    /** The order that the command named, or 0. */
    long orderId();

    /** Lots of that order that rest on the book afterwards. */
    long remaining();

    /** How many events the command had. */
    int eventCount();

    /**
     * One event, as a flyweight that the next call of this method moves on.
     *
     * @param index from 0, below {@link #eventCount()}
     */
    EventView event(int index);

    /** What was asked for. */
    default CommandType type() {
        return CommandType.of(typeCode());
    }

    /** The outcome. */
    default ResultCode code() {
        return ResultCode.of(resultCode());
    }

    /** A copy to keep. */
    CommandResult toResult();
}
