package io.daybook.server.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daybook.config.ConfigException;
import io.daybook.config.Inputs;
import io.daybook.gateway.config.VenueFile;
import io.daybook.server.config.ServerSections;
import io.daybook.server.config.ServerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoFolderTest {
    private static final String LINE = "[feed.lineA]\naddress = \"127.0.0.1\"\nport = 9000\n";

    @TempDir
    private Path folder;

    private VenueFile<ServerSettings> read(final String sections) throws ConfigException, IOException {
        final Path file = Files.writeString(
                folder.resolve("daybook.toml"), "data = \"d\"\nmembers = \"m\"\n[http]\nport = 0\n" + sections);
        return ServerSections.read(file, Inputs.of(Map.of(), List.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http.bind=192.0.2.1| bind = '192.0.2.1'; tls.certificate = 'c'; tls.key = 'k'",
                "tcp.bind=192.0.2.1| [tcp]; port = 0; bind = '192.0.2.1'; tls.certificate = 'c'; tls.key = 'k'",
                "fix.bind=192.0.2.1| [fix]; port = 0; bind = '192.0.2.1'; tls.certificate = 'c'; tls.key = 'k'",
                "feed.lineA.address=192.0.2.1| [feed.lineA]; address = '192.0.2.1'; port = 9000",
                "feed.lineB.address=192.0.2.1| L [feed.lineB]; address = '192.0.2.1'; port = 9000",
                "feed.snapshots.address=192.0.2.1| L [feed.snapshots]; address = '192.0.2.1'; port = 9000",
                "feed.requests.bind=192.0.2.1| L [feed.requests]; bind = '192.0.2.1'; port = 9000",
            },
            quoteCharacter = '#')
    void shouldRefuseWhatOthersCouldReach(final String told, final String sections) throws Exception {
        final VenueFile<ServerSettings> config =
                read(sections.replace("L ", LINE).replace("; ", "\n").replace('\'', '"'));
        final DemoException refused = assertThrows(DemoException.class, () -> DemoFolder.requirePrivate(config));
        assertEquals(
                "a demonstration is for this machine only: " + told,
                String.valueOf(refused.getMessage()).split("\\. ", 2)[0]);
    }

    @ParameterizedTest
    @CsvSource({"orders, its bots trade over HTTP", "history, it continues from the last candles"})
    void shouldNeedWhatItsBotsUse(final String key, final String why) throws Exception {
        final VenueFile<ServerSettings> config = read(key + " = false\n");
        assertEquals(
                "a demonstration needs http." + key + " = true: " + why
                        + ". Leave it out, or run daybook serve without --demo",
                assertThrows(DemoException.class, () -> DemoFolder.requirePrivate(config))
                        .getMessage());
    }

    @Test
    void shouldTakeDoorsOfThisMachine() throws Exception {
        DemoFolder.requirePrivate(read("[tcp]\nport = 0\n[fix]\nport = 0\n" + LINE + "[feed.requests]\nport = 9001\n"));
    }
}
