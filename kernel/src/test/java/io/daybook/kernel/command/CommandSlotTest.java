package io.daybook.kernel.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
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

    @ParameterizedTest
    @MethodSource("references")
    void shouldLetGoOfEachReferenceWhicheverOthersThereAre(final Consumer<CommandSlot> reference) {
        final CommandSlot slot = new CommandSlot();
        reference.accept(slot);
        slot.clearReferences();
        assertNull(slot.payload());
        assertNull(slot.encodedPayload());
        assertNull(slot.completion());
        assertNull(slot.report());
        assertNull(slot.eventSpill());
    }

    /** What stays of the command before would be journaled with the next one. */
    @Test
    void shouldForgetEveryNumberThatAProducerWrote() throws IllegalAccessException {
        final CommandSlot slot = new CommandSlot();
        final List<Field> numbers = Stream.of(SentCommand.class.getDeclaredFields())
                .filter(field -> field.getType().isPrimitive() && !Modifier.isStatic(field.getModifiers()))
                .toList();
        for (final Field number : numbers) {
            number.setAccessible(true);
            if (number.getType() == boolean.class) {
                number.setBoolean(slot, true);
            } else {
                number.setByte(slot, (byte) 1);
            }
        }
        slot.clear();
        for (final Field number : numbers) {
            assertEquals(number.get(new CommandSlot()), number.get(slot), number.getName());
        }
    }
}
