package io.daybook.testvenue;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** One venue for all tests of a class, which is reset before each test that finds it changed. */
abstract class OnOneVenue {
    static Running venue;
    private static String fresh;

    @BeforeAll
    static void start() throws Exception {
        venue = new Running(TestVenueSettings.ofSeed(7));
        fresh = state();
    }

    @AfterAll
    static void end() throws Exception {
        venue.close();
    }

    @BeforeEach
    void reset() throws Exception {
        if (!fresh.equals(state())) {
            venue.control("POST", "/reset", "{}");
        }
    }

    /** The state that a test may have changed: the exchange, faults, and the list of requests. */
    private static String state() throws Exception {
        return venue.control("GET", "/hash", "")
                + venue.control("GET", "/faults", "")
                + venue.control("GET", "/requests", "");
    }
}
