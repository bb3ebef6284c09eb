package io.daybook.kernel.command;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.function.Consumer;
import java.util.stream.Stream;
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
}
