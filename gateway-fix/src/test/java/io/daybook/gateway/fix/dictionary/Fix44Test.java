package io.daybook.gateway.fix.dictionary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import quickfix.DataDictionary;
import quickfix.FieldType;

class Fix44Test {
    private static final String UPSTREAM = "241287bc49b0f5ab4765148fa282d7ebe3fd52fc7bc6d8196be3b967fcbdb7b6";

    private static final String MASS_CANCEL =
            "  <message name=\"OrderMassCancelRequest\" msgtype=\"q\" msgcat=\"app\">\n";
    private static final String ACCOUNT = "    <field name=\"Account\" required=\"N\"/>\n";

    private static String resource() throws IOException {
        try (InputStream in = Fix44.class.getClassLoader().getResourceAsStream(Fix44.RESOURCE)) {
            assertTrue(in != null);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void shouldBeTheStockDictionaryButForTheNoticeAndTwoFields() throws IOException, NoSuchAlgorithmException {
        final String text = resource();
        final String stock = text.substring(text.indexOf("-->\n") + 4)
                .replace(MASS_CANCEL + ACCOUNT, MASS_CANCEL)
                .lines()
                .filter(line -> !line.contains("\"ReservePrice\""))
                .collect(Collectors.joining("\n", "", "\n"));
        final byte[] digest = MessageDigest.getInstance("SHA-256").digest(stock.getBytes(StandardCharsets.UTF_8));
        assertEquals(UPSTREAM, HexFormat.of().formatHex(digest));
        assertTrue(text.contains(UPSTREAM), "the notice must name what the file was");
    }

    @Test
    void shouldCarryTheNoticeThatItsLicenceAsksFor() throws IOException {
        final String notice = "This product includes software developed by quickfixengine.org";
        assertTrue(resource().contains(notice));
        assertTrue(Files.readString(Path.of("..", "THIRD-PARTY-NOTICES.md")).contains(notice));
    }

    @Test
    void shouldKnowTheReservePriceInOrdersAndNowhereElse() {
        final DataDictionary dictionary = Fix44.load();
        assertEquals(FieldType.PRICE, dictionary.getFieldType(Fix44.RESERVE_PRICE));
        assertTrue(dictionary.isMsgField("D", Fix44.RESERVE_PRICE));
        assertTrue(dictionary.isMsgField("G", Fix44.RESERVE_PRICE));
        assertTrue(!dictionary.isMsgField("8", Fix44.RESERVE_PRICE));
    }

    @Test
    void shouldKnowTheAccountInRequestsToCancelAll() {
        assertTrue(Fix44.load().isMsgField("q", 1));
        assertTrue(!Fix44.load().isMsgField("r", 1));
    }

    @Test
    void shouldKnowEveryMessageOfTheDoor() {
        final DataDictionary dictionary = Fix44.load();
        final List<String> spoken = List.of(
                "0", "1", "2", "3", "4", "5", "A", "D", "F", "G", "H", "q", "r", "8", "9", "j", "AF", "V", "W", "X",
                "Y", "x", "y", "g", "h", "AN", "AO", "AP", "BB", "BA");
        spoken.forEach(type -> assertTrue(dictionary.isMsgType(type), type));
    }
}
