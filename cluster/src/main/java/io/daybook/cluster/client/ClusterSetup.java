package io.daybook.cluster.client;

import io.daybook.api.ExchangeClosedException;
import io.daybook.api.StateHashQuery;
import io.daybook.api.StateHashReport;
import io.daybook.cluster.state.ClusterSettings;
import io.daybook.cluster.state.Refusal;
import io.daybook.cluster.state.Reply;
import io.daybook.cluster.state.ReplyKind;
import io.daybook.cluster.state.Request;
import io.daybook.cluster.state.RequestKind;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.codec.ReportCodec;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Begins a log: sends the settings on which all results depend, or a whole state. */
public final class ClusterSetup {
    private static final long RESEND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long PAUSE_MS = 1;

    /** The number of the query for the hash; larger than the number of any piece. */
    private static final long HASH_REQUEST = 1L << 40;

    private ClusterSetup() {}

    /**
     * Draws an exchange id and a secret, and sends them with the other settings as the first message of the log. It
     * repeats the same message until the cluster answers it.
     *
     * @param ingressEndpoints the members, as {@code 0=host:port,1=host:port,2=host:port}
     * @param address the address at which the nodes reach this machine
     * @param marginTrading whether orders for futures are accepted
     * @param key a key with the right admin; null if the cluster has no keys
     * @param timeout how long this may wait for a leader
     * @return the exchange id, 16 bytes
     * @throws ExchangeClosedException if no leader answers in time
     * @throws IllegalStateException if the log has settings already
     */
    public static byte[] init(
            final String ingressEndpoints,
            final String address,
            final boolean marginTrading,
            final @Nullable ClusterKey key,
            final Duration timeout)
            throws InterruptedException {
        return init(ingressEndpoints, address, marginTrading, ExchangeEngine.SEMANTICS_VERSION, key, timeout);
    }

    /** Begins a log with semantics that may be older than the newest; {@link #activate} upgrades it. */
    public static byte[] init(
            final String ingressEndpoints,
            final String address,
            final boolean marginTrading,
            final int semantics,
            final @Nullable ClusterKey key,
            final Duration timeout)
            throws InterruptedException {
        final SecureRandom random = new SecureRandom();
        final byte[] id = new byte[ClusterSettings.ID_LENGTH];
        final byte[] secret = new byte[ClusterSettings.SECRET_LENGTH];
        random.nextBytes(id);
        random.nextBytes(secret);
        final byte[] block = ClusterSettings.of(id, secret, marginTrading)
                .withSemantics(semantics)
                .toBytes();
        final byte[] message = message(RequestKind.SETTINGS, 0, block);
        final Answer answer = ask(ingressEndpoints, address, key, 0, message, timeout);
        if (answer.kind == ReplyKind.REFUSED) {
            throw new IllegalStateException("the cluster has its settings already: they are made once for each log");
        }
        return id;
    }

    /**
     * Sets the followers of every node, from the message's place in the log on: a new follower begins there, and the
     * state of a follower that is left out is dropped. Each node must have been started with all of them. The book of
     * the doors' sessions, {@link ClusterSettings#DOORS}, that of FIX, and the {@link ClusterSettings#FEED} cannot be
     * removed.
     *
     * @param names the names of all followers, in any order; may be empty
     * @param key a key with the right admin; null if the cluster has no keys
     * @param timeout how long this may wait for a leader
     * @throws ExchangeClosedException if no leader answers in time
     * @throws IllegalStateException if the cluster refuses it
     */
    public static void followers(
            final String ingressEndpoints,
            final String address,
            final List<String> names,
            final @Nullable ClusterKey key,
            final Duration timeout)
            throws InterruptedException {
        name(ingressEndpoints, address, names, false, key, timeout);
    }

    /**
     * Adds followers: existing ones stay, even if another client adds some at the same time.
     *
     * @return the names of all followers
     */
    public static List<String> addFollowers(
            final String ingressEndpoints,
            final String address,
            final List<String> names,
            final @Nullable ClusterKey key,
            final Duration timeout)
            throws InterruptedException {
        return name(ingressEndpoints, address, names, true, key, timeout);
    }

    private static List<String> name(
            final String ingressEndpoints,
            final String address,
            final List<String> names,
            final boolean isAdding,
            final @Nullable ClusterKey key,
            final Duration timeout)
            throws InterruptedException {
        final byte[] list = ClusterSettings.followerBytes(names);
        final byte[] message = message(isAdding ? RequestKind.ADD_FOLLOWERS : RequestKind.SET_FOLLOWERS, 1, list);
        final Answer answer = ask(ingressEndpoints, address, key, 1, message, timeout);
        final Refusal refusal = answer.refusal;
        if (refusal != null) {
            throw new IllegalStateException("the cluster refuses the followers " + names + ": " + why(refusal));
        }
        return Objects.requireNonNull(ClusterSettings.decodeFollowers(answer.block, 0, answer.block.length));
    }

    private static String why(final Refusal refusal) {
        return switch (refusal) {
            case NO_SETTINGS -> "the cluster has no settings yet: run daybook cluster init";
            case TOO_LARGE -> "there would be more than " + ClusterSettings.MAX_FOLLOWERS;
            case DOORS_STAY ->
                ClusterSettings.DOORS + ", " + ClusterSettings.FIX_DOORS + " and " + ClusterSettings.FEED
                        + " stay once they are named, and must be in the list";
            case ORDERS_REST ->
                "orders with ids of sessions, from 2^44 on, rest: end them by a mass cancel of their users, then"
                        + " name " + ClusterSettings.DOORS + " or " + ClusterSettings.FIX_DOORS;
            default -> refusal.toString();
        };
    }

    private static byte[] message(final RequestKind kind, final long number, final byte[] block) {
        final byte[] message = new byte[Request.HEAD_LENGTH + block.length];
        Request.putHead(message, kind, 0, 0, 0, number);
        System.arraycopy(block, 0, message, Request.HEAD_LENGTH, block.length);
        return message;
    }

    /** Sends one request on its own connection until it is answered; throws if the key lacks the right. */
    private static Answer ask(
            final String ingressEndpoints,
            final String address,
            final @Nullable ClusterKey key,
            final long number,
            final byte[] message,
            final Duration timeout)
            throws InterruptedException {
        final Answer answer = new Answer();
        answer.renew(number);
        try (ClusterConnection connection = new ClusterConnection(ingressEndpoints, address, answer, key)) {
            answer.await(connection, message, timeout);
        }
        requireAllowed(answer);
        return answer;
    }

    private static void requireAllowed(final Answer answer) {
        if (answer.refusal == Refusal.NOT_ALLOWED) {
            throw new IllegalStateException("the cluster refuses the request: this client's key needs the right admin");
        }
    }

    /**
     * Switches to the next version of semantics, from the message's place in the log on.
     *
     * @param version the version of semantics: the log's current version, or the next one
     * @param known the newest version that each node reports; a node that lacks {@code version} would have to end
     * @param key a key with the right admin; null if the cluster has no keys
     * @param timeout how long this may wait for a leader
     * @throws ExchangeClosedException if no leader answers in time
     * @throws IllegalStateException if the cluster refuses it
     */
    public static void activate(
            final String ingressEndpoints,
            final String address,
            final int version,
            final byte[] known,
            final @Nullable ClusterKey key,
            final Duration timeout)
            throws InterruptedException {
        final byte[] message = message(RequestKind.ACTIVATE, 1, known);
        Request.putCount(message, version);
        final Answer answer = ask(ingressEndpoints, address, key, 1, message, timeout);
        if (answer.kind == ReplyKind.REFUSED) {
            throw new IllegalStateException("the cluster refuses semantics version " + version + ": "
                    + (answer.refusal == Refusal.NO_SETTINGS
                            ? "the cluster has no settings yet"
                            : "its log has version " + answer.last + ", and only the next one can follow, once all"
                                    + " nodes have it"));
        }
    }

    /**
     * Begins the log of a cluster with a state, piece by piece. Each piece is sent until it is answered.
     *
     * @param chunks the chunks of an {@link io.daybook.cluster.state.ImportedState}, at least one
     * @param stateHash the hash of that state, which the cluster must have afterwards
     * @param key a key with the right admin; null if the cluster has no keys
     * @param timeout how long this may wait for the answer to one piece
     * @throws ExchangeClosedException if an answer does not come in time
     * @throws IllegalStateException if the cluster refuses the state, or has settings already
     */
    public static void importState(
            final String ingressEndpoints,
            final String address,
            final List<byte[]> chunks,
            final long stateHash,
            final @Nullable ClusterKey key,
            final Duration timeout)
            throws InterruptedException {
        final Answer answer = new Answer();
        try (ClusterConnection connection = new ClusterConnection(ingressEndpoints, address, answer, key)) {
            int next = 0;
            while (next < chunks.size()) {
                final byte[] chunk = chunks.get(next);
                final boolean isLast = next == chunks.size() - 1;
                final byte[] message = message(isLast ? RequestKind.IMPORT_LAST : RequestKind.IMPORT, next + 1L, chunk);
                answer.renew(next + 1L);
                answer.await(connection, message, timeout);
                requireAllowed(answer);
                // the last piece may have been sent twice, and the second is then refused: the hash shows whether the
                // state is right
                final boolean isTwice = isLast && answer.refusal == Refusal.OTHER_SETTINGS;
                if (answer.kind == ReplyKind.REFUSED && !isTwice) {
                    throw new IllegalStateException("the cluster refuses the state at piece " + (next + 1) + " of "
                            + chunks.size() + ": " + answer.refusal
                            + "; only a cluster without settings takes a state");
                }
                next = answer.kind == ReplyKind.GAP ? Math.toIntExact(Math.min(answer.last, next)) : next + 1;
            }
            requireHash(connection, answer, stateHash, timeout);
        }
    }

    private static void requireHash(
            final ClusterConnection connection, final Answer answer, final long stateHash, final Duration timeout)
            throws InterruptedException {
        final byte[] query = ReportCodec.encode(new StateHashQuery());
        final byte[] message = message(RequestKind.QUERY, HASH_REQUEST, query);
        answer.renew(HASH_REQUEST);
        answer.await(connection, message, timeout);
        if (answer.kind != ReplyKind.REPORT
                || !(ReportCodec.decodeReport(answer.block, 0, answer.block.length) instanceof StateHashReport report)
                || report.hash() != stateHash) {
            throw new IllegalStateException(
                    "the state of the cluster differs from the one that was sent: another program"
                            + " began its log; compare with daybook cluster client");
        }
    }

    /** Waits for the reply to one request at a time. */
    private static final class Answer implements ClusterConnection.Listener {
        private @Nullable ReplyKind kind;
        private @Nullable Refusal refusal;
        private byte[] block = {};
        private long request;
        private long last;
        private boolean isDue = true;

        /** Prepares the wait for the reply to another request. */
        void renew(final long number) {
            kind = null;
            request = number;
            isDue = true;
        }

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
            if (reply.first() == request) {
                kind = reply.kind();
                last = reply.last();
                block = new byte[reply.blockLength()];
                reply.copyBlock(block, 0);
                refusal = kind == ReplyKind.REFUSED ? reply.refusal() : null;
            }
        }
    }
}
