package io.daybook.gateway.fix;

import static io.daybook.gateway.fix.RawFix.fields;
import static io.daybook.gateway.fix.RawFix.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.SymbolSpec;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the door from outside. */
final class FixGatewayTest {
    @TempDir
    private Path folder;

    private FixVenue venue;

    private FixVenue start() {
        venue = new FixVenue(folder, FixVenue.trader(17, 1), FixVenue.trader(18, 2));
        return venue;
    }

    @AfterEach
    void close() {
        venue.close();
    }

    @Test
    void shouldAnswerALogon() throws Exception {
        try (RawFix client = start().logon(17)) {
            assertEquals("35=A 34=1 108=300", fields(client.receive(), 35, 34, 108));
        }
    }

    @Test
    void shouldCloseWithoutAWordWhereTheSecretIsWrong() throws Exception {
        start();
        try (RawFix client = new RawFix(venue.port(), "S17", "DAYBOOK")) {
            client.send("35=A|98=0|108=30|553=17|554=wrong");
            assertNull(client.receive());
        }
        try (RawFix client = venue.logon(17)) {
            assertEquals("35=A 34=1", fields(client.receive(), 35, 34), "its numbers are unchanged");
        }
    }

    @Test
    void shouldTrade() throws Exception {
        start();
        try (RawFix seller = venue.logon(17);
                RawFix buyer = venue.logon(18)) {
            seller.receive();
            buyer.receive();
            seller.send(order("s1", 2, "0.012", "154000"));
            final String rests = seller.receive();
            assertEquals(
                    "35=8 34=2 150=0 39=0 11=s1 38=0.012 151=0.012 14=0.000 44=154000 55=BTC-EUR",
                    fields(rests, 35, 34, 150, 39, 11, 38, 151, 14, 44, 55));
            buyer.send(order("b1", 1, "0.005", "154010"));
            assertEquals("150=0 39=0 151=0.005", fields(buyer.receive(), 150, 39, 151));
            assertEquals(
                    "150=F 39=2 151=0.000 14=0.005 32=0.005 31=154000 6=154000 851=2",
                    fields(buyer.receive(), 150, 39, 151, 14, 32, 31, 6, 851));
            assertEquals(
                    "150=F 39=1 151=0.007 14=0.005 32=0.005 31=154000 851=1 11=s1",
                    fields(seller.receive(), 150, 39, 151, 14, 32, 31, 851, 11));
            seller.send("35=G|11=s2|41=s1|55=BTC-EUR|54=2|60=20260101-00:00:00|38=0.010|40=2|44=155000");
            assertEquals(
                    "150=5 39=1 11=s2 41=s1 38=0.010 151=0.005 14=0.005 44=155000",
                    fields(seller.receive(), 150, 39, 11, 41, 38, 151, 14, 44));
            seller.send("35=F|11=s3|41=s2|55=BTC-EUR|54=2|60=20260101-00:00:00");
            assertEquals(
                    "150=4 39=4 11=s3 41=s2 38=0.010 151=0.000 14=0.005",
                    fields(seller.receive(), 150, 39, 11, 41, 38, 151, 14));
            seller.send("35=F|11=s4|41=s2|55=BTC-EUR|54=2|60=20260101-00:00:00");
            assertEquals("35=9 102=0 39=4 434=1 11=s4 41=s2", fields(seller.receive(), 35, 102, 39, 434, 11, 41));
            seller.send(order("s5", 2, "0.012", "154005"));
            final String refused = seller.receive();
            assertEquals("150=8 39=8 103=99 11=s5 151=0", fields(refused, 150, 39, 103, 11, 151));
            assertTrue(RawFix.field(refused, 58).contains("price is not a multiple of 10"), RawFix.field(refused, 58));
            seller.send(order("s5", 2, "0.012", "154000"));
            assertEquals("150=8 103=6", fields(seller.receive(), 150, 103));
        }
    }

    @Test
    void shouldGoOnAfterARestart() throws Exception {
        start();
        try (RawFix seller = venue.logon(17)) {
            seller.receive();
            seller.send(order("s1", 2, "0.012", "154000"));
            assertEquals("34=2 150=0", fields(seller.receive(), 34, 150));
            seller.send("35=5");
            assertEquals("34=3 35=5", fields(seller.receive(), 34, 35));
        }
        venue.awaitEnds(17, 1);
        venue.close();
        start();
        try (RawFix buyer = venue.logon(18)) {
            buyer.receive();
            buyer.send(order("b1", 1, "0.005", "154000"));
            assertEquals("150=0", fields(buyer.receive(), 150));
            assertEquals("150=F", fields(buyer.receive(), 150));
        }
        try (RawFix seller = venue.logon(17, 4, "")) {
            assertEquals("35=A 34=4", fields(seller.receive(), 35, 34), "a report that was not sent used no number");
            assertEquals("34=5 150=F 14=0.005 43=null", fields(seller.receive(), 34, 150, 14, 43));
            seller.send("35=2|7=2|16=2");
            assertEquals("34=2 35=8 150=0 43=Y", fields(seller.receive(), 34, 35, 150, 43));
        }
    }

    /** Decimals would become numbers of lots and ticks that the member does not mean. */
    @Test
    void shouldTakeNoOrderWhereAListingContradictsItsSymbol() throws Exception {
        try (RawFix client = start().logon(17)) {
            client.receive();
            client.send(order("s1", 2, "0.012", "154000"));
            assertEquals("150=0 11=s1", fields(client.receive(), 150, 11));
            assertTrue(venue.listed.contradict(unitsOfALog(10).build()));
            client.send(order("s1", 2, "0.012", "154000").replace("35=D", "35=D|97=Y")); // was already answered
            client.send(order("s2", 2, "0.012", "154000"));
            final String refused = client.receive();
            assertEquals("35=j 45=4 372=D 380=4", fields(refused, 35, 45, 372, 380));
            assertTrue(RawFix.field(refused, 58).contains("BTC-EUR is listed with other lots or ticks"), refused);
            client.send("35=G|11=s3|41=s1|55=BTC-EUR|54=2|60=20260101-00:00:00|38=0.010|40=2|44=155000");
            assertEquals("35=j 372=G 380=4", fields(client.receive(), 35, 372, 380));
            client.send("35=H|11=s1|55=BTC-EUR|54=2");
            final String units = "38=0.0012 44=1540000";
            assertEquals("150=I 151=0.0012 " + units, fields(client.receive(), 150, 151, 38, 44));
            client.send("35=F|11=s4|41=s1|55=BTC-EUR|54=2|60=20260101-00:00:00");
            assertEquals("150=4 11=s4 41=s1 " + units, fields(client.receive(), 150, 11, 41, 38, 44));
        }
    }

    /** A symbol whose lots are a tenth of those in the listing of BTC-EUR. */
    private static SymbolSpec.Builder unitsOfALog(final int base) {
        return SymbolSpec.exchangePair(1, base, 20).lotSize(10_000).tickValue(1).feesPerLot(2, 1);
    }

    /** A report with wrong numbers would be worse than none, so it is sent once the listing is right. */
    @Test
    void shouldHoldBackWhatItCannotTellInTheUnitsOfTheExchange() throws Exception {
        try (RawFix client = start().logon(17)) {
            client.receive();
            client.send(order("s1", 2, "0.012", "154000"));
            assertEquals("34=2 150=0", fields(client.receive(), 34, 150));
            assertFalse(venue.listed.contradict(unitsOfALog(11).build()), "no listing has the currency 11");
            client.send("35=H|11=s1|55=BTC-EUR|54=2");
            final String untold = client.receive();
            assertEquals("35=j 372=H 380=4", fields(untold, 35, 372, 380));
            assertTrue(RawFix.field(untold, 58).contains("BTC-EUR is listed with other units"), untold);
            client.send("35=AF|584=all|585=7");
            assertEquals("35=j 372=AF 380=4", fields(client.receive(), 35, 372, 380));
            client.send("35=F|11=s2|41=s1|55=BTC-EUR|54=2|60=20260101-00:00:00");
            final String end = client.receive();
            assertEquals("35=5", fields(end, 35));
            assertTrue(RawFix.field(end, 58).contains("the venue must mend its listing"), end);
            assertNull(client.receive());
        }
        venue.awaitEnd(17, "UNTOLD");
        venue.close();
        start();
        try (RawFix client = venue.logon(17, 6, "")) {
            assertEquals("35=A", fields(client.receive(), 35));
            assertEquals("150=4 11=s2 38=0.012 44=154000", fields(client.receive(), 150, 11, 38, 44));
        }
    }
}
