package io.daybook.gateway.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.host.RateLimit;
import io.daybook.host.SimulatedClock;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.sessions.audit.AuditLog;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.CancelOnDisconnect;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.outbox.OutboxLimits;
import io.daybook.wire.Frame;
import io.daybook.wire.OrderNumbers;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Hostile bytes from clients that have logged in and from clients that have not: random bytes, and valid frames with
 * some wrong bits. The venue disconnects or refuses the sender, and no other client is affected.
 */
@Proves(value = "no TCP frame reaches beyond its session", normal = "40,000 frames", large = "100,000,000")
class HostileFramesTest {
    private static final int FRAMES =
            Boolean.getBoolean("daybook.long") ? 100_000_000 : Boolean.getBoolean("daybook.quick") ? 10_000 : 40_000;

    /** How many frames one venue gets before it is replaced, because its simulated disk keeps all logins in memory. */
    private static final int FRAMES_OF_A_VENUE = 100_000;

    private static final int MOST_AT_ONCE = 16;

    /** The lengths of the blocks, by template. */
    private static final int[] BLOCKS = {0, 96, 48, 40, 40, 40, 80, 48, 64, 0, 0, 16, 8};

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private final Random random = new Random(seed);
    private final SimulatedClock clock = new SimulatedClock(1_700_000_000_000L);
    private final SessionLimits limits =
            new SessionLimits(64, 1_000_000, 10, 10, 10, 5_000, 1_000_000, 64 << 10, 64 << 20, 10_000, 1 << 20, 7, 64);
    private final Members members = Members.of(List.of(
            Venue.trader(17, 1)
                    .limit(new RateLimit(1, 1))
                    .cancelOnDisconnect(CancelOnDisconnect.NONE)
                    .build(),
            Venue.trader(18, 2).cancelOnDisconnect(CancelOnDisconnect.NONE).build()));

    @Test
    void shouldSurviveWhateverIsSent() {
        for (int sent = 0; sent < FRAMES; sent += FRAMES_OF_A_VENUE) {
            survive(Math.min(FRAMES_OF_A_VENUE, FRAMES - sent));
        }
    }

    private void survive(final int frames) {
        final Venue venue = Venue.start(
                new SimulatedStorage(),
                clock,
                limits,
                new OutboxLimits(16 << 10, 64 << 10, TimeUnit.DAYS.toNanos(1)),
                members,
                AuditLog.none());
        final FakeClient good = new FakeClient(18);
        good.login(venue, 0);
        good.place(1, 2, 1, 1, 50, 5);
        final FakeClient bad = new FakeClient(17);
        final byte[] noise = new byte[Frame.MAX_LENGTH * 2];
        int sent = 0;
        int sentAway = 0;
        while (sent < frames) {
            if (!bad.isOpen()) {
                sentAway++;
                if (random.nextInt(4) == 0) {
                    assertTrue(bad.connect(venue), () -> "seed=" + seed);
                } else {
                    bad.login(venue, random.nextInt(3));
                }
            }
            for (int i = random.nextInt(MOST_AT_ONCE); i >= 0 && bad.isOpen(); i--) {
                final int length = random.nextBoolean() ? noise(noise) : mutant(noise);
                bad.sendBytes(noise, 0, length);
                sent++;
            }
            venue.run();
            bad.heard();
            if (random.nextInt(64) == 0) {
                clock.advance(5, TimeUnit.MILLISECONDS);
                good.heartbeat();
            }
            if (random.nextInt(8) == 0) {
                bad.cut();
            }
            good.heard();
        }
        assertEquals(List.of(), venue.failures(), "seed=" + seed);
        assertTrue(sentAway > frames / 100, () -> "seed=" + seed);
        assertTrue(good.isOpen(), () -> "seed=" + seed);
        good.status(1, OrderNumbers.cookie(18, 1));
        venue.run();
        assertEquals("status 1 remaining 5 traded 0", good.heard().get(0), "seed=" + seed);
    }

    private int noise(final byte[] bytes) {
        final int length = 1 + random.nextInt(120);
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) random.nextInt();
        }
        return length;
    }

    /** A frame of one of the templates with a valid header, some of whose bytes are changed. */
    private int mutant(final byte[] bytes) {
        final int template = 1 + random.nextInt(13);
        final int block = random.nextInt(4) == 0 ? random.nextInt(100) : BLOCKS[template % BLOCKS.length];
        final int length = Frame.HEADER_LENGTH + block;
        Arrays.fill(bytes, 0, length, (byte) 0);
        bytes[2] = (byte) (length >>> 8);
        bytes[3] = (byte) length;
        bytes[4] = (byte) 0xEB;
        bytes[5] = 0x50;
        bytes[6] = (byte) block;
        bytes[8] = (byte) template;
        bytes[10] = 1;
        bytes[12] = 1;
        for (int at = Frame.HEADER_LENGTH; at < length; at += 1 + random.nextInt(24)) {
            bytes[at] = (byte) (random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(3));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            bytes[random.nextInt(length)] ^= (byte) (1 << random.nextInt(8));
        }
        return length;
    }
}
