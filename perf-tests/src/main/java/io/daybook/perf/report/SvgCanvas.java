package io.daybook.perf.report;

import java.awt.Color;
import java.util.Locale;

/** A picture of lines, for pages. */
final class SvgCanvas implements Canvas {
    private static final double OPAQUE = 255;

    private final StringBuilder svg = new StringBuilder();

    SvgCanvas(final int width, final int height) {
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\">%n",
                width, height);
    }

    String finish() {
        return svg + "</svg>\n";
    }

    @Override
    public void fill(final double x, final double y, final double width, final double height, final Color color) {
        add(
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" %s/>%n",
                x, y, width, height, paint("fill", color));
    }

    @Override
    public void line(
            final double[] xs, final double[] ys, final double width, final boolean dashed, final Color color) {
        add(
                "<polyline points=\"%s\" fill=\"none\" stroke-width=\"%.1f\" stroke-linejoin=\"round\"%s %s/>%n",
                points(xs, ys), width, dashed ? " stroke-dasharray=\"6 6\"" : "", paint("stroke", color));
    }

    @Override
    public void area(final double[] xs, final double[] ys, final Color color) {
        add("<polygon points=\"%s\" %s/>%n", points(xs, ys), paint("fill", color));
    }

    @Override
    public void text(
            final double x,
            final double y,
            final String text,
            final double size,
            final boolean bold,
            final Anchor anchor,
            final Color color) {
        final String where =
                switch (anchor) {
                    case LEFT -> "start";
                    case CENTER -> "middle";
                    case RIGHT -> "end";
                };
        add(
                "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" text-anchor=\"%s\"%s %s>%s</text>%n",
                x, y, size, where, bold ? " font-weight=\"bold\"" : "", paint("fill", color), escape(text));
    }

    @Override
    public void upwards(final double x, final double y, final String text, final double size, final Color color) {
        add("<g transform=\"translate(%.1f %.1f) rotate(-90)\">%n", x, y);
        text(0, 0, text, size, false, Anchor.CENTER, color);
        add("</g>%n");
    }

    private static String points(final double[] xs, final double[] ys) {
        final StringBuilder points = new StringBuilder();
        for (int i = 0; i < xs.length; i++) {
            points.append(String.format(Locale.ROOT, "%.1f,%.1f ", xs[i], ys[i]));
        }
        return points.toString();
    }

    private static String paint(final String what, final Color color) {
        return String.format(
                Locale.ROOT,
                "%s=\"#%06x\" %s-opacity=\"%.2f\"",
                what,
                color.getRGB() & 0xFF_FFFF,
                what,
                color.getAlpha() / OPAQUE);
    }

    private static String escape(final String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private void add(final String format, final Object... values) {
        svg.append(String.format(Locale.ROOT, format, values));
    }
}
