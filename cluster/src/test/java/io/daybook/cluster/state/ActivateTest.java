package io.daybook.cluster.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daybook.api.MassCancel;
import io.daybook.api.Nop;
import io.daybook.api.ResultCode;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.result.ResultDecoder;
import io.daybook.host.Proves;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** New semantics begin at a place of the log. */
@Proves("semantics of a cluster change when activated")
class ActivateTest {
    private static final int OLD = ExchangeEngine.SEMANTICS_VERSION - 1;
    private static final int NEW = ExchangeEngine.SEMANTICS_VERSION;

    private final ClusterState state = Messages.newState(1);

    @BeforeEach
    void begin() {
        final byte[] settings = ClusterSettings.of(Messages.ID, Messages.SECRET, true)
                .withSemantics(OLD)
                .toBytes();
        Messages.reply(state, Messages.message(RequestKind.SETTINGS, 0, 0, 0, 0, 0, settings));
        Messages.reply(state, Messages.open(1, 5));
    }

    private static Reply activate(final ClusterState of, final int version, final int... known) {
        final byte[] block = new byte[known.length];
        for (int i = 0; i < known.length; i++) {
            block[i] = (byte) known[i];
        }
        return Messages.reply(of, Messages.message(RequestKind.ACTIVATE, version, 0, 0, 0, 9, block));
    }

    private static ResultCode massCancel(final ClusterState of, final long first) {
        final List<byte[]> parts =
                Messages.send(of, Messages.commands(1, 1, first, 0, new MassCancel(1, 0, null, false, false)), 2);
        final byte[] block = Messages.block(parts);
        final ResultDecoder result = new ResultDecoder();
        result.wrap(block, 0, block.length);
        return result.code();
    }

    @Test
    void shouldCarryOutByNewRulesFromThereOn() {
        assertEquals(ResultCode.UNSUPPORTED_COMMAND, massCancel(state, 1));
        final Reply activated = activate(state, NEW, NEW, NEW, NEW);
        assertEquals(ReplyKind.RESULTS, activated.kind());
        assertEquals(NEW, activated.last());
        assertEquals(ResultCode.AUTH_INVALID_USER, massCancel(state, 2));
        assertEquals(2, state.seq(), "the activation takes no seq");
        assertEquals(ReplyKind.RESULTS, activate(state, NEW, NEW, NEW, NEW).kind());
    }

    @Test
    void shouldKeepThemInSnapshots() {
        activate(state, NEW, NEW, NEW, NEW);
        final ClusterState restored = Messages.restored(Messages.snapshot(state), 2);
        final ClusterSettings settings = restored.settings();
        assertNotNull(settings);
        assertEquals(NEW, settings.semanticsVersion());
        assertEquals(ResultCode.AUTH_INVALID_USER, massCancel(restored, 1));
    }

    @Test
    void shouldRefuseOthersThanTheNext() {
        for (final Reply refused : List.of(
                activate(state, OLD - 1, NEW, NEW, NEW),
                activate(state, NEW + 1, 9, 9, 9),
                activate(state, 0, NEW, NEW, NEW))) {
            assertEquals(Refusal.SEMANTICS, refused.refusal());
            assertEquals(OLD, refused.last());
        }
    }

    @Test
    void shouldRefuseWhatANodeDoesNotKnow() {
        assertEquals(Refusal.SEMANTICS, activate(state, NEW, NEW, OLD, NEW).refusal());
        assertEquals(Refusal.SEMANTICS, activate(state, NEW, NEW, NEW).refusal());
        assertEquals(Refusal.SEMANTICS, activate(state, NEW).refusal());
        assertEquals(Refusal.SEMANTICS, activate(state, NEW, -1, -1, -1).refusal());
    }

    /** A majority supports the semantics, and this program does not: it must not guess. */
    @Test
    void shouldEndWhereItLacksThem() {
        activate(state, NEW, NEW, NEW, NEW);
        assertThrows(IllegalArgumentException.class, () -> activate(state, NEW + 1, NEW + 1, NEW + 1, NEW + 1));
        assertEquals(
                ReplyKind.RESULTS,
                Messages.reply(state, Messages.commands(1, 1, 1, 0, new Nop())).kind());
    }
}
