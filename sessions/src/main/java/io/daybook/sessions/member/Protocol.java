package io.daybook.sessions.member;

/** The protocol of a session, which is fixed by its first LOGON. Journals contain the codes, so they never change. */
public enum Protocol {
    /** The binary protocol over TCP. */
    TCP(1),
    /** FIX 4.4. */
    FIX(2);

    private final int code;

    Protocol(final int code) {
        this.code = code;
    }

    /** The number in a LOGON's tag, 1 to 255. */
    public int code() {
        return code;
    }
}
