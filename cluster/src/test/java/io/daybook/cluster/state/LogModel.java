package io.daybook.cluster.state;

import static io.daybook.cluster.state.ClusterSimulation.require;

import io.daybook.api.Command;
import io.daybook.api.OrderBookType;
import io.daybook.api.Tick;
import io.daybook.engine.EngineConfig;
import io.daybook.engine.EngineHost;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.SlotResultView;
import io.daybook.engine.codec.CommandBlockDecoder;
import io.daybook.engine.codec.CommandBlockEncoder;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import io.daybook.wire.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A second, plain implementation of the meaning of a committed log: maps, a fresh slot for each command, nothing
 * cached. It shares the engine with the code that it checks, and nothing of the session table.
 */
final class LogModel {
    /** The fate of a request. */
    record CarriedOut(Command command, long seq, long crc) {}

    private final EngineHost engine;
    private final TreeMap<Integer, Long> due = new TreeMap<>(); // by symbol
    private final SlotResultView view = new SlotResultView();
    private final Map<Long, long[]> sessions = new TreeMap<>(); // epoch, open number, N
    private final Map<Long, Map<Long, CarriedOut>> ledger = new TreeMap<>();

    LogModel() {
        final ExchangeEngine pure =
                new ExchangeEngine(new EngineConfig(OrderBookType.AVL, true, false), new EventRing(1 << 14));
        pure.dueListener((index, symbol, dueNs) -> due.put(symbol, dueNs));
        engine = new EngineHost(pure);
    }

    void take(final byte[] message, final long timeNs) {
        if (message.length == 0) {
            tick(timeNs);
            return;
        }
        final long session = Bytes.getU32(message, 8);
        final long first = Bytes.getI64(message, 16);
        if (message[0] == RequestKind.OPEN.code()) {
            final long[] known = sessions.computeIfAbsent(session, number -> new long[3]);
            if (known[1] != first) {
                known[0]++;
                known[1] = first;
            }
        } else if (message[0] == RequestKind.COMMANDS.code()) {
            final long[] known = sessions.get(session);
            final int count = Bytes.getU16(message, 2);
            final boolean isNext = known != null && (first == 0 || first == known[2] + 1);
            if (isNext && known[0] == Bytes.getU32(message, 4)) {
                final List<CommandSlot> commands = commands(message);
                require(
                        commands.size() == count,
                        "a message of " + commands.size() + " commands has the count " + count);
                commands.forEach(command -> carryOut(command, session, first == 0 ? 0 : ++known[2], timeNs));
            }
        }
    }

    private void tick(final long timeNs) {
        final long nowNs = Math.max(timeNs, engine.timeNs());
        new TreeMap<>(due).forEach((symbol, dueNs) -> {
            if (dueNs <= nowNs) {
                final CommandSlot slot = new CommandSlot();
                CommandRecords.fill(slot, new Tick(symbol), null);
                engine.apply(slot, timeNs, (done, seq, time) -> {});
            }
        });
    }

    private static List<CommandSlot> commands(final byte[] message) {
        final CommandBlockDecoder decoder = new CommandBlockDecoder();
        decoder.wrap(message, 24, message.length - 24, 1, 0, CommandBlockEncoder.CODEC_VERSION);
        final List<CommandSlot> commands = new ArrayList<>();
        for (CommandSlot slot = new CommandSlot(); decoder.next(slot); slot = new CommandSlot()) {
            commands.add(slot);
        }
        return commands;
    }

    private void carryOut(final CommandSlot slot, final long session, final long request, final long timeNs) {
        slot.cookie(session << 44 | request);
        final Command command = CommandRecords.toRecord(slot);
        engine.apply(slot, timeNs, (done, seq, time) -> {
            view.wrap(done, seq, time);
            if (request == 0) {
                return;
            }
            final CarriedOut before = ledger.computeIfAbsent(session, number -> new TreeMap<>())
                    .put(request, new CarriedOut(command, seq, SimulatedClient.crc(view)));
            require(before == null, () -> "request " + request + " was carried out twice");
        });
    }

    long seq() {
        return engine.seq();
    }

    long stateHash() {
        return engine.stateHash();
    }

    CarriedOut request(final long session, final long request) {
        final Map<Long, CarriedOut> requests = ledger.get(session);
        return requests == null ? null : requests.get(request);
    }
}
