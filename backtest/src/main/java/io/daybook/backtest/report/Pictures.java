package io.daybook.backtest.report;

import io.daybook.api.Side;
import io.daybook.flow.market.OutsiderFill;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws a report's pictures, as PNG. */
final class Pictures {
    private static final int WIDTH = 1_000;
    private static final int HEIGHT = 300;
    private static final double DOLLAR = 10_000;
    private static final Color BLUE = new Color(0x1F, 0x5F, 0xA8);
    private static final Color GREEN = new Color(0x1B, 0x8A, 0x4B);
    private static final Color RED = new Color(0xC2, 0x3B, 0x2B);
    private static final Color GREY = new Color(0x8A, 0x93, 0x9E);
    private static final Color LINES = new Color(0xE3, 0xE6, 0xEA);

    private final DayReport report;
    private final double[] seconds;

    Pictures(final DayReport report) {
        this.report = report;
        seconds = report.series().seconds();
    }

    /** All pictures by their titles. */
    Map<String, byte[]> all() throws IOException {
        final Map<String, byte[]> all = new LinkedHashMap<>();
        all.put("Profit over time, less fees, dollars", overTime(DaySeries.PROFIT, DOLLAR, BLUE));
        all.put("Position over time, lots", overTime(DaySeries.POSITION, 1, GREY));
        all.put("Fills in the book, dollars", fills());
        all.put("Spread, dollars", spread());
        all.put(
                "Rank in the queue: for each fill of a resting order, the lots ahead of the order when it came",
                bars(report.joinedBehind(), Pictures::lots, "lots ahead of the order"));
        all.put(
                "Time in the book: how long an order had rested when it was filled",
                bars(report.restedNs(), Pictures::duration, "time in the book"));
        return all;
    }

    private byte[] overTime(final int column, final double unit, final Color color) throws IOException {
        final XYChart chart = timeChart();
        line(chart, "value", report.series().values(column, unit, false), color);
        chart.getStyler().setLegendVisible(false);
        return png(chart);
    }

    private byte[] fills() throws IOException {
        final XYChart chart = timeChart();
        final double[] bids = report.series().values(DaySeries.BID, DOLLAR, true);
        final double[] asks = report.series().values(DaySeries.ASK, DOLLAR, true);
        line(chart, "best bid", bids, new Color(0x7F, 0xB2, 0x94));
        line(chart, "best ask", asks, new Color(0xD8, 0x9A, 0x92));
        points(chart, "bought", Side.BID, GREEN, SeriesMarkers.TRIANGLE_UP);
        points(chart, "sold", Side.ASK, RED, SeriesMarkers.TRIANGLE_DOWN);
        return png(chart);
    }

    private void points(
            final XYChart chart, final String name, final Side side, final Color color, final Marker marker) {
        final List<Double> xs = new ArrayList<>();
        final List<Double> ys = new ArrayList<>();
        for (final OutsiderFill fill : report.fills()) {
            if (fill.side() == side) {
                xs.add(fill.timeNs() / 1e9);
                ys.add(fill.price() / DOLLAR);
            }
        }
        if (!xs.isEmpty()) {
            final XYSeries series = chart.addSeries(name, xs, ys);
            series.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
            series.setMarker(marker).setMarkerColor(color);
        }
    }

    private byte[] spread() throws IOException {
        final double[] bids = report.series().values(DaySeries.BID, DOLLAR, true);
        final double[] spread = report.series().values(DaySeries.ASK, DOLLAR, true);
        for (int i = 0; i < spread.length; i++) {
            spread[i] -= bids[i];
        }
        final XYChart chart = timeChart();
        line(chart, "spread", spread, BLUE);
        chart.getStyler().setLegendVisible(false);
        return png(chart);
    }

    private byte[] bars(final Spread spread, final IntFunction<String> label, final String axis) throws IOException {
        final CategoryChart chart = new CategoryChart(WIDTH, HEIGHT);
        final List<String> labels = new ArrayList<>();
        final List<Long> counts = new ArrayList<>();
        for (int bits = spread.leastBits(); bits <= spread.mostBits(); bits++) {
            labels.add(label.apply(bits));
            counts.add(spread.count(bits));
        }
        final boolean isEmpty = counts.stream().allMatch(count -> count == 0);
        chart.setXAxisTitle(isEmpty ? "no order was filled while it rested" : axis);
        chart.setYAxisTitle("fills");
        chart.addSeries("fills", labels, counts).setFillColor(BLUE);
        chart.getStyler().setAvailableSpaceFill(0.9).setLegendVisible(false);
        chart.getStyler().setXAxisLabelRotation(labels.size() > 12 ? 45 : 0);
        style(chart.getStyler());
        return png(chart);
    }

    /** The label of a range of lots: 0, 1, 2–3, 4–7 and so on. */
    private static String lots(final int bits) {
        return bits < 2 ? Integer.toString(bits) : (1L << bits - 1) + "–" + ((1L << bits) - 1);
    }

    /** The label of a range of durations: its lower end, rounded. */
    private static String duration(final int bits) {
        final double ns = bits == 0 ? 0 : Math.pow(2, bits - 1.0);
        final String[] units = {"ns", "µs", "ms", "s"};
        double value = ns;
        int unit = 0;
        while (value >= 1_000 && unit < units.length - 1) {
            value /= 1_000;
            unit++;
        }
        return String.format(Locale.ROOT, value < 10 && unit > 0 ? "≥%.1f %s" : "≥%.0f %s", value, units[unit]);
    }

    private XYChart timeChart() {
        final XYChart chart = new XYChart(WIDTH, HEIGHT);
        style(chart.getStyler()).setxAxisTickLabelsFormattingFunction(Pictures::clock);
        chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideS);
        chart.getStyler().setLegendLayout(Styler.LegendLayout.Horizontal);
        return chart;
    }

    private void line(final XYChart chart, final String name, final double[] values, final Color color) {
        final XYSeries series = chart.addSeries(name, seconds, values);
        series.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Step); // a value holds until the next point
        series.setMarker(SeriesMarkers.NONE);
        series.setLineColor(color).setLineStyle(new BasicStroke(1.4f));
    }

    static String clock(final double seconds) {
        final long whole = (long) seconds;
        return String.format(Locale.ROOT, "%02d:%02d:%02d", whole / 3_600, whole / 60 % 60, whole % 60);
    }

    private static AxesChartStyler style(final AxesChartStyler styler) {
        styler.setChartBackgroundColor(Color.WHITE).setPlotBorderVisible(false).setLegendBorderColor(Color.WHITE);
        styler.setPlotGridLinesColor(LINES);
        styler.setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
        return styler;
    }

    private static byte[] png(final Chart<?, ?> chart) throws IOException {
        return BitmapEncoder.getBitmapBytes(chart, BitmapFormat.PNG);
    }
}
