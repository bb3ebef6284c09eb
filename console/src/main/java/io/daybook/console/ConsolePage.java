package io.daybook.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The files of the page, in memory. All except the first file are under a path with the hash of all files, so a browser
 * may keep them for good, and never mixes files of two versions. Immutable.
 */
public final class ConsolePage {
    /** The path that contains the files: {@code /console/VERSION/NAME}. */
    public static final String FOLDER = "/console/";

    /**
     * The policy of the page, which loads nothing from other hosts and has no inline script or style. Its stream is a
     * connection to its own host.
     */
    public static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    static final List<String> NAMES = List.of(
            "app.css",
            "app.js",
            "account.js",
            "api.js",
            "chart.js",
            "decimal.js",
            "icon.svg",
            "light.css",
            "lightweight-charts.js",
            "market.js",
            "operator.js",
            "orders.js",
            "preact.js",
            "store.js",
            "stream.js",
            "ticket.js",
            "ui.js");

    private static final String FIRST = "index.html";
    private static final String DOCUMENT = "document.html";
    private static final String VERSION = "{version}";
    private static final int VERSION_BYTES = 8;

    private final String version;
    private final Asset index;
    private final String document;
    private final Map<String, Asset> assets;

    /**
     * A file of the page.
     *
     * @param contentType the content type, as HTTP names it
     * @param bytes the content; callers must not change it
     * @param tag the hash of the content, in quotes, as an entity tag
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Asset(String contentType, byte[] bytes, String tag) {}

    private ConsolePage(final String version, final Map<String, Asset> assets) {
        this.version = version;
        this.index = asset(FIRST, ofVersion(FIRST).getBytes(StandardCharsets.UTF_8));
        this.document = ofVersion(DOCUMENT);
        this.assets = assets;
    }

    /**
     * Reads all files.
     *
     * @throws UncheckedIOException if a file is missing, which a test rules out
     */
    public static ConsolePage read() {
        final MessageDigest all = sha256();
        final Map<String, Asset> assets = new LinkedHashMap<>();
        for (final String name : NAMES) {
            final byte[] bytes = resource(name);
            all.update(bytes);
            assets.put(name, asset(name, bytes));
        }
        all.update(resource(FIRST));
        return new ConsolePage(HexFormat.of().formatHex(all.digest(), 0, VERSION_BYTES), assets);
    }

    private String ofVersion(final String name) {
        return new String(resource(name), StandardCharsets.UTF_8).replace(VERSION, version);
    }

    /** The hash of all files, which is in their paths. */
    public String version() {
        return version;
    }

    /** The page at the address of the venue. */
    public Asset index() {
        return index;
    }

    /**
     * Makes a page of text with the style of the console, without a script, in the colours that the browser prefers.
     *
     * @param title the title, as plain text
     * @param body the body, as HTML
     */
    public Asset document(final String title, final String body) {
        final String page = document.replace("{title}", escaped(title)).replace("{body}", body);
        return asset(DOCUMENT, page.getBytes(StandardCharsets.UTF_8));
    }

    /** Escapes a plain text for HTML. */
    public static String escaped(final String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** A file of this version, or null. */
    public @Nullable Asset find(final String ofVersion, final String name) {
        return version.equals(ofVersion) ? assets.get(name) : null;
    }

    private static Asset asset(final String name, final byte[] bytes) {
        final String hash = HexFormat.of().formatHex(sha256().digest(bytes), 0, VERSION_BYTES);
        return new Asset(contentType(name), bytes, '"' + hash + '"');
    }

    private static String contentType(final String name) {
        final String ending = name.substring(name.lastIndexOf('.') + 1);
        return switch (ending) {
            case "html" -> "text/html; charset=utf-8";
            case "js" -> "text/javascript; charset=utf-8";
            case "css" -> "text/css; charset=utf-8";
            case "svg" -> "image/svg+xml";
            default -> throw new IllegalArgumentException("a file of the page must be html, js, css or svg: " + name);
        };
    }

    private static byte[] resource(final String name) {
        try (InputStream in = Objects.requireNonNull(ConsolePage.class.getResourceAsStream(name), name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java platform has SHA-256
        }
    }
}
