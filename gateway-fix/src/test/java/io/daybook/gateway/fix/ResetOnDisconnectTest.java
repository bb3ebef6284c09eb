package io.daybook.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.daybook.sessions.member.SessionSettings;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a session whose numbers begin anew at every end of its connection. */
final class ResetOnDisconnectTest {
    @TempDir
    private Path folder;

    private @Nullable FixVenue venue;

    @AfterEach
    void close() {
        if (venue != null) {
            venue.close();
        }
    }

    private FixVenue start() {
        final SessionSettings usual = FixVenue.trader(17, 1);
        final FixVenue fresh = new FixVenue(folder, FixVenue.changed(usual, usual.limit(), true));
        venue = fresh;
        return fresh;
    }

    private static RawFix logon(final FixVenue own) throws IOException {
        final RawFix client = own.logon(17);
        final String answer = client.receive();
        assertEquals("A 1", RawFix.field(answer, 35) + " " + RawFix.field(answer, 34));
        return client;
    }

    private static String send(final RawFix client, final String id, final String timeInForce) throws IOException {
        client.send(
                "35=D|11=" + id + "|55=BTC-EUR|54=1|60=20260101-00:00:00|38=0.005|40=2|44=154000|59=" + timeInForce);
        final String answer = client.receive();
        return RawFix.field(answer, 34) + " " + RawFix.field(answer, 150) + " " + RawFix.field(answer, 103);
    }

    @Test
    void shouldBeginAnewAndForgetClosedOrdersAtEveryEnd() throws Exception {
        final FixVenue first = start();
        try (RawFix client = logon(first)) {
            assertEquals("2 0 null", send(client, "live", "1"));
            assertEquals("3 0 null", send(client, "closed", "3"));
            assertEquals("4", RawFix.field(client.receive(), 150));
        }
        first.awaitEnds(17, 1);
        try (RawFix client = logon(first)) {
            assertEquals("2 0 null", send(client, "closed", "3"), "it may be used again");
            assertEquals("4", RawFix.field(client.receive(), 150));
            assertEquals("4 8 6", send(client, "live", "1"), "its order lives");
            client.send("35=H|11=closed|55=BTC-EUR|54=1");
            assertEquals("4", RawFix.field(client.receive(), 39));
            client.send("35=5");
            assertEquals("5", RawFix.field(client.receive(), 35));
            assertNull(client.receive());
        }
        first.close();
        final FixVenue second = start();
        try (RawFix client = logon(second)) {
            client.send("35=H|11=closed|55=BTC-EUR|54=1");
            assertEquals("8", RawFix.field(client.receive(), 39), "the request is unknown");
            client.send("35=F|11=end|41=live|55=BTC-EUR|54=1|60=20260101-00:00:00");
            assertEquals("4", RawFix.field(client.receive(), 150));
        }
    }
}
