package io.daybook.kernel.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.CommandType;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

class CommandTraitsTest {

    /** Tries all numbers that may come in, so that no number is mistaken for another type. */
    private static Set<CommandType> typesThat(final IntPredicate trait) {
        final Set<CommandType> types = EnumSet.noneOf(CommandType.class);
        for (int type = -300; type <= 300; type++) {
            if (trait.test(type)) {
                types.add(CommandType.of(type));
            }
        }
        return types;
    }

    @Test
    void shouldSayWhatEachTypeDoes() {
        assertEquals(
                EnumSet.of(
                        CommandType.PLACE_ORDER,
                        CommandType.MOVE_ORDER,
                        CommandType.REDUCE_ORDER,
                        CommandType.CANCEL_ORDER,
                        CommandType.REPLACE_ORDER,
                        CommandType.MASS_CANCEL,
                        CommandType.TICK),
                typesThat(CommandTraits::trades));
        assertEquals(
                EnumSet.of(CommandType.REPLACE_ORDER, CommandType.MASS_CANCEL, CommandType.TICK, CommandType.SET_USER),
                typesThat(CommandTraits::cameWithTerms));
        assertEquals(
                EnumSet.of(CommandType.ADD_SYMBOL, CommandType.ADD_SYMBOLS, CommandType.RESET),
                typesThat(CommandTraits::changesAllBooks));
        assertEquals(
                EnumSet.of(
                        CommandType.ADD_ACCOUNTS,
                        CommandType.SUSPEND_USER,
                        CommandType.RESUME_USER,
                        CommandType.ADJUST_BALANCE,
                        CommandType.REPLACE_ORDER,
                        CommandType.SET_USER,
                        CommandType.PERSIST_SNAPSHOT,
                        CommandType.RESET),
                typesThat(CommandTraits::needsExactState));
    }
}
