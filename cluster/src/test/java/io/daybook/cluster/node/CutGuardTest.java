package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.archive.Archive;
import io.aeron.archive.codecs.ListRecordingRequestEncoder;
import io.aeron.archive.codecs.MessageHeaderDecoder;
import io.aeron.archive.codecs.MessageHeaderEncoder;
import io.aeron.archive.codecs.RecordingPositionRequestDecoder;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.FragmentHandler;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests to an archive that does not take them, and a request that it refuses. */
class CutGuardTest {
    @TempDir
    private Path dir;

    private final List<String> said = Collections.synchronizedList(new ArrayList<>());
    private final List<String> ended = Collections.synchronizedList(new ArrayList<>());
    private final AtomicLong nowNs = new AtomicLong();
    private final StuckElection election = new StuckElection(said::add);
    private final Archive.Context archive = new Archive.Context()
            .localControlChannel("aeron:ipc?term-length=64k")
            .localControlStreamId(CutGuard.ARCHIVE_STREAM);
    private final CutGuard.Untaken untaken = new CutGuard.Untaken(said::add, ended::add, nowNs::get);

    private static void await(final BooleanSupplier wanted) throws InterruptedException {
        final long start = System.nanoTime();
        while (!wanted.getAsBoolean()) {
            assertTrue(System.nanoTime() - start < TimeUnit.SECONDS.toNanos(30), "not in time");
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    private static MediaDriver driver() {
        return MediaDriver.launchEmbedded(
                new MediaDriver.Context().threadingMode(ThreadingMode.SHARED).dirDeleteOnShutdown(true));
    }

    private CutGuard guard(final MediaDriver driver, final CutGuard.Untaken own) {
        return CutGuard.start(archive.aeronDirectoryName(driver.aeronDirectoryName()), dir, cut -> {}, election, own);
    }

    /** Returns a time one second later at each call, until the guard has reported: time runs as fast as its thread. */
    private long secondLater() {
        return said.isEmpty() ? nowNs.addAndGet(TimeUnit.SECONDS.toNanos(1)) : nowNs.get();
    }

    /** The consensus module begins an election again when the archive refuses a request in its session. */
    @Test
    void shouldSendARequestThatTheArchiveRefusesForAnElectionThatCannotEnd() throws Exception {
        try (MediaDriver driver = driver();
                Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
                Subscription requests =
                        aeron.addSubscription(archive.localControlChannel(), archive.localControlStreamId());
                CutGuard guard = guard(driver, untaken);
                ExclusivePublication consensus =
                        aeron.addExclusivePublication(archive.localControlChannel(), archive.controlStreamId())) {
            final UnsafeBuffer bytes = new UnsafeBuffer(new byte[64]);
            final int length = MessageHeaderEncoder.ENCODED_LENGTH
                    + new ListRecordingRequestEncoder()
                            .wrapAndApplyHeader(bytes, 0, new MessageHeaderEncoder())
                            .controlSessionId(77)
                            .encodedLength();
            await(() -> consensus.offer(bytes, 0, length) > 0);
            election.waits(true);
            final CarriedOut report = new CarriedOut(1);
            for (int cuts = 0; cuts <= 2; cuts++) {
                report.cuts(cuts, 4_096);
                election.onReport(report);
            }
            final List<Long> asked = new ArrayList<>();
            final RecordingPositionRequestDecoder refused = new RecordingPositionRequestDecoder();
            final FragmentHandler handler = (buffer, offset, size, header) -> {
                final MessageHeaderDecoder head = new MessageHeaderDecoder().wrap(buffer, offset);
                if (head.templateId() == RecordingPositionRequestDecoder.TEMPLATE_ID) {
                    refused.wrapAndApplyHeader(buffer, offset, head);
                    asked.addAll(List.of(refused.controlSessionId(), refused.recordingId()));
                }
            };
            await(() -> requests.poll(handler, 1) >= 0 && !asked.isEmpty());
            assertEquals(List.of(77L, -1L), asked);
            await(() -> !election.isStuck());
        }
    }

    @Test
    void shouldSayThatTheArchiveTakesNothingAndPassTheRequestOnOnceItDoes() throws Exception {
        try (MediaDriver driver = driver();
                Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
                CutGuard guard = guard(driver, new CutGuard.Untaken(said::add, ended::add, this::secondLater));
                ExclusivePublication consensus =
                        aeron.addExclusivePublication(archive.localControlChannel(), archive.controlStreamId())) {
            await(() -> consensus.offer(new UnsafeBuffer(new byte[64])) > 0);
            await(() -> !said.isEmpty());
            assertTrue(said.get(0).startsWith("daybook cluster node: the archive has not taken a request for "));
            final AtomicInteger passed = new AtomicInteger();
            try (Subscription requests =
                    aeron.addSubscription(archive.localControlChannel(), archive.localControlStreamId())) {
                await(() -> requests.poll((buffer, offset, length, header) -> passed.incrementAndGet(), 1) > 0);
            }
            assertEquals(1, passed.get());
            assertEquals(List.of(), ended);
        }
    }

    @Test
    void shouldSayItAtTwiceTheTimeAndEndTheNodeAfterAMinute() {
        for (int second = 0; second <= 60; second++) {
            nowNs.set(TimeUnit.SECONDS.toNanos(second));
            untaken.refused();
        }
        assertEquals(
                List.of("5 s", "10 s", "20 s", "40 s"),
                said.stream()
                        .map(line -> line.substring(line.lastIndexOf(" for ") + 5))
                        .toList());
        assertEquals(List.of("the archive has not taken a request for 60 s"), ended);
        untaken.taken();
        untaken.refused();
        assertEquals(1, ended.size(), "the next request has its own minute");
    }
}
