package io.daybook.gateway.fix.session;

import io.daybook.gateway.fix.message.Fields;
import io.daybook.gateway.fix.message.Tags;
import quickfix.Message;

/**
 * Finds how far a client has read, by a TestRequest after reports: the client answers with a Heartbeat once it has
 * processed all earlier messages. On a shared log, the next leader starts after that point, because it has no record of
 * the messages that were sent.
 */
public final class ReadingProof {
    /** After how many reports a TestRequest is sent. It limits the reports that another node sends again. */
    private static final int EVERY = 256;

    private static final String HEARTBEAT = "0";
    private static final String TEST_REQUEST = "1";
    private static final String PREFIX = "READ-";
    private static final int MOST_DIGITS = 18;

    private ReadingProof() {}

    /**
     * Sends a TestRequest if one is due, for a session on a shared log. Called by the thread that has sent the reports,
     * without the lock.
     */
    static void ask(final FixSession session) {
        final long next = session.nextOut;
        if (session.heard == 0 || next - session.asked < EVERY) {
            return;
        }
        final Message request = new Message();
        request.getHeader().setString(Tags.MSG_TYPE, TEST_REQUEST);
        request.setString(Tags.TEST_REQ_ID, PREFIX + next);
        session.asked = next;
        session.send(request);
    }

    /** Handles a message if it answers a TestRequest of this class. Called by the dispatcher. */
    public static void take(final Message message, final FixSession session) {
        final String id = Fields.of(message, Tags.TEST_REQ_ID);
        if (id != null && HEARTBEAT.equals(Fields.header(message, Tags.MSG_TYPE))) {
            session.hasRead(number(id));
        }
    }

    /** The report that the id of a TestRequest names; 0 if the text is no such id. */
    private static long number(final String id) {
        final String digits = id.startsWith(PREFIX) ? id.substring(PREFIX.length()) : "";
        return !digits.isEmpty()
                        && digits.length() <= MOST_DIGITS
                        && digits.chars().allMatch(c -> c >= '0' && c <= '9')
                ? Long.parseLong(digits)
                : 0;
    }
}
