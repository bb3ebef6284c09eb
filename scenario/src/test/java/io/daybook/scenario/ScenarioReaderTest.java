package io.daybook.scenario;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.AddSymbols;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.CommandType;
import io.daybook.api.FeeType;
import io.daybook.api.Limits;
import io.daybook.api.MassCancel;
import io.daybook.api.MoveOrder;
import io.daybook.api.Nop;
import io.daybook.api.OrderBookQuery;
import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PersistSnapshot;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Query;
import io.daybook.api.ReduceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.Reset;
import io.daybook.api.ResumeUser;
import io.daybook.api.SetUser;
import io.daybook.api.Side;
import io.daybook.api.StateHashQuery;
import io.daybook.api.StpMode;
import io.daybook.api.SuspendUser;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Term;
import io.daybook.api.Tick;
import io.daybook.api.TotalsReportQuery;
import io.daybook.api.UserReportQuery;
import io.daybook.api.UserSetting;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioReaderTest {
    private static final String PLACE =
            "{\"cmd\":\"place\",\"uid\":1,\"symbol\":2,\"orderId\":3,\"side\":\"BID\",\"type\":\"GTC\",\"price\":4,"
                    + "\"size\":5}";

    private final ScenarioReader reader = new ScenarioReader();

    private ScenarioLine read(final String text) throws BadLineException {
        final byte[] bytes = ("xx" + text + "yy").getBytes(StandardCharsets.UTF_8);
        return reader.read(bytes, 2, bytes.length - 4);
    }

    private Command command(final String text) throws BadLineException {
        return ((ScenarioLine.Send) read(text)).command();
    }

    private Query<?> query(final String text) throws BadLineException {
        return ((ScenarioLine.Ask) read(text)).query();
    }

    @Test
    void shouldReadEveryCommand() throws BadLineException {
        assertEquals(
                new PlaceOrder(1, 2, 3, Side.ASK, OrderType.POST_ONLY, 4, 0, 5),
                command("{\"size\":5,\"price\":4,\"type\":\"POST_ONLY\",\"side\":\"ASK\",\"orderId\":3,\"symbol\":2,"
                        + "\"uid\":1,\"cmd\":\"place\"}"));
        assertEquals(
                new PlaceOrder(1, 2, 3, Side.BID, OrderType.GTC, 4, 9, 5),
                command(PLACE.replace("\"size\"", "\"reservePrice\":9,\"size\"")));
        assertEquals(
                new MoveOrder(1, 2, 3, 4),
                command("{\"cmd\":\"move\",\"uid\":1,\"symbol\":2,\"orderId\":3,\"price\":4}"));
        assertEquals(
                new ReduceOrder(1, 2, 3, 4),
                command("{\"cmd\":\"reduce\",\"uid\":1,\"symbol\":2,\"orderId\":3,\"size\":4}"));
        assertEquals(new CancelOrder(1, 2, 3), command("{\"cmd\":\"cancel\",\"uid\":1,\"symbol\":2,\"orderId\":3}"));
        assertEquals(
                new AdjustBalance(1, 2, -3, 4),
                command("{\"cmd\":\"adjust\",\"uid\":1,\"currency\":2,\"amount\":-3,\"txid\":4}"));
        assertEquals(new AddUser(7), command("{\"cmd\":\"add_user\",\"uid\":7}"));
        assertEquals(new SuspendUser(7), command("{\"cmd\":\"suspend_user\",\"uid\":7}"));
        assertEquals(new ResumeUser(7), command("{\"cmd\":\"resume_user\",\"uid\":7}"));
        assertEquals(
                AddAccounts.of(Map.of(401L, Map.of(20, 100000L, 10, 5L), 402L, Map.of())),
                command("{\"cmd\":\"add_accounts\",\"accounts\":{\"401\":{\"20\":100000,\"10\":5},\"402\":{}}}"));
        assertEquals(new PersistSnapshot(), command("{\"cmd\":\"snapshot\"}"));
        assertEquals(new Nop(), command("  { \"cmd\" : \"nop\" }\t"));
        assertEquals(new Reset(), command("{\"\\u0063md\":\"re\\u0073et\"}"));
    }

    @Test
    void shouldReadCommandsOnConditionalOrders() throws BadLineException {
        assertEquals(
                new ReplaceOrder(1, 2, 3, 0, 4, 5, 0, 0, 0),
                command("{\"cmd\":\"replace\",\"uid\":1,\"symbol\":2,\"orderId\":3,\"price\":4,\"size\":5}"));
        assertEquals(
                new ReplaceOrder(1, 2, 3, 9, 4, 5, 6, 7, 8),
                command("{\"cmd\":\"replace\",\"uid\":1,\"symbol\":2,\"orderId\":3,\"price\":4,\"size\":5,"
                        + "\"reservePrice\":6,\"trigger\":7,\"stopPrice\":8,\"newOrderId\":9}"));
        assertEquals(new MassCancel(0, 0, null, false, false), command("{\"cmd\":\"mass_cancel\"}"));
        assertEquals(
                new MassCancel(1, 2, Side.ASK, true, true),
                command("{\"cmd\":\"mass_cancel\",\"uid\":1,\"symbol\":2,\"side\":\"ASK\",\"flagged\":true,"
                        + "\"suspend\":true}"));
        assertEquals(
                new MassCancel(1, 0, null, false, false),
                command("{\"cmd\":\"mass_cancel\",\"uid\":1,\"flagged\":false,\"suspend\":false}"));
        assertEquals(new Tick(7), command("{\"cmd\":\"tick\",\"symbol\":7}"));
        assertEquals(
                new SetUser(
                        1,
                        Map.of(
                                UserSetting.STP_MODE,
                                (long) StpMode.CANCEL_MAKER.code(),
                                UserSetting.STP_GROUP,
                                -4L,
                                UserSetting.MAX_OPEN_ORDERS,
                                100L)),
                command("{\"cmd\":\"set_user\",\"uid\":1,\"set\":{\"maxOpenOrders\":100,\"stpMode\":\"CANCEL_MAKER\","
                        + "\"stpGroup\":-4}}"));
        assertEquals(new SetUser(1, Map.of()), command("{\"cmd\":\"set_user\",\"uid\":1,\"set\":{}}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"trigger\":105,\"when\":\"RISES\"| TRIGGER=105, WHEN=1",
                "\"when\":\"FALLS\",\"triggerBy\":\"LAST\"| WHEN=2, TRIGGER_BY=1",
                "\"triggerBy\":\"MARK\",\"stopPrice\":0| TRIGGER_BY=2, STOP_PRICE=0",
                "\"trail\":10,\"trailStep\":-2| TRAIL=10, TRAIL_STEP=-2",
                "\"display\":0,\"minSize\":9223372036854775807| DISPLAY=0, MIN_SIZE=9223372036854775807",
                "\"slippage\":0,\"slide\":true,\"flagged\":false| SLIPPAGE=0, SLIDE=1, FLAGGED=0",
                "\"expireAt\":7,\"day\":true,\"reduceOnly\":true| EXPIRE_AT=7, DAY=1, REDUCE_ONLY=1",
                "\"stp\":\"DECREMENT\"| STP=5",
                "\"stp\":99,\"when\":-1,\"slide\":2| WHEN=-1, SLIDE=2, STP=99",
                "\"exit\":{\"orderId\":9}| EXIT_ORDER_ID=9, EXIT_PRICE=0, EXIT_TRIGGER=0, EXIT_STOP_PRICE=0",
                "\"exit\":{\"price\":1,\"stopPrice\":3,\"trigger\":2,\"orderId\":9}| "
                        + "EXIT_ORDER_ID=9, EXIT_PRICE=1, EXIT_TRIGGER=2, EXIT_STOP_PRICE=3"
            })
    void shouldReadTerms(final String keys, final String terms) throws BadLineException {
        final PlaceOrder order = (PlaceOrder) command(PLACE.replace("\"size\":5", "\"size\":5," + keys));
        assertEquals("OrderTerms[" + terms + "]", order.terms().toString());
        assertEquals(command(PLACE), order.withTerms(OrderTerms.NONE)); // no term of the line before must stay
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"trigger\":1,\"trigger\":1| duplicate key \"trigger\"",
                "\"trigger\":\"1\"| key \"trigger\": found the string \"1\"",
                "\"when\":\"UP\"| key \"when\": unknown value \"UP\"; expected one of [RISES, FALLS]",
                "\"when\":1| key \"when\": found 1; expected one of [RISES, FALLS]",
                "\"stp\":true| key \"stp\": found true; expected a name",
                "\"slide\":1| key \"slide\": found 1; expected true or false",
                "\"flagged\":\"true\"| key \"flagged\": found the string \"true\"",
                "\"exit\":{}| missing key \"orderId\" in \"exit\"",
                "\"exit\":7| key \"exit\": found 7; expected an object with orderId, price, trigger and stopPrice",
                "\"exit\":{\"orderId\":1,\"uid\":1}| unknown key \"uid\" in \"exit\"",
                "\"exit\":{\"orderId\":1,\"exit\":{}}| unknown key \"exit\" in \"exit\"",
                "\"exit\":{\"orderId\":1,\"orderId\":1}| duplicate key \"orderId\"",
                "\"newOrderId\":1| unknown key \"newOrderId\" in \"place\"",
                "\"suspend\":true| unknown key \"suspend\" in \"place\""
            })
    void shouldRefuseTermsThatTheFormatDoesNotAllow(final String keys, final String part) {
        final BadLineException refused =
                assertThrows(BadLineException.class, () -> read(PLACE.replace("\"size\":5", "\"size\":5," + keys)));
        assertTrue(String.valueOf(refused.getMessage()).startsWith(part), refused::getMessage);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"mass_cancel\",\"flagged\":2| key \"flagged\": found 2",
                "\"mass_cancel\",\"orderId\":2| unknown key \"orderId\" in \"mass_cancel\"",
                "\"tick\"| missing key \"symbol\" in \"tick\"",
                "\"replace\",\"uid\":1,\"symbol\":1,\"orderId\":1,\"price\":1| missing key \"size\" in \"replace\"",
                "\"set_user\",\"uid\":1| missing key \"set\" in \"set_user\"",
                "\"set_user\",\"uid\":1,\"set\":{\"x\":1}| unknown key \"x\" in \"set\"",
                "\"set_user\",\"uid\":1,\"set\":{\"stpGroup\":1,\"stpGroup\":1}| duplicate key \"stpGroup\" in \"set\"",
                "\"set_user\",\"uid\":1,\"set\":{\"stpGroup\":\"1\"}| key \"set / stpGroup\": found the string \"1\"",
                "\"set_user\",\"uid\":1,\"set\":{\"stpMode\":\"ALL\"}| key \"set / stpMode\": unknown value \"ALL\"",
                "\"set_user\",\"uid\":1,\"set\":[]| key \"set\": found a list; expected an object of settings"
            })
    void shouldRefuseCommandsThatTheFormatDoesNotAllow(final String rest, final String part) {
        final BadLineException refused = assertThrows(BadLineException.class, () -> read("{\"cmd\":" + rest + "}"));
        assertTrue(String.valueOf(refused.getMessage()).startsWith(part), refused::getMessage);
    }

    @Test
    void shouldReadSymbolsWithTheirDefaults() throws BadLineException {
        final String keys = "\"type\":\"EXCHANGE_PAIR\",\"base\":10,\"quote\":20,\"lotSize\":1000,\"tickValue\":10";
        final SymbolSpec plain = SymbolSpec.exchangePair(1, 10, 20)
                .lotSize(1000)
                .tickValue(10)
                .prices(1, Limits.MAX_PRICE)
                .build();
        assertEquals(new AddSymbol(plain), command("{\"cmd\":\"add_symbol\",\"symbol\":1," + keys + "}"));
        assertEquals(FeeType.PER_LOT, plain.feeType());
        final SymbolSpec future = new SymbolSpec(
                2,
                io.daybook.api.SymbolType.FUTURES_CONTRACT,
                11,
                20,
                1,
                5,
                FeeType.PROPORTIONAL,
                3,
                1,
                500,
                600,
                7,
                9);
        assertEquals(
                new AddSymbols(List.of(plain, future)),
                command("{\"cmd\":\"add_symbols\",\"symbols\":[{\"symbol\":1," + keys + "},{\"symbol\":2,"
                        + "\"type\":\"FUTURES_CONTRACT\",\"base\":11,\"quote\":20,\"lotSize\":1,\"tickValue\":5,"
                        + "\"feeType\":\"PROPORTIONAL\",\"takerFee\":3,\"makerFee\":1,\"marginBuy\":500,"
                        + "\"marginSell\":600,\"minPrice\":7,\"maxPrice\":9}]}"));
        assertEquals(new AddSymbols(List.of()), command("{\"cmd\":\"add_symbols\",\"symbols\":[]}"));
    }

    @Test
    void shouldReadEveryQuery() throws BadLineException {
        assertEquals(new OrderBookQuery(1, 0), query("{\"cmd\":\"book\",\"symbol\":1}"));
        assertEquals(new OrderBookQuery(1, -3), query("{\"cmd\":\"book\",\"symbol\":1,\"depth\":-3}"));
        assertEquals(new UserReportQuery(5), query("{\"cmd\":\"user_report\",\"uid\":5}"));
        assertEquals(UserReportQuery.accounts(5), query("{\"cmd\":\"user_report\",\"uid\":5,\"maxOrders\":0}"));
        assertEquals(
                new UserReportQuery(5, 1_024, 7, 9),
                query("{\"cmd\":\"user_report\",\"uid\":5,\"afterSymbol\":7,\"afterOrderId\":9}"));
        assertEquals(new TotalsReportQuery(), query("{\"cmd\":\"totals_report\",\"seq\":1,\"timestamp\":2}"));
        assertEquals(new StateHashQuery(), query("{\"cmd\":\"state_hash\"}"));
        assertEquals(9, read("{\"cmd\":\"state_hash\",\"cookie\":9}").cookie());
    }

    @Test
    void shouldReadCookieAndTimestamp() throws BadLineException {
        assertEquals(new ScenarioLine.Send(new Nop(), 0, false, 0, ""), read("{\"cmd\":\"nop\",\"seq\":17}"));
        assertEquals(
                new ScenarioLine.Send(new Nop(), Long.MIN_VALUE, true, Long.MAX_VALUE, ""),
                read("{\"cmd\":\"nop\",\"cookie\":-9223372036854775808,\"timestamp\":9223372036854775807}"));
        assertEquals(new ScenarioLine.Send(new Nop(), 0, true, 0, ""), read("{\"cmd\":\"nop\",\"timestamp\":0}"));
    }

    @Test
    void shouldReadATag() throws BadLineException {
        final ScenarioLine.Send send = (ScenarioLine.Send) read("{\"cmd\":\"nop\",\"tag\":\"00Ff7a\"}");
        assertEquals("00ff7a", send.tag());
        assertArrayEquals(new byte[] {0, -1, 0x7a}, send.tagBytes());
        final String longest = "a5".repeat(Limits.MAX_TAG_BYTES);
        assertEquals(
                new ScenarioLine.Send(new Nop(), 0, false, 0, longest),
                read("{\"cmd\":\"nop\",\"tag\":\"" + longest + "\"}"));
        for (final String bad : List.of("", "0", "0g", "abc", "0x12", "1 ", "\u0661\u0662", longest + "00")) {
            final BadLineException refused =
                    assertThrows(BadLineException.class, () -> read("{\"cmd\":\"nop\",\"tag\":\"" + bad + "\"}"), bad);
            assertTrue(refused.getMessage().contains("key \"tag\": found "), refused::getMessage);
        }
        final BadLineException foreign =
                assertThrows(BadLineException.class, () -> read("{\"cmd\":\"state_hash\",\"tag\":\"00\"}"));
        assertTrue(foreign.getMessage().contains("unknown key \"tag\" in \"state_hash\""), foreign::getMessage);
    }

    /** The rows are {@code text | part of the error | another part}; single quotes stand for double quotes. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'cmd':'nop','colour':1} | unknown key \"colour\" |",
                "{'cmd':'nop','uid':1} | unknown key \"uid\" in \"nop\" |",
                "{'cmd':'jump'} | \"cmd\" | \"jump\"",
                "{'cmd':'NOP'} | \"cmd\" | \"NOP\"",
                "{'uid':1} | missing key \"cmd\" |",
                "{} | missing key \"cmd\" |",
                "{'cmd':'add_user'} | missing key \"uid\" in \"add_user\" | integer",
                "{'cmd':'add_user','uid':'1'} | key \"uid\": found the string \"1\" | integer",
                "{'cmd':'add_user','uid':1.5} | key \"uid\": found 1.5 | integer",
                "{'cmd':'add_user','uid':1.0} | key \"uid\": found 1.0 | integer",
                "{'cmd':'add_user','uid':1e3} | key \"uid\": found 1e3 | integer",
                "{'cmd':'add_user','uid':null} | key \"uid\": found null | integer",
                "{'cmd':'add_user','uid':true} | key \"uid\": found true | integer",
                "{'cmd':'add_user','uid':[1]} | key \"uid\": found a list | integer",
                "{'cmd':'add_user','uid':{}} | key \"uid\": found an object | integer",
                "{'cmd':'add_user','uid':9223372036854775808} | 9223372036854775808 | 64 bits",
                "{'cmd':'add_user','uid':-9223372036854775809} | -9223372036854775809 | 64 bits",
                "{'cmd':'book','symbol':2147483648} | key \"symbol\": found 2147483648 | 32 bits",
                "{'cmd':'book','symbol':-2147483649} | key \"symbol\" | 32 bits",
                "{'cmd':'add_user','uid':1,'uid':1} | duplicate key \"uid\" |",
                "{'cmd':'nop','cmd':'nop'} | duplicate key \"cmd\" |",
                "{'cmd':7} | key \"cmd\": found 7 | a string",
                "{'cmd':'nop','cookie':'x'} | key \"cookie\" | integer",
                "{'cmd':'nop','seq':0.5} | key \"seq\" | integer",
                "{'cmd':'nop'} {'cmd':'nop'} | end of the line | object",
                "{'cmd':'nop'}, | not valid JSON | column",
                "{'cmd':'nop' | not valid JSON | column",
                "{'cmd':'nop',} | not valid JSON | column",
                "{cmd:'nop'} | not valid JSON | column",
                "{'cmd':'add_user','uid':01} | not valid JSON | column",
                "{'cmd':'add_user','uid':NaN} | not valid JSON | column",
                "[] | one JSON object | list",
                "17 | one JSON object | 17",
                "nop | not valid JSON |",
                "{'cmd':'add_accounts','accounts':[]} | key \"accounts\" | list",
                "{'cmd':'add_accounts','accounts':{'x':{}}} | uid \"x\" | integer",
                "{'cmd':'add_accounts','accounts':{'':{}}} | uid \"\" | integer",
                "{'cmd':'add_accounts','accounts':{'-':{}}} | uid \"-\" | integer",
                "{'cmd':'add_accounts','accounts':{'+1':{}}} | uid \"+1\" | integer",
                "{'cmd':'add_accounts','accounts':{'01':{}}} | uid \"01\" | integer",
                "{'cmd':'add_accounts','accounts':{'٣':{}}} | uid \"٣\" | integer",
                "{'cmd':'add_accounts','accounts':{'9223372036854775808':{}}} | uid | 64 bits",
                "{'cmd':'add_accounts','accounts':{'1':{},'1':{}}} | duplicate uid 1 |",
                "{'cmd':'add_accounts','accounts':{'1':5}} | uid 1 | object",
                "{'cmd':'add_accounts','accounts':{'1':{'2':1,'2':1}}} | duplicate currency 2 |",
                "{'cmd':'add_accounts','accounts':{'1':{'2147483648':1}}} | currency | 32 bits",
                "{'cmd':'add_accounts','accounts':{'1':{'2':1.5}}} | 1.5 | integer",
                "{'cmd':'add_accounts','accounts':{'1':{'2':'1'}}} | string | integer",
                "{'cmd':'add_symbols','symbols':{}} | key \"symbols\" | object",
                "{'cmd':'add_symbols','symbols':[1]} | entry 1 | symbol object",
                "{'cmd':'add_symbols','symbols':[{'symbol':1,'symbol':1}]} | duplicate key \"symbol\" |",
                "{'cmd':'add_symbols','symbols':[{'symbol':1}]} | missing key \"type\" in entry 1 |",
                "{'cmd':'add_symbols','symbols':[{'cookie':1}]} | unknown key \"cookie\" in entry 1 |",
                "{'cmd':'add_symbols','symbols':[{'symbol':7,'symbols':[{'symbol':1,'type':'EXCHANGE_PAIR','base':1,"
                        + "'quote':2,'lotSize':1,'tickValue':1}]}]} | unknown key \"symbols\" in an entry |",
            })
    void shouldRefuseWhatTheFormatDoesNotAllow(final String text, final String part, final String other) {
        final BadLineException error = assertThrows(BadLineException.class, () -> read(text.replace('\'', '"')));
        assertTrue(error.getMessage().contains(part), error::getMessage);
        assertTrue(other == null || error.getMessage().contains(other), error::getMessage);
    }

    @Test
    void shouldNameUnknownConstantsAndWhatIsExpected() {
        assertError(PLACE.replace("BID", "BUY"), "key \"side\": unknown value \"BUY\"; expected one of [BID, ASK]");
        assertError(PLACE.replace("BID", "bid"), "\"bid\"");
        assertError(PLACE.replace("GTC", "DAY"), "key \"type\": unknown value \"DAY\"; expected one of [GTC, IOC");
        assertError(
                "{\"cmd\":\"add_symbol\",\"symbol\":1,\"type\":\"OPTION\",\"base\":1,\"quote\":2,\"lotSize\":1,"
                        + "\"tickValue\":1}",
                "\"OPTION\"; expected one of [EXCHANGE_PAIR, FUTURES_CONTRACT]");
        assertError(
                "{\"cmd\":\"add_symbol\",\"symbol\":1,\"type\":\"EXCHANGE_PAIR\",\"base\":1,\"quote\":2,"
                        + "\"lotSize\":1,\"tickValue\":1,\"feeType\":\"FREE\"}",
                "key \"feeType\": unknown value \"FREE\"");
    }

    private void assertError(final String text, final String part) {
        final BadLineException error = assertThrows(BadLineException.class, () -> read(text));
        assertTrue(error.getMessage().contains(part), error::getMessage);
    }

    @Test
    void shouldKeepErrorsShortWhateverTheLine() {
        final String longText = "x".repeat(100_000);
        for (final String text : new String[] {
            "{\"cmd\":\"" + longText + "\"}",
            "{\"" + longText.substring(0, 40_000) + "\":1}",
            "{\"cmd\":\"add_user\",\"uid\":" + "9".repeat(900) + "}",
            "{\"cmd\":\"add_user\",\"uid\":" + "9".repeat(90_000) + "}",
            "{\"cmd\":\"add_user\",\"uid\":" + "[".repeat(90_000)
        }) {
            final BadLineException error = assertThrows(BadLineException.class, () -> read(text));
            assertTrue(error.getMessage().length() < 500, error::getMessage);
        }
    }

    @Test
    void shouldReadOpeningsOfThousandsOfUsers() throws BadLineException {
        final StringBuilder text = new StringBuilder("{\"cmd\":\"add_accounts\",\"accounts\":{");
        final int users = 100_000;
        for (int uid = 1; uid <= users; uid++) {
            text.append(uid == 1 ? "" : ",").append('"').append(uid).append("\":{\"20\":1}");
        }
        assertEquals(users, ((AddAccounts) command(text + "}}")).accounts().size());
    }

    @Test
    void shouldThrowNothingButBadLinesOnAnyBytes() {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final Random random = new Random(seed);
        final String[] lines = {
            PLACE,
            "{\"cmd\":\"add_accounts\",\"accounts\":{\"401\":{\"20\":100000,\"10\":5},\"402\":{}},\"cookie\":7}",
            "{\"cmd\":\"add_symbols\",\"symbols\":[{\"symbol\":1,\"type\":\"EXCHANGE_PAIR\",\"base\":10,\"quote\":20,"
                    + "\"lotSize\":1000,\"tickValue\":10,\"feeType\":\"PER_LOT\"}]}",
            PLACE.replace(
                    "\"size\":5",
                    "\"size\":5,\"when\":\"RISES\",\"slide\":true,\"exit\":{\"orderId\":9,\"price\":1},"
                            + "\"stp\":\"NONE\""),
            "{\"cmd\":\"set_user\",\"uid\":1,\"set\":{\"stpMode\":\"NONE\",\"stpGroup\":4,\"maxOpenOrders\":9}}",
            "{\"cmd\":\"mass_cancel\",\"uid\":1,\"symbol\":2,\"side\":\"ASK\",\"flagged\":true,\"suspend\":false}"
        };
        final int cases = Boolean.getBoolean("daybook.long")
                ? 20_000_000
                : Boolean.getBoolean("daybook.quick") ? 15_000 : 150_000;
        int good = 0;
        for (int i = 0; i < cases; i++) {
            final byte[] bytes;
            if (i % 4 == 0) {
                bytes = new byte[random.nextInt(64)];
                random.nextBytes(bytes);
            } else {
                bytes = lines[random.nextInt(lines.length)].getBytes(StandardCharsets.UTF_8);
                for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
                }
            }
            try {
                reader.read(bytes, 0, bytes.length);
                good++;
            } catch (final BadLineException e) {
                assertTrue(e.getMessage().length() < 600, e::getMessage);
            } catch (final RuntimeException | StackOverflowError e) {
                fail("seed=" + seed + " case=" + i + " of " + cases, e);
            }
        }
        assertTrue(good > 0 && good < cases, "seed=" + seed + " good=" + good);
    }

    @Test
    void shouldDocumentEveryWordAndEveryKey() throws IOException {
        final Path path = Path.of(System.getProperty("daybook.root", ".."), "docs", "scenario-files.md");
        final String page = Files.readString(path, StandardCharsets.UTF_8);
        for (final Verb verb : Verb.values()) {
            assertTrue(page.contains('`' + verb.text() + '`'), verb::text);
        }
        for (final Key key : Key.values()) {
            assertTrue(page.contains('`' + key.text() + '`'), key::text);
        }
    }

    @Test
    void shouldReadWhatTheWriterWrites() throws IOException, BadLineException {
        final SymbolSpec future = SymbolSpec.futuresContract(3, 11, 20)
                .lotSize(5)
                .tickValue(6)
                .feesPerLot(3, 1)
                .margins(500, 600)
                .prices(2, 70)
                .build();
        final SymbolSpec pair =
                SymbolSpec.exchangePair(4, 10, 20).feesProportional(9, 8).build();
        final List<Command> commands = List.of(
                new PlaceOrder(
                        1, 2, 3, Side.ASK, OrderType.IOC_BUDGET, Long.MAX_VALUE, Long.MIN_VALUE, 5, OrderTerms.NONE),
                PlaceOrder.gtc(-1, Integer.MIN_VALUE, 3, Side.BID, 0, 1),
                new MoveOrder(1, 2, 3, 4),
                new ReduceOrder(1, 2, 3, 4),
                new CancelOrder(1, 2, 3),
                ReplaceOrder.of(1, 2, 3, 4, 5),
                new ReplaceOrder(1, 2, 3, 4, 5, 6, 7, 8, -9),
                new MassCancel(0, 0, null, false, false),
                new MassCancel(-1, 2, Side.BID, true, true),
                new Tick(Integer.MIN_VALUE),
                new SetUser(1, Map.of()),
                new SetUser(1, 2, new TreeMap<>(Map.of(UserSetting.STP_MODE, 9L, UserSetting.STP_GROUP, 5L))),
                new SetUser(1, Map.of(UserSetting.STP_MODE, 2L, UserSetting.MAX_OPEN_ORDERS, -1L)),
                everyTerm(1),
                everyTerm(0),
                everyTerm(99),
                everyTerm(Long.MIN_VALUE),
                new AdjustBalance(1, 2, -3, 4),
                new AddUser(7),
                new SuspendUser(8),
                new ResumeUser(9),
                AddAccounts.of(Map.of()),
                AddAccounts.of(Map.of(401L, Map.of(20, 100000L, 10, -5L), -402L, Map.of())),
                new AddSymbol(future),
                new AddSymbol(pair),
                new AddSymbols(List.of()),
                new AddSymbols(List.of(pair, future)),
                new PersistSnapshot(),
                new Nop(),
                new Reset());
        assertEquals(
                Stream.of(CommandType.values()).filter(type -> !type.isQuery()).collect(Collectors.toSet()),
                commands.stream().map(Command::type).collect(Collectors.toSet()));
        for (final Command command : commands) {
            final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            final ScenarioWriter writer = new ScenarioWriter(bytes);
            writer.journaled(command, -7, new byte[0], 12, 1234);
            writer.journaled(command, -7, new byte[] {0, 127, -1}, 12, 1234);
            writer.flush();
            final String[] lines = bytes.toString(StandardCharsets.UTF_8).split("\n");
            assertTrue(lines[0].endsWith(",\"cookie\":-7,\"seq\":12,\"timestamp\":1234}"), lines[0]);
            assertEquals(new ScenarioLine.Send(command, -7, true, 1234, ""), read(lines[0]), lines[0]);
            assertTrue(lines[1].endsWith(",\"cookie\":-7,\"tag\":\"007fff\",\"seq\":12,\"timestamp\":1234}"), lines[1]);
            assertEquals(new ScenarioLine.Send(command, -7, true, 1234, "007fff"), read(lines[1]), lines[1]);
        }
    }

    private static PlaceOrder everyTerm(final long value) {
        final OrderTerms.Builder terms = OrderTerms.builder();
        for (final Term term : Term.values()) {
            if (term.isOfOrder()) {
                terms.set(term, value);
            }
        }
        return PlaceOrder.gtc(1, 2, 3, Side.BID, 4, 5).withTerms(terms.build());
    }
}
