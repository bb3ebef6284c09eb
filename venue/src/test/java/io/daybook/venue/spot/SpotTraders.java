package io.daybook.venue.spot;

import io.daybook.venue.ServedVenue;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A venue for each test, with two traders with money: anna has bitcoins, and bert has euros. */
abstract class SpotTraders {
    @TempDir
    Path folder;

    ServedVenue venue;
    SpotClient anna;
    SpotClient bert;

    /** The amount of anna's bitcoins. */
    String bitcoins() {
        return "2";
    }

    @BeforeEach
    void startVenue() throws Exception {
        venue = ServedVenue.start(folder);
        venue.user(301, bitcoins(), "1000");
        venue.user(302, "1", "30000");
        anna = SpotClient.of(venue, 301);
        bert = SpotClient.of(venue, 302);
    }

    @AfterEach
    void stopVenue() {
        venue.close();
    }
}
