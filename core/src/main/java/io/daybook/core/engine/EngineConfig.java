package io.daybook.core.engine;

import io.daybook.api.CustomQuery;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.OrderBookType;
import java.util.Set;

/**
 * What an engine must know before its first command.
 *
 * @param orderBookType the price index of new books; changes no result
 * @param marginTrading whether orders for futures are taken
 * @param resetAllowed whether a reset is carried out
 * @param customQueries the application's own reports that are answered; copied
 */
public record EngineConfig(
        OrderBookType orderBookType,
        boolean marginTrading,
        boolean resetAllowed,
        Set<Class<? extends CustomQuery<?>>> customQueries) {

    /** Copies the set. */
    public EngineConfig {
        customQueries = Set.copyOf(customQueries);
    }

    /** Without reports of the application's own. */
    public EngineConfig(final OrderBookType orderBookType, final boolean marginTrading, final boolean resetAllowed) {
        this(orderBookType, marginTrading, resetAllowed, Set.of());
    }

    /** The engine's part of a configuration. */
    public static EngineConfig of(final ExchangeConfig config) {
        return new EngineConfig(
                config.orderBookType(), config.marginTrading(), config.resetAllowed(), config.customQueries());
    }
}
