package io.daybook.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.gateway.fix.message.FixListings;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.sessions.member.SessionSettings;
import io.daybook.sessions.outbox.Histories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SessionDumpTest {
    private static final SessionSettings SELLER = FixVenue.trader(17, 1);
    private static final SessionSettings BUYER = FixVenue.trader(18, 2);

    @TempDir
    private Path folder;

    @Test
    void shouldShowReportsInWordsAndAsTheyWereSent() throws Exception {
        final List<String> words;
        try (FixVenue venue = new FixVenue(folder, SELLER, BUYER)) {
            try (RawFix seller = venue.logon(17)) {
                seller.receive();
                seller.send("35=D|11=s1|55=BTC-EUR|54=2|60=20260101-00:00:00|38=0.012|40=2|44=154000");
                final String sent = seller.receive();
                words = dump(SELLER, false);
                assertEquals(1, words.size(), words::toString);
                final String line = words.get(0);
                assertTrue(
                        line.startsWith("2 " + RawFix.field(sent, 60) + " ExecutionReport(8) AvgPx=0 ClOrdID=s1 "),
                        line);
                assertTrue(line.contains(" ExecType=NEW(0) "), line);
                assertTrue(line.contains(" OrdStatus=NEW(0) "), line);
                assertTrue(line.contains(" Price=154000 Side=SELL(2) Symbol=BTC-EUR "), line);
                final String raw = dump(SELLER, true).get(0);
                assertEquals(bodyOf(sent), bodyOf("|" + raw));
                assertTrue(raw.contains("|34=2|49=DAYBOOK|"), raw);
                seller.send("35=5");
                seller.receive();
            }
            try (RawFix buyer = venue.logon(18)) {
                buyer.receive();
                buyer.send("35=D|11=b1|55=BTC-EUR|54=1|60=20260101-00:00:00|38=0.005|40=2|44=154000");
                buyer.receive();
                buyer.receive();
            }
        }
        final List<String> after = dump(SELLER, false);
        assertEquals(words.get(0), after.get(0));
        assertEquals(2, after.size(), after::toString);
        assertTrue(after.get(1).startsWith("- "), after.get(1));
        assertTrue(after.get(1).contains(" ExecType=TRADE(F) "), after.get(1));
        assertTrue(after.get(1).contains(" LastQty=0.005 "), after.get(1));
        assertTrue(dump(SELLER, true).get(1).contains("|35=8|49=DAYBOOK|"), "a report that was not sent has no 34");
    }

    @Test
    void shouldPassOverWhatIsNotWholeYet() throws Exception {
        try (FixVenue venue = new FixVenue(folder, SELLER);
                RawFix seller = venue.logon(17)) {
            seller.receive();
            seller.send("35=D|11=s1|55=BTC-EUR|54=2|60=20260101-00:00:00|38=0.012|40=2|44=154000");
            seller.receive();
        }
        final List<String> whole = dump(SELLER, false);
        try (Stream<Path> files = Files.walk(folder.resolve("gateway").resolve("17"))) {
            for (final Path each : files.filter(Files::isRegularFile)
                    .filter(path -> path.toString().endsWith(".out") || path.endsWith("numbers"))
                    .toList()) {
                Files.write(each, new byte[] {2, 0, 0, 0, 0, 0, 0, 0, 1}, StandardOpenOption.APPEND);
            }
        }
        assertEquals(whole, dump(SELLER, false));
    }

    @Test
    void shouldNameWhatHasNoMessagesOfFix() {
        final IllegalArgumentException never = assertThrows(IllegalArgumentException.class, () -> dump(SELLER, false));
        assertTrue(String.valueOf(never.getMessage()).contains("session=17"), never.getMessage());
        final SessionSettings tcp =
                SessionSettings.tcp(19, "ALPHA").secrets(FixVenue.SECRET.kept()).build();
        final IllegalArgumentException other = assertThrows(IllegalArgumentException.class, () -> dump(tcp, false));
        assertTrue(String.valueOf(other.getMessage()).contains("session=19 protocol=TCP"), other.getMessage());
    }

    private List<String> dump(final SessionSettings session, final boolean isRaw) throws IOException {
        final List<String> lines = new ArrayList<>();
        new SessionDump(
                        new FileJournalStorage(),
                        folder,
                        Histories.Current.FIRST,
                        new FixListings(List.of(FixVenue.BTC_EUR, FixVenue.BTC_FUT), Map.of()),
                        session)
                .forEachLine(isRaw, lines::add);
        return lines;
    }

    /** The message without its length, sending times and sum. */
    private static String bodyOf(final String message) {
        return message.replaceAll("\\|(9|52|10)=[^|]*", "");
    }
}
