package io.daybook.cluster.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.daybook.api.OrderBookType;
import io.daybook.engine.matching.BookTypes;
import io.daybook.kernel.slab.HashSecret;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A state comes through the log in pieces: each piece once, in order, also over a restart, or none at all. */
class StateImportTest {
    private static final ClusterSettings SETTINGS =
            ClusterSettings.of(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, new byte[16], true);

    private final List<byte[]> chunks = new ArrayList<>();
    private ClusterState state = newState();
    private ReplyKind kind = ReplyKind.GAP;
    private long lastTaken;
    private Refusal refusal = Refusal.SPENT;

    StateImportTest() {
        new ImportedState(SETTINGS, false, BookTypes.all(OrderBookType.LADDER), HashSecret.NONE)
                .write((bytes, offset, length) -> chunks.add(Arrays.copyOfRange(bytes, offset, offset + length)));
    }

    private static ClusterState newState() {
        return new ClusterState(BookTypes.all(OrderBookType.LADDER), HashSecret.NONE);
    }

    private void send(final int number, final byte[] chunk, final boolean isLast) {
        final byte[] message = new byte[Request.HEAD_LENGTH + chunk.length];
        Request.putHead(message, isLast ? RequestKind.IMPORT_LAST : RequestKind.IMPORT, 0, 0, 0, number);
        System.arraycopy(chunk, 0, message, Request.HEAD_LENGTH, chunk.length);
        state.onRequest(message, 0, message.length, 1, true, (bytes, offset, length) -> {
            final Reply reply = new Reply();
            reply.wrap(bytes, offset, length);
            kind = reply.kind();
            lastTaken = reply.last();
            refusal = kind == ReplyKind.REFUSED ? reply.refusal() : Refusal.SPENT;
        });
    }

    private void send(final int number) {
        send(number, chunks.get(number - 1), number == chunks.size());
    }

    /** Restores the state, as a node does that starts from a snapshot. */
    private void restart() {
        final List<byte[]> written = new ArrayList<>();
        state.write(
                List.of(), (bytes, offset, length) -> written.add(Arrays.copyOfRange(bytes, offset, offset + length)));
        final Iterator<byte[]> iterator = written.iterator();
        state = newState();
        state.restore(() -> iterator.hasNext() ? iterator.next() : null);
    }

    @Test
    void shouldTakeEachPieceOnceOverARestart() {
        for (int number = 1; number <= chunks.size(); number++) {
            assertNull(state.settings());
            send(number);
            assertEquals(ReplyKind.RESULTS, kind);
            if (number < chunks.size()) {
                assertEquals(number, lastTaken);
                restart();
                send(number);
                assertEquals(number == 1 ? 1 : number, lastTaken);
            }
        }
        assertEquals(SETTINGS, state.settings());
        send(chunks.size());
        assertEquals(Refusal.OTHER_SETTINGS, refusal);
    }

    @Test
    void shouldSayFromWhereToGoOnAfterAGap() {
        send(1);
        send(3);
        assertEquals(ReplyKind.GAP, kind);
        assertEquals(1, lastTaken);
    }

    @Test
    void shouldRefuseAStateThatIsNone() {
        for (int damaged = 1; damaged <= chunks.size(); damaged++) {
            for (int number = 1; number <= chunks.size(); number++) {
                final byte[] chunk = chunks.get(number - 1).clone();
                if (number == damaged) {
                    chunk[chunk.length / 2] ^= 1;
                }
                send(number, chunk, number == chunks.size());
            }
            assertEquals(Refusal.MALFORMED, refusal, "damaged=" + damaged);
            assertNull(state.settings());
        }
        shouldTakeEachPieceOnceOverARestart();
    }

    @Test
    void shouldRefuseTheFirstPieceAlone() {
        send(1, chunks.get(0), true);
        assertEquals(Refusal.MALFORMED, refusal);
        assertNull(state.settings());
        assertEquals(0, state.seq());
    }
}
