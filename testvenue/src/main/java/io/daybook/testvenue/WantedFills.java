package io.daybook.testvenue;

import io.daybook.api.Listing;
import io.daybook.server.http.Body;
import io.daybook.server.http.Problem;
import io.daybook.wire.json.Json;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Fills that wait until a user's next order rests. Any thread. */
final class WantedFills {
    private static final int MOST = 1_000;
    private static final int MOST_PARTS = 100;

    private final Life life;
    private final List<Fill> all = new ArrayList<>();

    /** A requested fill. Guarded by the list. */
    private static final class Fill {
        private final Trader trader;
        private final List<BigDecimal> sizes;
        private final List<Duration> gaps;
        private long orderId;
        private int done;
        private String why = "waits until an order of the user rests";

        private Fill(final Trader trader, final List<BigDecimal> sizes, final List<Duration> gaps) {
            this.trader = trader;
            this.sizes = sizes;
            this.gaps = gaps;
        }
    }

    WantedFills(final Life life, final FillWatch watch) {
        this.life = life;
        watch.heard(this::rested);
    }

    /** Adds fills of the next order of a user; see docs/test-venue.md. */
    Json add(final Trader trader, final Body body) {
        final List<String> sizes = body.texts("sizes");
        final List<String> gaps = body.texts("gaps");
        body.finish();
        if (sizes.isEmpty() || sizes.size() > MOST_PARTS || gaps.size() > sizes.size()) {
            throw Problem.badForm(
                    "/sizes", "must have 1 to " + MOST_PARTS + " sizes, and gaps must not have more entries");
        }
        final List<BigDecimal> parts = new ArrayList<>();
        for (int i = 0; i < sizes.size(); i++) {
            parts.add(Decimal.read("/sizes/" + i, sizes.get(i)));
        }
        final List<Duration> waits = new ArrayList<>();
        for (int i = 0; i < gaps.size(); i++) {
            waits.add(Durations.read("/gaps/" + i, gaps.get(i)));
        }
        synchronized (all) {
            if (all.size() == MOST) {
                throw Problem.badForm("", "there are " + MOST + " fills; POST /reset removes them");
            }
            all.add(new Fill(trader, parts, waits));
        }
        return new Json()
                .object()
                .put("key", trader.name())
                .put("parts", parts.size())
                .end();
    }

    /** All fills, with their outcomes. */
    Json list() {
        final Json json = new Json().object().list("fills");
        synchronized (all) {
            for (final Fill fill : all) {
                json.object()
                        .put("key", fill.trader.name())
                        .put("orderId", fill.orderId)
                        .put("done", fill.done)
                        .put("parts", fill.sizes.size())
                        .put("state", fill.why)
                        .end();
            }
        }
        return json.endList().end();
    }

    private void rested(final FillWatch.Rested rested) {
        synchronized (all) {
            for (final Fill fill : all) {
                if (fill.orderId == 0 && fill.trader.uid() == rested.uid()) {
                    fill.orderId = rested.orderId();
                    fill.why = "its parts are due in turn";
                    next(fill, rested.symbol());
                    return;
                }
            }
        }
    }

    private void next(final Fill fill, final int symbol) {
        final Duration gap = fill.done < fill.gaps.size() ? fill.gaps.get(fill.done) : Duration.ZERO;
        life.agenda().after(gap.toNanos(), () -> part(fill, symbol));
    }

    private void part(final Fill fill, final int symbol) {
        final Listing listing = life.listings().values().stream()
                .filter(one -> one.symbol() == symbol)
                .findFirst()
                .orElseThrow();
        String why;
        try {
            why = life.house()
                    .take(
                            listing,
                            fill.orderId,
                            Decimal.steps("/sizes/" + fill.done, fill.sizes.get(fill.done), listing.lot()));
        } catch (Problem e) {
            why = e.detail();
        }
        synchronized (all) {
            if (!why.isEmpty()) {
                fill.why = why;
                return;
            }
            fill.done++;
            fill.why = fill.done == fill.sizes.size() ? "done" : "its parts are due in turn";
            if (fill.done < fill.sizes.size()) {
                next(fill, symbol);
            }
        }
    }
}
