package io.daybook.server.stream;

import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.server.api.Waiting;
import io.daybook.server.http.TextFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** The source of a user's balances: queries the exchange after a change, and sends the answer to all subscribers. */
public final class AccountSource implements LatestTopic.Source {
    private static final long NEVER = -1;

    private final long uid;
    private final AtomicLong changes;
    private final Waiting waiting;
    private final Streams streams;
    private final boolean greets;
    private final Function<UserReport, TextFrame> encoder;
    private final List<TextFrame> ready = new ArrayList<>();
    private long asked;
    private boolean isAsking;

    /** Whether an answer came when the queue of the streams' thread was full. */
    private volatile boolean isLost;

    /**
     * The source of a user.
     *
     * @param greets whether a new subscriber gets the present state
     * @param encoder writes the message
     */
    public AccountSource(
            final long uid,
            final Waiting waiting,
            final Streams streams,
            final boolean greets,
            final Function<UserReport, TextFrame> encoder) {
        this.uid = uid;
        this.changes = streams.accountChanges(uid);
        this.waiting = waiting;
        this.streams = streams;
        this.greets = greets;
        this.encoder = encoder;
        this.asked = greets ? NEVER : changes.get();
    }

    @Override
    public List<TextFrame> changed() {
        if (isLost) {
            isLost = false;
            isAsking = false;
            asked = NEVER;
        }
        if (!isAsking && asked != changes.get()) {
            asked = changes.get();
            isAsking = true;
            ask();
        }
        final List<TextFrame> frames = List.copyOf(ready);
        ready.clear();
        return frames;
    }

    @Override
    public List<TextFrame> whole() {
        if (greets && !isAsking) {
            asked = NEVER;
        }
        return List.of();
    }

    private void ask() {
        final CompletionStage<?> unused = waiting.ask(new UserReportQuery(uid)).whenComplete((report, failure) -> {
            final boolean isTaken = streams.run(() -> {
                isAsking = false;
                if (failure == null) {
                    ready.clear();
                    ready.add(encoder.apply(report));
                } else {
                    asked = NEVER; // the exchange is busy: the next tick tries again
                }
            });
            if (!isTaken) {
                isLost = true;
            }
        });
    }
}
