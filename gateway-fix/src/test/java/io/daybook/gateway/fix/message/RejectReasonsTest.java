package io.daybook.gateway.fix.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.ResultCode;
import io.daybook.gateway.fix.book.Refusal;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every code has the OrdRejReason (103) that the documentation lists. */
final class RejectReasonsTest {
    private static final int OTHER = 99;

    @Test
    void shouldHaveAReasonForEveryResultCode() {
        final Map<ResultCode, Integer> listed = new EnumMap<>(ResultCode.class);
        listed.put(ResultCode.INVALID_SYMBOL, 1);
        listed.put(ResultCode.RISK_NSF, 3);
        listed.put(ResultCode.RISK_OPEN_ORDERS_LIMIT, 3);
        listed.put(ResultCode.MATCHING_UNKNOWN_ORDER_ID, 5);
        listed.put(ResultCode.UNSUPPORTED_ORDER_TYPE, 11);
        listed.put(ResultCode.INVALID_TERMS, 11);
        listed.put(ResultCode.INVALID_SIZE, 13);
        listed.put(ResultCode.AUTH_INVALID_USER, 15);
        listed.put(ResultCode.AUTH_USER_SUSPENDED, 0);
        for (final ResultCode code : ResultCode.values()) {
            assertEquals(listed.getOrDefault(code, OTHER), RejectReasons.ofOrder(code), code::name);
        }
    }

    @Test
    void shouldHaveAReasonForEveryRefusal() {
        final Map<Refusal, Integer> listed = new EnumMap<>(Refusal.class);
        listed.put(Refusal.NOT_LISTED, 1);
        listed.put(Refusal.THROTTLED, 3);
        listed.put(Refusal.DUPLICATE_ID, 6);
        listed.put(Refusal.UNSUPPORTED, 11);
        listed.put(Refusal.NOT_YOURS, 15);
        final Set<Integer> codes = new HashSet<>();
        for (final Refusal refusal : Refusal.values()) {
            assertEquals(listed.getOrDefault(refusal, OTHER), RejectReasons.ofOrder(refusal), refusal::name);
            assertEquals(refusal, Refusal.of(refusal.code()));
            assertTrue(codes.add(refusal.code()), refusal::name);
        }
    }
}
