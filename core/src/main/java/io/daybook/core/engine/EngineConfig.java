package io.daybook.core.engine;

import io.daybook.api.CustomQuery;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.OrderBookType;
import io.daybook.core.matching.BookTypes;
import java.util.Set;

/**
 * What an engine must know before its first command.
 *
 * @param bookTypes the price indexes of new books; they change no result
 * @param marginTrading whether orders for futures are taken
 * @param resetAllowed whether a reset is carried out
 * @param validateEvery after how many commands the whole state is checked each time; 0 for never
 * @param customQueries the application's own reports that are answered; copied
 */
public record EngineConfig(
        BookTypes bookTypes,
        boolean marginTrading,
        boolean resetAllowed,
        int validateEvery,
        Set<Class<? extends CustomQuery<?>>> customQueries) {

    /** Copies the set. */
    public EngineConfig {
        customQueries = Set.copyOf(customQueries);
    }

    /** One kind of books, no checks, no reports of the application's own. */
    public EngineConfig(final OrderBookType orderBookType, final boolean marginTrading, final boolean resetAllowed) {
        this(BookTypes.all(orderBookType), marginTrading, resetAllowed, 0, Set.of());
    }

    /** The engine's part of a configuration. */
    public static EngineConfig of(final ExchangeConfig config) {
        return new EngineConfig(
                new BookTypes(config.orderBookType(), config.orderBookTypes()),
                config.marginTrading(),
                config.resetAllowed(),
                config.validateEvery(),
                config.customQueries());
    }
}
