package io.daybook.it.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.CommandType;
import io.daybook.api.EventKind;
import io.daybook.api.OrderType;
import io.daybook.api.ResultCode;
import io.daybook.host.Proves;
import io.daybook.model.generate.Reachable;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks the list of everything that {@code DifferentialTest} must reach against the enums of the product. The list
 * comes from the model, so an entry that only the product has could be missing from it.
 */
@Proves("the differential test reaches every code, event, order type and fate")
class ReachableTest {
    /** The result codes that no line can cause: the answer to a command type that no line can name. */
    static final Set<ResultCode> NO_LINE_CAUSES = EnumSet.of(ResultCode.UNSUPPORTED_COMMAND);

    /**
     * The name of a type in lines; null if no line can name the type. This method does not compile until it has a case
     * for a new type.
     */
    private static String verb(final CommandType type) {
        return switch (type) {
            case PLACE_ORDER -> "place";
            case MOVE_ORDER -> "move";
            case REDUCE_ORDER -> "reduce";
            case CANCEL_ORDER -> "cancel";
            case REPLACE_ORDER -> "replace";
            case MASS_CANCEL -> "mass_cancel";
            case TICK -> "tick";
            case SET_USER -> "set_user";
            case ADD_SYMBOL -> "add_symbol";
            case ADD_SYMBOLS -> "add_symbols";
            case ADD_USER -> "add_user";
            case ADD_ACCOUNTS -> "add_accounts";
            case SUSPEND_USER -> "suspend_user";
            case RESUME_USER -> "resume_user";
            case ADJUST_BALANCE -> "adjust";
            case PERSIST_SNAPSHOT -> "snapshot";
            case RESET -> "reset";
            case NOP -> "nop";
            case ORDER_BOOK_REQUEST -> "book";
            case USER_REPORT -> "user_report";
            case TOTALS_REPORT -> "totals_report";
            case STATE_HASH -> "state_hash";
            case CUSTOM_REPORT, AUDIT, SUBSCRIBE_BOOK, UNSUBSCRIBE_BOOK -> null;
        };
    }

    @Test
    void shouldWantEveryCommandThatALineCanName() {
        final Set<String> verbs = Stream.of(CommandType.values())
                .map(ReachableTest::verb)
                .filter(Objects::nonNull)
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(verbs, wanted("command ", words -> words[1]));
    }

    @Test
    void shouldWantEveryCodeThatALineCanCause() {
        final Set<ResultCode> codes = EnumSet.complementOf(EnumSet.copyOf(NO_LINE_CAUSES));
        assertEquals(names(codes.toArray()), wanted("command ", words -> words[2]));
    }

    @Test
    void shouldWantEveryEventThatALineCanHave() {
        final Set<EventKind> kinds = EnumSet.allOf(EventKind.class);
        assertEquals(names(kinds.toArray()), wanted("event ", words -> words[1].toUpperCase(Locale.ROOT)));
    }

    @Test
    void shouldWantEveryOrderType() {
        assertEquals(names(OrderType.values()), wanted("order ", words -> words[3]));
    }

    private static Set<String> names(final Object[] values) {
        return Arrays.stream(values).map(Object::toString).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> wanted(final String kind, final Function<String[], String> part) {
        return Reachable.all().stream()
                .filter(what -> what.startsWith(kind))
                .map(what -> part.apply(what.split(" ")))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
