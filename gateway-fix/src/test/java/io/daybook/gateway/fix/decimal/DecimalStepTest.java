package io.daybook.gateway.fix.decimal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Proves(value = "FIX decimals are exact", normal = "1,000,000 listings", large = "10,000,000")
class DecimalStepTest {

    private static DecimalStep step(final String step) {
        return new DecimalStep("price", new BigDecimal(step));
    }

    @ParameterizedTest
    @CsvSource({
        "10, 154000, 15400",
        "10, 154000.00, 15400",
        "10, 0154000, 15400",
        "0.001, 0.012, 12",
        "0.001, .012, 12",
        "0.001, 12., 12000",
        "0.001, 0, 0",
        "0.05, 1.10, 22",
        "0.000000000000000001, 0.000000000000000007, -2",
        "0.000000000000000001, .000000000000000007, 7",
        "123456789012345678, 123456789012345678, 1",
        "0.123456789012345678, 61728394506172839, 500000000000000000",
        "1, 999999999999999999, 999999999999999999",
    })
    void shouldReadWhatIsAMultiple(final String step, final String field, final long steps) {
        assertEquals(steps, step(step).steps(field));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ".", "-1", "+1", "1e3", "1E3", " 1", "1 ", "1,5", "1.2.3", "0x1", "NaN", "١", "1\u0000"})
    void shouldRefuseWhatIsNoDecimal(final String field) {
        assertEquals(DecimalStep.NOT_A_DECIMAL, step("1").steps(field));
        assertTrue(
                step("1").refusal(field).startsWith("price must be digits"),
                step("1").refusal(field));
    }

    @Test
    void shouldNameTheNearestPricesWhereOneIsBetweenTwo() {
        assertEquals(DecimalStep.BETWEEN_STEPS, step("10").steps("154005"));
        assertEquals(
                "price is not a multiple of 10: 154005, the nearest are 154000 and 154010",
                step("10").refusal("154005"));
        assertEquals(
                "price is not a multiple of 0.05: 0.01, the nearest is 0.05",
                step("0.05").refusal("0.01"));
        assertEquals(
                "price is not a multiple of 10: 0.00000000000000001, the nearest is 10",
                step("10").refusal("0.00000000000000001"));
    }

    @Test
    void shouldRefuseNineteenDigitsAndShowFewOfAMillion() {
        assertEquals(DecimalStep.TOO_LONG, step("1").steps("1000000000000000000"));
        assertEquals(DecimalStep.TOO_LONG, step("1").steps("0000000000000000001"));
        assertTrue(step("1").refusal("9".repeat(1_000_000)).length() < 120);
        assertTrue(step("1").refusal("x".repeat(1_000_000)).length() < 160);
    }

    @Test
    void shouldRefuseMoreStepsThanALongHas() {
        assertEquals(DecimalStep.TOO_LARGE, step("0.000000000000000001").steps("999999999999999999"));
        assertEquals(
                "price is too large: 999999999999999999, at most 9.223372036854775807",
                step("0.000000000000000001").refusal("999999999999999999"));
    }

    @ParameterizedTest
    @CsvSource({
        "10, 15400, 154000",
        "0.001, 12, 0.012",
        "0.001, 12000, 12.000",
        "0.05, -22, -1.10",
        "0.000000000000000001, 9223372036854775807, 9.223372036854775807",
        "999999999999999999, 9223372036854775807, 9223372036854775797776627963145224193",
        "1, 0, 0",
        "0.01, 0, 0.00",
    })
    void shouldWriteStepsWithTheDecimalsOfAStep(final String step, final long steps, final String field) {
        assertEquals(field, step(step).text(steps));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1234567890123456789", "10000000000000000000", "0.0000000000000000001"})
    void shouldRefuseAStepThatNoListingHas(final String step) {
        assertThrows(IllegalArgumentException.class, () -> step(step));
    }
}
