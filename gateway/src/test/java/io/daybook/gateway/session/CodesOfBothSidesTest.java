package io.daybook.gateway.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.api.Term;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;

/** The client depends only on the JDK, so it has its own enums, with the names and codes of the exchange. */
final class CodesOfBothSidesTest {
    @Test
    void shouldCallSidesTheSame() {
        assertEquals(
                codes(Side.values(), Side::name, Side::code),
                codes(io.daybook.client.Side.values(), io.daybook.client.Side::name, io.daybook.client.Side::code));
    }

    @Test
    void shouldCallOrderTypesTheSame() {
        assertEquals(
                codes(OrderType.values(), OrderType::name, OrderType::code),
                codes(
                        io.daybook.client.OrderType.values(),
                        io.daybook.client.OrderType::name,
                        io.daybook.client.OrderType::code));
    }

    @Test
    void shouldCallTermsOfOrdersTheSame() {
        assertEquals(
                codes(
                        Arrays.stream(Term.values()).filter(Term::isOfOrder).toArray(Term[]::new),
                        Term::name,
                        Term::code),
                codes(io.daybook.client.Term.values(), io.daybook.client.Term::name, io.daybook.client.Term::code));
    }

    private static <T> Map<String, Integer> codes(
            final T[] values, final Function<T, String> name, final ToIntFunction<T> code) {
        final Map<String, Integer> codes = new TreeMap<>();
        for (final T value : values) {
            codes.put(name.apply(value), code.applyAsInt(value));
        }
        return codes;
    }
}
