package io.daybook.cluster.state;

import io.daybook.api.Follower;
import io.daybook.engine.ExchangeEngine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The settings on which the results of a log depend besides its requests: the first message of each log.
 *
 * <pre>
 *  0             16       32               33                  34
 *  | exchange id | secret | margin trading | semantics version | { length | name of a follower } ...
 * </pre>
 *
 * <p>Exchange id and secret have 16 bytes, the others one. Followers are in ascending order of their names; a later
 * message can change only them.
 */
public final class ClusterSettings {
    /** The bytes of an exchange id. */
    public static final int ID_LENGTH = 16;

    /** The bytes of a secret. */
    public static final int SECRET_LENGTH = 16;

    /** The follower that is the book of the doors' sessions. */
    public static final String DOORS = "gateway";

    /** The follower that is the book of the sessions of FIX. */
    public static final String FIX_DOORS = "gateway-fix";

    /** The follower that makes the public feed. */
    public static final String FEED = "feed";

    private static final int MARGIN_OFFSET = ID_LENGTH + SECRET_LENGTH;
    private static final int SEMANTICS_OFFSET = MARGIN_OFFSET + 1;

    /** The length of settings without followers. */
    static final int LENGTH = SEMANTICS_OFFSET + 1;

    /** The most followers. */
    public static final int MAX_FOLLOWERS = 8;

    /** The greatest length of settings. */
    static final int MAX_LENGTH = LENGTH + MAX_FOLLOWERS * (1 + Follower.MAX_NAME_LENGTH);

    private final byte[] bytes;
    private final boolean hasTcpDoors;
    private final boolean hasFixDoors;
    private final boolean hasFeed;

    private ClusterSettings(final byte[] bytes) {
        this.bytes = bytes;
        final List<String> names = Objects.requireNonNull(decodeFollowers(bytes, LENGTH, bytes.length - LENGTH));
        this.hasTcpDoors = names.contains(DOORS);
        this.hasFixDoors = names.contains(FIX_DOORS);
        this.hasFeed = names.contains(FEED);
    }

    /**
     * Returns settings with the newest semantics.
     *
     * @param exchangeId 16 bytes, copied
     * @param secret 16 random bytes, copied
     * @param marginTrading whether orders for futures are accepted
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
     * Returns these settings with another version of semantics.
     *
     * @param version 1 to {@link ExchangeEngine#SEMANTICS_VERSION}
     */
    public ClusterSettings withSemantics(final int version) {
        if (version < 1 || version > ExchangeEngine.SEMANTICS_VERSION) {
            throw new IllegalArgumentException("version must be from 1 to " + ExchangeEngine.SEMANTICS_VERSION
                    + ", the versions of this program: version=" + version);
        }
        final byte[] changed = bytes.clone();
        changed[SEMANTICS_OFFSET] = (byte) version;
        return new ClusterSettings(changed);
    }

    /**
     * Returns these settings with other followers.
     *
     * @param names the names of all followers, in any order
     */
    public ClusterSettings withFollowers(final Collection<String> names) {
        final byte[] list = followerBytes(names);
        final byte[] changed = Arrays.copyOf(bytes, LENGTH + list.length);
        System.arraycopy(list, 0, changed, LENGTH, list.length);
        return new ClusterSettings(changed);
    }

    /**
     * Encodes a list of followers in the format of settings.
     *
     * @param names the names of all followers, in any order
     */
    public static byte[] followerBytes(final Collection<String> names) {
        final StringBuilder list = new StringBuilder();
        for (final String name : new TreeSet<>(names)) {
            list.append((char) name.length()).append(name);
        }
        final byte[] made = ascii(list.toString());
        if (decodeFollowers(made, 0, made.length) == null) {
            throw new IllegalArgumentException("there must be at most " + MAX_FOLLOWERS
                    + " followers, each named by 1 to " + Follower.MAX_NAME_LENGTH
                    + " lower-case letters, digits and dashes: followers=" + names);
        }
        return made;
    }

    /** Decodes a list of followers; null if the bytes are not one. */
    public static @Nullable List<String> decodeFollowers(final byte[] bytes, final int offset, final int length) {
        final List<String> names = new ArrayList<>();
        String before = "";
        int at = 0;
        while (at < length) {
            final int size = bytes[offset + at];
            if (size < 1 || size > Follower.MAX_NAME_LENGTH || size >= length - at) {
                return null;
            }
            final String name = text(bytes, offset + at + 1, size);
            if (!isName(name) || name.compareTo(before) <= 0 || names.size() == MAX_FOLLOWERS) {
                return null;
            }
            names.add(name);
            before = name;
            at += 1 + size;
        }
        return names;
    }

    /** Encodes one byte for each character; characters that names cannot have become 0, which is invalid. */
    static byte[] ascii(final String text) {
        final byte[] bytes = new byte[text.length()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (text.charAt(i) <= Byte.MAX_VALUE ? text.charAt(i) : 0);
        }
        return bytes;
    }

    /** The characters of some bytes. */
    static String text(final byte[] bytes, final int offset, final int length) {
        final StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append((char) bytes[offset + i]);
        }
        return text.toString();
    }

    private static boolean isName(final String name) {
        for (int i = 0; i < name.length(); i++) {
            final char one = name.charAt(i);
            if (!(one >= 'a' && one <= 'z' || one >= '0' && one <= '9' || one == '-')) {
                return false;
            }
        }
        return true;
    }

    private static void requireLength(final String name, final byte[] value, final int length) {
        if (value.length != length) {
            throw new IllegalArgumentException(name + " must have " + length + " bytes: length=" + value.length);
        }
    }

    /** Decodes settings; null if the bytes are not valid, or of a semantics version that this program lacks. */
    static @Nullable ClusterSettings decode(final byte[] bytes, final int offset, final int length) {
        if (length < LENGTH || decodeFollowers(bytes, offset + LENGTH, length - LENGTH) == null) {
            return null;
        }
        final int margin = bytes[offset + MARGIN_OFFSET];
        final int semantics = bytes[offset + SEMANTICS_OFFSET];
        final boolean isRight =
                (margin == 0 || margin == 1) && semantics >= 1 && semantics <= ExchangeEngine.SEMANTICS_VERSION;
        return isRight ? new ClusterSettings(Arrays.copyOfRange(bytes, offset, offset + length)) : null;
    }

    /** A copy of the bytes of these settings, which include the secret. */
    public byte[] toBytes() {
        return bytes.clone();
    }

    /** A copy of the 16 bytes that identify the exchange. */
    public byte[] exchangeId() {
        return Arrays.copyOf(bytes, ID_LENGTH);
    }

    /** A copy of the 16 secret bytes. */
    public byte[] secret() {
        return Arrays.copyOfRange(bytes, ID_LENGTH, ID_LENGTH + SECRET_LENGTH);
    }

    /** Returns whether orders for futures are accepted. */
    public boolean marginTrading() {
        return bytes[MARGIN_OFFSET] != 0;
    }

    /** The semantics with which commands are carried out. */
    public int semanticsVersion() {
        return bytes[SEMANTICS_OFFSET];
    }

    /** The followers of each node, by ascending name. */
    public List<String> followers() {
        return List.copyOf(Objects.requireNonNull(decodeFollowers(bytes, LENGTH, bytes.length - LENGTH)));
    }

    /** Returns whether a book of doors' sessions is among the followers. */
    boolean hasDoors() {
        return hasTcpDoors || hasFixDoors;
    }

    /** Returns whether the book of the sessions of FIX is among the followers. */
    boolean hasFixDoors() {
        return hasFixDoors;
    }

    /** Returns whether these settings name all followers of others that cannot begin again. */
    boolean hasAllThatStayOf(final ClusterSettings others) {
        return (hasTcpDoors || !others.hasTcpDoors)
                && (hasFixDoors || !others.hasFixDoors)
                && (hasFeed || !others.hasFeed);
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
        return "ClusterSettings[marginTrading=" + marginTrading() + ", semanticsVersion=" + semanticsVersion()
                + ", followers=" + followers() + ']';
    }
}
