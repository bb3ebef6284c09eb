package io.daybook.core.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.daybook.api.ExchangeClosedException;
import org.junit.jupiter.api.Test;

class LifecycleTest {

    @Test
    void shouldNameTheClassOfAFailureThatHasNoMessage() {
        final Lifecycle lifecycle = new Lifecycle();
        final StackOverflowError failure = new StackOverflowError();
        lifecycle.fail(failure);
        final ExchangeClosedException refusal = lifecycle.refusal();
        assertEquals("the exchange has failed: java.lang.StackOverflowError", refusal.getMessage());
        assertSame(failure, refusal.getCause());
    }
}
