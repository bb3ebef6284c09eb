package io.daybook.cli.hops;

import io.daybook.wire.hops.HopSpan;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.style.AxesChartStyler.TextAlignment;
import org.knowm.xchart.style.Styler;

/** Draws the times of the hops of an order. */
final class HopPicture {
    private static final int WIDTH = 1_280;
    private static final int HEIGHT = 900;
    private static final int UPRIGHT = 90;

    /** The distance by which upright labels move down: otherwise they would begin within the plot. */
    private static final int LABELS_BELOW = 16;

    /**
     * The least value that is drawn. A logarithmic axis cannot show a step whose time is 0, or negative between two
     * threads.
     */
    private static final double LEAST_US = 0.1;

    private static final Map<Double, Color> COLORS =
            new TreeMap<>(Map.of(50.0, new Color(0x1F5FA8), 99.0, new Color(0xE0A030), 99.9, new Color(0xC23B2B)));

    private HopPicture() {}

    static void draw(final Path file, final HopTimes times) throws IOException {
        final CategoryChart chart = new CategoryChart(WIDTH, HEIGHT);
        chart.setTitle("Where an order's time goes");
        chart.setYAxisTitle("microseconds");
        final List<String> names = new ArrayList<>();
        final List<Distribution> all = new ArrayList<>();
        for (final HopSpan span : HopSpan.ALL) {
            final long[] ns = times.of(span);
            if (ns.length > 0) {
                names.add(span.name() + " " + span.meaning());
                all.add(new Distribution(ns));
            }
        }
        if (names.isEmpty()) {
            throw new IOException("no step of the way was timed at both of its ends: " + file + " is not drawn");
        }
        COLORS.forEach((percentile, color) -> chart.addSeries(
                        "p" + (percentile == 99.9 ? "99.9" : Integer.toString(percentile.intValue())),
                        names,
                        all.stream()
                                .map(found -> Math.max(LEAST_US, found.at(percentile)))
                                .toList())
                .setFillColor(color));
        chart.getStyler()
                .setYAxisLogarithmic(true)
                .setYAxisMin(LEAST_US)
                .setXAxisLabelRotation(UPRIGHT)
                .setXAxisLabelAlignmentVertical(TextAlignment.Right)
                .setAxisTickPadding(LABELS_BELOW)
                .setLegendPosition(Styler.LegendPosition.InsideNW)
                .setChartBackgroundColor(Color.WHITE)
                .setPlotBorderVisible(false);
        BitmapEncoder.saveBitmap(chart, file.toString(), BitmapFormat.PNG);
    }
}
