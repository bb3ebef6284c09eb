package io.daybook.gateway.fix.order;

import io.daybook.gateway.fix.message.Fields;
import io.daybook.gateway.fix.message.FixListings;
import io.daybook.gateway.fix.message.Tags;
import io.daybook.gateway.fix.session.FixLayer;
import io.daybook.host.Scheduler;
import java.util.Map;
import quickfix.IncorrectTagValue;
import quickfix.Message;

/** The handlers of messages about orders, and their common checks. */
public final class OrderRequests {
    private static final int MAX_ID_LENGTH = io.daybook.gateway.fix.book.RequestTag.MAX_ID_LENGTH;

    private OrderRequests() {}

    /** Creates a handler for each MsgType. */
    public static Map<String, RequestHandler> handlers(
            final FixLayer layer, final FixListings listings, final Scheduler scheduler, final RequestGate gate) {
        final Intake intake = new Intake(layer, scheduler, gate);
        final StatusRequests status = new StatusRequests(layer, listings);
        return Map.of(
                "D", new NewOrders(intake, listings),
                "F", new CancelRequests(intake, listings),
                "G", new ReplaceRequests(intake, listings),
                "q", new MassCancels(intake, listings),
                "H", status::one,
                "AF", status::all);
    }

    /** Reads the ClOrdID, which must have 1 to 36 printable ASCII characters. */
    static String clOrdId(final Message message) throws IncorrectTagValue {
        final String id = Fields.orEmpty(message, Tags.CL_ORD_ID);
        if (id.isEmpty() || id.length() > MAX_ID_LENGTH || !id.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            throw new IncorrectTagValue(Tags.CL_ORD_ID, id);
        }
        return id;
    }

    /** Reads Side (54): 1 buys, 2 sells. */
    static int side(final Message message) throws IncorrectTagValue {
        final String side = Fields.orEmpty(message, Tags.SIDE);
        if (!"1".equals(side) && !"2".equals(side)) {
            throw new IncorrectTagValue(Tags.SIDE, side);
        }
        return side.charAt(0) - '0';
    }
}
