package io.daybook.gateway.fix.session;

import io.daybook.gateway.fix.message.Fields;
import io.daybook.gateway.fix.message.ReportText;
import io.daybook.gateway.fix.message.Tags;
import io.daybook.gateway.fix.session.ResendRange.Numbers;
import io.daybook.host.Clock;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import quickfix.FieldNotFound;
import quickfix.IncorrectTagValue;
import quickfix.Message;
import quickfix.Responder;
import quickfix.Session;
import quickfix.SessionID;

/**
 * Answers a ResendRequest in pages. QuickFIX/J collects the texts of all requested messages before it sends the first
 * one, so it gets only the first page; the gateway sends the others at the rate at which the client reads.
 */
public final class Resender {
    /** How many reports are sent before another session has its turn. */
    static final int PAGE = 64;

    private static final String RESEND_REQUEST = "2";
    private static final String SEQUENCE_RESET = "4";
    private static final String YES = "Y";

    private final Clock clock;

    Resender(final Clock clock) {
        this.clock = clock;
    }

    /**
     * Reduces a ResendRequest to one page for QuickFIX/J; ignores other messages. Called by the dispatcher.
     *
     * @throws IncorrectTagValue if it requests no number that was sent: QuickFIX/J would send a gap fill backwards
     */
    public static void leaveOnePage(final Message message, final FixSession own) throws IncorrectTagValue {
        final FixStore store = own.store;
        if (store == null || !RESEND_REQUEST.equals(Fields.header(message, Tags.MSG_TYPE))) {
            return;
        }
        try {
            final int asked = message.getInt(Tags.END_SEQ_NO);
            final int first = message.getInt(Tags.BEGIN_SEQ_NO);
            final int newest = store.getNextSenderMsgSeqNum() - 1;
            if (first < 1 || first > newest) {
                throw new IncorrectTagValue(Tags.BEGIN_SEQ_NO, Integer.toString(first));
            }
            if (asked != 0 && asked < first) {
                throw new IncorrectTagValue(Tags.END_SEQ_NO, Integer.toString(asked));
            }
            final int last = asked == 0 ? newest : Math.min(asked, newest);
            final int end = store.pageEnd(first, last, PAGE);
            if (end < last) {
                message.setInt(Tags.END_SEQ_NO, end);
                store.resend().hold(end + 1, last);
            }
        } catch (FieldNotFound e) {
            // QuickFIX/J rejects the message
        }
    }

    /**
     * Sends the next page of a session that reads. Called by the gateway's thread, without the lock.
     *
     * @return how many numbers the page covers
     */
    int sendPage(final FixSession own, final FixStore store) throws IOException {
        final Session session = Session.lookupSession(own.id());
        final Responder responder = session == null ? null : session.getResponder();
        final Numbers numbers = responder == null ? null : store.resend().takePage(store, PAGE);
        if (responder == null || numbers == null) {
            return 0;
        }
        final Page page = new Page(own.id(), responder, numbers.first());
        store.reports(numbers.first(), numbers.last(), page::send);
        page.fillTo(numbers.last() + 1);
        return numbers.last() + 1 - numbers.first();
    }

    /** Sends reports again, and gap fills for the numbers between them. */
    private final class Page {
        private final SessionID id;
        private final Responder responder;
        private final String nowText = ReportText.time(TimeUnit.MILLISECONDS.toNanos(clock.epochMillis()));
        private int next;

        Page(final SessionID id, final Responder responder, final int first) {
            this.id = id;
            this.responder = responder;
            this.next = first;
        }

        void send(final int number, final Message report) {
            fillTo(number);
            sendAgain(report, number, Fields.header(report, Tags.SENDING_TIME));
            next = number + 1;
        }

        void fillTo(final int number) {
            if (next < number) {
                final Message fill = new Message();
                ReportText.route(fill, id, SEQUENCE_RESET);
                fill.setString(Tags.GAP_FILL_FLAG, YES);
                fill.setInt(Tags.NEW_SEQ_NO, number);
                sendAgain(fill, next, nowText);
                next = number;
            }
        }

        private void sendAgain(final Message message, final int number, final String sentAt) {
            final Message.Header header = message.getHeader();
            header.setInt(Tags.MSG_SEQ_NUM, number);
            header.setString(Tags.POSS_DUP_FLAG, YES);
            header.setString(Tags.ORIG_SENDING_TIME, sentAt);
            header.setString(Tags.SENDING_TIME, nowText);
            responder.send(message.toString());
        }
    }
}
