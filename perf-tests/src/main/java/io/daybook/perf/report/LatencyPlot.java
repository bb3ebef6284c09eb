package io.daybook.perf.report;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Latency over percentiles, both logarithmic: each nine further to the right, each power of ten further up. The
 * machine's own hiccups lie behind it as a grey area.
 */
public final class LatencyPlot {
    private static final int WIDTH = 960;
    private static final int HEIGHT = 560;
    private static final double LEFT = 78;
    private static final double RIGHT = 150;
    private static final double TOP = 66;
    private static final double BOTTOM = 62;

    private static final double[] TICKS = {0, 50, 90, 99, 99.9, 99.99, 99.999};
    private static final double MAX_NINES = 5.2;
    private static final double LEAST_NS = 10;
    private static final int POINTS_PER_NINE = 48;

    private static final Color INK = new Color(0x22, 0x2B, 0x38);
    private static final Color QUIET = new Color(0x6B, 0x74, 0x80);
    private static final Color GRID = new Color(0xE6, 0xE9, 0xED);
    private static final Color MACHINE_AREA = new Color(0x8A, 0x93, 0x9E, 0x38);
    private static final Color MACHINE_LINE = new Color(0x8A, 0x93, 0x9E);

    private final String title;
    private final String subtitle;
    private final List<LatencySeries> all;
    private final double topNs;

    /** A plot of some series; those of the machine become one. */
    public LatencyPlot(final String title, final String subtitle, final List<LatencySeries> all) {
        this.title = title;
        this.subtitle = subtitle;
        this.all = List.copyOf(all);
        final double worst =
                all.stream().mapToDouble(series -> series.at(100)).max().orElse(LEAST_NS);
        this.topNs = Math.pow(10, Math.ceil(Math.log10(Math.max(worst, 10 * LEAST_NS))));
    }

    /** Writes it as a picture. */
    public void writePng(final Path file) throws IOException {
        final PngCanvas canvas = new PngCanvas(WIDTH, HEIGHT);
        draw(canvas);
        canvas.write(file);
    }

    /** The same as SVG. */
    public String svg() {
        final SvgCanvas canvas = new SvgCanvas(WIDTH, HEIGHT);
        draw(canvas);
        return canvas.finish();
    }

    private void draw(final Canvas canvas) {
        canvas.fill(0, 0, WIDTH, HEIGHT, Color.WHITE);
        canvas.text(LEFT, 28, title, 17, true, Canvas.Anchor.LEFT, INK);
        canvas.text(LEFT, 48, subtitle, 11.5, false, Canvas.Anchor.LEFT, QUIET);
        drawGrid(canvas);
        final Histogram machine = machine();
        if (machine.getTotalCount() > 0) {
            drawMachine(canvas, machine);
        }
        final List<LatencySeries> measured =
                all.stream().filter(series -> !series.machine()).toList();
        final double[] labels = new double[measured.size()];
        for (int i = 0; i < measured.size(); i++) {
            labels[i] = drawSeries(canvas, measured.get(i).histogram(), color(i, measured.size()), 2.2, false);
        }
        spread(labels);
        for (int i = 0; i < labels.length; i++) {
            canvas.text(
                    WIDTH - RIGHT + 10,
                    labels[i] + 4,
                    measured.get(i).name(),
                    12,
                    true,
                    Canvas.Anchor.LEFT,
                    color(i, labels.length));
        }
    }

    private void drawGrid(final Canvas canvas) {
        for (final double tick : TICKS) {
            final double x = x(nines(tick));
            canvas.line(new double[] {x, x}, new double[] {TOP, HEIGHT - BOTTOM}, 1, false, GRID);
            canvas.text(x, HEIGHT - BOTTOM + 20, label(tick), 12, false, Canvas.Anchor.CENTER, INK);
        }
        for (double ns = LEAST_NS; ns <= topNs * 1.01; ns *= 10) {
            final double y = y(ns);
            canvas.line(new double[] {LEFT, WIDTH - RIGHT}, new double[] {y, y}, 1, false, GRID);
            canvas.text(LEFT - 10, y + 4, decade(ns), 12, false, Canvas.Anchor.RIGHT, INK);
        }
        canvas.text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 16, "percentile", 12.5, false, Canvas.Anchor.CENTER, QUIET);
        canvas.upwards(20, (TOP + HEIGHT - BOTTOM) / 2, "from planned start to delivered result", 12.5, QUIET);
    }

    private void drawMachine(final Canvas canvas, final Histogram machine) {
        final double[] xs = xs(machine);
        final double[] ys = ys(machine, xs.length);
        final double[] areaXs = new double[xs.length + 2];
        final double[] areaYs = new double[xs.length + 2];
        System.arraycopy(xs, 0, areaXs, 0, xs.length);
        System.arraycopy(ys, 0, areaYs, 0, xs.length);
        areaXs[xs.length] = xs[xs.length - 1];
        areaYs[xs.length] = HEIGHT - BOTTOM;
        areaXs[xs.length + 1] = xs[0];
        areaYs[xs.length + 1] = HEIGHT - BOTTOM;
        canvas.area(areaXs, areaYs, MACHINE_AREA);
        canvas.line(xs, ys, 1.4, true, MACHINE_LINE);
        canvas.fill(LEFT + 14, TOP + 10, 22, 12, MACHINE_AREA);
        canvas.text(LEFT + 42, TOP + 20, "the machine's own hiccups", 12, false, Canvas.Anchor.LEFT, QUIET);
    }

    /** Draws a line; gives the height at which it ends. */
    private double drawSeries(
            final Canvas canvas,
            final Histogram histogram,
            final Color color,
            final double width,
            final boolean dashed) {
        final double[] xs = xs(histogram);
        final double[] ys = ys(histogram, xs.length);
        canvas.line(xs, ys, width, dashed, color);
        return ys[ys.length - 1];
    }

    private Histogram machine() {
        final Histogram sum = new Histogram(3);
        all.stream().filter(LatencySeries::machine).forEach(series -> sum.add(series.histogram()));
        return sum;
    }

    private static double[] xs(final Histogram histogram) {
        final double nines = Math.min(MAX_NINES, Math.log10((double) Math.max(10, histogram.getTotalCount())));
        final int points = (int) (nines * POINTS_PER_NINE) + 1;
        final double[] xs = new double[points];
        for (int i = 0; i < points; i++) {
            xs[i] = x((double) i / POINTS_PER_NINE);
        }
        return xs;
    }

    private double[] ys(final Histogram histogram, final int points) {
        final double[] ys = new double[points];
        for (int i = 0; i < points; i++) {
            final double percentile = 100 * (1 - Math.pow(10, -(double) i / POINTS_PER_NINE));
            ys[i] = y((double) histogram.getValueAtPercentile(percentile));
        }
        return ys;
    }

    /** Moves labels apart that would lie on each other, from the lowest up. */
    private static void spread(final double[] labels) {
        final double least = 16;
        for (int round = 0; round < labels.length; round++) {
            for (int i = 0; i < labels.length; i++) {
                for (int j = 0; j < labels.length; j++) {
                    final boolean above = labels[i] < labels[j] || labels[i] == labels[j] && i > j;
                    if (i != j && above && labels[j] - labels[i] < least) {
                        labels[i] = labels[j] - least;
                    }
                }
            }
        }
    }

    private static double nines(final double percentile) {
        return -Math.log10(1 - percentile / 100);
    }

    private static double x(final double nines) {
        return LEFT + nines / MAX_NINES * (WIDTH - LEFT - RIGHT);
    }

    private double y(final double ns) {
        final double height = HEIGHT - TOP - BOTTOM;
        final double part = Math.log10(Math.max(ns, LEAST_NS) / LEAST_NS) / Math.log10(topNs / LEAST_NS);
        return HEIGHT - BOTTOM - part * height;
    }

    private static String label(final double percentile) {
        return percentile == Math.rint(percentile) ? (int) percentile + "%" : percentile + "%";
    }

    private static String decade(final double ns) {
        if (ns < 999) {
            return Math.round(ns) + " ns";
        }
        if (ns < 999_999) {
            return Math.round(ns / 1e3) + " µs";
        }
        return ns < 999_999_999 ? Math.round(ns / 1e6) + " ms" : Math.round(ns / 1e9) + " s";
    }

    /** From blue for the slowest rate over green to red for the fastest. */
    private static Color color(final int index, final int count) {
        final float hue = 0.60f - 0.58f * index / Math.max(1, count - 1);
        return Color.getHSBColor(hue, 0.78f, 0.78f);
    }
}
