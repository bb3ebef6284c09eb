package io.daybook.gateway.fix.marketdata;

import io.daybook.api.Limits;
import io.daybook.api.Listing;
import io.daybook.gateway.fix.session.FixSession;
import io.daybook.sessions.member.Right;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import quickfix.FieldNotFound;
import quickfix.Group;
import quickfix.Message;

/**
 * A V that can be carried out, or the reason why it cannot.
 *
 * @param id MDReqID (262)
 * @param kind SubscriptionRequestType (263): 0 for a snapshot, 1 for a subscription, 2 for its end
 * @param limit the most levels per side
 * @param entryTypes MDEntryType (269) of bids, offers and trades
 * @param listings the listings of the books
 * @param reason 281 of the Y; {@link #ACCEPTED} if the request can be carried out, {@link #NO_REASON} for a Y without
 *     281
 * @param text Text (58) of the Y
 */
record MdRequest(
        String id, char kind, int limit, Set<Character> entryTypes, List<Listing> listings, char reason, String text) {
    static final char SNAPSHOT = '0';
    static final char SUBSCRIBE = '1';
    static final char UNSUBSCRIBE = '2';

    static final char ACCEPTED = 0;
    static final char NO_REASON = ' ';
    static final char UNKNOWN_SYMBOL = '0';
    static final char DUPLICATE_ID = '1';
    static final char INSUFFICIENT_BANDWIDTH = '2';
    static final char NOT_PERMITTED = '3';
    static final char UNSUPPORTED_KIND = '4';
    static final char UNSUPPORTED_DEPTH = '5';
    static final char UNSUPPORTED_UPDATE_TYPE = '6';
    static final char UNSUPPORTED_AGGREGATION = '7';
    static final char UNSUPPORTED_ENTRY_TYPE = '8';
    static final char UNSUPPORTED_TRADING_SESSION = '9';
    static final char UNSUPPORTED_SCOPE = 'A';
    static final char UNSUPPORTED_OPEN_CLOSE = 'B';
    static final char UNSUPPORTED_IMPLICIT_DELETE = 'C';

    /** The longest id. Longer ids are refused, because every message repeats the id. */
    private static final int MAX_ID_LENGTH = 64;

    private static final int SHOWN_LENGTH = 40;

    /** Reads a V that is valid by the dictionary. */
    static MdRequest of(final Message message, final FixSession session, final Map<String, Listing> listings)
            throws FieldNotFound {
        final String id = message.getString(MdTags.MD_REQ_ID);
        if (id.length() > MAX_ID_LENGTH) {
            return refused(
                    id.substring(0, MAX_ID_LENGTH),
                    NO_REASON,
                    "262 must have at most " + MAX_ID_LENGTH + " characters");
        }
        if (!session.settings().may(Right.VIEW)) {
            return refused(id, NOT_PERMITTED, "the session does not have the right view");
        }
        if (session.settings().may(Right.TRADE) || session.settings().may(Right.DROPCOPY)) {
            return refused(id, NOT_PERMITTED, "market data goes to sessions of its own: one that may view only");
        }
        final String kind = message.getString(MdTags.SUBSCRIPTION_REQUEST_TYPE);
        if (kind.equals(String.valueOf(UNSUBSCRIBE))) {
            return new MdRequest(id, UNSUBSCRIBE, 1, Set.of(), List.of(), ACCEPTED, "");
        }
        if (!kind.equals(String.valueOf(SNAPSHOT)) && !kind.equals(String.valueOf(SUBSCRIBE))) {
            return refused(id, UNSUPPORTED_KIND, "263 must be 0, 1 or 2: 263=" + shown(kind));
        }
        final MdRequest unsupported = unsupported(message, id, kind.charAt(0));
        return unsupported != null ? unsupported : wanted(message, id, kind.charAt(0), listings);
    }

    private static @Nullable MdRequest unsupported(final Message message, final String id, final char kind)
            throws FieldNotFound {
        if (kind == SUBSCRIBE && differs(message, MdTags.MD_UPDATE_TYPE, "1")) {
            return refused(id, UNSUPPORTED_UPDATE_TYPE, "265 must be 1: changes come as X");
        }
        if (differs(message, MdTags.AGGREGATED_BOOK, "Y")) {
            return refused(id, UNSUPPORTED_AGGREGATION, "266 must be Y: an entry is a price with all its orders");
        }
        if (message.isSetField(MdTags.NO_TRADING_SESSIONS)) {
            return refused(id, UNSUPPORTED_TRADING_SESSION, "386 must not be there: a book has one trading session");
        }
        if (message.isSetField(MdTags.SCOPE)) {
            return refused(id, UNSUPPORTED_SCOPE, "546 must not be there: there is one market");
        }
        if (message.isSetField(MdTags.OPEN_CLOSE_SETTL_FLAG)) {
            return refused(id, UNSUPPORTED_OPEN_CLOSE, "286 must not be there: no opening or closing prices are told");
        }
        if (differs(message, MdTags.MD_IMPLICIT_DELETE, "N")) {
            return refused(id, UNSUPPORTED_IMPLICIT_DELETE, "547 must be N: what goes out of sight is deleted by an X");
        }
        return null;
    }

    private static boolean differs(final Message message, final int tag, final String value) throws FieldNotFound {
        return message.isSetField(tag) && !message.getString(tag).equals(value);
    }

    private static MdRequest wanted(
            final Message message, final String id, final char kind, final Map<String, Listing> listings)
            throws FieldNotFound {
        final int limit = limit(message.getString(MdTags.MARKET_DEPTH));
        if (limit == 0) {
            return refused(
                    id,
                    UNSUPPORTED_DEPTH,
                    "264 must be 0 for all levels, or 1 to " + Limits.MAX_BOOK_LEVELS + ": 264="
                            + shown(message.getString(MdTags.MARKET_DEPTH)));
        }
        final Set<Character> types = new HashSet<>();
        for (final Group group : message.getGroups(MdTags.NO_MD_ENTRY_TYPES)) {
            final String type = group.getString(MdTags.MD_ENTRY_TYPE);
            if (!Set.of("0", "1", "2").contains(type)) {
                return refused(id, UNSUPPORTED_ENTRY_TYPE, "269 must be 0, 1 or 2: 269=" + shown(type));
            }
            types.add(type.charAt(0));
        }
        if (types.isEmpty()) {
            return refused(id, UNSUPPORTED_ENTRY_TYPE, "267 must name at least one of 0, 1 and 2");
        }
        final List<Listing> wanted = new ArrayList<>();
        for (final Group group : message.getGroups(MdTags.NO_RELATED_SYM)) {
            final String name = group.getString(MdTags.SYMBOL);
            final Listing listing = listings.get(name);
            if (listing == null) {
                return refused(id, UNKNOWN_SYMBOL, "there is no listing " + shown(name) + "; x lists them");
            }
            if (!wanted.contains(listing)) {
                wanted.add(listing);
            }
        }
        if (wanted.isEmpty()) {
            return refused(id, UNKNOWN_SYMBOL, "146 must name at least one listing; x lists them");
        }
        return new MdRequest(id, kind, limit, Set.copyOf(types), List.copyOf(wanted), ACCEPTED, "");
    }

    /** The most levels per side for a MarketDepth (264); 0 if that depth is not available. */
    private static int limit(final String depth) {
        if (depth.isEmpty() || depth.length() > 5 || !depth.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return 0;
        }
        final int levels = Integer.parseInt(depth);
        return levels == 0 ? Limits.MAX_BOOK_LEVELS : levels <= Limits.MAX_BOOK_LEVELS ? levels : 0;
    }

    private static String shown(final String value) {
        return value.length() <= SHOWN_LENGTH ? value : value.substring(0, SHOWN_LENGTH) + "...";
    }

    /** Creates a request that is answered with a Y. */
    static MdRequest refused(final String id, final char reason, final String text) {
        return new MdRequest(id, SNAPSHOT, 1, Set.of(), List.of(), reason, text);
    }

    boolean isRefused() {
        return reason != ACCEPTED;
    }
}
