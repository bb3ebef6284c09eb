package io.daybook.server.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.NoSpaceException;
import io.daybook.api.Nop;
import io.daybook.api.ResultCode;
import io.daybook.core.DaybookExchange;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The door of operators in a venue that serves no orders. */
class PlainDoorTest {
    private Optional<CompletableFuture<CommandResult>> sent = Optional.empty();

    private final PlainDoor door = new PlainDoor((Exchange) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {Exchange.class}, (proxy, method, arguments) -> {
                assertEquals("trySubmit", method.getName());
                if (sent == null) {
                    throw new NoSpaceException("the disk is full");
                }
                return sent;
            }));

    @Test
    void shouldTellWhatBecameOfACommand() throws Exception {
        try (Exchange exchange = DaybookExchange.builder().start()) {
            final PlainDoor real = new PlainDoor(exchange);
            final Outcome outcome = real.submit(new Nop()).join();
            assertEquals(1, outcome.seq());
            assertEquals(ResultCode.SUCCESS, outcome.code());
            assertEquals(0, real.inFlight());
        }
    }

    @Test
    void shouldCountNothingThatWasNotSent() {
        assertThrows(OperatorDoor.RingFullException.class, () -> door.submit(new Nop()));
        assertEquals(0, door.inFlight());
        sent = null;
        assertThrows(NoSpaceException.class, () -> door.submit(new Nop()));
        assertEquals(0, door.inFlight());
    }

    @Test
    void shouldCountWhatIsOnItsWayUntilTheExchangeEnds() throws Exception {
        final CompletableFuture<CommandResult> result = new CompletableFuture<>();
        sent = Optional.of(result);
        final CompletableFuture<Outcome> outcome = door.submit(new Nop());
        assertEquals(1, door.inFlight());
        result.completeExceptionally(new IllegalStateException("the exchange ended"));
        assertEquals(0, door.inFlight());
        assertTrue(outcome.isCompletedExceptionally());
    }
}
