package io.daybook.scenario;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.AddSymbols;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.Limits;
import io.daybook.api.MassCancel;
import io.daybook.api.MoveOrder;
import io.daybook.api.Nop;
import io.daybook.api.OrderBookQuery;
import io.daybook.api.PersistSnapshot;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Query;
import io.daybook.api.ReduceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.Reset;
import io.daybook.api.ResumeUser;
import io.daybook.api.SetUser;
import io.daybook.api.StateHashQuery;
import io.daybook.api.SuspendUser;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Tick;
import io.daybook.api.TotalsReportQuery;
import io.daybook.api.UserReportQuery;
import io.daybook.api.text.Nearest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Turns one line of JSON into a command or a query. The reader is strict: input that the format does not allow causes a
 * {@link BadLineException} with the key, the value and the expected value. No bytes cause any other exception.
 *
 * <p>Used by one thread: the tables of keys and values are reused from line to line.
 */
public final class ScenarioReader {
    private static final int DECIMAL = 10;

    private final JsonFactory json = new JsonFactoryBuilder()
            // The number of account keys is unbounded: interning them would fill the string table,
            // and thousands may collide in the parser's table.
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            // The format is UTF-8. Bytes that look like UTF-16 are invalid, and not in another
            // encoding.
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .build();
    private final Fields line = new Fields();
    private final Fields entry = new Fields();

    /** Creates a reader of one file. Used by one thread. */
    public ScenarioReader() {}

    /**
     * Reads a line from a part of a buffer.
     *
     * @param buffer contains the line as UTF-8; it is neither changed nor kept
     * @param offset the offset of the line
     * @param length the number of its bytes, without the line break
     * @throws BadLineException if it is not a command or query of the format
     */
    public ScenarioLine read(final byte[] buffer, final int offset, final int length) throws BadLineException {
        line.clear();
        try (JsonParser parser = json.createParser(buffer, offset, length)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new BadLineException("expected one JSON object, found " + found(parser));
            }
            readObject(parser, line, "");
            if (parser.nextToken() != null) {
                throw new BadLineException("expected the end of the line after the object, found " + found(parser)
                        + " in column " + parser.currentTokenLocation().getColumnNr());
            }
        } catch (final JsonProcessingException e) {
            throw notJson(e);
        } catch (final IOException e) {
            throw new BadLineException("unreadable: " + e.getMessage());
        }
        return meaning();
    }

    private static BadLineException notJson(final JsonProcessingException e) {
        final String where =
                e.getLocation() == null ? "" : " in column " + e.getLocation().getColumnNr();
        // Use only the first line, because the others are remarks of the parser on its settings.
        final String text = e.getOriginalMessage().lines().findFirst().orElse("bad syntax");
        final int remark = text.indexOf(" (start marker");
        final String what = remark < 0 ? text : text.substring(0, remark);
        return new BadLineException("not valid JSON" + where + ": " + what);
    }

    private void readObject(final JsonParser parser, final Fields into, final String within)
            throws IOException, BadLineException {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            final String name = parser.currentName();
            final Key key = Key.of(name);
            if (key == null) {
                throw new BadLineException("unknown key " + Excerpt.quoted(name));
            }
            if (into == entry && key.kind().isNested()) {
                throw new BadLineException("unknown key \"" + name + "\" in " + within);
            }
            if (!into.add(key)) {
                throw new BadLineException("duplicate key \"" + name + "\"");
            }
            readValue(parser, key, into);
        }
    }

    private void readValue(final JsonParser parser, final Key key, final Fields into)
            throws IOException, BadLineException {
        final JsonToken token = parser.nextToken();
        switch (key.kind()) {
            case INT64 -> into.put(key, integer(parser, key.text(), Long.MIN_VALUE, Long.MAX_VALUE, key.kind()));
            case INT32 -> into.put(key, integer(parser, key.text(), Integer.MIN_VALUE, Integer.MAX_VALUE, key.kind()));
            case TEXT -> {
                requireToken(parser, token, JsonToken.VALUE_STRING, key);
                into.put(key, parser.getText());
            }
            case SYMBOLS -> {
                requireToken(parser, token, JsonToken.START_ARRAY, key);
                into.symbols(readSymbols(parser));
            }
            case ACCOUNTS -> {
                requireToken(parser, token, JsonToken.START_OBJECT, key);
                into.accounts(readAccounts(parser));
            }
            case NAME -> {
                if (token == JsonToken.VALUE_STRING) {
                    into.put(key, parser.getText());
                } else {
                    into.put(key, integer(parser, key.text(), Long.MIN_VALUE, Long.MAX_VALUE, key.kind()));
                }
            }
            case FLAG -> into.put(key, flag(parser, token, key));
            case EXIT -> {
                requireToken(parser, token, JsonToken.START_OBJECT, key);
                into.exit(readExit(parser));
            }
            case SETTINGS -> {
                requireToken(parser, token, JsonToken.START_OBJECT, key);
                into.settings(SettingKeys.read(parser));
            }
        }
    }

    /**
     * Reads a flag. A number other than 0 and 1 is kept, and the engine refuses it, because a journal can contain such
     * numbers too.
     */
    private static long flag(final JsonParser parser, final JsonToken token, final Key key)
            throws IOException, BadLineException {
        if (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE) {
            return token == JsonToken.VALUE_TRUE ? 1 : 0;
        }
        final long number = integer(parser, key.text(), Long.MIN_VALUE, Long.MAX_VALUE, key.kind());
        if (number == 0 || number == 1) {
            throw wrongKind(parser, key.text(), key.kind());
        }
        return number;
    }

    private Fields readExit(final JsonParser parser) throws IOException, BadLineException {
        entry.clear();
        readObject(parser, entry, "\"exit\"");
        entry.require("\"exit\"", Key.ORDER_ID.bit(), Key.bits(Key.ORDER_ID, Key.PRICE, Key.TRIGGER, Key.STOP_PRICE));
        return entry;
    }

    private static void requireToken(
            final JsonParser parser, final JsonToken token, final JsonToken expected, final Key key)
            throws IOException, BadLineException {
        if (token != expected) {
            throw wrongKind(parser, key.text(), key.kind());
        }
    }

    static long integer(final JsonParser parser, final String key, final long min, final long max, final Key.Kind kind)
            throws IOException, BadLineException {
        if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
            throw wrongKind(parser, key, kind);
        }
        final long value;
        try {
            value = parser.getLongValue();
        } catch (final InputCoercionException e) {
            throw wrongKind(parser, key, kind);
        }
        if (value < min || value > max) {
            throw wrongKind(parser, key, kind);
        }
        return value;
    }

    private List<SymbolSpec> readSymbols(final JsonParser parser) throws IOException, BadLineException {
        final List<SymbolSpec> specs = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                throw new BadLineException("key \"symbols\", entry " + (specs.size() + 1) + ": found " + found(parser)
                        + "; expected a symbol object");
            }
            entry.clear();
            readObject(parser, entry, "an entry of \"symbols\"");
            entry.require(
                    "entry " + (specs.size() + 1) + " of \"symbols\"",
                    Verb.SpecKeys.REQUIRED,
                    Verb.SpecKeys.REQUIRED | Verb.SpecKeys.OPTIONAL);
            specs.add(entry.spec());
        }
        return specs;
    }

    private static SortedMap<Long, SortedMap<Integer, Long>> readAccounts(final JsonParser parser)
            throws IOException, BadLineException {
        final SortedMap<Long, SortedMap<Integer, Long>> accounts = new TreeMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            final String name = parser.currentName();
            final long uid = idOf(name, "uid", Long.MIN_VALUE, Long.MAX_VALUE, Key.Kind.INT64);
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new BadLineException("key \"accounts\", uid " + uid + ": found " + found(parser)
                        + "; expected an object of currency to amount");
            }
            if (accounts.put(uid, readBalances(parser)) != null) {
                throw new BadLineException("key \"accounts\": duplicate uid " + uid);
            }
        }
        return accounts;
    }

    private static SortedMap<Integer, Long> readBalances(final JsonParser parser) throws IOException, BadLineException {
        final SortedMap<Integer, Long> balances = new TreeMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            final String name = parser.currentName();
            final int currency = (int) idOf(name, "currency", Integer.MIN_VALUE, Integer.MAX_VALUE, Key.Kind.INT32);
            parser.nextToken();
            final long amount =
                    integer(parser, "accounts / " + currency, Long.MIN_VALUE, Long.MAX_VALUE, Key.Kind.INT64);
            if (balances.put(currency, amount) != null) {
                throw new BadLineException("key \"accounts\": duplicate currency " + currency);
            }
        }
        return balances;
    }

    /**
     * Reads a number that is used as a key. It must be written like an integer of JSON: no plus, no leading zeros, no
     * blanks.
     */
    private static long idOf(final String text, final String what, final long min, final long max, final Key.Kind kind)
            throws BadLineException {
        final int first = text.startsWith("-") ? 1 : 0;
        boolean plain = text.length() > first && (text.charAt(first) != '0' || text.length() == first + 1);
        for (int i = first; i < text.length(); i++) {
            plain &= text.charAt(i) >= '0' && text.charAt(i) <= '9';
        }
        if (plain) {
            try {
                final long value = Long.parseLong(text, DECIMAL);
                if (value >= min && value <= max) {
                    return value;
                }
            } catch (final NumberFormatException e) {
                throw badId(text, what, kind);
            }
        }
        throw badId(text, what, kind);
    }

    private static BadLineException badId(final String text, final String what, final Key.Kind kind) {
        return new BadLineException(
                "key \"accounts\": " + what + " " + Excerpt.quoted(text) + "; expected " + kind.expected());
    }

    private static BadLineException wrongKind(final JsonParser parser, final String key, final Key.Kind kind)
            throws IOException {
        final boolean decimals = parser.currentToken() == JsonToken.VALUE_NUMBER_FLOAT
                && kind != Key.Kind.TEXT
                && kind != Key.Kind.NAME
                && kind != Key.Kind.FLAG;
        return new BadLineException("key \"" + key + "\": found " + found(parser) + "; expected " + kind.expected()
                + (decimals ? ": prices count ticks, sizes lots, amounts minor units (cents, satoshi)" : ""));
    }

    /** Returns the current token, shortened, for errors. */
    private static String found(final JsonParser parser) throws IOException {
        final JsonToken token = parser.currentToken();
        if (token == null) {
            return "nothing";
        }
        return switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "a list";
            case VALUE_STRING -> "the string " + Excerpt.quoted(parser.getText());
            default -> Excerpt.cut(parser.getText());
        };
    }

    private ScenarioLine meaning() throws BadLineException {
        line.require("the line", Key.CMD.bit(), -1L);
        final String cmd = line.text(Key.CMD);
        final Verb verb = Verb.of(cmd);
        if (verb == null) {
            final String nearest = Nearest.to(cmd, Verb.texts());
            throw new BadLineException("key \"cmd\": unknown command " + Excerpt.quoted(cmd)
                    + (nearest == null ? "" : "; did you mean \"" + nearest + "\"?") + "; expected one of "
                    + String.join(", ", Verb.texts()));
        }
        line.require('"' + cmd + '"', verb.required(), verb.allowed());
        return switch (verb) {
            case BOOK -> ask(new OrderBookQuery(line.int32(Key.SYMBOL), line.int32(Key.DEPTH)));
            case USER_REPORT ->
                ask(new UserReportQuery(
                        line.number(Key.UID),
                        line.has(Key.MAX_ORDERS) ? line.int32(Key.MAX_ORDERS) : Limits.MAX_REPORT_ORDERS,
                        line.int32(Key.AFTER_SYMBOL),
                        line.number(Key.AFTER_ORDER_ID)));
            case TOTALS_REPORT -> ask(new TotalsReportQuery());
            case STATE_HASH -> ask(new StateHashQuery());
            case ADD_SYMBOL -> send(new AddSymbol(line.spec()));
            case ADD_SYMBOLS -> send(new AddSymbols(line.symbols()));
            case ADD_USER -> send(new AddUser(line.number(Key.UID)));
            case ADD_ACCOUNTS -> send(new AddAccounts(line.accounts()));
            case ADJUST ->
                send(new AdjustBalance(
                        line.number(Key.UID),
                        line.int32(Key.CURRENCY),
                        line.number(Key.AMOUNT),
                        line.number(Key.TXID)));
            case SUSPEND_USER -> send(new SuspendUser(line.number(Key.UID)));
            case RESUME_USER -> send(new ResumeUser(line.number(Key.UID)));
            case PLACE -> send(place());
            case MOVE ->
                send(new MoveOrder(
                        line.number(Key.UID),
                        line.int32(Key.SYMBOL),
                        line.number(Key.ORDER_ID),
                        line.number(Key.PRICE)));
            case REDUCE ->
                send(new ReduceOrder(
                        line.number(Key.UID),
                        line.int32(Key.SYMBOL),
                        line.number(Key.ORDER_ID),
                        line.number(Key.SIZE)));
            case CANCEL ->
                send(new CancelOrder(line.number(Key.UID), line.int32(Key.SYMBOL), line.number(Key.ORDER_ID)));
            case REPLACE -> send(replace());
            case MASS_CANCEL ->
                send(new MassCancel(
                        line.number(Key.UID),
                        line.int32(Key.SYMBOL),
                        line.has(Key.SIDE) ? line.side() : null,
                        line.isTrue(Key.FLAGGED),
                        line.isTrue(Key.SUSPEND)));
            case TICK -> send(new Tick(line.int32(Key.SYMBOL)));
            case SET_USER -> send(new SetUser(line.number(Key.UID), line.int32(Key.SYMBOL), line.settings()));
            case SNAPSHOT -> send(new PersistSnapshot());
            case NOP -> send(new Nop());
            case RESET -> send(new Reset());
        };
    }

    private PlaceOrder place() throws BadLineException {
        return new PlaceOrder(
                line.number(Key.UID),
                line.int32(Key.SYMBOL),
                line.number(Key.ORDER_ID),
                line.side(),
                line.orderType(),
                line.number(Key.PRICE),
                line.number(Key.RESERVE_PRICE),
                line.number(Key.SIZE),
                TermKeys.read(line));
    }

    private ReplaceOrder replace() {
        return new ReplaceOrder(
                line.number(Key.UID),
                line.int32(Key.SYMBOL),
                line.number(Key.ORDER_ID),
                line.number(Key.NEW_ORDER_ID),
                line.number(Key.PRICE),
                line.number(Key.SIZE),
                line.number(Key.RESERVE_PRICE),
                line.number(Key.TRIGGER),
                line.number(Key.STOP_PRICE));
    }

    private ScenarioLine send(final Command command) throws BadLineException {
        return new ScenarioLine.Send(
                command, line.number(Key.COOKIE), line.has(Key.TIMESTAMP), line.number(Key.TIMESTAMP), line.tag());
    }

    private ScenarioLine ask(final Query<?> query) {
        return new ScenarioLine.Ask(query, line.number(Key.COOKIE));
    }
}
