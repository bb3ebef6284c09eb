package io.daybook.core;

import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.Follower;
import io.daybook.api.HopRecorder;
import io.daybook.api.OnFailure;
import io.daybook.api.RecoveryFailedException;
import io.daybook.api.RetentionMarks;
import io.daybook.api.Topology;
import io.daybook.core.exchange.InlineExchange;
import io.daybook.core.exchange.RingExchange;
import io.daybook.core.recovery.HeapNeed;
import io.daybook.core.recovery.JournalMarks;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.host.Uninterrupted;
import io.daybook.host.VenueTime;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.journal.JournalException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts an exchange in an application:
 *
 * <pre>{@code
 * try (Exchange exchange = DaybookExchange.builder().journal(Path.of("data")).start()) {
 *     exchange.submit(new AddUser(301)).join();
 * }
 * }</pre>
 */
public final class DaybookExchange {

    private static final Logger LOG = LoggerFactory.getLogger(DaybookExchange.class);

    private DaybookExchange() {}

    /** Returns a builder. The defaults are one engine thread, ladder books and no journal. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Recovers the configured journal and starts.
     *
     * @throws JournalException if the journal cannot be opened or is damaged: with file, offset and the way out
     * @throws RecoveryFailedException if the engine fails on a command of the journal, or a command cannot be decoded
     */
    public static Exchange start(final ExchangeConfig config, final ExchangeListener... listeners) {
        return start(new FileJournalStorage(), config, listeners);
    }

    /**
     * Recovers the configured journal from a storage of the caller's, and starts.
     *
     * @param storage where the folder of the journal is; the exchange uses it from its own threads until it is closed
     * @throws JournalException if the journal cannot be opened or is damaged: with file, offset and the way out
     * @throws RecoveryFailedException if the engine fails on a command of the journal, or a command cannot be decoded
     */
    public static Exchange start(
            final JournalStorage storage, final ExchangeConfig config, final ExchangeListener... listeners) {
        return start(storage, config, List.of(), listeners);
    }

    /**
     * Recovers and starts with followers, which first receive the journaled results that they lack; see
     * {@link Follower}.
     *
     * @param followers the followers with their terms of attachment; no two may have one name
     * @throws JournalException if the journal cannot be opened or is damaged, or no longer holds what a follower lacks
     *     (GAP)
     * @throws RecoveryFailedException if the engine fails on a command of the journal, a command cannot be decoded, or
     *     a follower throws during recovery
     */
    public static Exchange start(
            final JournalStorage storage,
            final ExchangeConfig config,
            final List<Attachment> followers,
            final ExchangeListener... listeners) {
        return start(storage, config, followers, HopRecorder.NONE, listeners);
    }

    /**
     * Recovers and starts with a recorder of the times at which commands pass the stages of the exchange.
     *
     * @throws IllegalArgumentException also with {@link Topology#INLINE}, which has no stages
     * @throws JournalException as for the other overloads
     * @throws RecoveryFailedException as for the other overloads
     */
    public static Exchange start(
            final JournalStorage storage,
            final ExchangeConfig config,
            final List<Attachment> followers,
            final HopRecorder hops,
            final ExchangeListener... listeners) {
        return start(storage, config, followers, hops, null, listeners);
    }

    /**
     * Recovers and starts with the caller's source of time, which stamps the commands and decides when ticks are due.
     *
     * @param time null for the time of the machine
     * @throws IllegalArgumentException as for the other overloads
     * @throws JournalException as for the other overloads
     * @throws RecoveryFailedException as for the other overloads
     */
    public static Exchange start(
            final JournalStorage storage,
            final ExchangeConfig config,
            final List<Attachment> followers,
            final HopRecorder hops,
            final @Nullable VenueTime time,
            final ExchangeListener... listeners) {
        for (final ExchangeListener listener : listeners) {
            Objects.requireNonNull(listener, "listener");
        }
        if (hops.mask() != HopRecorder.NO_SEQ && config.topology().kind() == Topology.Kind.INLINE) {
            throw new IllegalArgumentException("hops must come with threads: topology=" + config.topology());
        }
        HeapNeed.require(config, Runtime.getRuntime().maxMemory());
        return Uninterrupted.get(() -> {
            final RecoveredState recovered = RecoveredState.recover(config, storage, followers);
            return start(config, recovered.with(time == null ? recovered.time() : time, hops), listeners);
        });
    }

    /**
     * Returns the marks for which a folder keeps its journal, like {@link Exchange#retentionMarks()}, for a consumer in
     * another process. Takes no lock; an exchange may be running in the folder.
     *
     * @param folder of the journal
     * @throws JournalException if there is no journal
     */
    public static RetentionMarks retentionMarks(final Path folder) {
        return JournalMarks.of(new FileJournalStorage(), folder);
    }

    private static Exchange start(
            final ExchangeConfig config, final RecoveredState recovered, final ExchangeListener... listeners) {
        try {
            final Exchange exchange =
                    switch (config.topology().kind()) {
                        case INLINE -> new InlineExchange(config, recovered, listeners);
                        case FUSED, PIPELINED -> new RingExchange(config, recovered, listeners).start();
                    };
            if (recovered.journal() != null && recovered.summary().created()) {
                LOG.info("a new exchange in {}", config.journal());
            } else if (recovered.journal() != null) {
                LOG.info("{}: {}", config.journal(), recovered.summary().line());
            }
            return exchange;
        } catch (RuntimeException | Error e) {
            recovered.closeBecause(e);
            throw e;
        }
    }

    /** Collects settings, listeners and followers. Used by one thread. */
    public static final class Builder extends ExchangeConfig.Settings<Builder> {
        private final List<ExchangeListener> listeners = new ArrayList<>();
        private final List<Attachment> followers = new ArrayList<>();
        private HopRecorder hops = HopRecorder.NONE;

        private Builder() {}

        @Override
        protected Builder self() {
            return this;
        }

        /** Adds a listener that receives every result, in order. */
        public Builder listener(final ExchangeListener listener) {
            listeners.add(listener);
            return this;
        }

        /**
         * Attaches a follower, which runs on a thread of the exchange; see {@link Follower}. Requires a journal.
         *
         * @throws IllegalArgumentException if the follower's name is invalid
         */
        public Builder attach(final Follower follower, final OnFailure onFailure) {
            followers.add(new Attachment(follower, onFailure));
            return this;
        }

        /**
         * Attaches a follower that the caller runs on a thread of the caller, by {@link Exchange#poller}.
         *
         * @param wakeUp see {@link Attachment#wakeUp}
         * @throws IllegalArgumentException if the follower's name is invalid
         */
        public Builder attachPolled(final Follower follower, final OnFailure onFailure, final Runnable wakeUp) {
            followers.add(new Attachment(follower, onFailure, wakeUp));
            return this;
        }

        /** Records the times at which commands pass the stages of the exchange, which must not be INLINE. */
        public Builder hops(final HopRecorder recorder) {
            hops = Objects.requireNonNull(recorder, "hops");
            return this;
        }

        /**
         * Recovers and starts; see {@link DaybookExchange#start(ExchangeConfig, ExchangeListener...)}.
         *
         * @throws IllegalArgumentException naming a setting that is out of its range
         */
        public Exchange start() {
            return DaybookExchange.start(
                    new FileJournalStorage(), toConfig(), followers, hops, listeners.toArray(new ExchangeListener[0]));
        }
    }
}
