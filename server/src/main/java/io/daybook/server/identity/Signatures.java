package io.daybook.server.identity;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The signed text of a request, and the check of its signature. */
public final class Signatures {
    /** The bytes that precede the 32 bytes of an Ed25519 key in its X.509 form. */
    private static final byte[] ED25519_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

    private static final int ED25519_BYTES = 32;
    private static final String PROVEN = "daybook holder";
    private static final int PROOF_DIGITS = 32;

    /** The length of an HMAC in hexadecimal; the base64 of an Ed25519 signature is longer, with or without padding. */
    private static final int HMAC_SIGN_LENGTH = 64;

    /** The base point of the curve (RFC 8032, 5.1), as a key for checks whose result is dropped. */
    private static final byte[] NOBODY = nobody();

    private static final String HMAC = "HmacSHA256";

    private Signatures() {}

    /**
     * The text that a request's signature covers.
     *
     * @param time the value of {@code Daybook-Time}
     * @param target the path and the query as sent
     */
    public static String text(final String time, final String method, final String target, final byte[] body) {
        return time + "\n" + method + "\n" + target + "\n" + HexFormat.of().formatHex(sha256(body));
    }

    /** The signature of an HMAC key: hexadecimal. */
    public static String hmac(final byte[] secret, final String text) {
        try {
            final Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(secret, HMAC));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java platform has HMAC-SHA256", e);
        }
    }

    /** The SHA-256 of some bytes. */
    public static byte[] sha256(final byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    private static byte[] nobody() {
        final byte[] point = new byte[ED25519_BYTES];
        Arrays.fill(point, (byte) 0x66);
        point[0] = 0x58;
        return point;
    }

    /** Returns whether a signature has the form of Ed25519; a signature of neither form is wrong for both kinds. */
    static boolean isEd25519Form(final String signature) {
        return signature.length() > HMAC_SIGN_LENGTH;
    }

    /**
     * Checks a signature against a fixed key and drops the result, so that the check for an unknown key takes as long
     * as that for an existing key.
     */
    static void checkEd25519OfNobody(final String text, final String signature) {
        final boolean unused = isEd25519(NOBODY, text, signature);
    }

    /** Returns whether an HMAC signature is right; a wrong signature takes the same time. */
    static boolean isHmac(final byte[] secret, final String text, final String signature) {
        return MessageDigest.isEqual(
                hmac(secret, text).getBytes(StandardCharsets.US_ASCII), signature.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The characters of a secret as its owner received them: clients of the spot dialect use them as the key of the
     * HMAC.
     */
    static byte[] shown(final byte[] secret) {
        return Base64.getUrlEncoder().withoutPadding().encode(secret);
    }

    /** A proof of a secret that does not reveal it. */
    static String proof(final byte[] secret) {
        return hmac(secret, PROVEN).substring(0, PROOF_DIGITS);
    }

    /** Returns whether a proof is right; a wrong proof takes the same time. */
    static boolean isProof(final byte[] secret, final String given) {
        return MessageDigest.isEqual(
                proof(secret).getBytes(StandardCharsets.US_ASCII), given.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns whether an Ed25519 signature, in base64, is right. */
    static boolean isEd25519(final byte[] publicKey, final String text, final String signature) {
        try {
            final Signature check = Signature.getInstance("Ed25519");
            check.initVerify(publicKey(publicKey));
            check.update(text.getBytes(StandardCharsets.UTF_8));
            return check.verify(Base64.getDecoder().decode(signature));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false; // a malformed signature is a wrong one
        }
    }

    /**
     * The 32 bytes of a public key.
     *
     * @param text base64 of these bytes, or of the X.509 form
     * @throws IllegalArgumentException if the text is not an Ed25519 key
     */
    static byte[] ed25519Key(final String text) {
        final byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw notEd25519(e);
        }
        final boolean isX509 = bytes.length == ED25519_PREFIX.length + ED25519_BYTES
                && Arrays.equals(bytes, 0, ED25519_PREFIX.length, ED25519_PREFIX, 0, ED25519_PREFIX.length);
        final byte[] raw = isX509 ? Arrays.copyOfRange(bytes, ED25519_PREFIX.length, bytes.length) : bytes;
        try {
            publicKey(raw);
        } catch (GeneralSecurityException e) {
            throw notEd25519(e);
        }
        return raw;
    }

    private static PublicKey publicKey(final byte[] raw) throws GeneralSecurityException {
        final byte[] encoded = Arrays.copyOf(ED25519_PREFIX, ED25519_PREFIX.length + raw.length);
        System.arraycopy(raw, 0, encoded, ED25519_PREFIX.length, raw.length);
        return KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
    }

    private static IllegalArgumentException notEd25519(final Exception cause) {
        return new IllegalArgumentException(
                "an ed25519 key must be given as the base64 of its 32 public bytes, or of its X.509 form", cause);
    }
}
