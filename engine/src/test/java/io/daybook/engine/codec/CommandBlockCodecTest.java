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
import io.daybook.api.CommandType;
import io.daybook.api.FeeType;
import io.daybook.api.Limits;
import io.daybook.api.MassCancel;
import io.daybook.api.MoveOrder;
import io.daybook.api.Nop;
import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PersistSnapshot;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReduceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.Reset;
import io.daybook.api.ResumeUser;
import io.daybook.api.SetUser;
import io.daybook.api.Side;
import io.daybook.api.SuspendUser;
import io.daybook.api.SymbolSpec;
import io.daybook.api.SymbolType;
import io.daybook.api.Term;
import io.daybook.api.Tick;
import io.daybook.api.TriggerWhen;
import io.daybook.api.UserSetting;
import io.daybook.host.Proves;
import io.daybook.kernel.command.CommandSlot;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Proves(
        value = "decoded blocks have the encoded commands, and hostile blocks give the documented error",
        normal = "30,000 commands, 50,000 blocks",
        large = "1,000,000 blocks")
class CommandBlockCodecTest {
    private static final long[] EDGES = {
        0, 1, -1, 127, 128, 255, 256, 1L << 40, (1L << 40) + 1, 1L << 53, 1L << 62, Long.MAX_VALUE, Long.MIN_VALUE
    };

    private static final long FIRST_SEED = Long.getLong("daybook.seed", 1);
    private static final long MOST_BYTES = 4L << 20;
    private static final int COMMANDS = 18;
    private static final List<Term> ORDER_TERMS =
            Stream.of(Term.values()).filter(Term::isOfOrder).toList();

    /** The number of the first kind of command in this test that can have terms. */
    private static final int FIRST_WITH_TERMS = 13;

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
                final Sent command = new Sent(command(random), value(random), timeNs, tag(random));
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
    void shouldDrawEveryCommand() {
        assertEquals(
                Stream.of(CommandType.values()).filter(type -> !type.isQuery()).collect(Collectors.toSet()),
                everyCommand(new SplittableRandom(FIRST_SEED)).stream()
                        .map(Command::type)
                        .collect(Collectors.toSet()));
    }

    @Test
    void shouldDecodeABlockThatEndsWithItsArray() {
        encoder.reset();
        final Sent move = new Sent(new MoveOrder(1, 2, 3, 4), 5, 6, "");
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
                    1_000,
                    ""));
        }
        final double bytes = (double) encoder.length() / moves;
        assertTrue(bytes <= 12, () -> "bytes per move: " + bytes);
    }

    @ParameterizedTest
    @CsvSource({"1, 37, terms", "1, 38, tag", "1, 39, unnamed", "2, 39, unnamed"})
    void shouldRefuseABitOfANewerVersionByItsName(final int codecVersion, final int bit, final String name) {
        encoder.reset();
        append(new Sent(new Nop(), 0, 1, ""));
        final byte[] bytes = Arrays.copyOf(encoder.buffer(), encoder.length());
        bytes[4] |= (byte) (1 << (bit - 32));
        final CodecException refusal = assertThrows(
                CodecException.class, () -> decodeAll(bytes, bytes.length, encoder.firstTimeNs(), codecVersion));
        final String expected =
                "the control word has bit " + bit + " (" + name + "), which only a newer version writes";
        assertTrue(refusal.getMessage().contains(expected), refusal::getMessage);
    }

    @Test
    void shouldRefuseABlockOfAVersionThatItDoesNotRead() {
        for (final int version : new int[] {Integer.MIN_VALUE, 0, CommandBlockEncoder.CODEC_VERSION + 1}) {
            final CodecException refusal =
                    assertThrows(CodecException.class, () -> decoder.wrap(new byte[8], 0, 8, 1, 1, version));
            assertTrue(refusal.getMessage().contains("codec version " + version), refusal::getMessage);
        }
    }

    /** The example of docs/journal-format.md, as the first version wrote it. */
    @Test
    void shouldEncodeACommandWithoutATagAsVersionOneDid() {
        encoder.reset();
        append(new Sent(new PlaceOrder(7, 1, 5, Side.BID, OrderType.GTC, 100, 102, 3), 9, 1_000, ""));
        append(new Sent(new CancelOrder(7, 1, 5), 0, 1_200, ""));
        assertEquals(
                "4181244912" + "12" + "02" + "07" + "0a" + "c8" + "03" + "cc" + "0490200800" + "c8" + "11" + "07"
                        + "c7",
                HexFormat.of().formatHex(encoder.buffer(), 0, encoder.length()));
    }

    @Test
    void shouldReadInVersionOneWhatHasNoTag() {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + 50; seed++) {
            final SplittableRandom random = new SplittableRandom(seed);
            final List<Sent> sent = new ArrayList<>();
            encoder.reset();
            for (int i = 0; i < 50; i++) {
                sent.add(new Sent(command(random.nextInt(FIRST_WITH_TERMS), random), value(random), 1_000, ""));
                append(sent.get(i));
            }
            assertEquals(sent, decodeAll(encoder.buffer(), encoder.length(), 1_000, 1), "seed=" + seed);
        }
    }

    @Test
    void shouldDecodeTagsOfEveryLengthOnEveryCommand() {
        final SplittableRandom random = new SplittableRandom(FIRST_SEED);
        for (int length = 1; length <= Limits.MAX_TAG_BYTES; length++) {
            final byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            final List<Sent> sent = new ArrayList<>();
            encoder.reset();
            for (final Command command : everyCommand(random)) {
                sent.add(new Sent(command, 1, 1_000, HexFormat.of().formatHex(bytes)));
                sent.add(new Sent(command, 2, 1_000, ""));
            }
            sent.forEach(this::append);
            final byte[] exact = Arrays.copyOf(encoder.buffer(), encoder.length());
            assertEquals(sent, decodeAll(exact, exact.length, 1_000), "length=" + length);
        }
    }

    @Test
    void shouldDecodeEveryTermWithAnyValue() {
        for (final Term term : ORDER_TERMS) {
            for (final long value : EDGES) {
                final List<Sent> sent = List.of(
                        withTerms(OrderTerms.builder().set(term, value).build(), "0a"),
                        withTerms(OrderTerms.NONE, ""),
                        withTerms(allTerms(value), ""),
                        withTerms(OrderTerms.builder().set(term, ~value).build(), "ff00"));
                encoder.reset();
                sent.forEach(this::append);
                final byte[] exact = Arrays.copyOf(encoder.buffer(), encoder.length());
                assertEquals(sent, decodeAll(exact, exact.length, 1_000), term + " " + value);
            }
        }
    }

    /** The last command of a block may have the greatest length of a command. */
    @Test
    void shouldHaveRoomForTheLongestTermsAndTheLongestTagBehindAFullBlock() {
        final CommandBlockEncoder small = new CommandBlockEncoder(1);
        final Sent longest = new Sent(
                new PlaceOrder(
                        Long.MIN_VALUE,
                        Integer.MIN_VALUE,
                        Long.MIN_VALUE,
                        Side.ASK,
                        OrderType.IOC_BUDGET,
                        Long.MIN_VALUE,
                        Long.MIN_VALUE,
                        Long.MIN_VALUE,
                        allTerms(Long.MIN_VALUE)),
                Long.MIN_VALUE,
                1_000,
                "ab".repeat(Limits.MAX_TAG_BYTES));
        fill(longest);
        small.reset();
        small.append(slot, longest.timeNs);
        assertEquals(List.of(longest), decodeAll(small.buffer(), small.length(), 1_000));
        assertTrue(small.length() > ORDER_TERMS.size() * StopBitWriter.MAX_LENGTH + Limits.MAX_TAG_BYTES);
    }

    /** The example of docs/journal-format.md. */
    @Test
    void shouldWriteTermsAsTheFormatDrawsThem() {
        encoder.reset();
        append(new Sent(
                PlaceOrder.ioc(7, 1, 5, Side.BID, 110, 3)
                        .withTerms(OrderTerms.builder()
                                .trigger(105, TriggerWhen.RISES)
                                .build()),
                0,
                1_000,
                ""));
        assertEquals(
                "4102244920" + "02" + "07" + "0a" + "dc" + "03" + "03" + "69" + "01",
                HexFormat.of().formatHex(encoder.buffer(), 0, encoder.length()));
    }

    @Test
    void shouldRefuseTermsThatAreUnknownNoneCutOffOrOfAnotherCommand() {
        encoder.reset();
        append(withTerms(OrderTerms.builder().set(Term.WHEN, 1).build(), ""));
        final byte[] whole = Arrays.copyOf(encoder.buffer(), encoder.length());
        final int maskAt = whole.length - 2;
        assertEquals(Term.WHEN.mask(), whole[maskAt]);
        assertRefused(with(whole, maskAt, 0), "the mask of terms must not be 0");
        assertRefused(with(whole, maskAt, 0x80), "the bytes end in the middle of a number");
        assertRefused(Arrays.copyOf(whole, whole.length - 1), "the bytes end in the middle of a number");
        assertRefused(Arrays.copyOf(whole, maskAt), "the bytes end in the middle of a number");
        final int other = whole[0] & ~0x3f | CommandType.MOVE_ORDER.code();
        assertRefused(with(whole, 0, other), "a command of type 2 has unknown terms (bit 1");
        final int unknown = 64 - Long.numberOfLeadingZeros(CommandDescriptor.ORDER_TERMS);
        final byte[] newer = Arrays.copyOf(whole, maskAt + 20);
        final int end = StopBitWriter.put(newer, maskAt, Term.WHEN.mask() | 1L << unknown | 1L << 40);
        assertRefused(
                Arrays.copyOf(newer, end + 3),
                "a command of type 1 has unknown terms (bit " + unknown
                        + ", bit 40); it was written by a newer version");
    }

    private void assertRefused(final byte[] bytes, final String expected) {
        final CodecException refusal =
                assertThrows(CodecException.class, () -> decodeAll(bytes, bytes.length, 1), expected);
        assertTrue(refusal.getMessage().contains(expected), refusal::getMessage);
    }

    private static byte[] with(final byte[] bytes, final int at, final int value) {
        final byte[] changed = bytes.clone();
        changed[at] = (byte) value;
        return changed;
    }

    private static Sent withTerms(final OrderTerms terms, final String tag) {
        return new Sent(PlaceOrder.gtc(7, 1, 5, Side.BID, 100, 3).withTerms(terms), 9, 1_000, tag);
    }

    private static OrderTerms allTerms(final long value) {
        final OrderTerms.Builder terms = OrderTerms.builder();
        ORDER_TERMS.forEach(term -> terms.set(term, value));
        return terms.build();
    }

    @Test
    void shouldAllocateNothingForTerms() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        fill(withTerms(allTerms(Long.MIN_VALUE), "0a0b"));
        long bytes = 0;
        for (int i = 0; i < 20_000; i++) {
            final long before = threads.getCurrentThreadAllocatedBytes();
            encoder.reset();
            encoder.append(slot, 1_000);
            decoder.wrap(encoder.buffer(), 0, encoder.length(), 1, 1_000, CommandBlockEncoder.CODEC_VERSION);
            assertTrue(decoder.next(slot));
            bytes += threads.getCurrentThreadAllocatedBytes() - before;
        }
        assertEquals(CommandDescriptor.ORDER_TERMS, slot.termsMask());
        final long all = bytes;
        assertTrue(all < 64 << 10, () -> "bytes: " + all);
    }

    @Test
    void shouldRefuseSettingsOfAnotherUserThanTheCommandNames() {
        encoder.reset();
        append(new Sent(new SetUser(7, Map.of(UserSetting.STP_GROUP, 3L)), 0, 1, ""));
        final byte[] bytes = Arrays.copyOf(encoder.buffer(), encoder.length());
        bytes[bytes.length - 5] = 8;
        assertRefused(bytes, "the settings have user 8, but the command has user 7");
    }

    @Test
    void shouldRefuseATagThatIsEmptyTooLongOrCutOff() {
        encoder.reset();
        append(new Sent(new Nop(), 0, 1, "0a0b"));
        final byte[] whole = Arrays.copyOf(encoder.buffer(), encoder.length());
        final int lengthAt = whole.length - 3;
        assertEquals(2, whole[lengthAt]);
        for (final int length : new int[] {0, 3, Limits.MAX_TAG_BYTES, Limits.MAX_TAG_BYTES + 1, 255}) {
            final byte[] other = whole.clone();
            other[lengthAt] = (byte) length;
            assertThrows(CodecException.class, () -> decodeAll(other, other.length, 1), () -> "length=" + length);
        }
        for (int cut = CommandDescriptor.CONTROL_LENGTH; cut < whole.length; cut++) {
            final byte[] shorter = Arrays.copyOf(whole, cut);
            assertThrows(CodecException.class, () -> decodeAll(shorter, shorter.length, 1));
        }
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
        assertFalse(refused == 0 || refused == cases, "some cases must be refused, but not all: " + refused);
        System.out.println("codec: " + cases + " random or mutated blocks, " + refused + " refused, at most " + most
                + " bytes, from seed " + FIRST_SEED);
    }

    private byte[] mutatedBlock(final SplittableRandom random) {
        encoder.reset();
        for (int i = random.nextInt(8); i >= 0; i--) {
            append(new Sent(command(random), value(random), 1_000, tag(random)));
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
        fill(sent);
        encoder.append(slot, sent.timeNs);
    }

    private void fill(final Sent sent) {
        slot.clear();
        CommandRecords.fill(slot, sent.command, CommandRecords.encodePayload(sent.command));
        slot.cookie(sent.cookie);
        final byte[] tag = HexFormat.of().parseHex(sent.tag);
        slot.tag(tag, 0, tag.length);
    }

    private List<Sent> decodeAll(final byte[] bytes, final int length, final long firstTimeNs) {
        return decodeAll(bytes, length, firstTimeNs, CommandBlockEncoder.CODEC_VERSION);
    }

    private List<Sent> decodeAll(final byte[] bytes, final int length, final long firstTimeNs, final int codecVersion) {
        final List<Sent> decoded = new ArrayList<>();
        decoder.wrap(bytes, 0, length, 1, firstTimeNs, codecVersion);
        while (decoder.next(slot)) {
            final byte[] tag = new byte[slot.tagLength()];
            slot.copyTag(tag, 0);
            decoded.add(new Sent(
                    CommandRecords.toRecord(slot),
                    slot.cookie(),
                    decoder.timeNs(),
                    HexFormat.of().formatHex(tag)));
        }
        return decoded;
    }

    private static String tag(final SplittableRandom random) {
        final byte[] tag = new byte[random.nextInt(4) == 0 ? random.nextInt(Limits.MAX_TAG_BYTES + 1) : 0];
        random.nextBytes(tag);
        return HexFormat.of().formatHex(tag);
    }

    private static List<Command> everyCommand(final SplittableRandom random) {
        return IntStream.range(0, COMMANDS)
                .mapToObj(kind -> command(kind, random))
                .toList();
    }

    private static Command command(final SplittableRandom random) {
        return command(random.nextInt(COMMANDS), random);
    }

    private static Command command(final int kind, final SplittableRandom random) {
        return switch (kind) {
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
            case 13 ->
                new ReplaceOrder(
                        value(random),
                        (int) value(random),
                        value(random),
                        value(random),
                        value(random),
                        value(random),
                        value(random),
                        value(random),
                        value(random));
            case 14 ->
                new MassCancel(
                        value(random),
                        (int) value(random),
                        random.nextInt(3) == 0 ? null : side(random),
                        random.nextBoolean(),
                        random.nextBoolean());
            case 15 -> new Tick((int) value(random));
            case 16 -> {
                final Map<UserSetting, Long> settings = new HashMap<>();
                for (final UserSetting setting : UserSetting.values()) {
                    if (random.nextBoolean()) {
                        settings.put(setting, value(random));
                    }
                }
                yield new SetUser(value(random), (int) value(random), new TreeMap<>(settings));
            }
            default -> place(random);
        };
    }

    /** Names each field, so that a new field must be drawn here too. */
    private static PlaceOrder place(final SplittableRandom random) {
        return new PlaceOrder(
                value(random),
                (int) value(random),
                value(random),
                side(random),
                OrderType.values()[random.nextInt(OrderType.values().length)],
                value(random),
                random.nextBoolean() ? 0 : value(random),
                value(random),
                random.nextBoolean() ? OrderTerms.NONE : terms(random));
    }

    private static Side side(final SplittableRandom random) {
        return random.nextBoolean() ? Side.BID : Side.ASK;
    }

    private static OrderTerms terms(final SplittableRandom random) {
        final OrderTerms.Builder terms = OrderTerms.builder();
        for (final Term term : Term.values()) {
            if (term.isOfOrder() && random.nextInt(3) == 0) {
                terms.set(term, value(random));
            }
        }
        return terms.build();
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

    /** A command as it was sent; its tag in hexadecimal digits. */
    private record Sent(Command command, long cookie, long timeNs, String tag) {}
}
