package io.daybook.gateway.fix.order;

import io.daybook.gateway.fix.book.FixBookSession;
import io.daybook.gateway.fix.book.FixOrder;
import io.daybook.gateway.fix.book.Report;
import io.daybook.gateway.fix.message.Fields;
import io.daybook.gateway.fix.message.FixListings;
import io.daybook.gateway.fix.message.ReportText;
import io.daybook.gateway.fix.message.StatusList;
import io.daybook.gateway.fix.message.Tags;
import io.daybook.gateway.fix.session.FixLayer;
import io.daybook.gateway.fix.session.FixSession;
import java.util.List;
import org.jspecify.annotations.Nullable;
import quickfix.IncorrectTagValue;
import quickfix.Message;

/** Answers H and AF with the book's state of one order, or of all open ones. Neither is journaled or kept. */
final class StatusRequests {
    private static final int UNKNOWN_ORDER = 5;
    private static final String ALL = "7";
    private static final int NOT_AVAILABLE = 4;

    private final FixLayer layer;
    private final FixListings listings;
    private final ReportText text;

    StatusRequests(final FixLayer layer, final FixListings listings) {
        this.layer = layer;
        this.listings = listings;
        this.text = new ReportText(listings);
    }

    /** Answers an H: one order, named by 37 or 11. */
    void one(final Message message, final FixSession session) {
        final Report report;
        synchronized (layer.lock()) {
            final FixOrder order = find(message, session);
            report = order == null ? null : layer.book().status(order);
        }
        if (report != null && !text.canTell(report)) {
            session.businessReject(message, NOT_AVAILABLE, text.untold(report));
            return;
        }
        final Message answer = report == null ? unknown(message) : message(report);
        if (message.isSetField(Tags.ORD_STATUS_REQ_ID)) {
            answer.setString(Tags.ORD_STATUS_REQ_ID, Fields.orEmpty(message, Tags.ORD_STATUS_REQ_ID));
        }
        session.send(answer);
    }

    private @Nullable FixOrder find(final Message message, final FixSession session) {
        final FixBookSession known = layer.book().session(session.session());
        if (known == null) {
            return null;
        }
        final long id = session.orderOf(known, Fields.orEmpty(message, Tags.CL_ORD_ID));
        final FixOrder order = id > 0 ? layer.book().order(id) : null;
        return order == null ? OrderTarget.named(layer, session, Fields.orEmpty(message, Tags.ORDER_ID)) : order;
    }

    private Message message(final Report report) {
        final Message message = new Message();
        text.fill(message, report);
        return message;
    }

    private Message unknown(final Message request) {
        final Message message = new Message();
        message.getHeader().setString(Tags.MSG_TYPE, "8");
        message.setString(
                Tags.ORDER_ID, request.isSetField(Tags.ORDER_ID) ? Fields.orEmpty(request, Tags.ORDER_ID) : "NONE");
        message.setString(Tags.CL_ORD_ID, Fields.orEmpty(request, Tags.CL_ORD_ID));
        message.setString(Tags.EXEC_ID, "0");
        message.setString(Tags.EXEC_TYPE, "I");
        message.setString(Tags.ORD_STATUS, "8");
        message.setInt(Tags.ORD_REJ_REASON, UNKNOWN_ORDER);
        message.setString(Tags.SYMBOL, Fields.orEmpty(request, Tags.SYMBOL));
        message.setString(Tags.SIDE, Fields.orEmpty(request, Tags.SIDE));
        message.setString(Tags.LEAVES_QTY, "0");
        message.setString(Tags.CUM_QTY, "0");
        message.setString(Tags.AVG_PX, "0");
        message.setString(Tags.TEXT, "no such order is known");
        return message;
    }

    /**
     * Answers an AF: all open orders, one after the other, at the rate at which the client reads. A session may have
     * one such list at a time.
     */
    void all(final Message message, final FixSession session) throws IncorrectTagValue {
        final String type = Fields.orEmpty(message, Tags.MASS_STATUS_REQ_TYPE);
        if (!ALL.equals(type)) {
            throw new IncorrectTagValue(Tags.MASS_STATUS_REQ_TYPE, type);
        }
        final String requestId = Fields.orEmpty(message, Tags.MASS_STATUS_REQ_ID);
        final boolean isBusy;
        final boolean isEmpty;
        final FixOrder untold;
        synchronized (layer.lock()) {
            final FixBookSession known = layer.book().session(session.session());
            final List<FixOrder> orders =
                    known == null ? List.of() : layer.book().orders(known);
            isBusy = session.statusList != null;
            isEmpty = orders.isEmpty();
            untold = orders.stream()
                    .filter(order -> !listings.canTell(order.symbol()))
                    .findFirst()
                    .orElse(null);
            if (!isBusy && !isEmpty && untold == null) {
                session.statusList = new StatusList(requestId, orders);
            }
        }
        if (isBusy) {
            session.businessReject(message, NOT_AVAILABLE, "a list of orders is on its way: wait for its 912=Y");
        } else if (untold != null) {
            session.businessReject(message, NOT_AVAILABLE, listings.untold(untold.symbol()));
        } else if (isEmpty) {
            final Message none = unknown(message);
            none.removeField(Tags.CL_ORD_ID);
            none.setString(
                    Tags.SYMBOL,
                    listings.all().isEmpty()
                            ? "NONE"
                            : listings.all().get(0).listing().name());
            none.setString(Tags.SIDE, "1");
            StatusList.address(none, requestId, 0, true);
            session.send(none);
        }
    }
}
