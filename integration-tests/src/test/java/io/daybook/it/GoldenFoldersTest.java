package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reads, replays and continues folders of earlier versions, and compares the results with those of that time; see
 * {@link FolderFacts}.
 */
@Proves(value = "recorded folders of earlier builds give the same bytes, results and hashes", normal = "30 folders")
@Tag("whole")
class GoldenFoldersTest {
    private static final int FOLDERS = 24;
    private static final int ORDER_FOLDERS = 6;

    @TempDir
    private Path temp;

    static List<GoldenFolder> folders() throws IOException, URISyntaxException {
        final List<GoldenFolder> all = new ArrayList<>(GoldenFolder.all("v1"));
        all.addAll(orderFolders());
        return all;
    }

    static List<GoldenFolder> orderFolders() throws IOException, URISyntaxException {
        return GoldenFolder.all("v3");
    }

    @ParameterizedTest
    @MethodSource("folders")
    void shouldReadWhatAnEarlierVersionWrote(final GoldenFolder golden) throws IOException {
        assertEquals(text(golden.facts(), "read."), text(FolderFacts.read(golden.unpack(temp)), "read."));
    }

    @ParameterizedTest
    @MethodSource("folders")
    void shouldGoOnWithWhatAnEarlierVersionWrote(final GoldenFolder golden) throws IOException {
        assertEquals(text(golden.facts(), "own."), text(FolderFacts.own(golden.unpack(temp)), "own."));
    }

    @ParameterizedTest
    @MethodSource("orderFolders")
    void shouldGoOnWithOrdersThatAnEarlierVersionLeft(final GoldenFolder golden) throws IOException {
        assertEquals(text(golden.facts(), "orders."), text(OrderFacts.of(golden.unpack(temp)), "orders."));
    }

    @Test
    void shouldHaveAllFoldersAndEveryCommandInThem() throws IOException, URISyntaxException {
        final SortedMap<String, Long> types = new TreeMap<>();
        for (final GoldenFolder golden : folders()) {
            final String counts = golden.facts().getOrDefault("read.types", "");
            for (final String count : counts.isEmpty() ? new String[0] : counts.split(" ")) {
                types.merge(
                        count.substring(0, count.indexOf('=')),
                        Long.parseLong(count.substring(count.indexOf('=') + 1)),
                        Long::sum);
            }
        }
        assertEquals(FOLDERS + ORDER_FOLDERS, folders().size());
        assertEquals(18, types.size(), types::toString);
        assertTrue(types.values().stream().allMatch(count -> count >= 5), types::toString);
    }

    /** The facts whose names begin with a prefix, one in each line, so that a failure shows which fact differs. */
    private static String text(final Map<String, String> facts, final String prefix) {
        return facts.entrySet().stream()
                .filter(fact -> fact.getKey().startsWith(prefix))
                .map(fact -> fact.getKey() + "=" + fact.getValue())
                .collect(Collectors.joining("\n"));
    }
}
