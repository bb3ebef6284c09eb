package io.daybook.cluster.state;

import io.daybook.api.Query;
import io.daybook.api.StateView;
import io.daybook.api.Tick;
import io.daybook.engine.EngineConfig;
import io.daybook.engine.EngineHost;
import io.daybook.engine.EngineStateCopy;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.SlotResultView;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.engine.matching.BookTypes;
import io.daybook.engine.matching.terms.DueListener;
import io.daybook.engine.result.ResultEncoder;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.slab.HashSecret;
import java.util.Arrays;
import java.util.Set;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The engine of a cluster's log: carries commands out, encodes their results, and keeps the chain over them, which is
 * equal on two nodes only if every result so far was equal. Used by one thread.
 */
final class Carrier implements DueListener {
    private static final int EVENTS = 1 << 14;
    private static final int FIRST_BLOCK = 1 << 16;
    private static final int FIRST_BOOKS = 16;

    /** A block that grew beyond this is freed before the next message. */
    private static final int LARGEST_KEPT_BLOCK = 1 << 22;

    private final ExchangeEngine engine;
    private final EngineHost host;
    private final EngineHost.Sink results = this::onApplied;
    private final SlotResultView view = new SlotResultView();
    private final CRC32C crc = new CRC32C();
    private final CommandSlot tick = new CommandSlot();
    private final EngineHost.@Nullable Sink observer;
    private final @Nullable ResultSink sink;

    private byte[] block = new byte[FIRST_BLOCK];
    private int length;
    private long chain;

    private int[] symbols = new int[FIRST_BOOKS];
    private long[] dueTimes = new long[FIRST_BOOKS];
    private int books;
    private long nextDueNs = NEVER;

    /**
     * Creates an engine without a state.
     *
     * @param resetAllowed whether a reset is carried out; a cluster refuses it
     * @param bookTypes the price indexes of books; they change no result
     * @param hashSecret seeds the hashes of ids; changes no result
     * @param observer receives every command that is carried out; null for none
     * @param sink receives every result; null for none
     */
    Carrier(
            final ClusterSettings settings,
            final boolean resetAllowed,
            final BookTypes bookTypes,
            final HashSecret hashSecret,
            final EngineHost.@Nullable Sink observer,
            final @Nullable ResultSink sink) {
        this.observer = observer;
        this.sink = sink;
        final EngineConfig config =
                new EngineConfig(bookTypes, settings.marginTrading(), resetAllowed, 0, Set.of(), hashSecret);
        this.engine = new ExchangeEngine(config, new EventRing(EVENTS));
        this.host = new EngineHost(engine);
        host.semanticsVersion(settings.semanticsVersion());
        engine.dueListener(this);
    }

    /** The engine, into which a state is restored. */
    ExchangeEngine engine() {
        return engine;
    }

    /** Sets the semantics of commands from here on. */
    void semanticsVersion(final int version) {
        host.semanticsVersion(version);
    }

    /** Continues from a restored state. */
    void resume(final long restoredChain) {
        chain = restoredChain;
        engine.dueListener(this);
    }

    /** Begins the block of a message. */
    void begin() {
        length = 0;
        if (block.length > LARGEST_KEPT_BLOCK) {
            block = new byte[FIRST_BLOCK];
        }
    }

    /** Carries out a command, and appends its result to the block. */
    void apply(final CommandSlot command, final long timestampNs) {
        host.apply(command, timestampNs, results);
    }

    private void onApplied(final CommandSlot slot, final long seq, final long timeNs) {
        view.wrap(slot, seq, timeNs);
        final int needed = Math.addExact(length, ResultEncoder.encodedLength(view));
        if (needed > block.length) {
            block = Arrays.copyOf(block, Math.max(needed, (int) Math.min(2L * block.length, Integer.MAX_VALUE - 64)));
        }
        final int written = ResultEncoder.encode(view, block, length);
        crc.reset();
        crc.update(block, length, written);
        chain = mix(chain ^ crc.getValue() ^ seq);
        if (sink != null) {
            sink.onResult(block, length, written);
        }
        length += written;
        if (observer != null) {
            observer.onApplied(slot, seq, timeNs);
        }
    }

    /** The finalizer of SplitMix64 (Steele, Lea and Flood, 2014): each input bit changes half of all output bits. */
    static long mix(final long value) {
        long mixed = value + 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /** The results since {@link #begin}. */
    byte[] block() {
        return block;
    }

    /** The bytes of the results since {@link #begin}. */
    int length() {
        return length;
    }

    <R> R answer(final Query<R> query) {
        return host.answer(query);
    }

    long seq() {
        return host.seq();
    }

    long timeNs() {
        return host.timeNs();
    }

    long chain() {
        return chain;
    }

    long stateHash() {
        return host.stateHash();
    }

    /** The current state, to be read before the next command. */
    StateView view() {
        return engine.view();
    }

    EngineStateCopy copyState() {
        return host.copyState();
    }

    @Override
    public void onDue(final int symbolIndex, final int symbol, final long dueNs) {
        final int at = placeOf(symbol);
        final boolean wasFirst = dueTimes[at] == nextDueNs;
        dueTimes[at] = dueNs;
        if (dueNs <= nextDueNs) {
            nextDueNs = dueNs;
        } else if (wasFirst) {
            nextDueNs = NEVER;
            for (int i = 0; i < books; i++) {
                nextDueNs = Math.min(nextDueNs, dueTimes[i]);
            }
        }
    }

    /** Returns the place of a symbol in ascending order: the index of its book differs in a restored state. */
    private int placeOf(final int symbol) {
        final int found = Arrays.binarySearch(symbols, 0, books, symbol);
        if (found >= 0) {
            return found;
        }
        if (books == symbols.length) {
            symbols = Arrays.copyOf(symbols, books * 2);
            dueTimes = Arrays.copyOf(dueTimes, books * 2);
        }
        final int at = -found - 1;
        System.arraycopy(symbols, at, symbols, at + 1, books - at);
        System.arraycopy(dueTimes, at, dueTimes, at + 1, books - at);
        symbols[at] = symbol;
        dueTimes[at] = NEVER;
        books++;
        return at;
    }

    /**
     * Returns when the first book is due: ns since the epoch, {@link DueListener#AT_ONCE} or {@link DueListener#NEVER}.
     */
    long nextDueNs() {
        return nextDueNs;
    }

    /** Sends TICK to each book that is due, by ascending symbol. */
    void tickDue(final long timestampNs) {
        final long nowNs = Math.max(timestampNs, timeNs());
        for (int i = 0; nextDueNs <= nowNs && i < books; i++) {
            if (dueTimes[i] <= nowNs) {
                tick.clear();
                CommandRecords.fill(tick, new Tick(symbols[i]), null);
                begin();
                apply(tick, timestampNs);
            }
        }
    }
}
