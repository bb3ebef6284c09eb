package io.daybook.server.spot;

import io.daybook.host.Clock;
import io.daybook.server.identity.ApiKey;
import io.daybook.server.identity.Caller;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Secrets that open the stream of an account, for clients that do not sign over sockets: one per key, valid for an hour
 * after its last use. They end with the server. Any thread.
 */
public final class ListenKeys {
    /** The time that a listen key is valid after its last use. */
    static final long VALID_MS = TimeUnit.HOURS.toMillis(1);

    private static final int BYTES = 48;

    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final Map<Integer, Entry> byKey = new HashMap<>();
    private final Map<String, Entry> byText = new HashMap<>();

    private record Entry(String text, Caller caller, long endsMs) {}

    /** Makes an empty table. */
    public ListenKeys(final Clock clock) {
        this.clock = clock;
    }

    /** Returns the secret of a key, a new one if it has none. The secret is valid for an hour from now. */
    synchronized String open(final Caller caller) {
        final int number = number(caller);
        final Entry before = byKey.get(number);
        final boolean isValid = before != null && before.endsMs > clock.epochMillis();
        final String text = before != null && isValid ? before.text : fresh();
        if (before != null) {
            byText.remove(before.text);
        }
        put(number, new Entry(text, caller, clock.epochMillis() + VALID_MS));
        return text;
    }

    /** Extends a valid secret of a key to an hour from now; returns whether it is valid. */
    synchronized boolean keep(final Caller caller, final String text) {
        final Entry known = byKey.get(number(caller));
        if (known == null || !known.text.equals(text) || known.endsMs <= clock.epochMillis()) {
            return false;
        }
        put(number(caller), new Entry(text, caller, clock.epochMillis() + VALID_MS));
        return true;
    }

    /** Ends a secret of a key; returns whether it was valid. */
    synchronized boolean end(final Caller caller, final String text) {
        final Entry known = byKey.get(number(caller));
        if (known == null || !known.text.equals(text)) {
            return false;
        }
        byKey.remove(number(caller));
        byText.remove(text);
        return true;
    }

    /** The owner of a listen key; null if it is not valid. */
    synchronized @Nullable Caller find(final String text) {
        final Entry known = byText.get(text);
        return known == null || known.endsMs <= clock.epochMillis() ? null : known.caller;
    }

    private void put(final int number, final Entry entry) {
        byKey.put(number, entry);
        byText.put(entry.text, entry);
    }

    private static int number(final Caller caller) {
        final ApiKey key = caller.key();
        if (key == null) {
            throw new IllegalArgumentException("a caller must have a key to open a stream: caller=" + caller.who());
        }
        return key.number();
    }

    private String fresh() {
        final byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
