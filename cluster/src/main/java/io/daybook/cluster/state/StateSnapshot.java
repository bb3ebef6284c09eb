package io.daybook.cluster.state;

import io.daybook.engine.state.SnapshotContent;
import io.daybook.engine.state.SnapshotContentException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The state of a cluster as chunks, and back; written and read side by side here.
 *
 * <pre>
 *  chunk   part (1 byte) | bytes of it ...    the last chunk of a part ends with the CRC-32C of its bytes (8 bytes)
 *
 *  1 HEAD    version | has settings | settings, where it has | seq | time | chain
 *  2 RISK    as in snapshots of a journal, then the hash of its records: as a part of its own, 4
 *  3 BOOKS   the same, 5
 *  6 TABLE   count | { session | epoch | open | last | kept | { first | count | seq | time | length | bytes } }
 *  8 IMPORT  count | { length | bytes }         in version 2 alone: what has come of an import
 *  7 END     chunks before it | state hash
 * </pre>
 *
 * <p>Numbers have eight bytes. Without settings there is nothing between HEAD and TABLE, and the state hash is 0.
 */
final class StateSnapshot {
    private static final long VERSION = 1;
    private static final long VERSION_WITH_IMPORT = 2;
    private static final int HEAD = 1;
    private static final int RISK = 2;
    private static final int BOOKS = 3;
    private static final int HASH_BEHIND = 2;
    private static final int TABLE = 6;
    private static final int END = 7;
    private static final int IMPORT = 8;
    private static final List<String> CONTENT = List.of("risk", "books");

    private StateSnapshot() {}

    static long write(
            final @Nullable ClusterSettings settings,
            final @Nullable Carrier carrier,
            final SessionTable sessions,
            final StateImport importing,
            final ChunkSink sink) {
        final ChunkWriter chunks = new ChunkWriter(sink);
        chunks.begin(HEAD);
        chunks.putLong(importing.count() == 0 ? VERSION : VERSION_WITH_IMPORT);
        chunks.putLong(settings == null ? 0 : 1);
        long stateHash = 0;
        if (settings == null || carrier == null) {
            chunks.end();
        } else {
            chunks.putBytes(settings.toBytes(), 0, ClusterSettings.LENGTH);
            chunks.putLong(carrier.seq());
            chunks.putLong(carrier.timeNs());
            chunks.putLong(carrier.chain());
            chunks.end();
            stateHash = SnapshotContent.write(carrier.copyState(), name -> part(chunks, name), () -> {});
        }
        chunks.begin(TABLE);
        chunks.putLong(sessions.count());
        sessions.forEach(session -> writeSession(chunks, session));
        chunks.end();
        if (importing.count() > 0) {
            writeImport(chunks, importing);
        }
        final long before = chunks.count();
        chunks.begin(END);
        chunks.putLong(before);
        chunks.putLong(stateHash);
        chunks.end();
        return chunks.count();
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
        return new SnapshotContent.PartSink() {
            @Override
            public void write(final byte[] buffer, final int offset, final int length) {
                chunks.putBytes(buffer, offset, length);
            }

            @Override
            public void finish(final long partHash) {
                chunks.end();
                chunks.begin(part + HASH_BEHIND);
                chunks.putLong(partHash);
                chunks.end();
            }

            @Override
            public void close() {
                // nothing is held
            }
        };
    }

    private static int partOf(final String name) {
        return name.equals(CONTENT.get(0)) ? RISK : BOOKS;
    }

    private static void writeSession(final ChunkWriter chunks, final ClientSession session) {
        chunks.putLong(session.number);
        chunks.putLong(session.epoch);
        chunks.putLong(session.openNumber);
        chunks.putLong(session.last);
        final ReplyCache kept = session.replies;
        chunks.putLong(kept.size());
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

    /** Reads a snapshot, into a carrier that is made for the settings in it, and into an empty table. */
    static void restore(
            final ChunkSource source,
            final SessionTable sessions,
            final StateImport importing,
            final Function<ClusterSettings, Carrier> carriers) {
        final ChunkReader chunks = new ChunkReader(source);
        chunks.begin(HEAD);
        final long version = chunks.getWithin("version", VERSION, VERSION_WITH_IMPORT);
        long stateHash = 0;
        final @Nullable Restoring restoring = chunks.getWithin("has settings", 0, 1) == 0
                ? null
                : new Restoring(chunks, carriers.apply(settings(chunks)));
        chunks.end();
        if (restoring != null) {
            restoring.restore();
            stateHash = restoring.stateHash();
        }
        chunks.begin(TABLE);
        final long count = chunks.getWithin("count", 0, Request.MAX_SESSION);
        int before = 0;
        for (long i = 0; i < count; i++) {
            before = readSession(chunks, sessions, before);
        }
        chunks.end();
        if (version == VERSION_WITH_IMPORT) {
            readImport(chunks, importing);
        }
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
    }

    private static ClusterSettings settings(final ChunkReader chunks) {
        final byte[] bytes = new byte[ClusterSettings.LENGTH];
        chunks.getBytes(bytes, bytes.length);
        final ClusterSettings settings = ClusterSettings.decode(bytes, 0, bytes.length);
        if (settings == null) {
            throw chunks.damaged("its settings are none that this version knows");
        }
        return settings;
    }

    private static int readSession(final ChunkReader chunks, final SessionTable sessions, final int before) {
        final int number = (int) chunks.getWithin("session", before + 1, Request.MAX_SESSION);
        final ClientSession session = sessions.getOrAdd(number);
        session.epoch = chunks.getWithin("epoch", 1, ClientSession.MAX_EPOCH);
        session.openNumber = chunks.getWithin("open", 1, Request.MAX_REQUEST);
        session.last = chunks.getWithin("last", 0, Request.MAX_REQUEST);
        final long kept = chunks.getWithin("kept", 0, ReplyCache.MAX_REQUESTS);
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

    /** The engine's parts as a snapshot of a journal has them. */
    private static final class Restoring implements SnapshotContent.Source {
        private final ChunkReader chunks;
        private final Carrier carrier;
        private final long seq;
        private final long timeNs;
        private final long chain;

        Restoring(final ChunkReader chunks, final Carrier carrier) {
            this.chunks = chunks;
            this.carrier = carrier;
            this.seq = chunks.getWithin("seq", 0, Long.MAX_VALUE);
            this.timeNs = chunks.getWithin("time", 0, Long.MAX_VALUE);
            this.chain = chunks.getLong();
        }

        void restore() {
            SnapshotContent.restore(this, carrier.engine());
            carrier.resume(chain);
        }

        @Override
        public List<String> parts() {
            return CONTENT;
        }

        @Override
        public long seq() {
            return seq;
        }

        @Override
        public long timeNs() {
            return timeNs;
        }

        /** Compared with what the end of the snapshot says, once that is read. */
        @Override
        public long stateHash() {
            return carrier.stateHash();
        }

        @Override
        public SnapshotContent.PartSource open(final String name) {
            final int part = partOf(name);
            chunks.begin(part);
            return new SnapshotContent.PartSource() {
                @Override
                public int read(final byte[] target, final int offset, final int length) {
                    return chunks.read(target, offset, length);
                }

                @Override
                public long partHash() {
                    chunks.end();
                    chunks.begin(part + HASH_BEHIND);
                    final long hash = chunks.getLong();
                    chunks.end();
                    return hash;
                }

                @Override
                public void close() {
                    // nothing is held
                }
            };
        }
    }
}
