package io.daybook.server.http;

import io.daybook.host.Clock;
import io.daybook.server.identity.Signatures;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Remembers signed changes for as long as their signatures are valid, so that an attacker who records a request cannot
 * repeat it. Any thread.
 */
final class SignedOnce {
    private final Clock clock;
    private final long keptNs;
    private final int most;
    private final long aheadMs;
    private volatile long sinceMs = Long.MIN_VALUE;
    private final Queue<Entry> byAge = new ArrayDeque<>();
    private final Set<String> texts = new HashSet<>();

    private record Entry(String hash, long untilNs) {}

    /**
     * Makes an empty memory.
     *
     * @param keptS the time that a change is remembered: longer than a signature is valid
     * @param most the number of changes that are remembered at once
     * @param aheadMs the largest time by which a signature may be ahead of the clock
     */
    SignedOnce(final Clock clock, final int keptS, final int most, final int aheadMs) {
        this.clock = clock;
        this.keptNs = TimeUnit.SECONDS.toNanos(keptS);
        this.most = most;
        this.aheadMs = aheadMs;
    }

    /**
     * Refuses changes that an earlier process may have carried out, because this object does not remember those.
     *
     * @param endedMs the time after which no earlier process did anything
     */
    void since(final long endedMs) {
        sinceMs = endedMs + aheadMs;
    }

    /**
     * Remembers a change before it is carried out.
     *
     * @param signed the key and the text that it signed
     * @param timeMs the time in the signed text
     * @throws Problem ALREADY_APPLIED if it was carried out before; SIGNED_BEFORE_START if an earlier process may have
     *     carried it out; THROTTLED if there are too many to remember
     */
    void take(final String signed, final long timeMs) {
        if (timeMs <= sinceMs) {
            throw Problem.of(
                            ProblemCode.SIGNED_BEFORE_START,
                            "the request was signed before the server started, and may have been carried out then."
                                    + " Query its outcome, or sign again with a later time")
                    .header("Retry-After", "1");
        }
        final String hash = hash(signed);
        synchronized (texts) {
            final long now = clock.nanoTime();
            for (Entry oldest = byAge.peek(); oldest != null && now - oldest.untilNs >= 0; oldest = byAge.peek()) {
                byAge.remove();
                texts.remove(oldest.hash);
            }
            if (texts.contains(hash)) {
                throw Problem.of(
                        ProblemCode.ALREADY_APPLIED,
                        "a change with this signature was carried out. Query its outcome, or sign again with a"
                                + " later Daybook-Time");
            }
            if (byAge.size() >= most) {
                throw Problem.of(ProblemCode.THROTTLED, "too many signed changes in a short time: most=" + most)
                        .header("Retry-After", "1");
            }
            texts.add(hash);
            byAge.add(new Entry(hash, now + keptNs));
        }
    }

    /** Removes a change that had no effect, so that it may be sent again unchanged. */
    void giveBack(final String signed) {
        synchronized (texts) {
            texts.remove(hash(signed));
        }
    }

    private static String hash(final String signed) {
        return HexFormat.of().formatHex(Signatures.sha256(signed.getBytes(StandardCharsets.UTF_8)));
    }
}
