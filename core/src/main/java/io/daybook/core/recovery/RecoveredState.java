package io.daybook.core.recovery;

import io.daybook.api.Attachment;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.Follower;
import io.daybook.api.HopRecorder;
import io.daybook.api.RecoveryFailedException;
import io.daybook.api.RecoverySummary;
import io.daybook.api.Topology;
import io.daybook.core.snapshot.SnapshotFiles;
import io.daybook.engine.EngineConfig;
import io.daybook.engine.EngineHost;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.SlotResultView;
import io.daybook.engine.state.SnapshotContent;
import io.daybook.engine.state.SnapshotContentException;
import io.daybook.host.Clock;
import io.daybook.host.Scheduler;
import io.daybook.host.Uninterrupted;
import io.daybook.host.VenueTime;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.JournalStorage;
import io.daybook.journal.Compression;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalStat;
import io.daybook.journal.RecoveryReport;
import io.daybook.journal.access.Journal;
import io.daybook.journal.access.JournalFollowers;
import io.daybook.journal.access.JournalOptions;
import io.daybook.journal.access.JournalReader;
import io.daybook.journal.follower.FollowerMark;
import io.daybook.journal.snapshot.SnapshotReader;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.slab.HashSecret;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An engine with the state of a journal, and that journal, open and ready for the next command.
 *
 * @param engine owned by the exchange that runs it next
 * @param events the rings that the engine writes to, one for each shard of books; copied by the constructor
 * @param journal the open journal, locked; null if there is none
 * @param summary what recovery did
 * @param followers the followers, which have received everything so far; copied
 * @param keptIds reserved for the doors of some followers
 * @param time the source of time of the exchange; the recovery used the machine clock of this source
 * @param scheduler runs the tasks of the exchange
 * @param hops records when commands pass the stages from now on
 */
public record RecoveredState(
        ExchangeEngine engine,
        List<EventRing> events,
        @Nullable Journal journal,
        RecoverySummary summary,
        List<Attachment> followers,
        KeptIds keptIds,
        VenueTime time,
        Scheduler scheduler,
        HopRecorder hops) {

    private static final int REPLAY_EVENTS = 16_384;

    /** Copies the lists. */
    public RecoveredState {
        events = List.copyOf(events);
        followers = List.copyOf(followers);
    }

    /** This state with another time, and a recorder of the times at which commands pass the stages. */
    public RecoveredState with(final VenueTime other, final HopRecorder recorder) {
        return new RecoveredState(engine, events, journal, summary, followers, keptIds, other, scheduler, recorder);
    }

    /** The clock of the machine. */
    public Clock clock() {
        return time.machine();
    }

    /**
     * Opens the journal of a configuration, verifies all of it, repairs a torn tail, and replays it into a new engine.
     *
     * @throws JournalException if the journal cannot be opened or is damaged: with file, offset and the way out
     * @throws RecoveryFailedException if the engine fails on a command, or a command cannot be decoded
     */
    public static RecoveredState recover(final ExchangeConfig config) {
        return recover(config, new FileJournalStorage());
    }

    /**
     * Recovers from a storage of the caller's.
     *
     * @param storage where the folder of the journal is
     * @throws JournalException if the journal cannot be opened or is damaged: with file, offset and the way out
     * @throws RecoveryFailedException if the engine fails on a command, or a command cannot be decoded
     */
    public static RecoveredState recover(final ExchangeConfig config, final JournalStorage storage) {
        return recover(config, storage, options(config));
    }

    /**
     * Recovers with followers, which are restored and receive the results that they lack.
     *
     * @throws JournalException if the journal cannot be opened or is damaged; GAP if it no longer holds the results
     *     that a follower lacks
     * @throws RecoveryFailedException if the engine fails on a command, a command cannot be decoded, or a follower
     *     throws
     * @throws IllegalArgumentException for followers without a journal, or two followers with one name
     */
    public static RecoveredState recover(
            final ExchangeConfig config, final JournalStorage storage, final List<Attachment> followers) {
        return recover(config, storage, options(config), randomSecret(), followers);
    }

    /**
     * Recovers with journal options of the caller's own, for simulators and other hosts.
     *
     * @param options how the journal is written; the configuration's {@code compression} is ignored
     */
    public static RecoveredState recover(
            final ExchangeConfig config, final JournalStorage storage, final JournalOptions options) {
        return recover(config, storage, options, randomSecret());
    }

    /**
     * Recovers with a secret of the caller's own, for simulators, which draw everything from a seed.
     *
     * @param secret seeds the hashes of ids; it changes no result
     */
    public static RecoveredState recover(
            final ExchangeConfig config,
            final JournalStorage storage,
            final JournalOptions options,
            final HashSecret secret) {
        return recover(config, storage, options, secret, List.of());
    }

    /** Recovers with journal options, a secret and followers of the caller's own. */
    public static RecoveredState recover(
            final ExchangeConfig config,
            final JournalStorage storage,
            final JournalOptions options,
            final HashSecret secret,
            final List<Attachment> followers) {
        refusePolledWithoutThreads(config.topology(), followers);
        final int shards = shards(config.topology());
        final List<EventRing> events =
                HeapNeed.allocate(config, () -> Stream.generate(() -> new EventRing(config.eventRingSize()))
                        .limit(shards)
                        .toList());
        final EngineConfig engineConfig = EngineConfig.of(config, secret);
        final ExchangeEngine engine = new ExchangeEngine(engineConfig, events);
        if (config.journal() == null) {
            if (!followers.isEmpty()) {
                throw new IllegalArgumentException(
                        "followers must come with a journal: followers=" + followers.size() + ", journal=null");
            }
            return new RecoveredState(
                    engine,
                    events,
                    null,
                    RecoverySummary.NONE,
                    List.of(),
                    KeptIds.NONE,
                    VenueTime.of(options.clock()),
                    options.scheduler(),
                    HopRecorder.NONE);
        }
        return Uninterrupted.get(() -> open(config, storage, options, engineConfig, engine, events, followers));
    }

    private static void refusePolledWithoutThreads(final Topology topology, final List<Attachment> followers) {
        for (final Attachment attachment : followers) {
            if (topology.kind() == Topology.Kind.INLINE && attachment.wakeUp() != null) {
                throw new IllegalArgumentException("without threads no follower is polled: follower="
                        + attachment.follower().name());
            }
        }
    }

    private static RecoveredState open(
            final ExchangeConfig config,
            final JournalStorage storage,
            final JournalOptions options,
            final EngineConfig engineConfig,
            final ExchangeEngine engine,
            final List<EventRing> events,
            final List<Attachment> followers) {
        final Clock clock = options.clock();
        final long startNs = clock.nanoTime();
        final Path folder = Objects.requireNonNull(config.journal());
        if (config.mustExist()) {
            Journal.requireExisting(storage, folder);
        }
        final JournalSettings settings = JournalSettings.of(engineConfig);
        final List<FollowerMark> marks = followers.stream()
                .map(one ->
                        new FollowerMark(one.follower().name(), one.follower().mark()))
                .toList();
        Uninterrupted.clear();
        final Journal journal =
                Journal.open(storage, folder, options, settings.fingerprint(), settings::isMeantBy, marks);
        try {
            restoreSnapshot(journal.snapshot(), engine);
            replay(journal, engine, followers);
            engine.semanticsVersion(journal.writer().semanticsVersion());
            final RecoverySummary summary = summary(journal.report(), clock.nanoTime() - startNs);
            final KeptIds keptIds = KeptIds.of(JournalFollowers.list(storage, folder));
            return new RecoveredState(
                    engine,
                    events,
                    journal,
                    summary,
                    followers,
                    keptIds,
                    VenueTime.of(clock),
                    options.scheduler(),
                    HopRecorder.NONE);
        } catch (RuntimeException | Error e) {
            closeBecause(e, journal);
            throw e;
        }
    }

    /** Closes a journal that cannot be used after a failure; a failure of closing is only attached to {@code cause}. */
    private static void closeBecause(final Throwable cause, final @Nullable Journal journal) {
        if (journal != null) {
            try {
                journal.close();
            } catch (RuntimeException e) {
                cause.addSuppressed(e);
            }
        }
    }

    /** Closes the journal of an exchange that could not be started because of {@code cause}. */
    public void closeBecause(final Throwable cause) {
        closeBecause(cause, journal);
    }

    /**
     * Reads the state of a folder without its lock, also while an exchange runs there. The result has no journal to
     * continue; a torn end is ignored.
     *
     * @param storage where the folder is
     * @throws JournalException if the journal cannot be read or is damaged: with file, offset and the way out
     * @throws RecoveryFailedException if a version that computes other results wrote the journal, the engine fails on a
     *     command, or a command cannot be decoded
     */
    public static RecoveredState readOnly(final JournalStorage storage, final Path folder) {
        return readOnly(storage, folder, Long.MAX_VALUE, JournalReplay.NOBODY);
    }

    /**
     * Carries out the commands of a journal again, without its lock and without changing it.
     *
     * @param seq the first that the observer needs; the replay starts from the newest snapshot before it
     * @param observer receives every command that is carried out
     * @return seq of the last command
     * @throws JournalException if there is no journal, it no longer reaches back far enough, or it is damaged
     * @throws RecoveryFailedException if a version that computes other results wrote the journal, the engine fails on a
     *     command, or a command cannot be decoded
     */
    public static long replayReadOnly(final Path folder, final long seq, final JournalReplay.Observer observer) {
        return readOnly(new FileJournalStorage(), folder, seq - 1, observer)
                .summary()
                .lastSeq();
    }

    /**
     * Passes all results that a journal still has, up to a seq, to a follower: {@link Follower#restore} first, without
     * a part, then each result, marked as replayed. Reads the folder without its lock, also while an exchange runs
     * there.
     *
     * @param storage where the folder is
     * @param throughSeq the last command to pass on; later ones are carried out without a call
     * @return seq of the last command that was carried out
     * @throws JournalException if the journal cannot be read or is damaged: with file, offset and the way out
     * @throws RecoveryFailedException if a version that computes other results wrote the journal, the engine fails on a
     *     command, or a command cannot be decoded
     */
    public static long foldReadOnly(
            final JournalStorage storage, final Path folder, final long throughSeq, final Follower follower) {
        final long before = firstTellableSeq(JournalReader.open(storage, folder)) - 1;
        return readOnly(storage, folder, before, engine -> folding(engine, before, throughSeq, follower))
                .summary()
                .lastSeq();
    }

    /**
     * An observer that calls a follower from the first command after a seq on; the engine starts at or before that seq.
     */
    private static JournalReplay.Observer folding(
            final ExchangeEngine engine, final long before, final long throughSeq, final Follower follower) {
        if (engine.seq() == before) {
            follower.restore(null, before, engine.view());
        }
        final SlotResultView view = new SlotResultView();
        return (slot, seq, timeNs) -> {
            if (seq > before && seq <= throughSeq) {
                view.wrap(slot, seq, timeNs);
                follower.onResult(view, true);
            }
            if (seq == before) {
                follower.restore(null, before, engine.view());
            }
        };
    }

    /**
     * The lowest seq that {@link #replayReadOnly} accepts now.
     *
     * @throws JournalException if there is no journal, or it is damaged
     */
    public static long firstTellableSeq(final Path folder) {
        return firstTellableSeq(JournalReader.open(folder));
    }

    private static long firstTellableSeq(final JournalReader reader) {
        final JournalStat stat = reader.stat();
        for (final JournalException problem : stat.problems()) {
            throw problem;
        }
        return reader.firstTellableSeq(stat);
    }

    /** Reads the state from the newest snapshot at or before a seq, with an observer that receives every command. */
    static RecoveredState readOnly(
            final JournalStorage storage,
            final Path folder,
            final long lastSnapshotSeq,
            final JournalReplay.Observer observer) {
        return readOnly(storage, folder, lastSnapshotSeq, engine -> observer);
    }

    /** @param observing creates the observer, once the engine has the state of the snapshot */
    private static RecoveredState readOnly(
            final JournalStorage storage,
            final Path folder,
            final long lastSnapshotSeq,
            final Function<ExchangeEngine, JournalReplay.Observer> observing) {
        final Clock clock = Clock.system();
        final long startNs = clock.nanoTime();
        final JournalReader reader = JournalReader.open(storage, folder);
        final List<String> notes = new ArrayList<>();
        final SnapshotReader snapshot = reader.newestSnapshot(lastSnapshotSeq, notes);
        // Read after the snapshot was chosen, so that the journal reaches it even while an exchange runs.
        final JournalStat stat = reader.stat(snapshot == null ? List.of() : List.of(snapshot.stat()));
        notes.addAll(stat.notes());
        final EventRing events = new EventRing(REPLAY_EVENTS);
        final ExchangeEngine engine =
                new ExchangeEngine(JournalSettings.of(stat).engineConfig(randomSecret()), events);
        restoreSnapshot(snapshot, engine);
        final long snapshotSeq = engine.seq();
        if (snapshotSeq + 1 < stat.firstSeq()
                && lastSnapshotSeq < stat.lastSeq()
                && stat.problems().isEmpty()) {
            throw reader.tooFarBack(stat, lastSnapshotSeq + 1);
        }
        final JournalReplay replay =
                new JournalReplay(new EngineHost(engine), observing.apply(engine), reader::segmentOf);
        final long lastSeq = reader.replay(stat, snapshotSeq + 1, replay);
        final RecoverySummary summary = new RecoverySummary(
                false,
                lastSeq,
                snapshotSeq,
                lastSeq - snapshotSeq,
                stat.segments().size(),
                notes,
                clock.nanoTime() - startNs);
        return new RecoveredState(
                engine,
                List.of(events),
                null,
                summary,
                List.of(),
                KeptIds.NONE,
                VenueTime.of(clock),
                Scheduler.threads(clock),
                HopRecorder.NONE);
    }

    private static void replay(final Journal journal, final ExchangeEngine engine, final List<Attachment> followers) {
        if (followers.isEmpty()) {
            journal.replay(new JournalReplay(new EngineHost(engine), JournalReplay.NOBODY, journal::segmentOf));
            return;
        }
        final FollowerRecovery recovery = new FollowerRecovery(followers, journal, engine);
        recovery.begin();
        journal.replay(new JournalReplay(new EngineHost(engine), recovery, journal::segmentOf));
        recovery.end();
    }

    /** A secret of this process alone; it is written nowhere. */
    static HashSecret randomSecret() {
        return HashSecret.of(new SecureRandom().nextLong());
    }

    private static int shards(final Topology topology) {
        return topology.kind() == Topology.Kind.PIPELINED ? topology.matchingThreads() : 1;
    }

    /** Restores the snapshot from which to start into an engine, if there is one. */
    static void restoreSnapshot(final @Nullable SnapshotReader snapshot, final ExchangeEngine engine) {
        if (snapshot == null) {
            return;
        }
        if (snapshot.semanticsVersion() > ExchangeEngine.SEMANTICS_VERSION) {
            throw new RecoveryFailedException(
                    snapshot.seq(),
                    "the snapshot at seq " + snapshot.seq() + " was written by a newer version: semantics version "
                            + snapshot.semanticsVersion() + ", this one knows up to "
                            + ExchangeEngine.SEMANTICS_VERSION + "; open it with the version that wrote it");
        }
        try {
            SnapshotContent.restore(SnapshotFiles.source(snapshot), engine);
        } catch (SnapshotContentException e) {
            throw new RecoveryFailedException(
                    snapshot.seq(),
                    "the snapshot at seq " + snapshot.seq() + " cannot be restored, although its checksums hold: "
                            + e.getMessage()
                            + "; open it with the version that wrote it, or move its folder away, so that an older one"
                            + " is used",
                    e);
        }
    }

    private static RecoverySummary summary(final RecoveryReport report, final long elapsedNs) {
        return new RecoverySummary(
                report.created(),
                report.lastSeq(),
                report.snapshotSeq(),
                report.lastSeq() - report.snapshotSeq(),
                report.segments(),
                report.notes(),
                elapsedNs);
    }

    private static JournalOptions options(final ExchangeConfig config) {
        return JournalOptions.builder()
                .compression(
                        config.compression() == io.daybook.api.Compression.LZ4 ? Compression.LZ4 : Compression.NONE)
                .keepSnapshots(config.snapshots().keep())
                .keepAgeNs(TimeUnit.MINUTES.toNanos(config.snapshots().keepMinutes()))
                .keepBytes(config.snapshots().keepBytes())
                .retainAll(config.snapshots().retainAll())
                .random(new SecureRandom())
                .build();
    }
}
