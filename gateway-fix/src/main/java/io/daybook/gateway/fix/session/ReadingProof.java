package io.daybook.gateway.fix.session;

import io.daybook.gateway.fix.message.Fields;
import io.daybook.gateway.fix.message.Tags;
import quickfix.Message;

/**
 * Asks a client how far it has read: a TestRequest behind reports, whose Heartbeat comes once all before it was
 * processed. On a log that nodes share the next one to lead, which cannot know what was sent, begins behind that.
 */
public final class ReadingProof {
    /** The most reports that another node may send again, besides those on their way. */
    private static final int EVERY = 256;

    private static final String HEARTBEAT = "0";
    private static final String TEST_REQUEST = "1";
    private static final String PREFIX = "READ-";
    private static final int MOST_DIGITS = 18;

    private ReadingProof() {}

    /**
     * Asks where it is time to, of a session on a log that nodes share. By the thread that has sent the reports,
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

    /** Takes a message for the answer, if it is one. By the dispatcher. */
    public static void take(final Message message, final FixSession session) {
        final String id = Fields.of(message, Tags.TEST_REQ_ID);
        if (id != null && HEARTBEAT.equals(Fields.header(message, Tags.MSG_TYPE))) {
            session.hasRead(number(id));
        }
    }

    /** The report of a question; 0 if the text is something else. */
    private static long number(final String id) {
        final String digits = id.startsWith(PREFIX) ? id.substring(PREFIX.length()) : "";
        return !digits.isEmpty()
                        && digits.length() <= MOST_DIGITS
                        && digits.chars().allMatch(c -> c >= '0' && c <= '9')
                ? Long.parseLong(digits)
                : 0;
    }
}
