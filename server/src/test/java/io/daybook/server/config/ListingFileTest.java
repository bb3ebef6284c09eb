package io.daybook.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Listing;
import io.daybook.api.SymbolSpec;
import io.daybook.gateway.config.ListingsJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of listings that were made at run time. */
class ListingFileTest {
    @TempDir
    private Path folder;

    private static Listing listing(final String name) throws Exception {
        final String json = """
                {"currency":{"SOL":{"id":4,"decimals":8},"EUR":{"id":2,"decimals":8}},
                "listing":{"%s":{"symbol":5,"base":"SOL","quote":"EUR","tick":"0.01","lot":"0.001"}}}
                """.formatted(name);
        return ListingsJson.read("a test", json.getBytes(StandardCharsets.UTF_8), List.of())
                .get(0);
    }

    @Test
    void shouldStayReadableWhereASymbolIsAskedForAgainUnderAnotherName() throws Exception {
        final ListingFile file = new ListingFile(folder);
        file.add(listing("SOL-EUR"));
        file.add(listing("SOLEUR"));
        assertEquals(List.of(listing("SOLEUR")), file.with(List.of()));
    }

    /** Two currencies with one name would be the same currency after the next start. */
    @Test
    void shouldRefuseWhatTheNextStartWouldReadOtherwiseAndKeepTheFile() throws Exception {
        final ListingFile file = new ListingFile(folder);
        file.add(listing("SOL-EUR"));
        final Listing other = listing("SOL-USD");
        final Listing.Currency euro = new Listing.Currency("EUR", 9, 8);
        final Listing contradiction = Listing.pair(
                "SOL-USD",
                SymbolSpec.exchangePair(6, other.base().id(), euro.id())
                        .lotSize(other.spec().lotSize())
                        .tickValue(other.spec().tickValue())
                        .build(),
                other.base(),
                euro);
        final IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> file.add(contradiction));
        assertTrue(String.valueOf(refused.getMessage()).contains("next start"), refused.getMessage());
        assertEquals(List.of(listing("SOL-EUR")), file.read());
    }
}
