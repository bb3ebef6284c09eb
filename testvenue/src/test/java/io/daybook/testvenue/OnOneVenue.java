package io.daybook.testvenue;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** One venue for all tests of a class, which begins anew before each. */
abstract class OnOneVenue {
    static Running venue;

    @BeforeAll
    static void start() throws Exception {
        venue = new Running(TestVenueSettings.ofSeed(7));
    }

    @AfterAll
    static void end() throws Exception {
        venue.close();
    }

    @BeforeEach
    void reset() throws Exception {
        venue.control("POST", "/reset", "{}");
    }
}
