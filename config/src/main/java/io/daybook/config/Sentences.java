package io.daybook.config;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A sentence about each key, from {@code META-INF/daybook.keys} of the module that reads the key. An entry describes
 * all keys that end with it; {@code X} in an entry matches any name.
 */
public final class Sentences {
    private static final Properties ALL = read();

    private Sentences() {}

    private static Properties read() {
        final Properties all = new Properties();
        try {
            for (final URL url :
                    Collections.list(Sentences.class.getClassLoader().getResources("META-INF/daybook.keys"))) {
                try (Reader reader = new InputStreamReader(url.openStream(), StandardCharsets.UTF_8)) {
                    all.load(reader);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    /** The names of all entries. */
    public static Set<String> entries() {
        return ALL.stringPropertyNames();
    }

    /** Returns the entry of a key, which is the longest that matches; null if there is none. */
    public static @Nullable String entry(final String key) {
        for (String last = key; ; last = last.substring(last.indexOf('.') + 1)) {
            if (ALL.containsKey(last)) {
                return last;
            }
            for (final String entry : entries()) {
                if (last.matches(entry.replace(".", "\\.").replaceFirst("\\bX\\b", "[^.]+"))) {
                    return entry;
                }
            }
            if (last.indexOf('.') < 0) {
                return null;
            }
        }
    }

    /** Returns the sentence of an entry, in Markdown. */
    public static String sentence(final String entry) {
        return ALL.getProperty(entry, "");
    }

    /** Returns the sentence of a key without links; empty if there is none. */
    public static String plain(final String key) {
        final String entry = entry(key);
        return entry == null ? "" : sentence(entry).replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1");
    }
}
