package io.daybook.perf.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A page that needs nothing but itself: a title, pictures, tables and what was measured on. */
public final class HtmlPage {
    private final StringBuilder body = new StringBuilder();
    private final String title;

    /** A page with a title. */
    public HtmlPage(final String title) {
        this.title = title;
        body.append("<h1>").append(escape(title)).append("</h1>\n");
    }

    /** Adds markup. */
    public HtmlPage add(final String html) {
        body.append(html);
        return this;
    }

    /** Adds text as it stands. */
    public HtmlPage verbatim(final String text) {
        body.append("<pre>").append(escape(text)).append("</pre>\n");
        return this;
    }

    /** Writes it. */
    public void write(final Path file) throws IOException {
        Files.writeString(file, """
                <!DOCTYPE html>
                <html lang="en"><head><meta charset="utf-8"><title>%s</title><style>
                body { font: 15px/1.5 sans-serif; color: #222b38; max-width: 1000px; margin: 2em auto; padding: 0 1em; }
                table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100%%; }
                th, td { text-align: right; padding: 4px 8px; border-bottom: 1px solid #e6e9ed; }
                th:first-child, td:first-child { text-align: left; }
                tr.machine { color: #8a939e; }
                pre { background: #f6f7f9; padding: 1em; overflow-x: auto; font-size: 13px; }
                </style></head><body>
                %s</body></html>
                """.formatted(escape(title), body));
    }

    private static String escape(final String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
