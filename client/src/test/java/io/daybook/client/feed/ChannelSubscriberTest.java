package io.daybook.client.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.wire.feed.FeedDescriptor;
import io.daybook.wire.feed.FeedSession;
import io.daybook.wire.feed.MoldPacket;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the states of a channel, one by one. */
@Proves("each state of a subscriber is left as the tables say")
final class ChannelSubscriberTest {
    private static final long MS = 1_000_000;
    private static final FeedLab.Faults DEAD = new FeedLab.Faults(1_000, 0, 0, 0);

    private final FeedLab lab = new FeedLab(5);

    private void trade(final int commands) {
        for (int i = 0; i < commands; i++) {
            lab.trade();
            lab.publish();
            lab.pass(MS / 4);
        }
    }

    private void cut(final boolean isCut) {
        lab.lineA = isCut ? DEAD : FeedLab.Faults.NONE;
        lab.lineB = lab.lineA;
        lab.snapshotsA = lab.lineA;
        lab.snapshotsB = lab.lineA;
    }

    private void awaitWhole(final int rounds) {
        for (int i = 0; i < rounds && !lab.isWhole(); i++) {
            lab.cycle();
            lab.publish();
            lab.pass(20 * MS);
        }
        assertTrue(lab.isWhole(), () -> lab.heard.words.toString());
        lab.requireSameBooks("at the end");
    }

    @Test
    void shouldApplyTheFirstCopyOfEachMessage() {
        trade(200);
        assertEquals(0, lab.heard.stales);
        assertEquals(0, lab.subscriber.counters().gaps());
        lab.requireSameBooks("live");
        assertTrue(lab.isWhole());
    }

    @Test
    void shouldLiveOnOneLine() {
        lab.lineB = DEAD;
        trade(200);
        assertEquals(0, lab.subscriber.counters().requests());
        lab.requireSameBooks("live");
    }

    @Test
    void shouldAskForAGapOfBothLinesAfterTwoMilliseconds() {
        trade(20);
        final long before = lab.messages();
        cut(true);
        while (lab.messages() == before) {
            trade(1);
        }
        cut(false);
        lab.isRequestServerOn = false;
        final long next = lab.subscriber.books().nextNumber();
        while (lab.subscriber.counters().gaps() == 0) {
            trade(1);
        }
        assertEquals(0, lab.subscriber.counters().requests());
        lab.pass(2 * MS);
        assertEquals(1, lab.subscriber.counters().requests());
        assertEquals(next, lab.subscriber.books().nextNumber());
        lab.isRequestServerOn = true;
        lab.pass(11 * MS);
        assertEquals(2, lab.subscriber.counters().requests());
        assertTrue(lab.isWhole());
        assertEquals(0, lab.heard.stales);
        lab.requireSameBooks("filled");
    }

    @Test
    void shouldGiveUpAfterFiveRequestsAndTakeTheSnapshotsOfTheCycle() {
        trade(50);
        lab.isRequestServerOn = false;
        cut(true);
        trade(50);
        cut(false);
        trade(10);
        lab.pass(2 * MS + (10 + 20 + 40 + 80) * MS);
        assertEquals(0, lab.heard.stales);
        lab.pass(170 * MS);
        assertEquals(5, lab.subscriber.counters().requests());
        assertEquals(1, lab.heard.stales);
        assertTrue(lab.subscriber.isStale());
        assertEquals(0, lab.subscriber.wantedFrom());
        trade(20);
        lab.cycle();
        lab.pass(MS);
        assertEquals(List.of("stale 3", "fresh " + FeedLab.SYMBOLS[0]), lastWords(2));
        trade(20);
        awaitWhole(10);
        lab.cycle();
        lab.pass(MS);
        assertFalse(lab.subscriber.isStale());
        trade(50);
        lab.requireSameBooks("after the channel is live again");
        assertEquals(1, lab.heard.stales);
    }

    private List<String> lastWords(final int count) {
        final List<String> words = lab.heard.words;
        return words.subList(words.size() - count, words.size());
    }

    /** Makes the channel stale, with books of 50 packets in all; the line of snapshots loses one packet in ten. */
    private void loseSnapshots() {
        lab.isRequestServerOn = false;
        trade(2_000);
        cut(true);
        trade(50);
        cut(false);
        trade(10);
        lab.pass(400 * MS);
        assertTrue(lab.subscriber.isStale());
        lab.snapshotsA = new FeedLab.Faults(100, 0, 0, 0);
        lab.snapshotsB = DEAD;
    }

    @Test
    void shouldAskForWhatTheLineOfSnapshotsHasLost() {
        loseSnapshots();
        lab.isRequestServerOn = true;
        for (int i = 0; i < 2 * FeedLab.SYMBOLS.length; i++) {
            lab.cycle();
            lab.pass(100 * MS);
            trade(3);
        }
        assertTrue(lab.snapshotRequests > 0, "no snapshot was lost, or none was requested");
        assertTrue(lab.isWhole(), () -> lab.heard.words.toString());
        lab.requireSameBooks("whole");
    }

    @Test
    void shouldGiveUpAGapOfSnapshotsThatNobodyFills() {
        loseSnapshots();
        final long before = lab.subscriber.counters().requests();
        lab.snapshotsA = DEAD;
        lab.cycle();
        lab.pass(MS);
        lab.snapshotsA = FeedLab.Faults.NONE;
        lab.cycle();
        lab.pass(MS);
        lab.snapshotsA = DEAD;
        lab.cycle();
        lab.pass(MS);
        lab.snapshotsA = FeedLab.Faults.NONE;
        lab.cycle();
        lab.pass(MS);
        assertEquals(before, lab.subscriber.counters().requests(), "the subscriber waits before it sends a request");
        lab.pass(2 * MS);
        assertEquals(before + 1, lab.subscriber.counters().requests());
        lab.pass((10 + 20) * MS);
        assertEquals(before + SnapshotLine.MAX_ROUNDS, lab.subscriber.counters().requests());
        assertEquals(1, lab.heard.fresh(), "the snapshot after the gap waits");
        lab.pass(40 * MS);
        assertEquals(2, lab.heard.fresh(), () -> lab.heard.words.toString());
        awaitWhole(2 * FeedLab.SYMBOLS.length);
        assertEquals(before + SnapshotLine.MAX_ROUNDS, lab.subscriber.counters().requests());
    }

    @Test
    void shouldNotAskForAGapThatIsTooLarge() {
        trade(20);
        cut(true);
        final long before = lab.messages();
        while (lab.messages() - before <= ChannelSubscriber.MAX_GAP) {
            lab.trade();
        }
        lab.publish();
        cut(false);
        lab.trade();
        trade(10);
        assertEquals(0, lab.subscriber.counters().requests());
        assertTrue(lab.subscriber.isStale());
        awaitWhole(20);
    }

    @Test
    void shouldHideBooksInSilenceAndShowThemAgainWhereNothingWasMissed() {
        trade(50);
        cut(true);
        lab.pass(999 * MS);
        assertEquals(0, lab.heard.stales);
        lab.pass(2 * MS);
        assertEquals(1, lab.heard.stales);
        assertEquals(ChannelBooks.NO_BOOK, lab.subscriber.books().bookOf(7));
        cut(false);
        lab.publish();
        lab.pass(101 * MS);
        lab.publish();
        lab.pass(MS);
        assertFalse(lab.subscriber.isStale());
        assertTrue(lab.isWhole());
        lab.requireSameBooks("after packets arrive again");
        assertEquals(1, lab.heard.stales);
    }

    @Test
    void shouldAskForWhatItMissedInSilenceBeforeItShowsBooks() {
        trade(50);
        cut(true);
        lab.pass(1_100 * MS);
        trade(5);
        cut(false);
        lab.pass(100 * MS);
        lab.publish();
        lab.pass(MS);
        assertFalse(lab.isWhole());
        lab.pass(10 * MS);
        assertTrue(lab.isWhole());
        assertEquals(1, lab.heard.stales);
        lab.requireSameBooks("asked");
    }

    @Test
    void shouldTakeTheStreamWhereThereIsOne() {
        trade(50);
        lab.isRequestServerOn = false;
        lab.isCycleOn = false;
        cut(true);
        trade(50);
        cut(false);
        trade(10);
        lab.isStreamOn = true;
        lab.pass(400 * MS);
        trade(100);
        assertEquals(1, lab.streams);
        assertTrue(lab.isWhole(), lab.heard.words::toString);
        assertFalse(lab.subscriber.isStale());
        lab.requireSameBooks("streamed");
    }

    @Test
    void shouldJoinLate() {
        cut(true);
        trade(200);
        cut(false);
        trade(1);
        awaitWhole(80);
    }

    @Test
    void shouldDistrustAllBooksWhenACheckDiffers() {
        trade(50);
        final byte[] message = new byte[FeedDescriptor.MAX_LENGTH];
        final int length = FeedDescriptor.check(message, 0, 7, 99, 99);
        final byte[] packet = new byte[100];
        final int end =
                MoldPacket.HEADER_LENGTH + MoldPacket.message(packet, MoldPacket.HEADER_LENGTH, message, 0, length);
        MoldPacket.header(packet, 0, lab.session.name(), lab.messages() + 1, 1);
        lab.subscriber.onPacket(packet, 0, end, lab.nowNs);
        assertEquals(List.of("BAD_CHECK 9 7 0", "stale 3"), lastWords(2));
        assertTrue(lab.subscriber.isStale());
        trade(10);
        awaitWhole(20);
        assertEquals(1, lab.heard.mismatches);
    }

    @Test
    void shouldDropWhatIsOfNoSessionOrNoPacket() {
        trade(50);
        final byte[] packet = lab.packet(1, 3);
        final long before = lab.subscriber.counters().dropped();
        int bad = 0;
        for (int length = 0; length < packet.length; length++) {
            lab.subscriber.onPacket(packet, 0, length, lab.nowNs);
            bad++;
        }
        for (final int place : new int[] {0, 5, 9, 18, 20, MoldPacket.HEADER_LENGTH + 2 + 4}) {
            final byte[] other = packet.clone();
            other[place] ^= 0x15;
            lab.subscriber.onPacket(other, 0, other.length, lab.nowNs);
            bad++;
        }
        assertEquals(before + bad, lab.subscriber.counters().dropped());
        lab.requireSameBooks("untouched");
        assertTrue(lab.isWhole());
    }

    @Test
    void shouldStartAnewInANewSession() {
        trade(50);
        final byte[] packet = lab.packet(1, 1);
        final byte[] name = new FeedSession(FeedLab.EXCHANGE, 1, 3).name();
        System.arraycopy(name, 0, packet, 0, name.length);
        lab.subscriber.onPacket(packet, 0, packet.length, lab.nowNs);
        assertEquals(1, lab.heard.stales);
        assertTrue(lab.subscriber.isStale());
        final long before = lab.subscriber.counters().dropped();
        trade(1);
        assertTrue(lab.subscriber.counters().dropped() > before, "packets of the old session are dropped");
    }

    @Test
    void shouldComeBackFromANumberThatNobodySent() {
        trade(50);
        final byte[] heartbeat = Arrays.copyOf(lab.packet(1, 0), MoldPacket.HEADER_LENGTH);
        MoldPacket.header(heartbeat, 0, lab.session.name(), 1L << 60, 0);
        lab.subscriber.onPacket(heartbeat, 0, heartbeat.length, lab.nowNs);
        assertEquals(1, lab.heard.stales);
        trade(10);
        awaitWhole(20);
    }

    @Test
    void shouldHearOfSymbolsAndTheirBestPricesOnceTheyAreFresh() {
        lab.publish();
        lab.pass(MS);
        assertEquals(
                Arrays.stream(FeedLab.SYMBOLS)
                        .mapToObj(symbol -> "fresh " + symbol)
                        .toList(),
                lab.heard.words);
        trade(100);
        assertTrue(lab.heard.tops > 20 && lab.heard.groups > 20 && lab.heard.trades > 0);
    }
}
