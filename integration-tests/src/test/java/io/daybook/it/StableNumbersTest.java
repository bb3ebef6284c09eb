package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.ActCause;
import io.daybook.api.CancelReason;
import io.daybook.api.CommandType;
import io.daybook.api.EventKind;
import io.daybook.api.FeeType;
import io.daybook.api.OrderType;
import io.daybook.api.PositionDirection;
import io.daybook.api.PriceSource;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.StpMode;
import io.daybook.api.SymbolType;
import io.daybook.api.Term;
import io.daybook.api.TriggerWhen;
import io.daybook.api.UserSetting;
import io.daybook.api.UserStatus;
import io.daybook.host.Proves;
import io.daybook.kernel.state.StateRecordType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests that {@code docs/codes.md} lists exactly the numbers in the source code. */
@Proves("codes.md lists exactly the numbers in the source code")
class StableNumbersTest {
    private static final Pattern HEADING = Pattern.compile("## .*\\(`(\\w+)`\\)");
    private static final Pattern ROW = Pattern.compile("\\| (\\d+) \\| `(\\w+)` \\|.*");

    @Test
    void shouldDocumentEveryNumberAsItIs() throws IOException {
        final Map<String, Integer> code = new TreeMap<>();
        for (final CommandType value : CommandType.values()) {
            code.put("CommandType." + value, value.code());
        }
        for (final ResultCode value : ResultCode.values()) {
            code.put("ResultCode." + value, value.code());
        }
        for (final OrderType value : OrderType.values()) {
            code.put("OrderType." + value, value.code());
        }
        for (final Side value : Side.values()) {
            code.put("Side." + value, value.code());
        }
        for (final EventKind value : EventKind.values()) {
            code.put("EventKind." + value, value.code());
        }
        for (final ActCause value : ActCause.values()) {
            code.put("ActCause." + value, value.code());
        }
        for (final CancelReason value : CancelReason.values()) {
            code.put("CancelReason." + value, value.code());
        }
        for (final Term value : Term.values()) {
            code.put("Term." + value, value.code());
        }
        for (final TriggerWhen value : TriggerWhen.values()) {
            code.put("TriggerWhen." + value, value.code());
        }
        for (final PriceSource value : PriceSource.values()) {
            code.put("PriceSource." + value, value.code());
        }
        for (final StpMode value : StpMode.values()) {
            code.put("StpMode." + value, value.code());
        }
        for (final UserSetting value : UserSetting.values()) {
            code.put("UserSetting." + value, value.code());
        }
        for (final SymbolType value : SymbolType.values()) {
            code.put("SymbolType." + value, value.code());
        }
        for (final FeeType value : FeeType.values()) {
            code.put("FeeType." + value, value.code());
        }
        for (final UserStatus value : UserStatus.values()) {
            code.put("UserStatus." + value, value.code());
        }
        for (final PositionDirection value : PositionDirection.values()) {
            code.put("PositionDirection." + value, value.code());
        }
        for (final StateRecordType value : StateRecordType.values()) {
            code.put("StateRecordType." + value, value.code());
        }
        assertEquals(code, documented());
    }

    private static Map<String, Integer> documented() throws IOException {
        final Path page = Path.of(System.getProperty("daybook.root", ".."), "docs", "codes.md");
        final Map<String, Integer> numbers = new TreeMap<>();
        String kind = "";
        for (final String line : Files.readAllLines(page)) {
            final Matcher heading = HEADING.matcher(line);
            final Matcher row = ROW.matcher(line);
            if (heading.matches()) {
                kind = heading.group(1);
            } else if (row.matches()) {
                numbers.put(kind + "." + row.group(2), Integer.parseInt(row.group(1)));
            }
        }
        return numbers;
    }
}
