package io.daybook.gateway.fix;

import java.util.Comparator;
import java.util.NavigableMap;
import java.util.TreeMap;
import quickfix.FieldNotFound;
import quickfix.Group;
import quickfix.Message;

/** A book that a client builds from W and X, in the decimals of the messages. */
final class RebuiltBook {
    private final NavigableMap<String, String> bids = new TreeMap<>(Comparator.comparing(Double::parseDouble));
    private final NavigableMap<String, String> asks = new TreeMap<>(Comparator.comparing(Double::parseDouble));
    private int trades;
    private int snapshots;
    private int updates;

    /** Applies a W or an X. */
    void take(final Message message) throws FieldNotFound {
        final boolean isSnapshot = StockInitiator.type(message).equals("W");
        if (isSnapshot) {
            bids.clear();
            asks.clear();
            snapshots++;
        } else {
            updates++;
        }
        for (final Group entry : message.getGroups(268)) {
            final String type = entry.getString(269);
            if (type.equals("2")) {
                trades++;
                continue;
            }
            final NavigableMap<String, String> side = type.equals("0") ? bids : asks;
            final String action = isSnapshot ? "0" : entry.getString(279);
            final String price = entry.getString(270);
            if (side.containsKey(price) == action.equals("0")) {
                throw new AssertionError("279=" + action + " does not fit what is known at " + price + ": " + message);
            }
            if (action.equals("2")) {
                side.remove(price);
            } else {
                side.put(price, entry.getString(271) + "x" + entry.getString(346));
            }
        }
    }

    /** Returns whether so many bids rest at a price, which costs less than comparing the whole book. */
    boolean knows(final String price, final int orders) {
        final String level = bids.get(price);
        return level != null && level.endsWith("x" + orders);
    }

    int trades() {
        return trades;
    }

    int snapshots() {
        return snapshots;
    }

    int updates() {
        return updates;
    }

    @Override
    public String toString() {
        return bids + " " + asks;
    }
}
