package io.daybook.server.history;

import io.daybook.api.Follower;
import io.daybook.api.FollowerPart;
import io.daybook.api.PartReader;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import org.jspecify.annotations.Nullable;

/** Gives the market's history every result once, and keeps the history in the snapshots of the exchange. */
public final class HistoryFollower implements Follower {
    /** The name of the follower in a folder. */
    public static final String NAME = "history";

    private final MarketHistory history;

    public HistoryFollower(final MarketHistory history) {
        this.history = history;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void restore(final @Nullable PartReader part, final long seq, final StateView state) {
        history.seq(seq);
        if (part != null) {
            HistoryPart.read(part, history);
        }
    }

    @Override
    public void onResult(final ResultView result, final boolean replayed) {
        history.onResult(result);
    }

    @Override
    public FollowerPart capture() {
        return HistoryPart.of(history.copy());
    }
}
