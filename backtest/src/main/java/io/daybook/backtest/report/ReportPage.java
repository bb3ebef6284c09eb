package io.daybook.backtest.report;

import io.daybook.trading.RiskGate;
import io.daybook.trading.RiskLimits;
import io.daybook.trading.RiskRule;
import java.io.IOException;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;

/** The page of a report: one file of HTML with its pictures in it. */
public final class ReportPage {
    private static final String STYLE = """
            body{font:15px/1.5 system-ui,sans-serif;color:#1c2733;max-width:1040px;margin:2em auto;padding:0 1em}
            h1{font-size:1.5em;margin-bottom:.2em}h2{font-size:1.05em;margin:1.8em 0 .3em}p{margin:.3em 0}
            img{max-width:100%;height:auto;border:1px solid #e3e6ea}
            table{border-collapse:collapse}td{padding:.15em 1.2em .15em 0}.sums td:nth-child(2){text-align:right}
            td:nth-child(2),td:nth-child(3){font-variant-numeric:tabular-nums}.note{color:#5a6673}
            """;
    private static final Map<String, String> MEANINGS = Map.ofEntries(
            Map.entry("profit", "realised, plus the open lots at the fair price, less fees, in 1/10,000 dollar"),
            Map.entry("realised", "profit of closed lots, without fees, in 1/10,000 dollar"),
            Map.entry("traded", "value of all fills, in 1/10,000 dollar"),
            Map.entry("fees", "from --fee, added to the fills: the exchange itself charges nothing"),
            Map.entry("rebates", "from --rebate, added to the fills"),
            Map.entry("position", "lots at the end"),
            Map.entry(
                    "displaced", "lots cut from recorded orders, because the strategy's orders traded in their place"),
            Map.entry("consumed", "lots of recorded orders that traded with the strategy"),
            Map.entry("missed", "lots that recorded aggressors did not trade, because the strategy had taken them"),
            Map.entry("odd", "lots that recorded orders lost because the file is out of order"),
            Map.entry("doubtful", "filled and possibly filled lots that depend on facts that the file does not show"),
            Map.entry("unknown", "messages about orders that were not in the book"),
            Map.entry(
                    "refusedByVenue",
                    "for example changes of orders that had already traded; a quote that would cross is not refused,"
                            + " but ends without a fill"));

    private ReportPage() {}

    /**
     * Writes the page.
     *
     * @param settings the settings of the run, by name
     */
    public static String of(final DayReport report, final Map<String, String> settings) throws IOException {
        final StringBuilder page = new StringBuilder("<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\">");
        page.append("<title>Backtest</title><style>").append(STYLE).append("</style><h1>Backtest</h1>");
        page.append("<p class=\"note\">The other participants act as they did in the recording, without the strategy:"
                + " no recording can show how they would have reacted.</p><table>");
        settings.forEach((name, value) ->
                page.append("<tr><td>").append(escaped(name)).append("<td>").append(escaped(value)));
        page.append("</table>");
        report.notes()
                .forEach(note -> page.append("<p><b>").append(escaped(note)).append("</b>"));
        for (final Map.Entry<String, byte[]> picture :
                new Pictures(report).all().entrySet()) {
            page.append("<h2>")
                    .append(escaped(picture.getKey()))
                    .append("</h2><img alt=\"\" src=\"data:image/png;base64,");
            page.append(Base64.getEncoder().encodeToString(picture.getValue())).append("\">");
        }
        page.append("<h2>Sums</h2><table class=\"sums\">");
        report.sums().forEach((name, value) -> {
            if (!name.startsWith(DayReport.REFUSED_BY_GATE)) {
                page.append("<tr><td>")
                        .append(name)
                        .append("<td>")
                        .append(number(value))
                        .append("<td class=\"note\">")
                        .append(escaped(MEANINGS.getOrDefault(name, "")));
            }
        });
        page.append("</table>");
        limits(page, report.gate());
        return page.append("</html>\n").toString();
    }

    /** Adds the rules of the gate that have a limit, and those that have refused an order although no limit is set. */
    private static void limits(final StringBuilder page, final RiskGate gate) {
        page.append("<h2>Limits</h2><table class=\"sums\"><tr><td>rule<td>orders refused<td>limit");
        for (final RiskRule rule : RiskRule.values()) {
            final long limit = gate.limits().of(rule);
            if (limit != RiskLimits.OFF || gate.refusals(rule) > 0) {
                page.append("<tr><td>")
                        .append(rule)
                        .append("<td>")
                        .append(number(gate.refusals(rule)))
                        .append("<td>")
                        .append(limit == RiskLimits.OFF ? "" : rule.limit() + "=" + number(limit));
            }
        }
        page.append("</table>");
    }

    private static String number(final long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private static String escaped(final String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
