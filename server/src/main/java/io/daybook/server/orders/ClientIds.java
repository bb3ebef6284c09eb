package io.daybook.server.orders;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes client ids for orders that have none. Any thread. */
@FunctionalInterface
public interface ClientIds {
    /** Takes the usual id: a random one, or one derived from a signed request. */
    ClientIds USUAL = (signed, usual) -> usual.get();

    /**
     * Makes the client id of an order.
     *
     * @param signed the signed text of the request, which gets the same id each time; null for none
     * @param usual makes the usual id
     */
    String name(@Nullable String signed, Supplier<String> usual);
}
