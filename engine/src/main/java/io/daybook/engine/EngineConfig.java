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
 * @param marginTrading whether orders for futures are accepted
 * @param resetAllowed whether a reset is carried out
 * @param validateEvery the number of commands from one check of the whole state to the next; 0 for no checks
 * @param customQueries the classes of the application's own queries that are answered; copied
 * @param hashSecret the secret for hashing ids of users and orders; changes no result
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

    /** Settings with one kind of books, and without checks, custom queries and a secret. */
    public EngineConfig(final OrderBookType orderBookType, final boolean marginTrading, final boolean resetAllowed) {
        this(BookTypes.all(orderBookType), marginTrading, resetAllowed, 0, Set.of(), HashSecret.NONE);
    }

    /** Returns the engine's part of a configuration, with the secret that the caller has generated. */
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
