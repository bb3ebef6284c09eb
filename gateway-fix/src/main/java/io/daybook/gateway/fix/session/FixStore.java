package io.daybook.gateway.fix.session;

import io.daybook.gateway.fix.book.FixBookSession;
import java.io.IOException;
import java.util.Calendar;
import java.util.Collection;
import java.util.Date;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;
import quickfix.Message;
import quickfix.MessageStore;

/**
 * The message store of a session for QuickFIX/J: its numbers follow from the journal, and its messages are the reports
 * of the outbox. It does not keep messages of the session level: a gap fill replaces them. Any thread.
 */
public final class FixStore implements MessageStore {

    /** Reads reports that were sent before. */
    @FunctionalInterface
    interface Outbox {

        /**
         * Reads each of the reports that the outbox still has.
         *
         * @param numbers the numbers with which the reports were sent, ascending
         * @param outs the numbers of the reports in the stream, ascending
         */
        void read(int[] numbers, long[] outs, Reports reports) throws IOException;
    }

    /** Receives reports that were sent before. */
    @FunctionalInterface
    interface Reports {

        /**
         * Receives a report.
         *
         * @param number its MsgSeqNum
         * @param report the report as it was sent, except that its SendingTime is the time of its command
         */
        void take(int number, Message report);
    }

    private final FixNumbers numbers;
    private final Outbox outbox;
    private final long createdMs;

    private final ResendRange resend = new ResendRange();

    private int nextSender;
    private int nextTarget;
    private int reservedEnd;
    private int resets;

    /** The report that {@link #set} stores next; 0 if the next message is no report. */
    private long sending;

    /** True if the message that is being processed must not count as processed: its number stays the next expected. */
    private boolean isHeld;

    /**
     * Creates a store that continues after the journal, or after an orderly close.
     *
     * @param known the state of the book; null for a session that has never logged on
     * @param createdMs the creation time for QuickFIX/J
     */
    FixStore(
            final FixNumbers numbers, final @Nullable FixBookSession known, final Outbox outbox, final long createdMs) {
        this.numbers = numbers;
        this.outbox = outbox;
        this.createdMs = createdMs;
        final int inbound = known == null ? 0 : known.inbound();
        this.reservedEnd = known == null ? 1 : known.reservedEnd();
        this.resets = known == null ? 0 : known.resets();
        final boolean isClosed = numbers.closedSender() > 0 && numbers.closedSender() <= reservedEnd;
        this.nextSender = isClosed ? numbers.closedSender() : reservedEnd;
        this.nextTarget = isClosed ? Math.max(numbers.closedTarget(), inbound + 1) : inbound + 1;
    }

    /**
     * Continues at the position of a shared log, after all numbers that any node may have used. Drops all earlier
     * numbers, because another node may have filled the gap after the messages of this node, and may have ended before
     * its client read a report.
     *
     * @param known the state of the book; null for a session that has never logged on
     */
    synchronized void goOn(final @Nullable FixBookSession known) throws IOException {
        reservedEnd = known == null ? 1 : known.reservedEnd();
        resets = known == null ? 0 : known.resets();
        nextSender = reservedEnd;
        nextTarget = known == null ? 1 : known.inbound() + 1;
        sending = 0;
        isHeld = false;
        resend.clear();
        numbers.begin();
    }

    /** The rest of an answer to a ResendRequest. */
    ResendRange resend() {
        return resend;
    }

    /** Returns whether the store continues after an orderly close. */
    synchronized boolean isClosedInOrder() {
        return numbers.closedSender() > 0;
    }

    /** Sets the first number that may not be used. */
    synchronized void reservedEnd(final int end) {
        reservedEnd = end;
    }

    /** Drops the numbers of reports before one, which are not sent again. */
    synchronized void forget(final long firstOut) throws IOException {
        numbers.forget(firstOut, resets);
    }

    /** The first number that may not be used. */
    synchronized int reservedEnd() {
        return reservedEnd;
    }

    /** The number of reserved numbers that are left. */
    synchronized int left() {
        return reservedEnd - nextSender;
    }

    /** Sets how often the numbers began anew, from the journal. */
    synchronized void resets(final int value) {
        resets = value;
    }

    /** The last report that has a number; 0 if there is none. */
    synchronized long lastOut() {
        return numbers.lastOut();
    }

    /** Announces the report that the next {@link #set} stores. */
    public synchronized void sending(final long out) {
        sending = out;
    }

    /** Does not count the message that is being processed, so that the client must send it again. */
    public synchronized void hold() {
        isHeld = true;
    }

    /** Records an orderly close of the session. */
    synchronized void close() throws IOException {
        numbers.close(nextSender, nextTarget, resets);
    }

    /** Closes the file without a record of the numbers, because the log has the next one. */
    synchronized void leave() throws IOException {
        numbers.leave();
    }

    @Override
    public synchronized boolean set(final int number, final String message) throws IOException {
        final long out = sending;
        sending = 0;
        if (number >= reservedEnd) {
            throw new IOException("number " + number + " is not reserved yet: reserved up to " + (reservedEnd - 1));
        }
        numbers.use(number, resets);
        if (out > 0) {
            numbers.report(number, out, resets);
        }
        return true;
    }

    @Override
    public void get(final int first, final int last, final Collection<String> messages) throws IOException {
        resend.sending();
        reports(first, last, (number, report) -> messages.add(report.toString()));
    }

    /** Reads the reports that were sent with the numbers from {@code first} to {@code last}, both included. */
    void reports(final int first, final int last, final Reports reports) throws IOException {
        final int[] found;
        final long[] outs;
        synchronized (this) {
            final int from = numbers.from(first);
            final int count = Math.max(0, numbers.from(last) - from + (numbers.has(last) ? 1 : 0));
            found = new int[count];
            outs = new long[count];
            for (int i = 0; i < count; i++) {
                found[i] = numbers.number(from + i);
                outs[i] = numbers.out(from + i);
            }
        }
        if (found.length > 0) {
            outbox.read(found, outs, reports);
        }
    }

    /**
     * The end of a page of the messages in a range of numbers, both ends included.
     *
     * @param most the most reports on a page
     */
    synchronized int pageEnd(final int first, final int last, final int most) {
        final int from = numbers.from(first);
        final int to = numbers.from(last);
        return to - from < most ? last : numbers.number(from + most) - 1;
    }

    @Override
    public synchronized int getNextSenderMsgSeqNum() {
        return nextSender;
    }

    /** QuickFIX/J compares this with the number of a ResendRequest once it has sent the requested messages. */
    @Override
    public int getNextTargetMsgSeqNum() {
        resend.sent();
        synchronized (this) {
            return nextTarget;
        }
    }

    @Override
    public synchronized void setNextSenderMsgSeqNum(final int next) {
        nextSender = next;
    }

    @Override
    public synchronized void setNextTargetMsgSeqNum(final int next) {
        nextTarget = next;
    }

    @Override
    public synchronized void incrNextSenderMsgSeqNum() {
        nextSender++;
    }

    @Override
    public synchronized void incrNextTargetMsgSeqNum() {
        if (isHeld) {
            isHeld = false;
        } else {
            nextTarget++;
        }
    }

    @Override
    @SuppressWarnings("JavaUtilDate") // the interface of QuickFIX/J
    public Date getCreationTime() {
        return getCreationTimeCalendar().getTime();
    }

    @Override
    public Calendar getCreationTimeCalendar() {
        final Calendar calendar = Calendar.getInstance(TimeZone.getTimeZone("UTC"));
        calendar.setTimeInMillis(createdMs);
        return calendar;
    }

    /** Lets the numbers begin anew after a Logon with 141=Y, which is already journaled. */
    @Override
    public synchronized void reset() {
        nextSender = 1;
        nextTarget = 1;
        numbers.reset();
    }

    @Override
    public void refresh() {
        // the store is never out of date
    }
}
