package io.daybook.cluster.log;

import io.daybook.cluster.state.ClusterSettings;
import io.daybook.engine.codec.CommandBlockEncoder;
import io.daybook.journal.JournalFingerprint;
import io.daybook.journal.access.JournalOrigin;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The identity of an exported journal: derived from the settings of the log alone, so that all nodes agree. */
final class ExportOrigin {
    private static final String SEED_TEXT = "daybook journal segment ";
    private static final String MAC = "HmacSHA256";

    private final ClusterSettings settings;

    ExportOrigin(final ClusterSettings settings) {
        this.settings = settings;
    }

    /** The origin of a folder that begins at a seq and a time. */
    JournalOrigin journal(final long firstSeq, final long createdNs) {
        final ByteBuffer id = ByteBuffer.wrap(settings.exchangeId());
        return new JournalOrigin(new UUID(id.getLong(), id.getLong()), createdNs, firstSeq, this::segmentSeed);
    }

    /**
     * The fingerprint of the folder's commands. Its text equals that of an exchange in one process, which may continue
     * the folder.
     *
     * @param semanticsVersion the semantics with which the commands are carried out
     */
    JournalFingerprint fingerprint(final int semanticsVersion) {
        return new JournalFingerprint(
                semanticsVersion,
                CommandBlockEncoder.CODEC_VERSION,
                "margin-trading=" + (settings.marginTrading() ? "on" : "off") + " reset-allowed=off");
    }

    /**
     * The 16 bytes that seed the checksums of a segment: equal for everyone with the secret, unknown to all others
     * (HMAC-SHA-256, RFC 2104, truncated).
     */
    byte[] segmentSeed(final long segment) {
        final byte[] text = SEED_TEXT.getBytes(StandardCharsets.US_ASCII);
        final byte[] message = ByteBuffer.allocate(text.length + Long.BYTES)
                .put(text)
                .putLong(segment)
                .array();
        try {
            final Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(settings.secret(), MAC));
            return Arrays.copyOf(mac.doFinal(message), JournalOrigin.SEED_LENGTH);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + MAC, e);
        }
    }
}
