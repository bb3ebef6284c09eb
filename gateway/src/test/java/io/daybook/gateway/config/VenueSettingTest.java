package io.daybook.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.ExchangeConfig;
import io.daybook.config.ConfigException;
import io.daybook.config.Inputs;
import io.daybook.host.Proves;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A venue has decided about each setting of an exchange. */
@Proves("each setting of ExchangeConfig has a decision for venues")
class VenueSettingTest {
    private static final Path FILE = Path.of("venue", "daybook.toml");
    private static final String VENUE = """
            data = "d"
            members = "m"
            [tcp]
            port = 0
            [exchange]
            """;

    /** Keys of the section whose setting has another name. */
    private static final String SNAPSHOT_KEYS = "snapshot";

    @Test
    void shouldHaveADecisionForEachSetting() {
        assertEquals(
                Arrays.stream(ExchangeConfig.class.getRecordComponents())
                        .map(RecordComponent::getName)
                        .collect(Collectors.toSet()),
                settings(each -> true),
                "decide what a new setting of an exchange is in a venue");
    }

    @Test
    void shouldHaveAKeyForEachSettingThatTheFileDecides() {
        final Set<String> keys = keys();
        keys.removeIf(key -> key.startsWith(SNAPSHOT_KEYS));
        keys.add("snapshots");
        keys.add("journal"); // the key data at the top
        assertEquals(settings(each -> each.by() == VenueSetting.By.FILE), keys);
    }

    private static Set<String> settings(final Predicate<VenueSetting> filter) {
        return Arrays.stream(VenueSetting.values())
                .filter(filter)
                .map(VenueSetting::setting)
                .collect(Collectors.toSet());
    }

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

    private static Set<String> keys() {
        final String fault = assertThrows(
                        ConfigException.class,
                        () -> GatewayConfigReader.read(
                                FILE, bytes(VENUE + "zzz = 1\n"), Inputs.none(), GatewayConfigReaderTest::passOver))
                .faults()
                .get(0)
                .toString();
        final String known =
                fault.substring(fault.indexOf("Known here: ") + "Known here: ".length(), fault.length() - 1);
        return new TreeSet<>(Arrays.asList(known.split(", ")));
    }

    private static byte[] bytes(final String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
