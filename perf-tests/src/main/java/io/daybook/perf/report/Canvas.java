package io.daybook.perf.report;

import java.awt.Color;

/** Something to draw on, in pixels from the top left. */
interface Canvas {

    /** Where a text stands relative to its point. */
    enum Anchor {
        LEFT,
        CENTER,
        RIGHT
    }

    /** A filled rectangle. */
    void fill(double x, double y, double width, double height, Color color);

    /** A line through points. */
    void line(double[] xs, double[] ys, double width, boolean dashed, Color color);

    /** A filled area. */
    void area(double[] xs, double[] ys, Color color);

    /** One line of text; {@code y} is its base line. */
    void text(double x, double y, String text, double size, boolean bold, Anchor anchor, Color color);

    /** A text that is read from bottom to top, around its middle. */
    void upwards(double x, double y, String text, double size, Color color);
}
