package io.daybook.cluster.state;

import io.daybook.engine.ExchangeEngine;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the results of a log depend on beside its requests: the first message of each log.
 *
 * <pre>
 *  0             16       32               33                  34
 *  | exchange id | secret | margin trading | semantics version | end
 * </pre>
 *
 * <p>Exchange id and secret have 16 bytes, the others one.
 */
public final class ClusterSettings {
    /** How many bytes an exchange id has. */
    public static final int ID_LENGTH = 16;

    /** How many bytes a secret has. */
    public static final int SECRET_LENGTH = 16;

    private static final int MARGIN_OFFSET = ID_LENGTH + SECRET_LENGTH;
    private static final int SEMANTICS_OFFSET = MARGIN_OFFSET + 1;

    /** How many bytes they have. */
    public static final int LENGTH = SEMANTICS_OFFSET + 1;

    private final byte[] bytes;

    private ClusterSettings(final byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Settings with the newest semantics.
     *
     * @param exchangeId 16 bytes, copied
     * @param secret 16 bytes that nobody can guess, copied
     * @param marginTrading whether orders for futures are taken
     */
    public static ClusterSettings of(final byte[] exchangeId, final byte[] secret, final boolean marginTrading) {
        requireLength("exchangeId", exchangeId, ID_LENGTH);
        requireLength("secret", secret, SECRET_LENGTH);
        final byte[] bytes = new byte[LENGTH];
        System.arraycopy(exchangeId, 0, bytes, 0, ID_LENGTH);
        System.arraycopy(secret, 0, bytes, ID_LENGTH, SECRET_LENGTH);
        bytes[MARGIN_OFFSET] = (byte) (marginTrading ? 1 : 0);
        bytes[SEMANTICS_OFFSET] = ExchangeEngine.SEMANTICS_VERSION;
        return new ClusterSettings(bytes);
    }

    /**
     * The same by other rules.
     *
     * @param version of semantics, 1 to {@link ExchangeEngine#SEMANTICS_VERSION}
     */
    public ClusterSettings withSemantics(final int version) {
        if (version < 1 || version > ExchangeEngine.SEMANTICS_VERSION) {
            throw new IllegalArgumentException("version must be within 1.." + ExchangeEngine.SEMANTICS_VERSION
                    + ", what this program knows: version=" + version);
        }
        final byte[] changed = bytes.clone();
        changed[SEMANTICS_OFFSET] = (byte) version;
        return new ClusterSettings(changed);
    }

    private static void requireLength(final String name, final byte[] value, final int length) {
        if (value.length != length) {
            throw new IllegalArgumentException(name + " must have " + length + " bytes: length=" + value.length);
        }
    }

    /** The settings in some bytes; null where these are none, or of a semantics version that this program lacks. */
    static @Nullable ClusterSettings decode(final byte[] bytes, final int offset, final int length) {
        if (length != LENGTH) {
            return null;
        }
        final int margin = bytes[offset + MARGIN_OFFSET];
        final int semantics = bytes[offset + SEMANTICS_OFFSET];
        final boolean isRight =
                (margin == 0 || margin == 1) && semantics >= 1 && semantics <= ExchangeEngine.SEMANTICS_VERSION;
        return isRight ? new ClusterSettings(Arrays.copyOfRange(bytes, offset, offset + LENGTH)) : null;
    }

    /** A copy of their bytes, the secret among them. */
    public byte[] toBytes() {
        return bytes.clone();
    }

    /** A copy of the 16 bytes that name the exchange. */
    public byte[] exchangeId() {
        return Arrays.copyOf(bytes, ID_LENGTH);
    }

    /** A copy of the 16 bytes that nobody else may know. */
    public byte[] secret() {
        return Arrays.copyOfRange(bytes, ID_LENGTH, ID_LENGTH + SECRET_LENGTH);
    }

    /** Whether orders for futures are taken. */
    public boolean marginTrading() {
        return bytes[MARGIN_OFFSET] != 0;
    }

    /** By which rules commands are carried out. */
    public int semanticsVersion() {
        return bytes[SEMANTICS_OFFSET];
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof ClusterSettings settings && Arrays.equals(bytes, settings.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Hides the secret. */
    @Override
    public String toString() {
        return "ClusterSettings[marginTrading=" + marginTrading() + ", semanticsVersion=" + semanticsVersion() + ']';
    }
}
