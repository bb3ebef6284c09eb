package io.daybook.cluster.follower;

import io.daybook.api.Attachment;
import io.daybook.cluster.state.ClusterSettings;
import io.daybook.cluster.state.ClusterState;
import io.daybook.cluster.state.ResultSink;
import io.daybook.cluster.state.StatePart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The followers that the SETTINGS of a node's log name. Every node runs all of them, so that the snapshot of one node
 * can seed any other node. Used by the service's thread unless a method says otherwise.
 */
public final class NodeFollowers implements ResultSink {
    private final BiFunction<String, FollowerBeginning, @Nullable Attachment> maker;
    private final NodeFollower.Halt halt;
    private final int mostBytes;

    /** The running followers, by ascending name. */
    private volatile NodeFollower[] told = {};

    private @Nullable ClusterSettings settings;
    private volatile byte[] exchangeId = {};
    private volatile long releasedSeq;

    /**
     * Creates a list without followers.
     *
     * @param maker creates the follower of a name, a new one each time; returns null for an unknown name
     */
    public NodeFollowers(
            final BiFunction<String, FollowerBeginning, @Nullable Attachment> maker, final NodeFollower.Halt halt) {
        this(maker, halt, StatePart.MAX_BYTES);
    }

    /**
     * Creates a list without followers, with another limit for parts.
     *
     * @param mostBytes the maximum length of a part
     */
    NodeFollowers(
            final BiFunction<String, FollowerBeginning, @Nullable Attachment> maker,
            final NodeFollower.Halt halt,
            final int mostBytes) {
        this.maker = maker;
        this.halt = halt;
        this.mostBytes = mostBytes;
    }

    /** The running followers, by ascending name. Any thread may call this. */
    List<NodeFollower> all() {
        return List.of(told);
    }

    /** The follower of a name; null if none is running. Any thread may call this. */
    @Nullable
    NodeFollower find(final String name) {
        for (final NodeFollower follower : told) {
            if (follower.name().equals(name)) {
                return follower;
            }
        }
        return null;
    }

    /** The 16 bytes that identify the exchange; empty before there are settings. Any thread may call this. */
    byte[] exchangeId() {
        return exchangeId;
    }

    @Override
    public void onResult(final byte[] bytes, final int offset, final int length) {
        for (final NodeFollower follower : told) {
            follower.onResult(bytes, offset, length);
        }
    }

    /** Passes on a result that was held back; a follower that began after it does not receive it. */
    public void onHeldResult(final long seq, final byte[] bytes, final int offset, final int length) {
        for (final NodeFollower follower : told) {
            if (seq > follower.beganAt()) {
                follower.onResult(bytes, offset, length);
            }
        }
    }

    /** Notes the last result that may leave the node. */
    public void released(final long seq) {
        releasedSeq = seq;
    }

    /** The last result that may leave the node: a follower that began later waits. Any thread may call this. */
    public long releasedSeq() {
        return releasedSeq;
    }

    /** Restores the followers of a snapshot, which continue from there. */
    public void restored(final ClusterState state, final List<StatePart> parts) {
        follow(state, parts, true);
    }

    /** Handles the end of a message; followers that the message has named begin there. */
    public void onMessage(final ClusterState state) {
        if (!Objects.equals(state.settings(), settings)) {
            follow(state, List.of(), false);
        }
    }

    private void follow(final ClusterState state, final List<StatePart> parts, final boolean isRestart) {
        settings = state.settings();
        exchangeId = settings == null ? exchangeId : settings.exchangeId();
        final List<String> names = settings == null ? List.of() : settings.followers();
        final Map<String, NodeFollower> before = new TreeMap<>();
        for (final NodeFollower follower : told) {
            before.put(follower.name(), follower);
        }
        final List<NodeFollower> hearing = new ArrayList<>();
        for (final String name : names) {
            final NodeFollower known = before.remove(name);
            hearing.add(known == null ? begin(name, state, parts, isRestart) : known);
        }
        before.values().forEach(NodeFollower::detach);
        told = hearing.toArray(new NodeFollower[0]);
    }

    private NodeFollower begin(
            final String name, final ClusterState state, final List<StatePart> parts, final boolean isRestart) {
        final StatePart part = parts.stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElse(null);
        final Attachment attachment = maker.apply(
                name, new FollowerBeginning(NodePoller.uuid(exchangeId), state.seq(), isRestart && part == null));
        if (attachment == null || !attachment.follower().name().equals(name)) {
            final String why = "the settings of this log name the follower " + name
                    + ", which this node does not have: start it with the same followers as the others";
            halt.halt(why);
            throw new IllegalStateException(why);
        }
        final NodeFollower follower = new NodeFollower(attachment, halt, mostBytes);
        if (isRestart && part == null && !follower.mayBeDetached()) {
            final String why = "the snapshot at seq " + state.seq() + " has no part of follower " + name
                    + ", whose state is lost without it: seed this node from a running one";
            halt.halt(why);
            throw new IllegalStateException(why);
        }
        if (isRestart && part == null) {
            System.err.println("daybook cluster node: the snapshot at seq " + state.seq() + " has no part of follower "
                    + name + ", which begins anew from the state there");
        }
        follower.restore(part, state.seq(), state.view());
        return follower;
    }

    /** Returns the parts of all followers after the results so far, except late ones that may be detached. */
    public List<StatePart> capture() {
        for (final NodeFollower follower : told) {
            follower.capture();
        }
        final List<StatePart> parts = new ArrayList<>();
        for (final NodeFollower follower : told) {
            final StatePart part = follower.captured();
            if (part != null) {
                parts.add(part);
            }
        }
        return parts;
    }

    /**
     * Closes the followers when the node ends: they still receive results passed on before. Any thread may call this.
     */
    public void close() {
        for (final NodeFollower follower : told) {
            follower.close();
        }
    }
}
