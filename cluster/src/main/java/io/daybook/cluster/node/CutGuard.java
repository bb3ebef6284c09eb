package io.daybook.cluster.node;

import io.aeron.Aeron;
import io.aeron.ControlledFragmentAssembler;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.archive.Archive;
import io.aeron.archive.codecs.ListRecordingRequestDecoder;
import io.aeron.archive.codecs.MessageHeaderDecoder;
import io.aeron.archive.codecs.MessageHeaderEncoder;
import io.aeron.archive.codecs.RecordingPositionRequestEncoder;
import io.aeron.archive.codecs.TruncateRecordingRequestDecoder;
import io.aeron.logbuffer.ControlledFragmentHandler.Action;
import io.aeron.logbuffer.Header;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Passes the requests of the consensus module on to the archive, and checks those that cut the log. Aeron has no hook
 * before a cut, and its authorisation service does not receive the position; so this guard sits between the two, on its
 * own thread. Requests are rare: one or a few for each election, snapshot and start.
 *
 * <p>It also makes the consensus module begin an election again if the election is {@linkplain StuckElection stuck}:
 * the module does so whenever the archive refuses a request during an election, so the guard sends a request that the
 * archive refuses, in the module's session. As after any exception in an election, the module then votes, and stands
 * for election, as after a start. Outside an election it ignores the refusal.
 */
final class CutGuard implements AutoCloseable {
    /**
     * The stream on which the archive takes requests of this process. The guard takes the archive's usual stream,
     * because the consensus module uses the number of its own stream also for the archives of other nodes.
     */
    static final int ARCHIVE_STREAM = 12;

    private static final int LIMIT = 16;
    private static final long NONE = -1;

    private static final int REFUSED_LENGTH =
            MessageHeaderEncoder.ENCODED_LENGTH + RecordingPositionRequestEncoder.BLOCK_LENGTH;

    /** How long the archive may leave a request before the node reports it. */
    private static final long SAID_NS = TimeUnit.SECONDS.toNanos(5);

    /** How long the archive may leave a request before the node ends: by then the consensus module has given up. */
    private static final long ENDED_NS = TimeUnit.SECONDS.toNanos(60);

    private final Aeron aeron;
    private final Subscription from;
    private final ExclusivePublication to;
    private final LongConsumer cuts;
    private final StuckElection election;
    private final Untaken untaken;
    private final ControlledFragmentAssembler whole = new ControlledFragmentAssembler(this::pass);
    private final MessageHeaderDecoder head = new MessageHeaderDecoder();
    private final TruncateRecordingRequestDecoder cut = new TruncateRecordingRequestDecoder();
    private final ListRecordingRequestDecoder list = new ListRecordingRequestDecoder();
    private final UnsafeBuffer refused = new UnsafeBuffer(new byte[REFUSED_LENGTH]);
    private final Thread thread;

    /** The consensus module's session at the archive, taken from its first request to list a recording. */
    private long session = NONE;

    private volatile boolean isEnded;

    /** Measures how long the archive has not taken a request. Used by the guard's thread. */
    static final class Untaken {
        private final Consumer<String> say;
        private final Consumer<String> end;
        private final LongSupplier nanoTime;
        private boolean isWaiting;
        private long sinceNs;
        private long saidAfterNs;

        Untaken(final Consumer<String> say, final Consumer<String> end, final LongSupplier nanoTime) {
            this.say = say;
            this.end = end;
            this.nanoTime = nanoTime;
        }

        void taken() {
            isWaiting = false;
        }

        /** Reports the wait after a while, and again each time it has doubled; ends the node if it lasts too long. */
        void refused() {
            final long nowNs = nanoTime.getAsLong();
            if (!isWaiting) {
                isWaiting = true;
                sinceNs = nowNs;
                saidAfterNs = SAID_NS;
            }
            final long waitedNs = nowNs - sinceNs;
            final String what =
                    "the archive has not taken a request for " + TimeUnit.NANOSECONDS.toSeconds(waitedNs) + " s";
            if (waitedNs >= ENDED_NS) {
                end.accept(what);
            } else if (waitedNs >= saidAfterNs) {
                say.accept("daybook cluster node: " + what);
                saidAfterNs *= 2;
            }
        }
    }

    private CutGuard(
            final Aeron aeron,
            final Archive.Context archive,
            final LongConsumer cuts,
            final StuckElection election,
            final Untaken untaken) {
        this.aeron = aeron;
        this.from = aeron.addSubscription(archive.localControlChannel(), archive.controlStreamId());
        this.to = aeron.addExclusivePublication(archive.localControlChannel(), archive.localControlStreamId());
        this.cuts = cuts;
        this.election = election;
        this.untaken = untaken;
        this.thread = new Thread(this::run, "cluster-cut-guard");
        this.thread.setDaemon(true);
    }

    /**
     * Starts the guard.
     *
     * @param archive the context of the running archive
     * @param dir the folder of the node
     * @param cuts receives the position of each cut before it is made
     * @param election counts the cuts that are made
     */
    static CutGuard start(
            final Archive.Context archive, final Path dir, final LongConsumer cuts, final StuckElection election) {
        return start(
                archive,
                dir,
                cuts,
                election,
                new Untaken(System.err::println, NodeExit.FAILED::halt, System::nanoTime));
    }

    static CutGuard start(
            final Archive.Context archive,
            final Path dir,
            final LongConsumer cuts,
            final StuckElection election,
            final Untaken untaken) {
        final Aeron aeron = Aeron.connect(new Aeron.Context()
                .aeronDirectoryName(archive.aeronDirectoryName())
                .errorHandler(NodeErrors.handler(NodeErrors.Source.CONSENSUS_MODULE, dir)));
        final CutGuard guard = new CutGuard(aeron, archive, cuts, election, untaken);
        guard.thread.start();
        return guard;
    }

    private void run() {
        final IdleStrategy idle =
                new BackoffIdleStrategy(10, 20, TimeUnit.MICROSECONDS.toNanos(1), TimeUnit.MILLISECONDS.toNanos(1));
        try {
            while (!isEnded) {
                if (election.isStuck() && session != NONE && to.offer(refusedRequest()) > 0) {
                    election.begunAgain();
                }
                idle.idle(from.controlledPoll(whole, LIMIT));
            }
        } catch (RuntimeException e) {
            if (!isEnded) {
                NodeExit.FAILED.halt("requests to the archive cannot be passed on: " + e);
            }
        }
    }

    /** Returns a request for the position of a recording that does not exist. */
    private UnsafeBuffer refusedRequest() {
        new RecordingPositionRequestEncoder()
                .wrapAndApplyHeader(refused, 0, new MessageHeaderEncoder())
                .controlSessionId(session)
                .correlationId(aeron.nextCorrelationId()) // −1 would count as a member that catches up
                .recordingId(NONE);
        return refused;
    }

    private Action pass(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        head.wrap(buffer, offset);
        final int template = head.schemaId() == MessageHeaderDecoder.SCHEMA_ID ? head.templateId() : 0;
        final boolean isCut = template == TruncateRecordingRequestDecoder.TEMPLATE_ID;
        if (isCut) {
            cut.wrapAndApplyHeader(buffer, offset, head);
            cuts.accept(cut.position());
        }
        if (to.offer(buffer, offset, length) < 0) {
            untaken.refused();
            return Action.ABORT; // Aeron delivers the request again
        }
        untaken.taken();
        if (isCut) {
            election.cut(cut.position());
        } else if (session == NONE && template == ListRecordingRequestDecoder.TEMPLATE_ID) {
            session = list.wrapAndApplyHeader(buffer, offset, head).controlSessionId();
        }
        return Action.CONTINUE;
    }

    @Override
    public void close() {
        isEnded = true;
        NodeThreads.end(thread);
        aeron.close();
    }
}
