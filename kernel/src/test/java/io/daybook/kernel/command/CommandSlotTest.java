package io.daybook.kernel.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CommandSlotTest {

    static Stream<Consumer<CommandSlot>> references() {
        return Stream.of(
                slot -> slot.payload("payload"),
                slot -> slot.encodedPayload(new byte[1]),
                slot -> slot.completion("completion"),
                slot -> slot.report("report"),
                slot -> slot.events(new EventRing(1), 0, 1, new long[1]));
    }

    /** A reference that no getter returns may still keep its object alive, so the test reads every field too. */
    @ParameterizedTest
    @MethodSource("references")
    void shouldLetGoOfEachReferenceWhicheverOthersThereAre(final Consumer<CommandSlot> reference)
            throws IllegalAccessException {
        final CommandSlot slot = new CommandSlot();
        reference.accept(slot);
        slot.clearReferences();
        assertNull(slot.payload());
        assertNull(slot.encodedPayload());
        assertNull(slot.completion());
        assertNull(slot.report());
        assertNull(slot.eventSpill());
        for (final Object rare : rare(slot)) {
            for (final Field field : fields(rare.getClass(), false)) {
                assertNull(field.get(rare), field.getName());
            }
        }
    }

    static Stream<Consumer<CommandSlot>> nextCommands() {
        return Stream.of(
                CommandSlot::clear, CommandSlot::clearCommand, slot -> slot.sent(1, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    }

    /** A number left from the command before would be journaled with the next command. */
    @ParameterizedTest
    @MethodSource("nextCommands")
    void shouldForgetEveryNumberThatAProducerWrote(final Consumer<CommandSlot> nextCommand)
            throws IllegalAccessException {
        final CommandSlot slot = new CommandSlot();
        slot.amount(1);
        final Object rare = rare(slot).get(0);
        fill(slot, SentCommand.class);
        fill(rare, rare.getClass());
        nextCommand.accept(slot);
        final CommandSlot fresh = new CommandSlot();
        nextCommand.accept(fresh);
        assertEqualNumbers(fresh, slot, SentCommand.class);
        fresh.amount(0);
        assertEqualNumbers(rare(fresh).get(0), rare, rare.getClass());
    }

    static Stream<Consumer<CommandSlot>> nextOutcomes() {
        return Stream.of(
                CommandSlot::clear,
                CommandSlot::clearOutcome,
                CommandSlot::startWork,
                slot -> slot.changed(0, 0, 0, 0, 0),
                slot -> slot.held(0, 0, 0, 0));
    }

    /** The outcome of a command with terms must not appear in that of the next command. */
    @ParameterizedTest
    @MethodSource("nextOutcomes")
    void shouldForgetEveryRareNumberOfAnOutcome(final Consumer<CommandSlot> nextOutcome) throws IllegalAccessException {
        final CommandSlot slot = new CommandSlot();
        slot.more(true);
        final Object rare = rare(slot).get(0);
        fill(rare, rare.getClass());
        nextOutcome.accept(slot);
        final CommandSlot fresh = new CommandSlot();
        fresh.stp(0, 0);
        assertEqualNumbers(rare(fresh).get(0), rare, rare.getClass());
        assertEquals(0, slot.orderFlags());
    }

    /** If a slot is not freed between two commands, the second must not have the spilled events of the first. */
    @Test
    void shouldForgetSpilledEventsWithTheNextOnes() {
        final CommandSlot slot = new CommandSlot();
        slot.events(new EventRing(1), 0, 2, new long[1]);
        assertNotNull(slot.eventSpill());
        slot.clearOutcome();
        slot.events(new EventRing(2), 0, 2, null);
        assertNull(slot.eventSpill());
    }

    /** In a book with orders that have terms, plain orders write zeros into rare fields; that allocates nothing. */
    @Test
    void shouldMakeNothingForZeros() throws IllegalAccessException {
        final CommandSlot slot = new CommandSlot();
        slot.orderFlags(0);
        slot.more(false);
        slot.concealed(0);
        slot.payload(null);
        slot.encodedPayload(null);
        slot.completion(null);
        slot.tag(new byte[0], 0, 0);
        assertEquals(List.of(), rare(slot));
    }

    /** The objects with rare fields that a slot has created. */
    private static List<Object> rare(final CommandSlot slot) throws IllegalAccessException {
        final List<Object> rare = new ArrayList<>();
        for (final Class<?> type : List.of(SentCommand.class, CommandSlot.class)) {
            for (final Field field : fields(type, false)) {
                final Object value = field.get(slot);
                if (value != null && value.getClass().getEnclosingClass() == type) {
                    rare.add(value);
                }
            }
        }
        return rare;
    }

    private static List<Field> fields(final Class<?> type, final boolean isPrimitive) {
        final List<Field> fields = Stream.of(type.getDeclaredFields())
                .filter(field -> field.getType().isPrimitive() == isPrimitive)
                .filter(field -> !Modifier.isStatic(field.getModifiers()) && !field.isSynthetic())
                .toList();
        assertNotEquals(List.of(), fields);
        fields.forEach(field -> field.setAccessible(true));
        return fields;
    }

    private static void fill(final Object object, final Class<?> type) throws IllegalAccessException {
        for (final Field number : fields(type, true)) {
            if (number.getType() == boolean.class) {
                number.setBoolean(object, true);
            } else {
                number.setByte(object, (byte) 1);
            }
        }
    }

    private static void assertEqualNumbers(final Object fresh, final Object used, final Class<?> type)
            throws IllegalAccessException {
        for (final Field number : fields(type, true)) {
            assertEquals(number.get(fresh), number.get(used), number.getName());
        }
    }
}
