package io.daybook.venue;

import io.daybook.api.Attachment;
import io.daybook.api.Follower;
import io.daybook.api.FollowerPart;
import io.daybook.api.OnFailure;
import io.daybook.api.PartReader;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import io.daybook.gateway.config.VenueFile;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.server.config.ServerSettings;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Recovers a folder with all followers of a server, without opening a door, and captures the parts of the followers at
 * given seqs.
 */
public final class FollowedVenue {
    private FollowedVenue() {}

    /**
     * Recovers the venue, captures the parts, and closes the venue.
     *
     * @param seqs the seqs at which parts are captured
     * @param results receives each result
     * @return the parts, by {@code seq/follower}
     */
    public static Map<String, byte[]> parts(
            final VenueFile<ServerSettings> config, final Set<Long> seqs, final Consumer<ResultView> results)
            throws Exception {
        final Map<String, byte[]> parts = new TreeMap<>();
        try (Venue venue = Venue.open(config)) {
            final List<Attachment> followers = Stream.concat(
                            Stream.of(new Attachment(new Heard(results), OnFailure.HALT)),
                            venue.followers().stream()
                                    .map(own -> new Attachment(
                                            new Watched(own.follower(), seqs, parts), own.onFailure(), own.wakeUp())))
                    .toList();
            venue.recover(new FileJournalStorage(), followers);
        }
        return parts;
    }

    /** Passes on each result that followers receive, and keeps no state. */
    private record Heard(Consumer<ResultView> results) implements Follower {
        @Override
        public String name() {
            return "heard";
        }

        @Override
        public long mark() {
            return 1;
        }

        @Override
        public void restore(final @Nullable PartReader part, final long seq, final StateView state) {}

        @Override
        public void onResult(final ResultView result, final boolean replayed) {
            results.accept(result);
        }
    }

    /** Wraps a follower of the product, and captures its part at each of the given seqs. */
    private record Watched(Follower own, Set<Long> seqs, Map<String, byte[]> parts) implements Follower {
        @Override
        public String name() {
            return own.name();
        }

        @Override
        public long mark() {
            return own.mark();
        }

        @Override
        public void restore(final @Nullable PartReader part, final long seq, final StateView state) {
            own.restore(part, seq, state);
        }

        @Override
        public void onResult(final ResultView result, final boolean replayed) {
            own.onResult(result, replayed);
            final FollowerPart part = seqs.contains(result.seq()) ? own.capture() : null;
            if (part != null) {
                final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                part.writeTo(bytes::write);
                parts.put(result.seq() + "/" + own.name(), bytes.toByteArray());
            }
        }

        @Override
        public void onBatchEnd() {
            own.onBatchEnd();
        }

        @Override
        public @Nullable FollowerPart capture() {
            return own.capture();
        }
    }
}
