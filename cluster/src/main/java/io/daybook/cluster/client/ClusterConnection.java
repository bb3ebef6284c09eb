package io.daybook.cluster.client;

import io.aeron.Aeron;
import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.client.ClusterException;
import io.aeron.cluster.client.EgressListener;
import io.aeron.cluster.codecs.AdminRequestType;
import io.aeron.cluster.codecs.AdminResponseCode;
import io.aeron.cluster.codecs.EventCode;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.Header;
import io.aeron.security.CredentialsSupplier;
import io.aeron.security.NullCredentialsSupplier;
import io.daybook.cluster.state.Reply;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A connection to whichever node leads, with a media driver of its own. It connects again for as long as it is polled,
 * and builds driver and client anew where these ended, which they do in a process that was stopped for ten seconds.
 * Used by one thread.
 */
final class ClusterConnection implements EgressListener, AutoCloseable {
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long KEEP_ALIVE_NS = TimeUnit.SECONDS.toNanos(1);

    /** For one try to connect; each that fails is followed by one with twice as long, since the machine may be slow. */
    private static final long FIRST_PATIENCE_NS = TimeUnit.SECONDS.toNanos(2);

    private static final long LONGEST_PATIENCE_NS = TimeUnit.SECONDS.toNanos(16);

    /** Hears what comes. */
    interface Listener {
        /** A leader is there, a new one, or the same again. */
        void onConnected();

        /** A reply came. */
        void onReply(Reply reply);

        /** The leader answered a question for a snapshot, which only who sent one hears. */
        default void onSnapshotAnswer(final long number, final SnapshotFlow.Answer answer) {}
    }

    private static final ErrorHandler QUIET = error -> {
        // what matters ends the connection, and shows there
    };

    private static final String IPC = "aeron:ipc?term-length=4m";

    /** Null where only the node on this machine is asked, by its own driver. */
    private final @Nullable String ingressEndpoints;

    private final String ingressChannel;
    private final String egressChannel;

    /** Of the driver of the node on this machine; null for a driver of its own. */
    private final @Nullable String nodeDriver;

    private final Listener listener;
    private final CredentialsSupplier credentials;
    private final Reply reply = new Reply();
    private final byte[] message = new byte[Reply.MAX_LENGTH];
    private final UnsafeBuffer outgoing = new UnsafeBuffer();

    private @Nullable MediaDriver driver;
    private @Nullable Aeron aeron;
    private AeronCluster.@Nullable AsyncConnect connecting;
    private @Nullable AeronCluster cluster;
    private long retryAtNs = System.nanoTime();
    private long keptAliveNs;
    private @Nullable RuntimeException lastFailure;

    /** What was thrown by whoever hears: Aeron would only report it, and go on. */
    private @Nullable RuntimeException unheard;

    /** How many tries to connect failed one after the other. */
    private int failedTries;

    /**
     * Not connected yet.
     *
     * @param ingressEndpoints of the members, as Aeron wants them
     * @param address of this machine, at which replies come in
     * @param key who this is; null where the cluster asks nobody
     */
    ClusterConnection(
            final String ingressEndpoints,
            final String address,
            final Listener listener,
            final @Nullable ClusterKey key) {
        this(
                ingressEndpoints,
                "aeron:udp?term-length=4m",
                "aeron:udp?term-length=256k|endpoint=" + address + ":0",
                null,
                listener,
                key);
    }

    private ClusterConnection(
            final @Nullable String ingressEndpoints,
            final String ingressChannel,
            final String egressChannel,
            final @Nullable String nodeDriver,
            final Listener listener,
            final @Nullable ClusterKey key) {
        this.credentials = key == null ? new NullCredentialsSupplier() : key.credentials();
        this.ingressEndpoints = ingressEndpoints;
        this.ingressChannel = ingressChannel;
        this.egressChannel = egressChannel;
        this.nodeDriver = nodeDriver;
        this.listener = listener;
    }

    /**
     * To the node of this process alone, through its shared memory: a connection only while it leads.
     *
     * @param nodeDriver the folder of its driver
     */
    static ClusterConnection local(final String nodeDriver, final Listener listener, final @Nullable ClusterKey key) {
        return new ClusterConnection(null, IPC, "aeron:ipc?term-length=256k", nodeDriver, listener, key);
    }

    /**
     * Takes in what came, keeps the connection alive, and connects where there is none.
     *
     * @throws RuntimeException what its listener threw, and where a reply cannot be read
     */
    int poll(final long nowNs) {
        final int work = pollConnection(nowNs);
        final RuntimeException thrown = unheard;
        if (thrown != null) {
            unheard = null;
            throw thrown;
        }
        return work;
    }

    private int pollConnection(final long nowNs) {
        try {
            final AeronCluster connected = cluster;
            if (connected == null) {
                return connect(nowNs);
            }
            final int work = connected.pollEgress() + connected.pollStateChanges();
            if (nowNs - keptAliveNs > KEEP_ALIVE_NS) {
                keptAliveNs = nowNs;
                connected.sendKeepAlive();
            }
            if (connected.isClosed()) {
                disconnect(nowNs);
            }
            return work;
        } catch (RuntimeException e) {
            lastFailure = e;
            failedTries += cluster == null ? 1 : 0;
            disconnect(nowNs);
            if (aeron == null || aeron.isClosed()) {
                closeDriver();
            }
            return 0;
        }
    }

    private int connect(final long nowNs) {
        if (connecting == null) {
            if (nowNs - retryAtNs < 0) {
                return 0;
            }
            if (aeron == null) {
                startDriver();
            }
            connecting = AeronCluster.asyncConnect(new AeronCluster.Context()
                    .aeron(aeron)
                    .ownsAeronClient(false)
                    .messageTimeoutNs(patienceNs())
                    .ingressChannel(ingressChannel)
                    .ingressEndpoints(endpoints())
                    .egressChannel(egressChannel)
                    .egressListener(this)
                    .credentialsSupplier(credentials)
                    .errorHandler(QUIET));
        }
        cluster = connecting.poll();
        if (cluster != null) {
            connecting = null;
            lastFailure = null;
            failedTries = 0;
            keptAliveNs = nowNs;
            listener.onConnected();
        }
        return 0;
    }

    private long patienceNs() {
        return Math.min(FIRST_PATIENCE_NS << Math.min(failedTries, 10), LONGEST_PATIENCE_NS);
    }

    /**
     * All members at first. Of these Aeron always takes the same one that answers, which names the leader; where it is
     * cut off from the others it names nobody. So behind a failed try they are asked one by one.
     */
    private @Nullable String endpoints() {
        if (ingressEndpoints == null) {
            return null;
        }
        final String[] each = ingressEndpoints.split(",");
        final int turn = failedTries % (each.length + 1);
        return turn == 0 ? ingressEndpoints : each[turn - 1];
    }

    /** Gives up the connection, if there is one, for another: it may look whole, and carry nothing. */
    void reconnect(final long nowNs) {
        if (cluster != null) {
            disconnect(nowNs);
        }
    }

    private void startDriver() {
        if (nodeDriver != null) {
            aeron = Aeron.connect(
                    new Aeron.Context().aeronDirectoryName(nodeDriver).errorHandler(QUIET));
            return;
        }
        driver = MediaDriver.launchEmbedded(new MediaDriver.Context()
                .threadingMode(ThreadingMode.SHARED)
                .termBufferSparseFile(true)
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .errorHandler(QUIET));
        aeron = Aeron.connect(new Aeron.Context()
                .aeronDirectoryName(driver.aeronDirectoryName())
                .errorHandler(QUIET));
    }

    private void disconnect(final long nowNs) {
        CloseHelper.quietCloseAll(connecting, cluster);
        connecting = null;
        cluster = null;
        retryAtNs = nowNs + RETRY_NS;
    }

    /** Gives up the connection and its client, until the next poll. */
    void leave(final long nowNs) {
        disconnect(nowNs);
        closeDriver();
    }

    private void closeDriver() {
        CloseHelper.quietCloseAll(aeron, driver);
        aeron = null;
        driver = null;
    }

    /** The term of leadership that it is connected to; null while it is not. */
    @Nullable
    Long term() {
        final AeronCluster connected = cluster;
        return connected == null ? null : (Long) connected.leadershipTermId();
    }

    /** Hands a message to the leader; false where it takes none now. */
    boolean send(final byte[] bytes, final int length) {
        final AeronCluster connected = cluster;
        if (connected == null) {
            return false;
        }
        outgoing.wrap(bytes, 0, length);
        return connected.offer(outgoing, 0, length) > 0;
    }

    /** Asks the leader for a snapshot of all nodes; false where nobody takes the question now. */
    boolean requestSnapshot(final long number) {
        try {
            return cluster != null && cluster.sendAdminRequestToTakeASnapshot(number);
        } catch (ClusterException e) {
            lastFailure = e; // the leader has gone; the next poll looks for another
            return false;
        }
    }

    /** Why the last try failed; null where none did. */
    @Nullable
    RuntimeException lastFailure() {
        return lastFailure;
    }

    @Override
    public void onMessage(
            final long clusterSessionId,
            final long timestamp,
            final DirectBuffer buffer,
            final int offset,
            final int length,
            final Header header) {
        final int copied = Math.min(length, message.length);
        buffer.getBytes(offset, message, 0, copied);
        if (unheard == null) {
            try {
                reply.wrap(message, 0, copied);
                listener.onReply(reply);
            } catch (RuntimeException e) {
                unheard = e;
            }
        }
    }

    @Override
    public void onSessionEvent(
            final long correlationId,
            final long clusterSessionId,
            final long leadershipTermId,
            final int leaderMemberId,
            final EventCode code,
            final String detail) {
        if (code == EventCode.ERROR || code == EventCode.AUTHENTICATION_REJECTED) {
            lastFailure = new IllegalStateException("the cluster closed the connection: " + code + " " + detail);
        }
    }

    @Override
    public void onAdminResponse(
            final long clusterSessionId,
            final long correlationId,
            final AdminRequestType requestType,
            final AdminResponseCode responseCode,
            final String message,
            final DirectBuffer payload,
            final int payloadOffset,
            final int payloadLength) {
        listener.onSnapshotAnswer(
                correlationId,
                switch (responseCode) {
                    case OK -> SnapshotFlow.Answer.TAKEN;
                    case UNAUTHORISED_ACCESS -> SnapshotFlow.Answer.FORBIDDEN;
                    default -> SnapshotFlow.Answer.BUSY;
                });
    }

    @Override
    public void onNewLeader(
            final long clusterSessionId,
            final long leadershipTermId,
            final int leaderMemberId,
            final String newIngressEndpoints) {
        listener.onConnected();
    }

    @Override
    public void close() {
        CloseHelper.quietCloseAll(connecting, cluster);
        closeDriver();
    }
}
