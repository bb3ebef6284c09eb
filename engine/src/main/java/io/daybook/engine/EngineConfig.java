package io.daybook.engine;

import io.daybook.api.CustomQuery;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.OrderBookType;
import io.daybook.engine.matching.BookTypes;
import io.daybook.kernel.slab.HashSecret;
import java.util.Set;

/**
 * The settings of an engine.
 *
 * @param bookTypes the price indexes of new books; they change no result
 * @param marginTrading whether orders for futures are taken
 * @param resetAllowed whether a reset is carried out
 * @param validateEvery after how many commands the whole state is checked each time; 0 for never
 * @param customQueries the application's own reports that are answered; copied
 * @param hashSecret what ids of users and orders are hashed with; changes no result
 */
public record EngineConfig(
        BookTypes bookTypes,
        boolean marginTrading,
        boolean resetAllowed,
        int validateEvery,
        Set<Class<? extends CustomQuery<?>>> customQueries,
        HashSecret hashSecret) {

    /** Copies the set. */
    public EngineConfig {
        customQueries = Set.copyOf(customQueries);
    }

    /** One kind of books, no checks, no reports of the application's own, no secret. */
    public EngineConfig(final OrderBookType orderBookType, final boolean marginTrading, final boolean resetAllowed) {
        this(BookTypes.all(orderBookType), marginTrading, resetAllowed, 0, Set.of(), HashSecret.NONE);
    }

    /** The engine's part of a configuration, and the secret that the caller drew. */
    public static EngineConfig of(final ExchangeConfig config, final HashSecret hashSecret) {
        return new EngineConfig(
                new BookTypes(config.orderBookType(), config.orderBookTypes()),
                config.marginTrading(),
                config.resetAllowed(),
                config.validateEvery(),
                config.customQueries(),
                hashSecret);
    }
}
