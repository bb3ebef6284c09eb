package io.daybook.core.exchange;

import io.daybook.api.Attachment;
import io.daybook.api.FollowerMetrics;
import io.daybook.api.OnFailure;
import io.daybook.core.follower.FollowerTeller;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.core.snapshot.Snapshots;
import io.daybook.kernel.command.CommandSlot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The followers of an exchange without threads, told on the caller's after listeners, before its call returns. */
final class InlineFollowers {
    private static final Logger LOG = LoggerFactory.getLogger(InlineFollowers.class);

    private final List<InlineFollower> followers;

    InlineFollowers(final List<InlineFollower> followers) {
        this.followers = List.copyOf(followers);
    }

    /**
     * Behind a recovered state.
     *
     * @param onDetached is told the name of one that was detached, and why
     */
    static InlineFollowers of(
            final RecoveredState recovered, final Snapshots snapshots, final BiConsumer<String, Throwable> onDetached) {
        final List<InlineFollower> followers = new ArrayList<>();
        for (final Attachment attachment : recovered.followers()) {
            final int index = followers.size();
            final FollowerTeller teller = new FollowerTeller(
                    attachment.follower(), index, recovered.engine().newCursor(), snapshots);
            followers.add(new InlineFollower(attachment, teller, cause -> {
                snapshots.onDetached(index);
                onDetached.accept(attachment.follower().name(), cause);
            }));
        }
        return new InlineFollowers(followers);
    }

    /** Tells all of a command. One that throws is detached, or stops the exchange by what this throws. */
    void tell(final CommandSlot slot) {
        for (int i = 0; i < followers.size(); i++) {
            followers.get(i).tell(slot);
        }
    }

    List<FollowerMetrics> metrics() {
        return followers.stream().map(InlineFollower::metrics).toList();
    }

    /** One of them. */
    static final class InlineFollower {
        private final Attachment attachment;
        private final FollowerTeller teller;
        private final Consumer<Throwable> onDetached;

        private boolean attached = true;

        InlineFollower(final Attachment attachment, final FollowerTeller teller, final Consumer<Throwable> onDetached) {
            this.attachment = attachment;
            this.teller = teller;
            this.onDetached = onDetached;
        }

        private void tell(final CommandSlot slot) {
            if (!attached) {
                return;
            }
            try {
                teller.tell(slot);
                attachment.follower().onBatchEnd();
            } catch (RuntimeException | Error e) {
                final IllegalStateException cause = new IllegalStateException(
                        "follower " + attachment.follower().name() + " failed at seq " + teller.seq() + ": " + e, e);
                if (attachment.onFailure() == OnFailure.HALT) {
                    throw cause;
                }
                attached = false;
                LOG.warn("{}; it is detached, and the exchange goes on without it", cause.getMessage(), e);
                onDetached.accept(cause);
            }
        }

        private FollowerMetrics metrics() {
            return new FollowerMetrics(attachment.follower().name(), teller.seq(), 0, 0, attached);
        }
    }
}
