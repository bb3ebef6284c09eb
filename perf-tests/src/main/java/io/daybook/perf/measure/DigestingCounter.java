package io.daybook.perf.measure;

import io.daybook.api.ResultView;

/** Counts results, and keeps a checksum over all their fields. */
public final class DigestingCounter extends ResultCounter {
    private final ResultDigest digest = new ResultDigest();

    /** The checksum so far; read after {@link #await()}. */
    public long digest() {
        return digest.value();
    }

    @Override
    void take(final ResultView result) {
        digest.add(result);
    }
}
