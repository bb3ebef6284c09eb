package io.daybook.gateway.fix.book;

import io.daybook.sessions.outbox.StreamWriter;
import java.util.List;

/** Makes reports of orders and appends them to the streams of their sessions, and of sessions with drop copies. */
final class Reports {
    private final StreamWriter streams = new StreamWriter();
    private final ByteCursor buffer = Report.buffer();
    private List<FixBookSession> listeners = List.of();
    private long seq;
    private long timeNs;

    /** Begins the reports of a command. */
    void begin(final long commandSeq, final long commandTimeNs) {
        seq = commandSeq;
        timeNs = commandTimeNs;
    }

    StreamWriter streams() {
        return streams;
    }

    /** Sets the sessions with drop copies, by ascending number. */
    void listeners(final List<FixBookSession> all) {
        listeners = List.copyOf(all);
    }

    /** Returns whether a session that reports terms gets drop copies of a user. */
    boolean tellsTermsOf(final long uid) {
        for (final FixBookSession listener : listeners) {
            if (listener.tellsTerms && listener.hearsOf(uid)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a session gets drop copies of a user. */
    boolean isHeard(final long uid) {
        for (final FixBookSession listener : listeners) {
            if (listener.hearsOf(uid)) {
                return true;
            }
        }
        return false;
    }

    Report execution(final FixOrder order, final char execType, final int ordinal) {
        final Report report = report(order);
        report.execType = execType;
        report.ordinal = ordinal;
        return report;
    }

    Report report(final FixOrder order) {
        final Report report = new Report();
        report.ordStatus = order.status;
        report.ordType = order.terms.ordType();
        report.timeInForce = order.terms.timeInForce();
        report.side = order.side();
        report.symbol = order.symbol();
        report.uid = order.uid();
        report.orderId = order.id();
        report.price = order.price();
        report.stop = order.stop();
        report.size = order.size();
        report.leaves = order.leaves();
        report.cum = order.cum();
        report.sumHigh = order.sumHigh();
        report.sumLow = order.sumLow();
        report.clOrdId = order.clOrdId;
        report.terms = order.terms;
        report.isOfOtherDoor = order.owner == null;
        report.working = order.stop() == 0 || !order.isLive() ? 0 : order.isWaiting() ? 'N' : 'Y';
        report.seq = seq;
        report.timeNs = timeNs;
        return report;
    }

    /** Sends a report to the order's session, and to the sessions with drop copies. */
    void tell(final FixOrder order, final Report report) {
        final FixBookSession owner = order.owner;
        if (owner != null) {
            send(owner, report);
        }
        for (final FixBookSession listener : listeners) {
            if (listener != owner && listener.hearsOf(order.uid())) {
                report.flags |= Report.FLAG_DROP_COPY;
                send(listener, report);
                report.flags &= ~Report.FLAG_DROP_COPY;
            }
        }
    }

    void send(final FixBookSession to, final Report report) {
        report.seq = seq;
        report.timeNs = timeNs;
        report.encode(buffer, to.tellsTerms);
        streams.append(to, seq, report.ordinal, timeNs, buffer.array(), buffer.position());
    }
}
