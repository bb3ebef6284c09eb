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
 * A follower on the terms of its attachment: it is told what was delivered until it fails or is detached. Told by the
 * thread that runs it; failed and detached by any.
 */
public final class AttachedFollower {
    private static final Logger LOG = LoggerFactory.getLogger(AttachedFollower.class);

    private final Attachment attachment;
    private final FollowerTeller teller;
    private final Consumer<IllegalStateException> onHalt;
    private final Consumer<Throwable> onDetached;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final AtomicBoolean failed = new AtomicBoolean();

    /**
     * For a follower that has heard everything that was recovered.
     *
     * @param onHalt stops the exchange, any thread
     * @param onDetached is told, once, that it was detached, on the thread that found out why
     */
    public AttachedFollower(
            final Attachment attachment,
            final FollowerTeller teller,
            final Consumer<IllegalStateException> onHalt,
            final Consumer<Throwable> onDetached) {
        this.attachment = attachment;
        this.teller = teller;
        this.onHalt = onHalt;
        this.onDetached = onDetached;
    }

    /**
     * All followers of an exchange.
     *
     * @param attachments in the order of attachment
     * @param cursors makes the numbering of each, at the last command recovered
     * @param snapshots that go on without the part of one that is detached
     * @param onHalt stops the exchange, any thread
     * @param onDetached is told the name of one that was detached, and why
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
            final FollowerTeller teller = new FollowerTeller(attachment.follower(), index, cursors.get(), snapshots);
            followers.add(new AttachedFollower(attachment, teller, onHalt, cause -> {
                LOG.warn("follower {} is detached; the exchange goes on without it", name, cause);
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
     * @param names of those that are attached
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

    /** The last command that it was told of, or is being told of. The thread that runs it. */
    public long seq() {
        return teller.seq();
    }

    /** Whether it hears nothing more and needs no slot: it was detached, or the exchange has ended. */
    public boolean hasEnded() {
        return ended.get();
    }

    /** Whether it may be told more. */
    public boolean hears() {
        return !ended.get() && !failed.get();
    }

    /** Tells it of a slot that was delivered, where that is a command. */
    public void tell(final CommandSlot slot) {
        teller.tell(slot);
    }

    /** Behind the last slot for now. */
    public void endBatch() {
        attachment.follower().onBatchEnd();
    }

    /** What it has thrown when it was told. */
    public void threw(final Throwable thrown) {
        fail(new IllegalStateException("follower " + name() + " failed at seq " + seq() + ": " + thrown, thrown));
    }

    /** It does not do what it has to: as its owner wants it, it is detached, or the exchange stops, once. */
    public void fail(final IllegalStateException cause) {
        if (ended.get()) { // its slots may be free, and the exchange goes on without it
            LOG.debug("follower {} was detached before", name(), cause);
        } else if (attachment.onFailure() == OnFailure.DETACH) {
            detach(cause);
        } else if (failed.compareAndSet(false, true)) {
            onHalt.accept(cause);
        }
    }

    /** Goes on without it. */
    public void detach(final Throwable cause) {
        if (end()) {
            onDetached.accept(cause);
        }
    }

    /** It hears nothing more; whether it did until now. */
    public boolean end() {
        return ended.compareAndSet(false, true);
    }
}
