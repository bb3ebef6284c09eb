package io.daybook.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.ExchangeConfig;
import io.daybook.config.ConfigException;
import io.daybook.config.Inputs;
import io.daybook.host.Proves;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Tests the settings of the exchange that every venue has, whatever its file says. */
@Proves("what all venues have of an exchange, whatever their files say")
class VenueSettingTest {
    private static final Path FILE = Path.of("venue", "daybook.toml");
    private static final String VENUE = """
            data = "d"
            members = "m"
            [tcp]
            port = 0
            [exchange]
            """;

    @Test
    void shouldRunAVenueWithWhatWasDecided() throws ConfigException {
        final ExchangeConfig gateway = GatewayConfigReader.read(
                        FILE, bytes(VENUE), Inputs.none(), GatewayConfigReaderTest::passOver)
                .exchange();
        final ExchangeConfig served = GatewayConfigReader.read(
                        FILE, bytes(VENUE), Inputs.none(), (file, folder, data) -> "own")
                .exchange();
        assertEquals(gateway, served);
        assertTrue(gateway.automaticTicks());
        assertFalse(gateway.singleProducer());
        assertFalse(gateway.resetAllowed());
        assertFalse(ExchangeConfig.builder().build().automaticTicks(), "for embedders nothing changes");
    }

    private static byte[] bytes(final String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
