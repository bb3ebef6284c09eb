package io.daybook.cli.log;

import java.util.regex.Pattern;

/**
 * Takes out of a text what looks like a secret. Nothing of Daybook logs one; this is for what others put into the
 * messages of their exceptions, as the reader of FIX does with a message that it cannot read.
 */
final class Secrets {
    private static final String HIDDEN = "***";

    /** A message of FIX to the end of its line; its password (554, 925) and raw data (96) alone. */
    private static final Pattern FIX = Pattern.compile("8=FIX[^\\r\\n]*|(?<![0-9])(554|925|96)=[^\\x01|\\s]*");

    /** A bearer's token; the second half of an HMAC key. */
    private static final Pattern TOKEN = Pattern.compile("dbk_[A-Za-z0-9_-]+|(?<=k[0-9]{6}\\.)[A-Za-z0-9_-]+");

    private static final Pattern NAMED = Pattern.compile(
            "(?i)((?:authorization|cookie|daybook-sign|x-mbx-apikey|passw(?:or)?d|secret|token|signature|api-?key"
                    + "|listen-?key)[\"']?\\s{0,4}[:=]\\s{0,4})"
                    + "(?:\"[^\"]*\"?|(?:bearer\\s+|daybook(?:-\\d{1,5})?=)?[^\\s,;&}]+)");

    private static final Pattern BEARER = Pattern.compile("(?i)(bearer\\s+)[A-Za-z0-9_.~+/=-]+");

    private static final Pattern COOKIE = Pattern.compile("(daybook(?:-\\d{1,5})?=)[A-Za-z0-9_-]{20,}");

    private Secrets() {}

    /** The text without them. */
    static String hidden(final String text) {
        String shown = FIX.matcher(text).replaceAll(HIDDEN);
        shown = TOKEN.matcher(shown).replaceAll(HIDDEN);
        shown = NAMED.matcher(shown).replaceAll("$1" + HIDDEN);
        shown = BEARER.matcher(shown).replaceAll("$1" + HIDDEN);
        return COOKIE.matcher(shown).replaceAll("$1" + HIDDEN);
    }
}
