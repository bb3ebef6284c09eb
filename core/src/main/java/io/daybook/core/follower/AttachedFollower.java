package io.daybook.core.follower;

import io.daybook.api.Attachment;
import io.daybook.api.OnFailure;
import io.daybook.core.snapshot.Snapshots;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.Numbering;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A follower with its terms of attachment: it receives what was delivered until it fails or is detached. The thread
 * that runs it calls it; any thread may fail or detach it.
 */
public final class AttachedFollower {
    private static final Logger LOG = LoggerFactory.getLogger(AttachedFollower.class);

    private final Attachment attachment;
    private final FollowerDelivery delivery;
    private final Consumer<IllegalStateException> onHalt;
    private final Consumer<Throwable> onDetached;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final AtomicBoolean failed = new AtomicBoolean();

    /**
     * Attaches a follower that has received everything that was recovered.
     *
     * @param onHalt stops the exchange; called by any thread
     * @param onDetached called once when it is detached, on the thread that detaches it
     */
    public AttachedFollower(
            final Attachment attachment,
            final FollowerDelivery delivery,
            final Consumer<IllegalStateException> onHalt,
            final Consumer<Throwable> onDetached) {
        this.attachment = attachment;
        this.delivery = delivery;
        this.onHalt = onHalt;
        this.onDetached = onDetached;
    }

    /**
     * Attaches all followers of an exchange.
     *
     * @param attachments in the order of attachment
     * @param cursors creates the numbering of each follower, which stands at the last recovered command
     * @param snapshots leave out the part of a detached follower
     * @param onHalt stops the exchange; called by any thread
     * @param onDetached receives the name of a detached follower, and the cause
     */
    public static List<AttachedFollower> all(
            final List<Attachment> attachments,
            final Supplier<Numbering> cursors,
            final Snapshots snapshots,
            final Consumer<IllegalStateException> onHalt,
            final BiConsumer<String, Throwable> onDetached) {
        final List<AttachedFollower> followers = new ArrayList<>();
        for (final Attachment attachment : attachments) {
            final int index = followers.size();
            final String name = attachment.follower().name();
            final FollowerDelivery delivery =
                    new FollowerDelivery(attachment.follower(), index, cursors.get(), snapshots);
            followers.add(new AttachedFollower(attachment, delivery, onHalt, cause -> {
                LOG.warn("follower {} is detached; the exchange continues without it", name, cause);
                snapshots.onDetached(index);
                onDetached.accept(name, cause);
            }));
        }
        return followers;
    }

    public String name() {
        return attachment.follower().name();
    }

    /**
     * Refuses a name that no attached follower has.
     *
     * @param names of the attached followers
     */
    public static void require(final List<String> names, final String name) {
        if (!names.contains(name)) {
            throw new IllegalArgumentException(
                    "follower must be one that is attached: follower=" + name + ", attached=" + names);
        }
    }

    public Attachment attachment() {
        return attachment;
    }

    /** The last command that it has received or is receiving. For the thread that runs it. */
    public long seq() {
        return delivery.seq();
    }

    /** Whether it receives nothing more and needs no slot: it was detached, or the exchange has ended. */
    public boolean hasEnded() {
        return ended.get();
    }

    /** Whether it may receive more. */
    public boolean canReceive() {
        return !ended.get() && !failed.get();
    }

    /** Passes a delivered slot to it, if that is a command. */
    public void deliver(final CommandSlot slot) {
        delivery.deliver(slot);
    }

    /** Called after the last slot of a batch. */
    public void endBatch() {
        attachment.follower().onBatchEnd();
    }

    /** Handles an exception that it threw. */
    public void threw(final Throwable thrown) {
        fail(new IllegalStateException("follower " + name() + " failed at seq " + seq() + ": " + thrown, thrown));
    }

    /** Handles a failure: by the terms of attachment, detaches the follower or stops the exchange, once. */
    public void fail(final IllegalStateException cause) {
        if (ended.get()) { // its slots may be free, and the exchange runs without it
            LOG.debug("follower {} failed after it had ended", name(), cause);
        } else if (attachment.onFailure() == OnFailure.DETACH) {
            detach(cause);
        } else if (failed.compareAndSet(false, true)) {
            onHalt.accept(cause);
        }
    }

    /** Detaches the follower; the exchange continues without it. */
    public void detach(final Throwable cause) {
        if (end()) {
            onDetached.accept(cause);
        }
    }

    /** Ends the follower; returns whether it was receiving until now. */
    public boolean end() {
        return ended.compareAndSet(false, true);
    }
}
