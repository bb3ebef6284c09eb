package io.daybook.engine.matching.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.OrderBookType;
import io.daybook.api.SymbolSpec;
import io.daybook.engine.matching.BookFixture;
import io.daybook.engine.matching.BookTypes;
import io.daybook.engine.matching.RandomCommands;
import io.daybook.host.Proves;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventDescriptor;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sends random commands to two kinds of books: every result, event and state must be the same. */
@Proves(
        value = "all kinds of order books give the same events and state hashes",
        normal = "2,000,000 commands each, 500,000 mixed",
        large = "50,000,000 and 12,500,000")
class OrderBookRandomTest {
    private static final int COMMANDS =
            Boolean.getBoolean("daybook.long") ? 50_000_000 : Boolean.getBoolean("daybook.quick") ? 200_000 : 2_000_000;
    private static final int ROUNDS = 20;

    /** The number of symbols that some rounds add before the others, so that the tested books have high indexes. */
    private static final int QUIET_SYMBOLS = 16;

    private static final long FIRST_SEED = Long.getLong("daybook.seed", 20_261_120L);
    private static final int VALIDATE_EVERY = 10_000;

    @ParameterizedTest
    @EnumSource(value = OrderBookType.class, names = "AVL", mode = EnumSource.Mode.EXCLUDE)
    void shouldDoWhatTheReferenceDoes(final OrderBookType type) {
        compare(BookTypes.all(type), type.name(), COMMANDS);
    }

    @Test
    void shouldDoWhatTheReferenceDoesWithABookOfItsOwnKindForEachSymbol() {
        final Map<Integer, OrderBookType> mixed = Map.of(100, OrderBookType.RADIX, 99, OrderBookType.AVL);
        compare(new BookTypes(OrderBookType.LADDER, mixed), "RADIX, AVL and LADDER", COMMANDS / 4);
    }

    private static void compare(final BookTypes types, final String name, final int commands) {
        long events = 0;
        for (int round = 0; round < ROUNDS; round++) {
            events += compare(types, FIRST_SEED + round, commands / ROUNDS);
        }
        System.out.println(
                name + " as AVL: " + commands + " commands from seed " + FIRST_SEED + ", " + events + " events");
        assertTrue(events > commands / 10, "the commands must cause events: " + events);
    }

    private static long compare(final BookTypes types, final long seed, final int commands) {
        final boolean pairs = seed % 3 != 0;
        final int symbols = seed % 2 == 0 ? 1 : 4;
        final int quiet = seed / 2 % 2 == 0 ? 0 : QUIET_SYMBOLS;
        final SymbolSpec[] specs = new SymbolSpec[quiet + symbols];
        for (int i = 0; i < quiet; i++) {
            specs[i] = SymbolSpec.exchangePair(200 + i, 1, 2).build();
        }
        for (int i = 0; i < symbols; i++) {
            specs[quiet + i] = pairs
                    ? SymbolSpec.exchangePair(100 - i, 1, 2)
                            .tickValue(3)
                            .feesPerLot(40, 10)
                            .build()
                    : SymbolSpec.futuresContract(100 - i, 1, 2).build();
        }
        final BookFixture reference = new BookFixture(OrderBookType.AVL, specs);
        final BookFixture tested = new BookFixture(types, specs);
        final int recent = seed % 5 == 0 ? 1 << 16 : 1 << 12;
        final RandomCommands expectedCommands = new RandomCommands(seed, symbols, pairs, recent);
        final RandomCommands testedCommands = new RandomCommands(seed, symbols, pairs, recent);
        long events = 0;
        for (int i = 0; i < commands; i++) {
            expectedCommands.next(reference.slot);
            testedCommands.next(tested.slot);
            reference.slot.symbolIndex(quiet + reference.slot.symbolIndex());
            tested.slot.symbolIndex(quiet + tested.slot.symbolIndex());
            reference.books.match(reference.slot);
            tested.books.match(tested.slot);
            events += assertSame(reference, tested, seed, i);
            if (i % VALIDATE_EVERY == VALIDATE_EVERY - 1) {
                final int at = i;
                tested.books.validate();
                reference.books.validate();
                assertEquals(reference.hash(), tested.hash(), () -> "seed=" + seed + " command=" + at);
            }
        }
        return events;
    }

    private static int assertSame(
            final BookFixture reference, final BookFixture tested, final long seed, final int index) {
        final CommandSlot expected = reference.slot;
        final CommandSlot actual = tested.slot;
        final int count = expected.eventCount();
        boolean same = expected.resultCode() == actual.resultCode()
                && expected.remaining() == actual.remaining()
                && expected.initialRemaining() == actual.initialRemaining()
                && expected.side() == actual.side()
                && expected.orderType() == actual.orderType()
                && expected.reservePrice() == actual.reservePrice()
                && count == actual.eventCount();
        for (int i = 0; same && i < count; i++) {
            final long[] expectedArray = reference.events.array(expected, i);
            final long[] actualArray = tested.events.array(actual, i);
            final int expectedBase = reference.events.base(expected, i);
            final int actualBase = tested.events.base(actual, i);
            for (int word = 0; word < EventDescriptor.STRIDE; word++) {
                same &= expectedArray[expectedBase + word] == actualArray[actualBase + word];
            }
        }
        assertTrue(same, () -> "outcome must be the same: seed=" + seed + " command=" + index);
        reference.events.release(reference.events.endPosition(expected));
        tested.events.release(tested.events.endPosition(actual));
        return count;
    }
}
