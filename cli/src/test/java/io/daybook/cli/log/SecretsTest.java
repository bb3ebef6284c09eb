package io.daybook.cli.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            value = {
                "Invalid message: 8=FIX.4.4|9=70|35=A|554=hunter2|10=1 > Invalid message: ***",
                "fields 553=17|554=hunter2|141=Y > fields 553=17|***|141=Y",
                "fields 925=new one > fields *** one",
                "fields 1554=17 2925=x > fields 1554=17 2925=x",
                "key dbk_aA0-_9 ended > key *** ended",
                "key k262145.aA0-_9 ended > key k262145.*** ended",
                "Authorization: Bearer dbk_x, next > Authorization: ***, next",
                "sent bearer abc.def= again > sent bearer *** again",
                "Cookie: daybook-8440=abc; Path=/ > Cookie: ***; Path=/",
                "was daybook-8440=abcdefghijklmnopqrstuv; > was daybook-8440=***;",
                "{\"password\":\"a b\",\"name\":\"x\"} > {\"password\":***,\"name\":\"x\"}",
                "/api/v3/order?symbol=A&signature=0aff&b=1 > /api/v3/order?symbol=A&signature=***&b=1",
                "X-MBX-APIKEY: k-1 > X-MBX-APIKEY: ***",
                "?listenKey=k-1 > ?listenKey=***",
                "the token is in data/admin-token > the token is in data/admin-token",
                "symbol 554 has no orders > symbol 554 has no orders"
            })
    void shouldHideWhatLooksLikeASecret(final String text, final String shown) {
        assertEquals(shown, Secrets.hidden(text));
    }

    @Test
    void shouldTakeNoLongerForTextsThatAreMadeForIt() {
        for (final String bit :
                new String[] {"token ", "8=FIX", "554=", "bearer ", "secret:", "=", " ", "\"", "daybook="}) {
            final String text = bit.repeat(LineEncoder.MAX_STACK / bit.length());
            Assertions.assertTimeout(Duration.ofSeconds(10), () -> Secrets.hidden(text), bit);
        }
    }
}
