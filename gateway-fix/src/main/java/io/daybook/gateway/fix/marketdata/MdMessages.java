package io.daybook.gateway.fix.marketdata;

import io.daybook.api.OrderBookReport.Level;
import io.daybook.api.Side;
import io.daybook.gateway.fix.decimal.Decimals;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;
import quickfix.Group;
import quickfix.Message;
import quickfix.field.MsgType;

/**
 * Builds the messages W, X and Y. Each entry has in 299 the seq of the last command that it shows: FIX 4.4 has no field
 * for a seq in these groups, and a stock dictionary refuses fields that it does not have.
 */
final class MdMessages {
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("yyyyMMdd").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneOffset.UTC);
    private static final int[] W_ORDER = {
        MdTags.MD_ENTRY_TYPE,
        MdTags.MD_ENTRY_PX,
        MdTags.MD_ENTRY_SIZE,
        MdTags.MD_ENTRY_DATE,
        MdTags.MD_ENTRY_TIME,
        MdTags.QUOTE_ENTRY_ID,
        MdTags.NUMBER_OF_ORDERS,
        0
    };
    private static final int[] X_ORDER = {
        MdTags.MD_UPDATE_ACTION,
        MdTags.MD_ENTRY_TYPE,
        MdTags.MD_ENTRY_ID,
        MdTags.SYMBOL,
        MdTags.MD_ENTRY_PX,
        MdTags.MD_ENTRY_SIZE,
        MdTags.MD_ENTRY_DATE,
        MdTags.MD_ENTRY_TIME,
        MdTags.QUOTE_ENTRY_ID,
        MdTags.NUMBER_OF_ORDERS,
        0
    };

    private MdMessages() {}

    /** Builds a Y, which refuses a request. */
    static Message reject(final MdRequest request) {
        final Message message = of("Y");
        message.setString(MdTags.MD_REQ_ID, request.id());
        if (request.reason() != MdRequest.NO_REASON) {
            message.setChar(MdTags.MD_REQ_REJ_REASON, request.reason());
        }
        message.setString(MdTags.TEXT, request.text());
        return message;
    }

    /**
     * Builds a W, which shows a book as it is.
     *
     * @param shown the levels to be shown
     * @param seq the last command whose effect the levels include
     */
    static Message snapshot(
            final MdSubscription subscription,
            final Decimals decimals,
            final Levels shown,
            final long seq,
            final @Nullable Trade lastTrade) {
        final Message message = of("W");
        message.setString(MdTags.MD_REQ_ID, subscription.requestId());
        message.setString(MdTags.SYMBOL, decimals.listing().name());
        int count = 0;
        for (final Side side : Side.values()) {
            if (subscription.wants(side)) {
                final char type = type(side);
                for (final Level level : shown.of(side).values()) {
                    final Group entry = new Group(MdTags.NO_MD_ENTRIES, MdTags.MD_ENTRY_TYPE, W_ORDER);
                    entry.setChar(MdTags.MD_ENTRY_TYPE, type);
                    setLevel(entry, decimals, level, seq);
                    message.addGroup(entry);
                    count++;
                }
            }
        }
        if (subscription.wants(MdTags.TRADE) && lastTrade != null) {
            final Group entry = new Group(MdTags.NO_MD_ENTRIES, MdTags.MD_ENTRY_TYPE, W_ORDER);
            entry.setChar(MdTags.MD_ENTRY_TYPE, MdTags.TRADE);
            setTrade(entry, decimals, lastTrade);
            message.addGroup(entry);
            count++;
        }
        if (count == 0) {
            message.setInt(MdTags.NO_MD_ENTRIES, 0);
        }
        return message;
    }

    /** Builds an X, which reports changes; it has no entries yet. */
    static Message update(final MdSubscription subscription) {
        final Message message = of("X");
        message.setString(MdTags.MD_REQ_ID, subscription.requestId());
        return message;
    }

    /**
     * Adds one level to an X.
     *
     * @param was the subscriber's level; null if it has none at that price
     * @param is the current level; null if it is gone
     */
    static void addLevel(
            final Message update,
            final Decimals decimals,
            final Side side,
            final @Nullable Level was,
            final @Nullable Level is,
            final long seq) {
        final Group entry = new Group(MdTags.NO_MD_ENTRIES, MdTags.MD_UPDATE_ACTION, X_ORDER);
        entry.setChar(MdTags.MD_UPDATE_ACTION, was == null ? MdTags.NEW : is == null ? MdTags.DELETE : MdTags.CHANGE);
        entry.setChar(MdTags.MD_ENTRY_TYPE, type(side));
        entry.setString(MdTags.SYMBOL, decimals.listing().name());
        if (is != null) {
            setLevel(entry, decimals, is, seq);
        } else if (was != null) {
            entry.setString(MdTags.MD_ENTRY_PX, decimals.price().text(was.price()));
            entry.setString(MdTags.QUOTE_ENTRY_ID, Long.toString(seq));
        }
        update.addGroup(entry);
    }

    /** Adds a trade to an X. */
    static void addTrade(final Message update, final Decimals decimals, final Trade trade) {
        final Group entry = new Group(MdTags.NO_MD_ENTRIES, MdTags.MD_UPDATE_ACTION, X_ORDER);
        entry.setChar(MdTags.MD_UPDATE_ACTION, MdTags.NEW);
        entry.setChar(MdTags.MD_ENTRY_TYPE, MdTags.TRADE);
        entry.setString(MdTags.MD_ENTRY_ID, Long.toString(trade.tradeId()));
        entry.setString(MdTags.SYMBOL, decimals.listing().name());
        setTrade(entry, decimals, trade);
        update.addGroup(entry);
    }

    private static void setLevel(final Group entry, final Decimals decimals, final Level level, final long seq) {
        entry.setString(MdTags.MD_ENTRY_PX, decimals.price().text(level.price()));
        entry.setString(MdTags.MD_ENTRY_SIZE, decimals.quantity().text(level.size()));
        entry.setString(MdTags.QUOTE_ENTRY_ID, Long.toString(seq));
        entry.setString(MdTags.NUMBER_OF_ORDERS, Long.toString(level.orders()));
    }

    private static void setTrade(final Group entry, final Decimals decimals, final Trade trade) {
        final Instant time = Instant.ofEpochSecond(0, trade.timestampNs());
        entry.setString(MdTags.MD_ENTRY_PX, decimals.price().text(trade.price()));
        entry.setString(MdTags.MD_ENTRY_SIZE, decimals.quantity().text(trade.size()));
        entry.setString(MdTags.MD_ENTRY_DATE, DATE.format(time));
        entry.setString(MdTags.MD_ENTRY_TIME, TIME.format(time));
        entry.setString(MdTags.QUOTE_ENTRY_ID, Long.toString(trade.seq()));
    }

    private static char type(final Side side) {
        return side == Side.BID ? MdTags.BID : MdTags.OFFER;
    }

    private static Message of(final String type) {
        final Message message = new Message();
        message.getHeader().setString(MsgType.FIELD, type);
        return message;
    }
}
