package io.daybook.cluster.state;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daybook.api.Command;
import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.api.Term;
import io.daybook.engine.state.RandomMarket;
import io.daybook.engine.state.SnapshotContentException;
import io.daybook.host.Proves;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

@Proves(
        value = "any message to a cluster has an answer, any snapshot is whole or refused",
        normal = "1,000,000 messages",
        large = "10,000,000")
class StateSnapshotTest {
    private static final int MUTATIONS = Boolean.getBoolean("daybook.quick") ? 300 : 3_000;

    private final ClusterState state = Messages.newState(1);

    private void fill(final int commands) {
        Messages.send(state, Messages.settings(), 1);
        Messages.send(state, Messages.open(3, 9), 1);
        Messages.send(state, Messages.open(300_000, 9), 1);
        final RandomMarket market = new RandomMarket(7);
        final List<Command> all = new ArrayList<>(market.opening());
        all.addAll(market.trading(commands));
        long first = 1;
        for (int at = 0; at < all.size(); at += 10) {
            final Command[] batch =
                    all.subList(at, Math.min(at + 10, all.size())).toArray(Command[]::new);
            Messages.send(state, Messages.commands(3, 1, first, Math.min(first, 1_000), batch), 1_000 + at);
            first += batch.length;
        }
    }

    @Test
    void shouldGoOnAsTheStateThatWasWritten() {
        fill(4_000);
        final List<byte[]> chunks = Messages.snapshot(state);
        final ClusterState restored = Messages.restored(chunks, 2);
        assertEquals(state.seq(), restored.seq());
        assertEquals(state.timeNs(), restored.timeNs());
        assertEquals(state.chain(), restored.chain());
        assertEquals(state.stateHash(), restored.stateHash());
        assertEquals(state.settings(), restored.settings());
        assertEquals(2, restored.sessionCount());

        // kept replies are sent again, and later commands have the same results
        final Command[] next = new RandomMarket(8).trading(50).toArray(Command[]::new);
        for (long first = 4_200; first < 4_280; first++) {
            final byte[] message = Messages.commands(3, 1, first, 0, next);
            final List<byte[]> told = Messages.send(state, message, 1);
            final List<byte[]> toldByRestored = Messages.send(restored, message, 1);
            assertEquals(told.size(), toldByRestored.size());
            for (int i = 0; i < told.size(); i++) {
                assertArrayEquals(told.get(i), toldByRestored.get(i));
            }
        }
        assertEquals(state.chain(), restored.chain());
        assertEquals(
                Messages.snapshot(state).size(), Messages.snapshot(restored).size());
    }

    @Test
    void shouldKeepThePartsOfFollowers() {
        fill(100);
        Messages.send(state, Messages.followers("feed", "gateway", "sink"), 1);
        final byte[] large = new byte[200_000];
        new SplittableRandom(5).nextBytes(large);
        final List<byte[]> chunks = new ArrayList<>();
        state.write(
                List.of(new StatePart("feed", large), new StatePart("gateway", new byte[0])),
                (bytes, offset, length) -> chunks.add(java.util.Arrays.copyOfRange(bytes, offset, offset + length)));
        final List<StatePart> parts = Messages.newState(2).restore(new java.util.ArrayDeque<>(chunks)::poll);
        assertEquals(
                List.of("feed", "gateway"), parts.stream().map(StatePart::name).toList());
        assertArrayEquals(large, parts.get(0).bytes());
        assertArrayEquals(new byte[0], parts.get(1).bytes());
    }

    @Test
    void shouldWriteAStateWithoutSettings() {
        final ClusterState restored = Messages.restored(Messages.snapshot(state), 2);
        assertEquals(0, restored.seq());
        assertEquals(null, restored.settings());
    }

    @Test
    void shouldKnowWhatIsDueAfterARestart() {
        fill(10);
        final PlaceOrder ending = new PlaceOrder(
                38 * 1_000_003 + 1,
                7,
                900_000,
                Side.BID,
                OrderType.GTC,
                90,
                90,
                1,
                OrderTerms.builder().set(Term.EXPIRE_AT, 5_000_000).build());
        final List<byte[]> replies = Messages.send(state, Messages.commands(3, 1, 0, 0, ending), 2_000);
        assertNotNull(replies);
        assertEquals(5_000_000, state.nextDueNs());
        final ClusterState restored = Messages.restored(Messages.snapshot(state), 2);
        assertEquals(5_000_000, restored.nextDueNs());

        final long seq = state.seq();
        restored.onTimer(4_999_999);
        assertEquals(seq, restored.seq());
        restored.onTimer(5_000_000);
        assertEquals(seq + 1, restored.seq());
        assertEquals(ClusterState.NEVER, restored.nextDueNs());
        restored.onTimer(6_000_000);
        assertEquals(seq + 1, restored.seq());
    }

    @Test
    void shouldRefuseWhatIsNotWhole() {
        fill(500);
        final List<byte[]> chunks = Messages.snapshot(state);
        for (int i = 0; i < chunks.size(); i++) {
            final List<byte[]> missing = new ArrayList<>(chunks);
            missing.remove(i);
            assertThrows(SnapshotContentException.class, () -> Messages.restored(missing, 2));
            final List<byte[]> twice = new ArrayList<>(chunks);
            twice.add(i, chunks.get(i));
            assertThrows(SnapshotContentException.class, () -> Messages.restored(twice, 2));
        }
    }

    @Test
    void shouldRefuseDamage() {
        fill(100);
        Messages.send(state, Messages.followers("feed"), 1);
        Messages.send(state, Messages.openDoor(5, 9), 1);
        final List<byte[]> chunks = Messages.snapshot(state);
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < MUTATIONS; i++) {
            final List<byte[]> damaged = new ArrayList<>(chunks);
            final int at = random.nextInt(chunks.size());
            byte[] chunk = chunks.get(at).clone();
            if (random.nextInt(4) == 0) {
                chunk = java.util.Arrays.copyOf(chunk, random.nextInt(chunk.length));
            } else {
                chunk[random.nextInt(chunk.length)] ^= (byte) (1 << random.nextInt(8));
            }
            damaged.set(at, chunk);
            assertThrows(SnapshotContentException.class, () -> Messages.restored(damaged, 2), () -> "seed=" + seed);
        }
    }
}
