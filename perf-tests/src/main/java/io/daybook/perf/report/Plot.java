package io.daybook.perf.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Pictures of measurements, as PNG. */
public final class Plot {
    private static final int WIDTH = 960;
    private static final int HEIGHT = 560;
    private static final double MAX_NINES = 5.2;
    private static final double LEAST_NS = 10;
    private static final int POINTS_PER_NINE = 48;
    private static final Color MACHINE_AREA = new Color(0x8A, 0x93, 0x9E, 0x38);

    private Plot() {}

    /**
     * Draws latency over percentiles, both logarithmic: each nine further to the right, each power of ten further up.
     * The machine's own hiccups, of which there may be several series, form one grey area in the background.
     */
    public static void latency(final Path file, final String title, final List<LatencySeries> all) throws IOException {
        final XYChart chart = new XYChart(WIDTH, HEIGHT);
        chart.setTitle(title);
        chart.setXAxisTitle("percentile");
        chart.setYAxisTitle("from planned start to delivered result");
        chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
        final Histogram machine = new Histogram(3);
        all.stream().filter(LatencySeries::machine).forEach(series -> machine.add(series.histogram()));
        if (machine.getTotalCount() > 0) {
            line(chart, "the machine alone", machine, MACHINE_AREA)
                    .setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Area)
                    .setFillColor(MACHINE_AREA);
        }
        final List<LatencySeries> measured =
                all.stream().filter(series -> !series.machine()).toList();
        for (int i = 0; i < measured.size(); i++) {
            line(chart, measured.get(i).name(), measured.get(i).histogram(), color(i, measured.size()));
        }
        final double worst =
                all.stream().mapToDouble(series -> series.at(100)).max().orElse(LEAST_NS);
        style(chart.getStyler())
                .setYAxisMin(Math.log10(LEAST_NS))
                .setYAxisMax(Math.ceil(Math.log10(Math.max(worst, 10 * LEAST_NS))))
                .setxAxisTickLabelsFormattingFunction(Plot::percentile)
                .setyAxisTickLabelsFormattingFunction(
                        power -> power == Math.rint(power) ? Durations.format(Math.pow(10, power)) : "");
        BitmapEncoder.saveBitmap(chart, file.toString(), BitmapFormat.PNG);
    }

    private static XYSeries line(final XYChart chart, final String name, final Histogram histogram, final Color color) {
        final double nines = Math.min(MAX_NINES, Math.log10((double) Math.max(10, histogram.getTotalCount())));
        final double[] xs = IntStream.rangeClosed(0, (int) (nines * POINTS_PER_NINE))
                .mapToDouble(i -> (double) i / POINTS_PER_NINE)
                .toArray();
        final double[] ys = Arrays.stream(xs)
                .mapToLong(x -> histogram.getValueAtPercentile(100 * (1 - Math.pow(10, -x))))
                .mapToDouble(ns -> Math.log10(Math.max(LEAST_NS, (double) ns)))
                .toArray();
        final XYSeries series = chart.addSeries(name, xs, ys);
        series.setMarker(SeriesMarkers.NONE);
        series.setLineColor(color);
        series.setLineStyle(new BasicStroke(2.2f));
        return series;
    }

    private static String percentile(final double nines) {
        return nines == Math.rint(nines) ? Durations.plain(100 * (1 - Math.pow(10, -nines)), 3) + "%" : "";
    }

    /** The colour of a rate: from blue for the slowest over green to red for the fastest. */
    private static Color color(final int index, final int count) {
        return Color.getHSBColor(0.60f - 0.58f * index / Math.max(1, count - 1), 0.78f, 0.78f);
    }

    /**
     * Draws bars of several contenders, pair by pair, so that one can see the noise as well as the difference.
     *
     * @param rates million commands a second, one per pair, of each contender
     */
    public static void ratios(
            final Path file, final String title, final List<String> contenders, final List<List<Double>> rates)
            throws IOException {
        final CategoryChart chart = new CategoryChart(WIDTH, HEIGHT);
        chart.setTitle(title);
        chart.setXAxisTitle("pair");
        chart.setYAxisTitle("million commands a second, every result delivered");
        chart.getStyler().setLabelsVisible(true).setLegendPosition(Styler.LegendPosition.OutsideS);
        style(chart.getStyler());
        for (int i = 0; i < contenders.size(); i++) {
            final double[] pairs = DoubleStream.iterate(1, n -> n + 1)
                    .limit(rates.get(i).size())
                    .toArray();
            chart.addSeries(
                    contenders.get(i),
                    pairs,
                    rates.get(i).stream().mapToDouble(Double::doubleValue).toArray());
        }
        BitmapEncoder.saveBitmap(chart, file.toString(), BitmapFormat.PNG);
    }

    private static AxesChartStyler style(final AxesChartStyler styler) {
        styler.setChartBackgroundColor(Color.WHITE).setPlotBorderVisible(false).setLegendBorderColor(Color.WHITE);
        return styler;
    }
}
