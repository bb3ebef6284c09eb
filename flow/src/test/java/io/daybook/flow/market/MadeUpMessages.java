package io.daybook.flow.market;

import io.daybook.api.Side;
import io.daybook.flow.RecordedEvent;
import io.daybook.flow.RecordedEvent.Kind;
import java.util.List;
import java.util.SplittableRandom;

/** Makes messages of a day from a seed, most of them about orders that rest in a model. */
public final class MadeUpMessages {
    /** The lowest price. */
    public static final int LOWEST = 95;

    /** The number of prices. */
    public static final int PRICES = 11;

    private final RecordedEvent event = new RecordedEvent();
    private final SplittableRandom dice;
    private final MarketModel model;
    private final int symbol;

    public MadeUpMessages(final SplittableRandom dice, final MarketModel model, final int symbol) {
        this.dice = dice;
        this.model = model;
        this.symbol = symbol;
    }

    /** The model; the caller passes each message to it. */
    public MarketModel model() {
        return model;
    }

    /** Makes a message, mostly about a resting order, sometimes about a missing one, and sometimes out of order. */
    public RecordedEvent make(final int message, final long timeNs) {
        final Kind kind = kind();
        final long reference = kind == Kind.ADDED && dice.nextInt(30) > 0 ? message : someReference(message);
        final boolean isAsk = dice.nextBoolean();
        final int away = dice.nextInt(dice.nextInt(20) == 0 ? PRICES : PRICES / 2);
        final long price = isAsk ? LOWEST + PRICES - 1 - away : LOWEST + away;
        event.begin(kind, timeNs, symbol).references(reference, message);
        final long size = dice.nextInt(20) == 0 ? 0 : 1 + dice.nextInt(9);
        event.sizes(size, RecordedEvent.UNKNOWN);
        if (kind != Kind.EXECUTED || dice.nextBoolean()) {
            event.terms(isAsk ? Side.ASK : Side.BID, price);
        }
        if (reference % 7 == 0) {
            event.fromBefore();
        }
        return event;
    }

    private Kind kind() {
        final int draw = dice.nextInt(100);
        return draw < 40
                ? Kind.ADDED
                : draw < 62
                        ? Kind.EXECUTED
                        : draw < 70
                                ? Kind.CANCELLED
                                : draw < 76
                                        ? Kind.DELETED
                                        : draw < 86
                                                ? Kind.REPLACED
                                                : draw < 94
                                                        ? Kind.HIDDEN_TRADE
                                                        : draw < 97 ? Kind.EXECUTED_AT_PRICE : Kind.CROSS;
    }

    /** Returns a reference: usually that of the order that an aggressor would hit. */
    private long someReference(final int message) {
        final List<MarketModel.Resting> recorded =
                model.orders.stream().filter(order -> !order.isMine()).toList();
        final int draw = dice.nextInt(10);
        if (recorded.isEmpty() || draw == 0) {
            return 1 + dice.nextInt(message);
        }
        if (draw < 4) {
            return number(recorded.get(dice.nextInt(recorded.size())));
        }
        final boolean asks = dice.nextBoolean();
        MarketModel.Resting best = recorded.get(0);
        for (final MarketModel.Resting order : recorded) {
            final boolean isBetter = order.isAsk == asks
                    && (best.isAsk != asks || (asks ? order.price < best.price : order.price > best.price));
            best = isBetter ? order : best;
        }
        return number(best);
    }

    static long number(final MarketModel.Resting order) {
        return Long.parseLong(order.name.substring(1));
    }
}
