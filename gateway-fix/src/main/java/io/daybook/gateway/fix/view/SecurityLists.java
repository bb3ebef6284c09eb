package io.daybook.gateway.fix.view;

import io.daybook.api.Listing;
import io.daybook.gateway.fix.order.RequestHandler;
import io.daybook.gateway.fix.session.FixSession;
import java.util.List;
import java.util.function.Supplier;
import quickfix.FieldNotFound;
import quickfix.Group;
import quickfix.Message;

/** Answers x with y: the listings, with their ticks and lots. */
final class SecurityLists implements RequestHandler {
    /** The most listings in one y; further ones follow in further messages. */
    static final int FRAGMENT = 200;

    private static final String BY_SYMBOL = "0";
    private static final String ALL = "4";
    private static final int VALID = 0;
    private static final int NOT_FOUND = 2;
    private static final int NOT_SUPPORTED = 5;
    private static final String ATTRIBUTE_IS_TEXT = "99";
    private static final int[] ORDER = {
        ViewTags.SYMBOL,
        ViewTags.SECURITY_TYPE,
        ViewTags.NO_INSTR_ATTRIB,
        ViewTags.CURRENCY,
        ViewTags.ROUND_LOT,
        ViewTags.MIN_TRADE_VOL,
        0
    };
    private static final int[] ATTRIBUTE_ORDER = {ViewTags.INSTR_ATTRIB_TYPE, ViewTags.INSTR_ATTRIB_VALUE, 0};

    private final Supplier<List<Listing>> listings;

    /** Creates lists of the listings that the supplier has at each request. */
    SecurityLists(final Supplier<List<Listing>> listings) {
        this.listings = listings;
    }

    @Override
    public void onMessage(final Message request, final FixSession session) throws FieldNotFound {
        final String type = request.getString(ViewTags.SECURITY_LIST_REQUEST_TYPE);
        final List<Listing> all = listings.get();
        if (type.equals(ALL)) {
            send(request, session, all, all.isEmpty() ? NOT_FOUND : VALID);
        } else if (type.equals(BY_SYMBOL)) {
            final String name = request.getString(ViewTags.SYMBOL);
            final List<Listing> found =
                    all.stream().filter(listing -> listing.name().equals(name)).toList();
            send(request, session, found, found.isEmpty() ? NOT_FOUND : VALID);
        } else {
            send(request, session, List.of(), NOT_SUPPORTED);
        }
    }

    private static void send(
            final Message request, final FixSession session, final List<Listing> found, final int result)
            throws FieldNotFound {
        final String id = request.getString(ViewTags.SECURITY_REQ_ID);
        int from = 0;
        do {
            final int to = Math.min(found.size(), from + FRAGMENT);
            final Message message = Inquiries.of("y");
            message.setString(ViewTags.SECURITY_REQ_ID, id);
            message.setString(ViewTags.SECURITY_RESPONSE_ID, id + "-" + (from / FRAGMENT + 1));
            message.setInt(ViewTags.SECURITY_REQUEST_RESULT, result);
            message.setInt(ViewTags.TOT_NO_RELATED_SYM, found.size());
            message.setString(ViewTags.LAST_FRAGMENT, to == found.size() ? "Y" : "N");
            found.subList(from, to).forEach(listing -> message.addGroup(group(listing)));
            session.send(message);
            from = to;
        } while (from < found.size());
    }

    private static Group group(final Listing listing) {
        final Group group = new Group(ViewTags.NO_RELATED_SYM, ViewTags.SYMBOL, ORDER);
        group.setString(ViewTags.SYMBOL, listing.name());
        if (listing.spec().isFutures()) {
            group.setString(ViewTags.SECURITY_TYPE, "FUT");
        }
        addAttribute(group, "tick=" + listing.tick().toPlainString());
        addAttribute(group, "base=" + listing.base().name());
        group.setString(ViewTags.CURRENCY, listing.quote().name());
        group.setString(ViewTags.ROUND_LOT, listing.lot().toPlainString());
        group.setString(ViewTags.MIN_TRADE_VOL, listing.lot().toPlainString());
        return group;
    }

    /** Adds an attribute of the instrument, because FIX 4.4 has no field for the step of prices. */
    private static void addAttribute(final Group listing, final String text) {
        final Group attribute = new Group(ViewTags.NO_INSTR_ATTRIB, ViewTags.INSTR_ATTRIB_TYPE, ATTRIBUTE_ORDER);
        attribute.setString(ViewTags.INSTR_ATTRIB_TYPE, ATTRIBUTE_IS_TEXT);
        attribute.setString(ViewTags.INSTR_ATTRIB_VALUE, text);
        listing.addGroup(attribute);
    }
}
