package io.daybook.engine.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.AddSymbols;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.FeeType;
import io.daybook.api.Limits;
import io.daybook.api.MoveOrder;
import io.daybook.api.Nop;
import io.daybook.api.OrderType;
import io.daybook.api.PersistSnapshot;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReduceOrder;
import io.daybook.api.Reset;
import io.daybook.api.ResumeUser;
import io.daybook.api.Side;
import io.daybook.api.SuspendUser;
import io.daybook.api.SymbolSpec;
import io.daybook.api.SymbolType;
import io.daybook.kernel.command.CommandSlot;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CommandBlockCodecTest {
    private static final long[] EDGES = {
        0, 1, -1, 127, 128, 255, 256, 1L << 40, (1L << 40) + 1, 1L << 53, 1L << 62, Long.MAX_VALUE, Long.MIN_VALUE
    };

    private static final long FIRST_SEED = Long.getLong("daybook.seed", 1);
    private static final long MOST_BYTES = 4L << 20;

    private final CommandBlockEncoder encoder = new CommandBlockEncoder(64 * 1024);
    private final CommandBlockDecoder decoder = new CommandBlockDecoder();
    private final CommandSlot slot = new CommandSlot();

    @Test
    void shouldDecodeWhatItEncodedForEveryCommandAndAnyValues() {
        int commands = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + 200; seed++) {
            final SplittableRandom random = new SplittableRandom(seed);
            final List<Sent> sent = new ArrayList<>();
            long timeNs = random.nextLong(1L << 60);
            encoder.reset();
            for (int i = random.nextInt(300); i >= 0 && !encoder.isFull(); i--) {
                timeNs += random.nextInt(3) == 0 ? random.nextLong(1L << 40) : 0;
                final Sent command = new Sent(command(random), value(random), timeNs);
                sent.add(command);
                append(command);
            }
            assertEquals(sent, decodeAll(encoder.buffer(), encoder.length(), encoder.firstTimeNs()), "seed=" + seed);
            commands += sent.size();
        }
        System.out.println(
                "codec: " + commands + " random commands came back as they were sent, from seed " + FIRST_SEED);
    }

    @Test
    void shouldDecodeABlockThatEndsWithItsArray() {
        encoder.reset();
        final Sent move = new Sent(new MoveOrder(1, 2, 3, 4), 5, 6);
        append(move);
        final byte[] exact = Arrays.copyOf(encoder.buffer(), encoder.length());
        assertEquals(List.of(move), decodeAll(exact, exact.length, encoder.firstTimeNs()));
    }

    @Test
    void shouldPackATypicalMoveIntoTwelveBytesOrLess() {
        encoder.reset();
        final SplittableRandom random = new SplittableRandom(7);
        final int moves = 1000;
        for (int i = 0; i < moves; i++) {
            append(new Sent(
                    new MoveOrder(
                            1 + random.nextInt(1000), 1, 100_000 + random.nextInt(512), 20_000 + random.nextInt(500)),
                    0,
                    1_000));
        }
        final double bytes = (double) encoder.length() / moves;
        assertTrue(bytes <= 12, () -> "bytes per move: " + bytes);
    }

    @Test
    void shouldRefuseUnknownBitsByName() {
        refuses(0x20, "has bit 37 (terms): a newer version wrote it");
        refuses(0x40, "has bit 38 (tag): a newer version wrote it");
        refuses(0xA0, "has bit 37 (terms), bit 39 (unnamed): a newer version wrote it");
    }

    private void refuses(final int bitsOfLastByte, final String message) {
        encoder.reset();
        append(new Sent(new Nop(), 0, 1));
        final byte[] bytes = Arrays.copyOf(encoder.buffer(), encoder.length());
        bytes[4] |= (byte) bitsOfLastByte;
        final CodecException refusal =
                assertThrows(CodecException.class, () -> decodeAll(bytes, bytes.length, encoder.firstTimeNs()));
        assertTrue(refusal.getMessage().contains(message), refusal::getMessage);
    }

    @Test
    void shouldRefuseAPayloadThatIsTooLong() {
        final Map<Long, Map<Integer, Long>> accounts = new HashMap<>();
        for (long uid = 1; uid <= 60_000; uid++) {
            accounts.put(uid << 20, Map.of(1, 1L));
        }
        final IllegalArgumentException refusal = assertThrows(
                IllegalArgumentException.class, () -> CommandRecords.encodePayload(AddAccounts.of(accounts)));
        assertTrue(refusal.getMessage().contains("262144"), refusal::getMessage);
    }

    @Test
    void shouldThrowNothingButItsOwnExceptionOnRandomAndMutatedBytes() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int refused = 0;
        long most = 0;
        final int cases =
                Boolean.getBoolean("daybook.long") ? 1_000_000 : Boolean.getBoolean("daybook.quick") ? 5_000 : 50_000;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + cases; seed++) {
            final SplittableRandom random = new SplittableRandom(seed);
            final byte[] bytes = random.nextBoolean() ? randomBytes(random) : mutatedBlock(random);
            final long before = threads.getCurrentThreadAllocatedBytes();
            try {
                decodeAll(bytes, bytes.length, random.nextLong(1L << 60));
            } catch (CodecException e) {
                refused++;
            } catch (RuntimeException e) {
                throw new AssertionError("seed=" + seed, e);
            }
            most = Math.max(most, threads.getCurrentThreadAllocatedBytes() - before);
        }
        final long peak = most;
        assertTrue(peak <= MOST_BYTES, () -> peak + " bytes allocated by one decoding");
        assertFalse(refused == 0 || refused == cases, "all or none refused: " + refused);
        System.out.println("codec: " + cases + " random or mutated blocks, " + refused + " refused, at most " + most
                + " bytes, from seed " + FIRST_SEED);
    }

    private byte[] mutatedBlock(final SplittableRandom random) {
        encoder.reset();
        for (int i = random.nextInt(8); i >= 0; i--) {
            append(new Sent(command(random), value(random), 1_000));
        }
        final byte[] bytes = Arrays.copyOf(encoder.buffer(), encoder.length());
        for (int i = random.nextInt(3); i >= 0 && bytes.length > 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        return bytes;
    }

    private static byte[] randomBytes(final SplittableRandom random) {
        final byte[] bytes = new byte[random.nextInt(200)];
        random.nextBytes(bytes);
        return bytes;
    }

    private void append(final Sent sent) {
        slot.clear();
        CommandRecords.fill(slot, sent.command, CommandRecords.encodePayload(sent.command));
        slot.cookie(sent.cookie);
        encoder.append(slot, sent.timeNs);
    }

    private List<Sent> decodeAll(final byte[] bytes, final int length, final long firstTimeNs) {
        final List<Sent> decoded = new ArrayList<>();
        decoder.wrap(bytes, 0, length, 1, firstTimeNs);
        while (decoder.next(slot)) {
            decoded.add(new Sent(CommandRecords.toRecord(slot), slot.cookie(), decoder.timeNs()));
        }
        return decoded;
    }

    private static Command command(final SplittableRandom random) {
        return switch (random.nextInt(14)) {
            case 0 -> new AddUser(value(random));
            case 1 -> new SuspendUser(value(random));
            case 2 -> new ResumeUser(value(random));
            case 3 -> new AdjustBalance(value(random), (int) value(random), value(random), value(random));
            case 4 -> new CancelOrder(value(random), (int) value(random), value(random));
            case 5 -> new ReduceOrder(value(random), (int) value(random), value(random), value(random));
            case 6 -> new AddSymbol(spec(random));
            case 7 -> new AddSymbols(List.of(spec(random), spec(random)));
            case 8 -> {
                final long uid = value(random);
                yield AddAccounts.of(Map.of(uid, Map.of((int) value(random), value(random)), uid ^ 0x5555, Map.of()));
            }
            case 9 -> new PersistSnapshot();
            case 10 -> new Reset();
            case 11 -> new Nop();
            case 12 -> new MoveOrder(value(random), (int) value(random), value(random), value(random));
            default ->
                new PlaceOrder(
                        value(random),
                        (int) value(random),
                        value(random),
                        random.nextBoolean() ? Side.BID : Side.ASK,
                        OrderType.values()[random.nextInt(OrderType.values().length)],
                        value(random),
                        random.nextBoolean() ? 0 : value(random),
                        value(random));
        };
    }

    private static SymbolSpec spec(final SplittableRandom random) {
        return new SymbolSpec(
                (int) value(random),
                random.nextBoolean() ? SymbolType.EXCHANGE_PAIR : SymbolType.FUTURES_CONTRACT,
                (int) value(random),
                (int) value(random),
                value(random),
                value(random),
                random.nextBoolean() ? FeeType.PROPORTIONAL : FeeType.PER_LOT,
                value(random),
                value(random),
                value(random),
                value(random),
                value(random),
                random.nextBoolean() ? Limits.MAX_PRICE : value(random));
    }

    private static long value(final SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> EDGES[random.nextInt(EDGES.length)];
            case 1 -> random.nextLong();
            default -> random.nextInt(100_000);
        };
    }

    private record Sent(Command command, long cookie, long timeNs) {}
}
