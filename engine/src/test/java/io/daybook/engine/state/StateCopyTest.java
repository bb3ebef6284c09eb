package io.daybook.engine.state;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.daybook.api.Command;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.OrderBookType;
import io.daybook.engine.EngineConfig;
import io.daybook.engine.EngineStateCopy;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.host.Proves;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.slab.HashSecret;
import io.daybook.kernel.state.StateHasher;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A copy for a snapshot keeps the state of its moment while the engine continues. */
@Proves("every topology and book writes the same snapshots and reads the others'")
class StateCopyTest {
    private static final int EVENT_RING = 1024;

    /** Carries out commands in an engine. */
    private static void apply(final ExchangeEngine engine, final List<Command> commands) {
        final CommandSlot slot = new CommandSlot();
        for (final Command command : commands) {
            slot.clear();
            CommandRecords.fill(slot, command, CommandRecords.encodePayload(command));
            engine.apply(slot);
            ExchangeEngine.releaseEvents(slot);
        }
    }

    private static byte[] content(final EngineStateCopy state) {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final StateEncoder risk = new StateEncoder(bytes::write);
        state.writeRisk(risk);
        risk.finish();
        final StateEncoder books = new StateEncoder(bytes::write);
        state.writeBooks(books);
        books.finish();
        return bytes.toByteArray();
    }

    private static long hash(final EngineStateCopy state) {
        final StateEncoder encoder = new StateEncoder((buffer, offset, length) -> {});
        state.writeRisk(encoder);
        state.writeBooks(encoder);
        return StateHasher.finish(encoder.finish());
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepTheStateOfItsMomentWhileTheEngineGoesOn(final OrderBookType books) {
        final RandomMarket market = new RandomMarket(11);
        final ExchangeEngine engine = new ExchangeEngine(
                EngineConfig.of(ExchangeConfig.builder().orderBookType(books).build(), HashSecret.NONE),
                new EventRing(EVENT_RING));
        apply(engine, market.opening());
        apply(engine, market.trading(1_500));
        final long then = engine.stateHash();
        final EngineStateCopy copy = engine.copyState();
        final byte[] content = content(copy);

        apply(engine, market.trading(1_500));

        assertNotEquals(then, engine.stateHash());
        assertEquals(then, hash(copy));
        assertArrayEquals(content, content(copy));
    }
}
