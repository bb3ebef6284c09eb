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
 * A connection to the leading node, with its own media driver. It reconnects as long as it is polled, and creates its
 * driver and Aeron client again if they have ended, which happens in a process that was stopped for ten seconds. Used
 * by one thread.
 */
final class ClusterConnection implements EgressListener, AutoCloseable {
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long KEEP_ALIVE_NS = TimeUnit.SECONDS.toNanos(1);

    /** The time for one attempt to connect; it doubles after each failure, because the machine may be slow. */
    private static final long FIRST_PATIENCE_NS = TimeUnit.SECONDS.toNanos(2);

    private static final long LONGEST_PATIENCE_NS = TimeUnit.SECONDS.toNanos(16);

    /** Receives events of the connection. */
    interface Listener {
        /** Called after a connection to a leader: a new one, or the same again. */
        void onConnected();

        /** Called when a reply has arrived. */
        void onReply(Reply reply);

        /**
         * Called when the leader has answered a request for a snapshot; only a client that sent one receives the
         * answer.
         */
        default void onSnapshotAnswer(final long number, final SnapshotFlow.Answer answer) {}
    }

    private static final ErrorHandler QUIET = error -> {
        // an error that matters also ends the connection, which then reconnects
    };

    private static final String IPC = "aeron:ipc?term-length=4m";

    /** Null if the connection uses only the node of this process, through that node's driver. */
    private final @Nullable String ingressEndpoints;

    private final String ingressChannel;
    private final String egressChannel;

    /** The folder of the driver of the node in this process; null if the connection starts its own driver. */
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

    /** The exception of a listener, for {@link #poll} to throw: Aeron would only report it and continue. */
    private @Nullable RuntimeException unheard;

    /** How many attempts to connect failed in a row. */
    private int failedTries;

    /**
     * Creates a connection; the first {@link #poll} connects.
     *
     * @param ingressEndpoints the members' endpoints for clients, in Aeron's format
     * @param address the address of this machine, for replies
     * @param key the key of this client; null if the cluster has no keys
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
     * Connects only to the node of this process, through its shared memory, while it leads.
     *
     * @param nodeDriver the folder of its driver
     */
    static ClusterConnection local(final String nodeDriver, final Listener listener, final @Nullable ClusterKey key) {
        return new ClusterConnection(null, IPC, "aeron:ipc?term-length=256k", nodeDriver, listener, key);
    }

    /**
     * Receives messages, keeps the connection alive, and connects if there is none.
     *
     * @throws RuntimeException the exception that a listener threw, or one for an unreadable reply
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
     * Returns the endpoints to try: all members at first. Aeron always uses the same member that answers, which names
     * the leader; a member that is cut off from the others names none. So after a failed attempt the members are tried
     * one by one.
     */
    private @Nullable String endpoints() {
        if (ingressEndpoints == null) {
            return null;
        }
        final String[] each = ingressEndpoints.split(",");
        final int turn = failedTries % (each.length + 1);
        return turn == 0 ? ingressEndpoints : each[turn - 1];
    }

    /** Drops the connection, if there is one, so that a new one is made: the old one may deliver nothing. */
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

    /** Drops the connection and closes its driver, until the next poll. */
    void leave(final long nowNs) {
        disconnect(nowNs);
        closeDriver();
    }

    private void closeDriver() {
        CloseHelper.quietCloseAll(aeron, driver);
        aeron = null;
        driver = null;
    }

    /** The current term of leadership; null without a connection. */
    @Nullable
    Long term() {
        final AeronCluster connected = cluster;
        return connected == null ? null : (Long) connected.leadershipTermId();
    }

    /** Sends a message to the leader; returns false if the leader accepts none now. */
    boolean send(final byte[] bytes, final int length) {
        final AeronCluster connected = cluster;
        if (connected == null) {
            return false;
        }
        outgoing.wrap(bytes, 0, length);
        return connected.offer(outgoing, 0, length) > 0;
    }

    /** Requests a snapshot of all nodes from the leader; returns false if no leader accepts the request now. */
    boolean requestSnapshot(final long number) {
        try {
            return cluster != null && cluster.sendAdminRequestToTakeASnapshot(number);
        } catch (ClusterException e) {
            lastFailure = e; // the leader is gone; the next poll finds another
            return false;
        }
    }

    /** Returns why the last attempt to connect failed; null if none failed. */
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
