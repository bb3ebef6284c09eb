package io.daybook.cluster.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AuditQuery;
import io.daybook.api.AuditReport;
import io.daybook.api.Command;
import io.daybook.engine.codec.ReportCodec;
import io.daybook.engine.state.RandomMarket;
import io.daybook.host.Proves;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Messages may have any bytes: each message has an answer, and the state stays valid. */
@Proves(
        value = "any message to a cluster has an answer, any snapshot is whole or refused",
        normal = "200,000 messages",
        large = "10,000,000")
class HostileRequestsTest {
    private static final int MESSAGES =
            Boolean.getBoolean("daybook.long") ? 10_000_000 : Boolean.getBoolean("daybook.quick") ? 20_000 : 200_000;

    @Test
    void shouldAnswerWhateverComes() {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        System.out.println("seed=" + seed);
        final SplittableRandom random = new SplittableRandom(seed);
        final ClusterState state = Messages.newState(seed);
        final RandomMarket market = new RandomMarket(seed);
        Messages.send(state, Messages.settings(), 1);
        Messages.send(state, Messages.open(5, 1), 1);
        long next = 1;
        for (final Command command : market.opening()) {
            Messages.send(state, Messages.commands(5, 1, next++, 1, command), 1);
        }
        final List<byte[]> models = new ArrayList<>();
        for (final Command command : market.trading(200)) {
            models.add(Messages.commands(5, 1, next, 1, command));
        }
        models.add(Messages.query(1, new AuditQuery()));
        models.add(Messages.open(6, 1));
        models.add(Messages.settings());
        final int[] answers = {0};
        for (int i = 0; i < MESSAGES; i++) {
            final byte[] message = mutated(models.get(random.nextInt(models.size())), random);
            answers[0] = 0;
            state.onRequest(message, 0, message.length, i, true, (bytes, offset, length) -> answers[0]++);
            assertTrue(answers[0] > 0, () -> "seed=" + seed);
        }
        final byte[] block = Messages.block(Messages.send(state, Messages.query(1, new AuditQuery()), 1));
        final AuditReport audit = (AuditReport) ReportCodec.decodeReport(block, 0, block.length);
        assertEquals(List.of(), audit.violations(), () -> "seed=" + seed);
        assertFalse(state.counts().refused() == 0);
        assertEquals(
                state.stateHash(),
                Messages.restored(Messages.snapshot(state), 3).stateHash());
    }

    private static byte[] mutated(final byte[] model, final SplittableRandom random) {
        byte[] message = model.clone();
        if (random.nextInt(8) == 0) {
            message = java.util.Arrays.copyOf(message, random.nextInt(message.length + 20));
        }
        final int flips = random.nextInt(4);
        for (int i = 0; i < flips && message.length > 0; i++) {
            message[random.nextInt(message.length)] = (byte) random.nextInt();
        }
        return message;
    }
}
