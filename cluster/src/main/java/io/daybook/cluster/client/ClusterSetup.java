package io.daybook.cluster.client;

import io.daybook.api.ExchangeClosedException;
import io.daybook.cluster.state.ClusterSettings;
import io.daybook.cluster.state.Reply;
import io.daybook.cluster.state.ReplyKind;
import io.daybook.cluster.state.Request;
import io.daybook.cluster.state.RequestKind;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Sends the first message of a log: what all its results go by. */
public final class ClusterSetup {
    private static final long RESEND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long PAUSE_MS = 1;

    private ClusterSetup() {}

    /**
     * Draws an exchange id and a secret, and makes them, with the other settings, the first message of the log. The
     * same message goes out until it is answered.
     *
     * @param ingressEndpoints the members, as {@code 0=host:port,1=host:port,2=host:port}
     * @param address of this machine, at which the nodes reach it
     * @param marginTrading whether orders for futures are taken
     * @param timeout how long this may wait for a leader
     * @return the exchange id, 16 bytes
     * @throws ExchangeClosedException where none answers in time
     * @throws IllegalStateException where the log has settings
     */
    public static byte[] init(
            final String ingressEndpoints, final String address, final boolean marginTrading, final Duration timeout)
            throws InterruptedException {
        final SecureRandom random = new SecureRandom();
        final byte[] id = new byte[ClusterSettings.ID_LENGTH];
        final byte[] secret = new byte[ClusterSettings.SECRET_LENGTH];
        random.nextBytes(id);
        random.nextBytes(secret);
        final byte[] block = ClusterSettings.of(id, secret, marginTrading).toBytes();
        final byte[] message = new byte[Request.HEAD_LENGTH + block.length];
        Request.putHead(message, RequestKind.SETTINGS, 0, 0, 0, 0, 0);
        System.arraycopy(block, 0, message, Request.HEAD_LENGTH, block.length);
        final Answer answer = new Answer();
        try (ClusterConnection connection = new ClusterConnection(ingressEndpoints, address, answer)) {
            answer.await(connection, message, timeout);
        }
        if (answer.kind == ReplyKind.REFUSED) {
            throw new IllegalStateException("the cluster has its settings already: they are made once for each log");
        }
        return id;
    }

    /** Waits for the one reply. */
    private static final class Answer implements ClusterConnection.Listener {
        private @Nullable ReplyKind kind;
        private boolean isDue = true;

        void await(final ClusterConnection connection, final byte[] message, final Duration timeout)
                throws InterruptedException {
            final long start = System.nanoTime();
            long sentNs = start;
            while (kind == null) {
                final long nowNs = System.nanoTime();
                if (nowNs - start > timeout.toNanos()) {
                    throw new ExchangeClosedException("no leader of the cluster answered within " + timeout.toMillis()
                            + " ms: start two of its three nodes, and see daybook cluster status");
                }
                connection.poll(nowNs);
                if ((isDue || nowNs - sentNs > RESEND_NS) && connection.send(message, message.length)) {
                    isDue = false;
                    sentNs = nowNs;
                }
                Thread.sleep(PAUSE_MS);
            }
        }

        @Override
        public void onConnected() {
            isDue = true;
        }

        @Override
        public void onReply(final Reply reply) {
            kind = reply.kind();
        }
    }
}
