package io.daybook.testkit;

import io.daybook.host.Proves;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The extension with a venue in the JVM of the test, which is reset before each test. */
@Proves("a test in JUnit sets, breaks and reads a venue in its own JVM")
@Tag("whole")
final class InProcessVenueTest extends TestVenueContract {
    @RegisterExtension
    static final TestVenue VENUE = TestVenue.builder()
            .seed(7)
            .manualClock()
            .inProcess()
            .resetEachTest()
            .build();

    @Override
    TestVenue venue() {
        return VENUE;
    }
}
