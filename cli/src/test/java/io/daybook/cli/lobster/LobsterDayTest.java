package io.daybook.cli.lobster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.flow.CsvException;
import io.daybook.flow.FlowUsers;
import io.daybook.flow.RecordedCommands;
import io.daybook.flow.lobster.LobsterDay;
import io.daybook.scenario.ScenarioWriter;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class LobsterDayTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private LobsterDay.Summary summary;

    /** Returns the commands for the events, without comments, setup and times. */
    private List<String> convert(final String messages, final String book) throws IOException {
        final ScenarioWriter writer = new ScenarioWriter(bytes);
        summary = new LobsterDay(7, new RecordedCommands(FlowUsers.MAKER_AND_TAKER, new ScenarioSink(writer)))
                .run(
                        new BufferedReader(new StringReader(messages)),
                        "messages.csv",
                        new BufferedReader(new StringReader(book)),
                        "book.csv");
        writer.flush();
        return bytes.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains("orderId"))
                .map(line -> line.replaceAll("\"cmd\":|\"uid\":|\"symbol\":7,|\"timestamp\":\\d+|[{}\"]", ""))
                .toList();
    }

    @Test
    void shouldSeedTheBookAsItWasBeforeTheFirstEvent() throws IOException {
        final List<String> lines = convert(
                "34200.000000001,1,11,18,5853300,1\n",
                "5859400,200,5853300,18,5859800,30,5853000,150,9999999999,0,-9999999999,0\n");
        assertEquals(
                List.of(
                        "place,1,orderId:1000000000000,side:ASK,type:GTC,price:5859400,size:200,",
                        "place,1,orderId:1000000000001,side:ASK,type:GTC,price:5859800,size:30,",
                        "place,1,orderId:1000000000002,side:BID,type:GTC,price:5853000,size:150,",
                        "place,1,orderId:11,side:BID,type:GTC,price:5853300,size:18,cookie:1,"),
                lines);
        assertEquals(3, summary.seeds());
        assertTrue(bytes.toString(StandardCharsets.UTF_8).contains("\"timestamp\":34200000000001"));
    }

    @Test
    void shouldPutBackWhatTheFirstEventTookOff() throws IOException {
        final List<String> lines = convert("1,3,11,18,100,-1\n", "100,200,9900,18\n");
        assertEquals("place,1,orderId:1000000000000,side:ASK,type:GTC,price:100,size:218,", lines.get(0));
        assertEquals("reduce,1,orderId:1000000000000,size:18,cookie:1,", lines.get(2));
    }

    @Test
    void shouldPlayEachKindOfEvent() throws IOException {
        final List<String> lines = convert("""
                1.5,1,11,18,5853300,1
                2,2,11,3,5853300,1
                3,4,11,5,5853300,1
                4,3,11,10,5853300,1
                5,4,99,7,5859400,-1
                6,2,98,1,5859400,-1
                7,3,97,2,5859400,-1
                8,5,0,10,5853350,1
                9,7,0,0,-1,-1
                10,3,96,4,1000000,-1
                11,4,95,4,1000000,-1
                """, "5859400,200,5853300,18\n");
        assertEquals(
                List.of(
                        "place,1,orderId:1000000000000,side:ASK,type:GTC,price:5859400,size:200,",
                        "place,1,orderId:11,side:BID,type:GTC,price:5853300,size:18,cookie:1,",
                        "reduce,1,orderId:11,size:3,cookie:2,",
                        "place,2,orderId:1000000000001,side:ASK,type:IOC,price:5853300,size:5,cookie:3,",
                        "cancel,1,orderId:11,cookie:4,",
                        "place,2,orderId:1000000000002,side:BID,type:IOC,price:5859400,size:7,cookie:5,",
                        "reduce,1,orderId:1000000000000,size:1,cookie:6,",
                        "reduce,1,orderId:1000000000000,size:2,cookie:7,",
                        "cancel,1,orderId:96,cookie:10,",
                        "place,2,orderId:1000000000003,side:BID,type:IOC,price:1000000,size:4,cookie:11,"),
                lines);
        assertEquals(new LobsterDay.Summary(1, 11, 1, 3, 2, 3, 1, 1, 2, 1), summary);
    }

    @Test
    void shouldKeepPricesOfATenthOfACent() throws IOException {
        final List<String> lines = convert("1,1,11,18,101,1\n2,4,11,18,101,1\n", "150,2,101,18\n");
        assertEquals("place,1,orderId:1000000000000,side:ASK,type:GTC,price:150,size:2,", lines.get(0));
        assertEquals("place,1,orderId:11,side:BID,type:GTC,price:101,size:18,cookie:1,", lines.get(1));
        assertEquals("place,2,orderId:1000000000001,side:ASK,type:IOC,price:101,size:18,cookie:2,", lines.get(2));
    }

    @Test
    void shouldLeaveOutByteOrderMarkAndBlankLinesAtTheEnd() throws IOException {
        convert("\uFEFF1,1,11,18,100,1\r\n2,3,11,18,100,1\r\n\r\n \n", "\uFEFF200,2,100,18\n200,2,0,0\n\n");
        assertEquals(new LobsterDay.Summary(1, 2, 1, 0, 1, 0, 0, 0, 0, 2), summary);
    }

    @Test
    void shouldNameFileLineAndColumnOfWhatItCannotRead() {
        assertFormatError("", "1,2,3,4", "messages.csv is empty");
        assertFormatError("1,1,11,18,5853300,1", "", "book.csv is empty");
        assertFormatError("1,1,11,18,5853300", "1,2,3,4", "messages.csv, line 1: 5 columns; expected 6");
        assertFormatError(
                "1,1,11,18,100,1\n1,1,11,x,100,1", "100,2,300,4", "messages.csv, line 2, column 4 (size): \"x\"");
        assertFormatError("1,9,11,18,100,1", "100,2,300,4", "column 2 (type): \"9\"; expected 1 to 7");
        assertFormatError("1,1,11,18,100,0", "100,2,300,4", "(direction): \"0\"; expected 1 or -1");
        assertFormatError("soon,1,11,18,100,1", "100,2,300,4", "(time): \"soon\"");
        assertFormatError("1,1,11,18,1.5,1", "100,2,300,4", "(price): \"1.5\"; expected an integer");
        assertFormatError("1,1,11,18,100,1", "x,2,300,4", "book.csv, line 1, column 1 (price)");
        assertFormatError("1,1,11,18,100,1\n \n2,1,12,18,100,1", "100,2,300,4", "messages.csv, line 2: a blank line");
        assertFormatError("\uFEFF\n", "100,2,300,4", "messages.csv is empty");
        assertFormatError(
                "1e999999999,1,11,18,100,1",
                "100,2,300,4",
                "column 1 (time): \"1e999999999\"; expected a decimal number");
    }

    private void assertFormatError(final String messages, final String book, final String part) {
        final CsvException error = assertThrows(CsvException.class, () -> convert(messages, book));
        assertTrue(error.getMessage().contains(part), error::getMessage);
    }

    @Test
    void shouldConvertTheSample() throws IOException {
        final Path sample = Path.of(System.getProperty("daybook.root"), "examples", "lobster");
        final List<String> lines = convert(
                Files.readString(sample.resolve("messages.csv")), Files.readString(sample.resolve("orderbook.csv")));
        assertEquals(new LobsterDay.Summary(18, 100, 56, 17, 12, 9, 5, 1, 0, 100), summary);
        assertEquals(18 + 100 - 5 - 1, lines.size());
    }
}
