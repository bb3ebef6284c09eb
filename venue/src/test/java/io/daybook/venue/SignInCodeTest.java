package io.daybook.venue;

import static io.daybook.venue.ServedVenue.member;
import static io.daybook.venue.ServedVenue.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The codes of links over HTTP: each works once, for five minutes, while its key is valid. */
@Proves("the code of a sign-in link works once, for five minutes, while its key counts")
class SignInCodeTest {
    @TempDir
    private Path folder;

    private ServedVenue venue;
    private String anna;

    @BeforeEach
    void start() throws Exception {
        venue = ServedVenue.start(folder);
        anna = venue.trader(301, "2", "100000");
    }

    @AfterEach
    void stop() {
        venue.close();
    }

    private String code() throws IOException, InterruptedException {
        return member(ok(venue.send(anna, "POST", "/v1/session/code", "")), "code");
    }

    private HttpResponse<String> shown(final String code) throws IOException, InterruptedException {
        return venue.send("", "POST", "/v1/session", "{\"code\":\"" + code + "\"}");
    }

    @Test
    void shouldSignInOnce() throws Exception {
        final String code = code();
        final HttpResponse<String> first = shown(code);
        assertEquals("trader 301", member(ok(first), "name"));
        assertTrue(first.headers().firstValue("Set-Cookie").orElseThrow().startsWith("daybook-" + venue.port() + "="));
        final HttpResponse<String> second = shown(code);
        assertEquals(401, second.statusCode());
        assertTrue(second.body().contains("this link was used"), second.body());
        assertTrue(second.headers().firstValue("Set-Cookie").isEmpty());
        final String audit = Files.readString(venue.data().resolve("server/audit.jsonl"));
        assertTrue(audit.contains("sign-in code") && audit.contains("\"login\""), audit);
        assertFalse(audit.contains(code));
    }

    @Test
    void shouldLastFiveMinutes() throws Exception {
        venue.holdSeconds();
        final String early = code();
        final String late = code();
        venue.passSeconds(299);
        assertEquals(200, shown(early).statusCode());
        venue.passSeconds(1);
        assertEquals(401, shown(late).statusCode());
    }

    @Test
    void shouldEndWithItsKey() throws Exception {
        final String key = venue.key(301, "bearer", "");
        final String code = member(ok(venue.send(member(key, "secret"), "POST", "/v1/session/code", "")), "code");
        ok(venue.send(venue.adminToken(), "DELETE", "/v1/admin/keys/" + member(key, "number"), ""));
        assertEquals(401, shown(code).statusCode());
    }

    @Test
    void shouldKeepTheLastSixteenOfAKey() throws Exception {
        venue.holdSeconds();
        final String first = code();
        String last = first;
        for (int i = 0; i < 16; i++) {
            last = code();
        }
        venue.passSeconds(60);
        assertEquals(401, shown(first).statusCode());
        assertEquals(200, shown(last).statusCode());
    }

    @Test
    void shouldLetAnAddressTryFewOfThem() throws Exception {
        final String code = code();
        venue.holdSeconds();
        int throttled = 0;
        for (int i = 0; i < 25; i++) {
            throttled += shown("wrong-" + i).statusCode() == 429 ? 1 : 0;
        }
        assertTrue(throttled >= 5, "of 25 were throttled: " + throttled);
        assertEquals(429, shown(code).statusCode(), "a right code must be refused unread");
        venue.passSeconds(60);
        assertEquals(200, shown(code).statusCode());
    }

    @Test
    void shouldTakeOneWayIn() throws Exception {
        assertEquals(
                400,
                venue.send("", "POST", "/v1/session", "{\"code\":\"" + code() + "\",\"token\":\"" + anna + "\"}")
                        .statusCode());
        assertEquals(401, venue.send("", "POST", "/v1/session/code", "").statusCode());
    }

    @Test
    void shouldHaveCodesForTheTokensOfTheVenue() throws Exception {
        final String code = venue.door().signInCode(venue.adminToken()).orElseThrow();
        assertNotEquals(venue.adminToken(), code);
        assertEquals("[\"admin\"]", ok(shown(code)).replaceAll(".*\"roles\":(\\[.*?]).*", "$1"));
        assertTrue(venue.door().signInCode("dbk_wrong").isEmpty());
    }
}
