package io.daybook.cli.trading;

import io.daybook.api.Exchange;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.Report;
import io.daybook.cli.hops.HopReport;
import io.daybook.core.DaybookExchange;
import io.daybook.trading.RiskRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Compares the reports of the traders with those of the venue. */
final class FloorReport {
    private final FloorPlan plan;
    private final Report out;
    private final Map<FloorTrader, TraderReport> reports = new LinkedHashMap<>();

    /** The differences, and limits that were exceeded. */
    private final List<String> faults = new ArrayList<>();

    FloorReport(final Console console, final FloorPlan plan) throws IOException {
        this.plan = plan;
        out = console.report();
        for (final FloorTrader trader : plan.traders()) {
            reports.put(trader, TraderReport.read(FloorRun.report(plan, trader)));
        }
    }

    /** Prints the report. Returns whether all of it agrees. */
    boolean tell() throws IOException, CommandFailure {
        final JournalTruth truth = JournalTruth.of(plan.data());
        money();
        limits(truth);
        gate();
        out.println(String.format(Locale.ROOT, "%,d trades at the venue", truth.trades()));
        out.println();
        final HopReport hops = HopReport.read(List.of(plan.data(), plan.hops()));
        hops.print(out);
        final Path picture = plan.folder().resolve("hops.png");
        hops.draw(picture);
        out.println();
        out.println("the picture: " + picture);
        faults.forEach(fault -> out.println("NOT EQUAL: " + fault));
        out.println(faults.isEmpty() ? "all is equal, and no limit was exceeded" : faults.size() + " faults");
        out.send();
        return faults.isEmpty();
    }

    private void money() {
        out.println(String.format(
                Locale.ROOT,
                "%-6s %-16s %9s %9s %16s %16s  %s",
                "user",
                "strategy",
                "requests",
                "trades",
                "trader's money",
                "venue's money",
                "lots"));
        try (Exchange exchange = DaybookExchange.builder().journal(plan.data()).start()) {
            reports.forEach((trader, report) -> {
                final UserReport user =
                        exchange.query(UserReportQuery.accounts(trader.uid())).join();
                money(trader, report, user);
            });
        }
    }

    private void money(final FloorTrader trader, final TraderReport report, final UserReport user) {
        long own = FloorPlan.BALANCE;
        String lots = "equal";
        for (final Map.Entry<Integer, TraderReport.Held> entry :
                report.bySymbol().entrySet()) {
            final TraderReport.Held held = entry.getValue();
            own = Math.addExact(own, held.cash() - held.fees() + held.rebates());
            final UserReport.Account base = user.account(FloorPlan.base(entry.getKey()));
            if (base.balance() != FloorPlan.BALANCE + held.lots() || base.held() != 0) {
                lots = "differ";
                faults.add("user " + trader.uid() + " has " + held.lots() + " lots of symbol " + entry.getKey()
                        + ", and the venue reports " + (base.balance() - FloorPlan.BALANCE) + ", held " + base.held());
            }
        }
        final UserReport.Account quote = user.account(FloorPlan.QUOTE);
        out.println(String.format(
                Locale.ROOT,
                "%-6d %-16s %,9d %,9d %,16d %,16d  %s",
                trader.uid(),
                trader.strategy(),
                report.facts().sent(),
                report.trades(),
                own,
                quote.balance(),
                lots));
        require(own == quote.balance() && quote.held() == 0, "the money of user " + trader.uid());
        require(report.facts().disagreements() == 0, "the orders after a reconnect of user " + trader.uid());
    }

    private void limits(final JournalTruth truth) {
        reports.forEach((trader, report) -> report.bySymbol().forEach((symbol, held) -> {
            final String what = " of user " + trader.uid() + " in symbol " + symbol;
            final long largest = truth.largest(trader.uid(), symbol);
            require(
                    largest <= trader.maxPosition(),
                    "the position with open orders" + what + ": " + largest + " of " + trader.maxPosition());
            if (!plan.kills() || trader.index() != plan.killed().index()) { // the sums of a killed process are lost
                require(
                        largest <= held.exposure(),
                        "the position with open orders" + what + ": " + largest + ", and the trader computed "
                                + held.exposure());
            }
            require(held.trades() == truth.trades(trader.uid(), symbol), "the number of trades" + what);
        }));
    }

    private void gate() {
        final Map<RiskRule, Long> all = new EnumMap<>(RiskRule.class);
        reports.values()
                .forEach(
                        report -> report.gate().refusals().forEach((rule, count) -> all.merge(rule, count, Long::sum)));
        out.println("refused by gates: " + all);
        reports.forEach((trader, report) -> {
            final String user = "of user " + trader.uid() + ": ";
            out.println(user + String.join(", ", report.gate().rows()));
            report.gate().notes().forEach(note -> out.println(user + note));
        });
    }

    private void require(final boolean isRight, final String what) {
        if (!isRight) {
            faults.add(what);
        }
    }
}
