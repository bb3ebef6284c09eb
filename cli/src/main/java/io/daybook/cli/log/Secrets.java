package io.daybook.cli.log;

import java.util.regex.Pattern;

/**
 * Removes from a text the parts that look like secrets. Daybook itself logs no secrets; but other code puts them into
 * messages of exceptions, as the reader of FIX does with a message that it cannot read.
 */
final class Secrets {
    private static final String HIDDEN = "***";

    /** A message of FIX up to the end of its line; or only its password (554, 925) and raw data (96). */
    private static final Pattern FIX = Pattern.compile("8=FIX[^\\r\\n]*|(?<![0-9])(554|925|96)=[^\\x01|\\s]*");

    /** The token of a bearer key; the second half of an HMAC key. */
    private static final Pattern TOKEN = Pattern.compile("dbk_[A-Za-z0-9_-]+|(?<=k[0-9]{6}\\.)[A-Za-z0-9_-]+");

    private static final Pattern NAMED = Pattern.compile(
            "(?i)((?:authorization|cookie|daybook-sign|x-mbx-apikey|passw(?:or)?d|secret|token|signature|api-?key"
                    + "|listen-?key)[\"']?\\s{0,4}[:=]\\s{0,4})"
                    + "(?:\"[^\"]*\"?|(?:bearer\\s+|daybook(?:-\\d{1,5})?=)?[^\\s,;&}]+)");

    private static final Pattern BEARER = Pattern.compile("(?i)(bearer\\s+)[A-Za-z0-9_.~+/=-]+");

    private static final Pattern COOKIE = Pattern.compile("(daybook(?:-\\d{1,5})?=)[A-Za-z0-9_-]{20,}");

    private Secrets() {}

    /** Returns the text without secrets. */
    static String hidden(final String text) {
        String shown = FIX.matcher(text).replaceAll(HIDDEN);
        shown = TOKEN.matcher(shown).replaceAll(HIDDEN);
        shown = NAMED.matcher(shown).replaceAll("$1" + HIDDEN);
        shown = BEARER.matcher(shown).replaceAll("$1" + HIDDEN);
        return COOKIE.matcher(shown).replaceAll("$1" + HIDDEN);
    }
}
