package io.daybook.cluster.state;

import io.daybook.api.Follower;
import io.daybook.engine.state.SnapshotContent;
import io.daybook.engine.state.SnapshotContentException;
import io.daybook.wire.OrderNumbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes the state of a cluster as chunks, and reads it back.
 *
 * <pre>
 *  chunk   part (1 byte) | bytes of it ...    the last chunk of a part ends with the CRC-32C of its bytes (8 bytes)
 *
 *  1 HEAD    version | has settings | settings, if it has | seq | time | chain
 *  2 RISK    as in snapshots of a journal; part 4, which follows, has the hash of its records
 *  3 BOOKS   as in snapshots of a journal; part 5, which follows, has the hash of its records
 *  6 TABLE   count | { session | epoch | open | last | kept | { first | count | seq | time | length | bytes } }
 *  8 IMPORT  count | { length | bytes }         in version 2 only: the received chunks of an import
 *  9 PARTS   count | { name's length | name | length | bytes }    in version 3 only: the parts of followers
 *  7 END     chunks before it | state hash
 * </pre>
 *
 * <p>Version 3 is for a log with followers or sessions of doors: settings follow their length, and each session has a
 * flag for doors after its number of replies. Numbers have eight bytes. Without settings there is nothing between HEAD
 * and TABLE, and the state hash is 0.
 */
final class StateSnapshot {
    private static final long VERSION = 1;
    private static final long VERSION_WITH_IMPORT = 2;
    private static final long VERSION_WITH_FOLLOWERS = 3;
    private static final int HEAD = 1;
    private static final int RISK = 2;
    private static final int BOOKS = 3;
    private static final int HASH_BEHIND = 2;
    private static final int TABLE = 6;
    private static final int END = 7;
    private static final int IMPORT = 8;
    private static final int PARTS = 9;
    private static final List<String> CONTENT = List.of("risk", "books");

    private StateSnapshot() {}

    static long write(
            final @Nullable ClusterSettings settings,
            final @Nullable Carrier carrier,
            final SessionTable sessions,
            final StateImport importing,
            final List<StatePart> parts,
            final ChunkSink sink) {
        final ChunkWriter chunks = new ChunkWriter(sink);
        final long version = version(settings, sessions, importing);
        chunks.begin(HEAD);
        chunks.putLong(version);
        chunks.putLong(settings == null ? 0 : 1);
        long stateHash = 0;
        if (settings == null || carrier == null) {
            chunks.end();
        } else {
            final byte[] bytes = settings.toBytes();
            if (version == VERSION_WITH_FOLLOWERS) {
                chunks.putLong(bytes.length);
            }
            chunks.putBytes(bytes, 0, bytes.length);
            chunks.putLong(carrier.seq());
            chunks.putLong(carrier.timeNs());
            chunks.putLong(carrier.chain());
            chunks.end();
            stateHash = SnapshotContent.write(carrier.copyState(), name -> part(chunks, name), () -> {});
        }
        chunks.begin(TABLE);
        chunks.putLong(sessions.count());
        sessions.forEach(session -> writeSession(chunks, session, version));
        chunks.end();
        if (importing.count() > 0) {
            writeImport(chunks, importing);
        }
        if (version == VERSION_WITH_FOLLOWERS) {
            writeParts(chunks, parts);
        }
        final long before = chunks.count();
        chunks.begin(END);
        chunks.putLong(before);
        chunks.putLong(stateHash);
        chunks.end();
        return chunks.count();
    }

    /**
     * The oldest version that can hold the state. An import ends before there are settings, and so before there are
     * followers.
     */
    private static long version(
            final @Nullable ClusterSettings settings, final SessionTable sessions, final StateImport importing) {
        if (importing.count() > 0) {
            return VERSION_WITH_IMPORT;
        }
        return settings != null && !settings.followers().isEmpty() || sessions.hasDoors()
                ? VERSION_WITH_FOLLOWERS
                : VERSION;
    }

    private static void writeParts(final ChunkWriter chunks, final List<StatePart> parts) {
        chunks.begin(PARTS);
        chunks.putLong(parts.size());
        for (final StatePart part : parts) {
            final byte[] name = ClusterSettings.ascii(part.name());
            chunks.putLong(name.length);
            chunks.putBytes(name, 0, name.length);
            chunks.putLong(part.bytes().length);
            chunks.putBytes(part.bytes(), 0, part.bytes().length);
        }
        chunks.end();
    }

    private static List<StatePart> readParts(final ChunkReader chunks) {
        final List<StatePart> parts = new ArrayList<>();
        chunks.begin(PARTS);
        final long count = chunks.getWithin("count", 0, ClusterSettings.MAX_FOLLOWERS);
        for (long i = 0; i < count; i++) {
            final byte[] name = new byte[(int) chunks.getWithin("name", 1, Follower.MAX_NAME_LENGTH)];
            chunks.getBytes(name, name.length);
            parts.add(new StatePart(ClusterSettings.text(name, 0, name.length), partBytes(chunks)));
        }
        chunks.end();
        return parts;
    }

    /** Reads the bytes of a part. The buffer grows with the received bytes, because a length may be damaged. */
    private static byte[] partBytes(final ChunkReader chunks) {
        final int length = (int) chunks.getWithin("length", 0, StatePart.MAX_BYTES);
        byte[] bytes = new byte[Math.min(length, ChunkWriter.MAX_LENGTH)];
        int done = 0;
        while (done < length) {
            if (done == bytes.length) {
                bytes = Arrays.copyOf(bytes, (int) Math.min(length, 2L * bytes.length));
            }
            final int read = chunks.read(bytes, done, bytes.length - done);
            if (read == 0) {
                throw chunks.damaged("it ends in the middle of a follower's bytes");
            }
            done += read;
        }
        return bytes;
    }

    private static void writeImport(final ChunkWriter chunks, final StateImport importing) {
        chunks.begin(IMPORT);
        chunks.putLong(importing.count());
        for (int i = 0; i < importing.count(); i++) {
            final byte[] chunk = importing.chunk(i);
            chunks.putLong(chunk.length);
            chunks.putBytes(chunk, 0, chunk.length);
        }
        chunks.end();
    }

    private static void readImport(final ChunkReader chunks, final StateImport importing) {
        chunks.begin(IMPORT);
        final long count = chunks.getWithin("count", 1, StateImport.MAX_BYTES);
        for (long i = 0; i < count; i++) {
            final byte[] chunk = new byte[(int) chunks.getWithin("length", 1, ChunkWriter.MAX_LENGTH)];
            chunks.getBytes(chunk, chunk.length);
            if (!importing.add(chunk, 0, chunk.length)) {
                throw chunks.damaged("an import has more than " + StateImport.MAX_BYTES + " bytes");
            }
        }
        chunks.end();
    }

    private static SnapshotContent.PartSink part(final ChunkWriter chunks, final String name) {
        final int part = partOf(name);
        chunks.begin(part);
        return new SnapshotContent.PartSink(
                chunks::putBytes,
                partHash -> {
                    chunks.end();
                    chunks.begin(part + HASH_BEHIND);
                    chunks.putLong(partHash);
                    chunks.end();
                },
                () -> {});
    }

    private static int partOf(final String name) {
        return name.equals(CONTENT.get(0)) ? RISK : BOOKS;
    }

    private static void writeSession(final ChunkWriter chunks, final ClientSession session, final long version) {
        chunks.putLong(session.number);
        chunks.putLong(session.epoch);
        chunks.putLong(session.openNumber);
        chunks.putLong(session.last);
        final ReplyCache kept = session.replies;
        chunks.putLong(kept.size());
        if (version == VERSION_WITH_FOLLOWERS) {
            chunks.putLong(session.isDoor ? 1 : 0);
        }
        for (int i = 0; i < kept.size(); i++) {
            final byte[] block = new byte[kept.length(i)];
            kept.copy(i, block);
            chunks.putLong(kept.first(i));
            chunks.putLong(kept.count(i));
            chunks.putLong(kept.firstSeq(i));
            chunks.putLong(kept.timeNs(i));
            chunks.putLong(block.length);
            chunks.putBytes(block, 0, block.length);
        }
    }

    /** Reads a snapshot into a carrier created for its settings, and into an empty table. */
    static List<StatePart> restore(
            final ChunkSource source,
            final SessionTable sessions,
            final StateImport importing,
            final Function<ClusterSettings, Carrier> carriers) {
        final ChunkReader chunks = new ChunkReader(source);
        chunks.begin(HEAD);
        final long version = chunks.getWithin("version", VERSION, VERSION_WITH_FOLLOWERS);
        long stateHash = 0;
        final @Nullable Restoring restoring = chunks.getWithin("has settings", 0, 1) == 0
                ? null
                : new Restoring(chunks, carriers.apply(settings(chunks, version)));
        chunks.end();
        if (restoring != null) {
            restoring.restore();
            stateHash = restoring.carrier().stateHash();
        }
        chunks.begin(TABLE);
        final long count = chunks.getWithin("count", 0, OrderNumbers.MAX_SESSION);
        int before = 0;
        for (long i = 0; i < count; i++) {
            before = readSession(chunks, sessions, before, version);
        }
        chunks.end();
        if (version == VERSION_WITH_IMPORT) {
            readImport(chunks, importing);
        }
        final List<StatePart> parts = version == VERSION_WITH_FOLLOWERS ? readParts(chunks) : List.of();
        final long read = chunks.count();
        chunks.begin(END);
        chunks.getWithin("chunks", read, read);
        final long hash = chunks.getLong();
        chunks.end();
        chunks.endOfSnapshot();
        if (hash != stateHash) {
            throw new SnapshotContentException(String.format(
                    "the state restored from it has the hash %016x, the state captured had %016x", stateHash, hash));
        }
        return parts;
    }

    private static ClusterSettings settings(final ChunkReader chunks, final long version) {
        final long length = version == VERSION_WITH_FOLLOWERS
                ? chunks.getWithin("settings", ClusterSettings.LENGTH, ClusterSettings.MAX_LENGTH)
                : ClusterSettings.LENGTH;
        final byte[] bytes = new byte[(int) length];
        chunks.getBytes(bytes, bytes.length);
        final ClusterSettings settings = ClusterSettings.decode(bytes, 0, bytes.length);
        if (settings == null) {
            throw chunks.damaged("its settings are invalid, or of a later version");
        }
        return settings;
    }

    private static int readSession(
            final ChunkReader chunks, final SessionTable sessions, final int before, final long version) {
        final int number = (int) chunks.getWithin("session", before + 1, OrderNumbers.MAX_SESSION);
        final ClientSession session = sessions.getOrAdd(number);
        session.epoch = chunks.getWithin("epoch", 1, ClientSession.MAX_EPOCH);
        session.openNumber = chunks.getWithin("open", 1, OrderNumbers.MAX_REQUEST);
        session.last = chunks.getWithin("last", 0, OrderNumbers.MAX_REQUEST);
        final long kept = chunks.getWithin("kept", 0, ReplyCache.MAX_REQUESTS);
        session.isDoor = version == VERSION_WITH_FOLLOWERS && chunks.getWithin("is a door's", 0, 1) == 1;
        long next = 1;
        for (long i = 0; i < kept; i++) {
            final long first = chunks.getWithin("first", next, session.last);
            final int requests = (int) chunks.getWithin("count", 1, Request.MAX_COMMANDS);
            final long seq = chunks.getLong();
            final long timeNs = chunks.getLong();
            final byte[] block = new byte[(int) chunks.getWithin("length", 0, Reply.MAX_BLOCK_LENGTH)];
            chunks.getBytes(block, block.length);
            sessions.keep(session, first, requests, seq, timeNs, block, block.length);
            next = first + requests;
        }
        return number;
    }

    /** The engine's parts, which have the format of a journal's snapshot. */
    private record Restoring(ChunkReader chunks, Carrier carrier, long seq, long timeNs, long chain) {
        Restoring(final ChunkReader chunks, final Carrier carrier) {
            this(
                    chunks,
                    carrier,
                    chunks.getWithin("seq", 0, Long.MAX_VALUE),
                    chunks.getWithin("time", 0, Long.MAX_VALUE),
                    chunks.getLong());
        }

        void restore() {
            SnapshotContent.restore(
                    new SnapshotContent.Source(CONTENT, seq, timeNs, carrier::stateHash, name -> open(chunks, name)),
                    carrier.engine());
            carrier.resume(chain);
        }
    }

    private static SnapshotContent.PartSource open(final ChunkReader chunks, final String name) {
        final int part = partOf(name);
        chunks.begin(part);
        return new SnapshotContent.PartSource(
                chunks::read,
                () -> {
                    chunks.end();
                    chunks.begin(part + HASH_BEHIND);
                    final long hash = chunks.getLong();
                    chunks.end();
                    return hash;
                },
                () -> {});
    }
}
