package io.daybook.testkit;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daybook.host.Proves;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The extension with a venue that is a process, which may be killed. */
@Proves("a test in JUnit sets, breaks and reads a venue that is a process")
@Tag("whole")
final class ProcessVenueTest extends TestVenueContract {
    @RegisterExtension
    static final TestVenue VENUE = TestVenue.builder()
            .seed(7)
            .manualClock()
            .killable()
            .daybook(Launched.words())
            .build();

    @Override
    TestVenue venue() {
        return VENUE;
    }

    @Test
    void shouldKillTheVenueAfterAnOrderWasTaken(final TestTrader trader) throws Exception {
        VENUE.faults().next(VenueFaults.order().of(trader)).at("after").kill(Duration.ofMillis(100));
        assertThrows(IOException.class, () -> trader.buy("BTC-EUR", "50000", "0.1", "a-1"));
        VENUE.hash(); // waits until the venue is back
        VENUE.await(trader, "a-1", "open");
    }
}
