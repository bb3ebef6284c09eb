package io.daybook.cluster.node;

import io.aeron.Aeron;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.logbuffer.FragmentHandler;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterMember;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Carries reports between the nodes, on a separate stream at their consensus ports. A report that is not taken is not
 * sent again, because the next one contains more. Used by the service's thread.
 */
final class ReportStream {
    /** Aeron's own streams at this port have numbers around 100. */
    private static final int STREAM = 7_601;

    private static final String CHANNEL = "aeron:udp?term-length=64k|endpoint=";
    private static final int LIMIT = 64;

    private final Aeron aeron;
    private final FragmentHandler fragments;
    private final long subscribing;

    /** Registrations of publications that are not there yet. */
    private final List<Long> publishing = new ArrayList<>();

    private final List<Publication> publications = new ArrayList<>();
    private @Nullable Subscription subscription;

    /**
     * Opens the streams, which become available a little later.
     *
     * @param aeron the service's client, which is not closed here
     * @param sink receives the reports of the others; each is valid during the call only
     */
    ReportStream(final Aeron aeron, final ClusterConfig config, final Consumer<CarriedOut> sink) {
        this.aeron = aeron;
        final CarriedOut report = new CarriedOut(config.node());
        this.fragments = (buffer, offset, length, header) -> {
            if (report.copy(buffer, offset, length) && report.node() != config.node()) {
                sink.accept(report);
            }
        };
        this.subscribing = aeron.asyncAddSubscription(CHANNEL + config.self().consensus(), STREAM);
        for (final ClusterMember member : config.members()) {
            if (!member.equals(config.self())) {
                publishing.add(aeron.asyncAddPublication(CHANNEL + member.consensus(), STREAM));
            }
        }
    }

    /** Polls the reports of the others; returns how many there were. */
    int poll() {
        if (subscription == null) {
            subscription = aeron.getSubscription(subscribing);
        }
        return subscription == null ? 0 : subscription.poll(fragments, LIMIT);
    }

    /** Sends a report to both others; skips a node that does not run, or accepts nothing at the moment. */
    void send(final CarriedOut own) {
        for (final Iterator<Long> left = publishing.iterator(); left.hasNext(); ) {
            final Publication made = aeron.getPublication(left.next());
            if (made != null) {
                publications.add(made);
                left.remove();
            }
        }
        for (int i = 0; i < publications.size(); i++) {
            publications.get(i).offer(own.bytes(), 0, CarriedOut.LENGTH);
        }
    }
}
