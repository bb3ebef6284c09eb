package io.daybook.trading.strategy;

import io.daybook.trading.Parameters;
import io.daybook.trading.Strategy;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Makes strategies by name. */
public final class Strategies {
    private static final Map<String, Function<Parameters, Strategy>> OWN = new TreeMap<>(Map.of(
            "market-maker", MarketMaker::new,
            "liquidity-taker", LiquidityTaker::new,
            "random", RandomTrader::new));

    private Strategies() {}

    /**
     * Makes a strategy.
     *
     * @param name one of this module's, or a class with a public constructor that takes {@link Parameters} or nothing
     * @param loader finds the class
     * @throws IllegalArgumentException if there is no such strategy, or it cannot be made; the message has the reason
     */
    public static Strategy create(final String name, final ClassLoader loader, final Parameters parameters) {
        final Function<Parameters, Strategy> own = OWN.get(name);
        if (own != null) {
            return own.apply(parameters);
        }
        try {
            return create(Class.forName(name, true, loader).asSubclass(Strategy.class), parameters);
        } catch (final ClassNotFoundException e) {
            throw new IllegalArgumentException(
                    "strategy must be one of " + OWN.keySet() + ", or a class on the class path or in --jar: " + name,
                    e);
        } catch (final ClassCastException e) {
            throw new IllegalArgumentException(name + " must implement " + Strategy.class.getName(), e);
        } catch (final InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException refused) {
                throw refused;
            }
            throw new IllegalArgumentException(name + " cannot be made: " + e.getCause(), e);
        } catch (final ReflectiveOperationException e) {
            throw new IllegalArgumentException(
                    name + " must be public, with a public constructor that takes Parameters or nothing: " + e, e);
        }
    }

    private static Strategy create(final Class<? extends Strategy> type, final Parameters parameters)
            throws ReflectiveOperationException {
        for (final Constructor<?> constructor : type.getConstructors()) {
            if (constructor.getParameterCount() == 1 && constructor.getParameterTypes()[0].equals(Parameters.class)) {
                return type.cast(constructor.newInstance(parameters));
            }
        }
        return type.getConstructor().newInstance();
    }
}
