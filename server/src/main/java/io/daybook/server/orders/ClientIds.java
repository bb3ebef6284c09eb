package io.daybook.server.orders;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Names orders whose senders do not. Any thread. */
@FunctionalInterface
public interface ClientIds {
    /** Drawn at random, or derived from the request where it is signed. */
    ClientIds USUAL = (signed, usual) -> usual.get();

    /**
     * Names an order.
     *
     * @param signed the text of the request that was signed, which has the same name each time; null for none
     * @param usual what it would be called
     */
    String name(@Nullable String signed, Supplier<String> usual);
}
