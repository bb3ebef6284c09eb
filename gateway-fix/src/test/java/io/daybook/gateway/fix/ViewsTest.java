package io.daybook.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.host.Proves;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import quickfix.Group;
import quickfix.Message;
import quickfix.field.MsgType;

/** Tests lists and reports with a QuickFIX/J client that has the stock dictionary. */
@Proves("stock FIX clients trade, with TLS too, and see lists and reports")
@Timeout(300)
@Tag("whole")
final class ViewsTest {
    @TempDir
    private Path folder;

    static Message request(final String type, final String... fields) {
        final Message message = new Message();
        message.getHeader().setString(MsgType.FIELD, type);
        for (final String field : fields) {
            final int equals = field.indexOf('=');
            message.setString(Integer.parseInt(field.substring(0, equals)), field.substring(equals + 1));
        }
        return message;
    }

    private static String fields(final Message message, final int... tags) throws Exception {
        final List<String> values = new ArrayList<>(List.of(StockInitiator.type(message)));
        for (final int tag : tags) {
            values.add(message.isSetField(tag) ? message.getString(tag) : "-");
        }
        return String.join(" ", values);
    }

    @Test
    void shouldListWhatIsTraded() throws Exception {
        try (FixVenue venue = new FixVenue(folder, FixVenue.trader(17, 1));
                StockInitiator client = venue.connect(17, folder)) {
            client.send(request("x", "320=L", "559=4"));
            final Message all = client.receive();
            assertEquals("y L L-1 0 2 Y", fields(all, 320, 322, 560, 393, 893));
            final Group pair = all.getGroups(146).get(0);
            assertEquals(
                    "BTC-EUR EUR 0.001 0.001",
                    pair.getString(55) + " " + pair.getString(15) + " " + pair.getString(561) + " "
                            + pair.getString(562));
            assertEquals("tick=10", pair.getGroups(870).get(0).getString(872));
            assertEquals("base=BTC", pair.getGroups(870).get(1).getString(872));
            assertEquals("FUT", all.getGroups(146).get(1).getString(167));

            client.send(request("x", "320=M", "559=0", "55=BTC-FUT"));
            assertEquals("y M 0 1", fields(client.receive(), 320, 560, 393));
            client.send(request("x", "320=N", "559=0", "55=NONE"));
            assertEquals("y N 2 0", fields(client.receive(), 320, 560, 393));
            client.send(request("x", "320=O", "559=2"));
            assertEquals("y O 5 0", fields(client.receive(), 320, 560, 393));
            assertTrue(client.refusals().isEmpty(), () -> client.refusals().toString());
        }
    }

    @Test
    void shouldTellTheStateOfSymbols() throws Exception {
        try (FixVenue venue = new FixVenue(folder, FixVenue.trader(17, 1));
                StockInitiator client = venue.connect(17, folder)) {
            client.send(request("g", "335=S", "263=0"));
            assertEquals("h S BTC-EUR 2", fields(client.receive(), 335, 336, 340));
            assertEquals("h S BTC-FUT 2", fields(client.receive(), 335, 336, 340));
            client.send(request("g", "335=T", "263=1", "336=BTC-FUT"));
            assertEquals("h T BTC-FUT 2", fields(client.receive(), 335, 336, 340));
            client.send(request("g", "335=U", "263=0", "336=NONE"));
            assertEquals("h U NONE 6 1", fields(client.receive(), 335, 336, 340, 567));
            assertTrue(client.refusals().isEmpty(), () -> client.refusals().toString());
        }
    }

    @Test
    void shouldReportPositionsAndMoney() throws Exception {
        try (FixVenue venue = new FixVenue(folder, FixVenue.trader(17, 1), FixVenue.trader(18, 2));
                StockInitiator client = venue.connect(17, folder);
                StockInitiator other = venue.connect(18, folder)) {
            final String[] all = {"724=0", "1=A1", "581=1", "715=20260101", "60=20260101-00:00:00"};
            client.send(request("AN", with("710=P", all)));
            assertEquals("AO P-0 P 2 0 0 A1", fields(client.receive(), 721, 710, 728, 729, 727, 1));
            venue.submit(PlaceOrder.gtc(1, 2, 1, Side.BID, 500, 3));
            venue.submit(PlaceOrder.gtc(2, 2, 2, Side.ASK, 500, 3));
            client.send(request("AN", with("710=Q", all)));
            assertEquals("AO Q-0 Q 0 0 1 A1", fields(client.receive(), 721, 710, 728, 729, 727, 1));
            final Message position = client.receive();
            assertEquals("AP Q-1 BTC-FUT EUR 500 20260101", fields(position, 721, 55, 15, 730, 715));
            assertEquals(
                    "TQ 3",
                    position.getGroups(702).get(0).getString(703) + " "
                            + position.getGroups(702).get(0).getString(704));
            assertEquals(
                    "TVAR 0.00",
                    position.getGroups(753).get(0).getString(707) + " "
                            + position.getGroups(753).get(0).getString(708));
            other.send(request("AN", with("710=Q", "724=0", "1=A2", "581=1", "715=20260101", "60=20260101-00:00:00")));
            other.receive();
            assertEquals("3", other.receive().getGroups(702).get(0).getString(705));

            client.send(request("AN", with("710=R", "724=0", "1=A2", "581=1", "715=20260101", "60=20260101-00:00:00")));
            assertEquals("AO R 3 2", fields(client.receive(), 710, 728, 729));
            client.send(request("AN", with("710=S", "724=1", "1=A1", "581=1", "715=20260101", "60=20260101-00:00:00")));
            assertEquals("AO S 4 2", fields(client.receive(), 710, 728, 729));

            client.send(request("BB", "909=C", "1=A1"));
            assertEquals(
                    "BA C C-1 3 2 N A1 BTC 10000.00000000 10000.00000000 10000.00000000",
                    fields(client.receive(), 909, 908, 910, 911, 912, 1, 15, 901, 900, 899));
            assertEquals(
                    "BA C C-2 3 2 Y A1 EUR 10000000000.00 10000000000.00 9999999970.00",
                    fields(client.receive(), 909, 908, 910, 911, 912, 1, 15, 901, 900, 899));
            client.send(request("BB", "909=D", "1=A2"));
            assertEquals("BG D 4 9", fields(client.receive(), 909, 945, 946));
            client.send(request("BB", "909=E", "263=1"));
            assertEquals("BG E 4 8", fields(client.receive(), 909, 945, 946));
            assertTrue(client.refusals().isEmpty(), () -> client.refusals().toString());
        }
    }

    private static String[] with(final String first, final String... rest) {
        final List<String> fields = new ArrayList<>(List.of(first));
        fields.addAll(List.of(rest));
        return fields.toArray(String[]::new);
    }
}
