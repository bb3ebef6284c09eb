package io.daybook.perf.report;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Bars of several contenders, pair by pair, so that one can see the noise as well as the difference. */
public final class RatioPlot {
    private static final int WIDTH = 960;
    private static final int ROW = 22;
    private static final int GROUP_GAP = 16;
    private static final double LEFT = 240;
    private static final double RIGHT = 90;
    private static final double TOP = 74;
    private static final double BOTTOM = 30;

    private static final Color INK = new Color(0x22, 0x2B, 0x38);
    private static final Color QUIET = new Color(0x6B, 0x74, 0x80);
    private static final Color[] BARS = {
        new Color(0x1F, 0x6F, 0xD6), new Color(0xD9, 0x8A, 0x29), new Color(0xA9, 0xB1, 0xBB)
    };

    /**
     * One contender.
     *
     * @param name as the legend says it
     * @param rates million commands a second, one per pair
     */
    public record Contender(String name, List<Double> rates) {

        /** Copies the list. */
        public Contender {
            rates = List.copyOf(rates);
        }
    }

    private final String title;
    private final String subtitle;
    private final List<Contender> contenders;

    /** A plot of contenders that ran in turn, as often each. */
    public RatioPlot(final String title, final String subtitle, final List<Contender> contenders) {
        this.title = title;
        this.subtitle = subtitle;
        this.contenders = List.copyOf(contenders);
    }

    /** Writes it as a picture. */
    public void writePng(final Path file) throws IOException {
        final PngCanvas canvas = new PngCanvas(WIDTH, height());
        draw(canvas);
        canvas.write(file);
    }

    /** The same as SVG. */
    public String svg() {
        final SvgCanvas canvas = new SvgCanvas(WIDTH, height());
        draw(canvas);
        return canvas.finish();
    }

    private int rounds() {
        return contenders.get(0).rates().size();
    }

    private int height() {
        return (int) (TOP + BOTTOM + rounds() * (contenders.size() * ROW + GROUP_GAP));
    }

    private void draw(final Canvas canvas) {
        canvas.fill(0, 0, WIDTH, height(), Color.WHITE);
        canvas.text(24, 28, title, 17, true, Canvas.Anchor.LEFT, INK);
        canvas.text(24, 48, subtitle, 11.5, false, Canvas.Anchor.LEFT, QUIET);
        final double most = contenders.stream()
                .flatMap(contender -> contender.rates().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(1);
        double y = TOP;
        for (int round = 0; round < rounds(); round++) {
            for (int i = 0; i < contenders.size(); i++) {
                final Contender contender = contenders.get(i);
                final double rate = contender.rates().get(round);
                final double width = rate / most * (WIDTH - LEFT - RIGHT);
                canvas.text(LEFT - 12, y + 15, contender.name(), 12, i == 0, Canvas.Anchor.RIGHT, INK);
                canvas.fill(LEFT, y + 3, width, ROW - 6, BARS[i % BARS.length]);
                canvas.text(LEFT + width + 8, y + 15, label(rate), 12, i == 0, Canvas.Anchor.LEFT, INK);
                y += ROW;
            }
            y += GROUP_GAP;
        }
    }

    private static String label(final double rate) {
        return String.format(Locale.ROOT, "%.2f M/s", rate);
    }
}
