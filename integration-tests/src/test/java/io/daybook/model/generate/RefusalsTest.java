package io.daybook.model.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.model.Command;
import io.daybook.model.Exchange;
import io.daybook.model.Market;
import io.daybook.model.ModelRunner;
import io.daybook.model.Order;
import io.daybook.model.ResultCode;
import io.daybook.model.Scenario;
import io.daybook.model.Side;
import org.junit.jupiter.api.Test;

/** Tests that refused commands and queries change nothing in the model. */
@Proves("in the model, refused commands and queries change nothing")
class RefusalsTest {
    private static final int SEQUENCES =
            Boolean.getBoolean("daybook.long") ? 2_000 : Boolean.getBoolean("daybook.quick") ? 6 : 60;

    private String before = "";
    /** Whether a refused command may continue the acts that earlier commands left. */
    private boolean hadRange;

    private long compared;

    @Test
    void shouldChangeNothingWhenACommandIsRefusedOrAQueryAnswered() {
        final Kind[] kinds = Kind.values();
        final long firstSeed = Long.getLong("daybook.seed", 1_000);
        for (long seed = firstSeed; seed < firstSeed + SEQUENCES; seed++) {
            final Kind kind = kinds[(int) Math.floorMod(seed, (long) kinds.length)];
            final Scenario scenario = ScenarioGenerator.generate(kind, seed, 300);
            before = picture(new Exchange(scenario.settings()));
            hadRange = false;
            new ModelRunner((line, outcome, exchange) -> {
                        final String after = picture(exchange);
                        final boolean refused = outcome.code() != ResultCode.SUCCESS && !hadRange;
                        if (refused || line.command().isQuery()) {
                            assertEquals(before, after, () -> scenario.name() + ", " + line);
                            compared++;
                        }
                        before = after;
                        hadRange = exchange.state().markets().values().stream()
                                .anyMatch(market -> market.triggers().hasRange());
                    })
                    .run(scenario);
        }
        System.out.println("refusals: " + compared + " comparisons from seed " + firstSeed);
        assertTrue(compared > SEQUENCES * 50L, () -> "only " + compared + " comparisons");
    }

    private static String picture(final Exchange exchange) {
        final StringBuilder picture =
                new StringBuilder(exchange.apply(new Command.TotalsReport()).fields());
        for (final long uid : exchange.state().users().keySet()) {
            picture.append(exchange.apply(new Command.UserReport(uid, 1_024, 0, 0))
                            .fields())
                    .append(exchange.state().users().get(uid).lastTxid());
        }
        for (final Market market : exchange.state().markets().values()) {
            picture.append('\n').append(market.spec()).append(market.lastTradeId());
            for (final Side side : Side.values()) {
                for (final var level : market.levels(side).values()) {
                    for (final Order order : level) {
                        picture.append(' ').append(order.orderId()).append(':').append(order.remaining());
                    }
                }
            }
        }
        return picture.toString();
    }
}
