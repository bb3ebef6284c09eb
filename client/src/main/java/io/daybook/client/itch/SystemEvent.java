package io.daybook.client.itch;

/** The day begins, ends, or goes into its next phase (S). */
public final class SystemEvent extends ItchMessage {
    static final byte TYPE = 'S';
    static final int LENGTH = 12;

    private static final int EVENT_CODE_OFFSET = 11;

    SystemEvent() {}

    /** What happened: O S Q M E C, as the specification names them. */
    public char eventCode() {
        return character(EVENT_CODE_OFFSET);
    }
}
