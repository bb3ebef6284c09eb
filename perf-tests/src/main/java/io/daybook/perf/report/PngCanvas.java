package io.daybook.perf.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** A picture of pixels, twice as fine as its coordinates, without a screen. */
final class PngCanvas implements Canvas {
    private static final int SCALE = 2;
    private static final float DASH = 6;

    private final BufferedImage image;
    private final Graphics2D graphics;

    PngCanvas(final int width, final int height) {
        System.setProperty("java.awt.headless", "true");
        image = new BufferedImage(SCALE * width, SCALE * height, BufferedImage.TYPE_INT_RGB);
        graphics = image.createGraphics();
        graphics.scale(SCALE, SCALE);
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        graphics.setRenderingHint(RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
    }

    void write(final Path file) throws IOException {
        graphics.dispose();
        ImageIO.write(image, "png", file.toFile());
    }

    @Override
    public void fill(final double x, final double y, final double width, final double height, final Color color) {
        graphics.setColor(color);
        graphics.fill(new Rectangle2D.Double(x, y, width, height));
    }

    @Override
    public void line(
            final double[] xs, final double[] ys, final double width, final boolean dashed, final Color color) {
        graphics.setColor(color);
        graphics.setStroke(
                dashed
                        ? new BasicStroke(
                                (float) width,
                                BasicStroke.CAP_BUTT,
                                BasicStroke.JOIN_ROUND,
                                1,
                                new float[] {DASH, DASH},
                                0)
                        : new BasicStroke((float) width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        graphics.draw(path(xs, ys));
    }

    @Override
    public void area(final double[] xs, final double[] ys, final Color color) {
        graphics.setColor(color);
        final Path2D area = path(xs, ys);
        area.closePath();
        graphics.fill(area);
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
        graphics.setColor(color);
        graphics.setFont(new Font(Font.SANS_SERIF, bold ? Font.BOLD : Font.PLAIN, 1).deriveFont((float) size));
        final double width =
                graphics.getFontMetrics().getStringBounds(text, graphics).getWidth();
        final double left =
                switch (anchor) {
                    case LEFT -> x;
                    case CENTER -> x - width / 2;
                    case RIGHT -> x - width;
                };
        graphics.drawString(text, (float) left, (float) y);
    }

    @Override
    public void upwards(final double x, final double y, final String text, final double size, final Color color) {
        final AffineTransform before = graphics.getTransform();
        graphics.translate(x, y);
        graphics.rotate(-Math.PI / 2);
        text(0, 0, text, size, false, Anchor.CENTER, color);
        graphics.setTransform(before);
    }

    private static Path2D path(final double[] xs, final double[] ys) {
        final Path2D path = new Path2D.Double();
        path.moveTo(xs[0], ys[0]);
        for (int i = 1; i < xs.length; i++) {
            path.lineTo(xs[i], ys[i]);
        }
        return path;
    }
}
