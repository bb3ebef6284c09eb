package io.daybook.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One command as a line of a scenario file.
 *
 * @param cmd the name of the command in the line
 * @param cookie its cookie, 0 for none
 * @param stamp the time at which the command was sent; null if the clock gives the time
 * @param command the command
 */
public record ScenarioLine(
        String cmd, long cookie, @Nullable Long stamp, Command command) {

    /** Whether a line of a file is skipped: it is blank, or a comment. */
    public static boolean isSkipped(final String text) {
        return text.isBlank() || text.startsWith("#");
    }

    public static ScenarioLine parse(final String text) throws BadLine {
        final Fields fields = Fields.parse(text);
        final String cmd = fields.text("cmd");
        final long cookie = fields.number("cookie", 0);
        final @Nullable Long stamp = fields.has("timestamp") ? fields.number("timestamp") : null;
        fields.number("seq", 0);
        final Command command = command(cmd, fields);
        fields.mustBeEmpty();
        return new ScenarioLine(cmd, cookie, stamp, command);
    }

    private static Command command(final String cmd, final Fields fields) throws BadLine {
        return switch (cmd) {
            case "add_symbol" -> new Command.AddSymbols(List.of(spec(fields)));
            case "add_symbols" -> new Command.AddSymbols(specs(fields.objects("symbols")));
            case "add_user" -> new Command.AddUser(fields.number("uid"));
            case "add_accounts" -> new Command.AddAccounts(accounts(fields.object("accounts")));
            case "adjust" ->
                new Command.Adjust(
                        fields.number("uid"), fields.id("currency"), fields.number("amount"), fields.number("txid"));
            case "suspend_user" -> new Command.SuspendUser(fields.number("uid"));
            case "resume_user" -> new Command.ResumeUser(fields.number("uid"));
            case "place" -> place(fields);
            case "move" ->
                new Command.Move(
                        fields.number("uid"), fields.id("symbol"), fields.number("orderId"), fields.number("price"));
            case "replace" -> replace(fields);
            case "mass_cancel" ->
                new Command.MassCancel(
                        fields.number("uid", 0),
                        fields.id("symbol", 0),
                        fields.has("side") ? fields.constant("side", Side.class) : null,
                        fields.flag("flagged"),
                        fields.flag("suspend"));
            case "tick" -> new Command.Tick(fields.id("symbol"));
            case "set_user" -> setUser(fields);
            case "reduce" ->
                new Command.Reduce(
                        fields.number("uid"), fields.id("symbol"), fields.number("orderId"), fields.number("size"));
            case "cancel" -> new Command.Cancel(fields.number("uid"), fields.id("symbol"), fields.number("orderId"));
            case "book" -> new Command.BookRequest(fields.id("symbol"), fields.id("depth", 0));
            case "user_report" ->
                new Command.UserReport(
                        fields.number("uid"),
                        fields.id("maxOrders", Reports.PAGE),
                        fields.id("afterSymbol", 0),
                        fields.number("afterOrderId", 0));
            case "totals_report" -> new Command.TotalsReport();
            case "state_hash" -> new Command.StateHash();
            case "snapshot" -> new Command.Snapshot();
            case "nop" -> new Command.Nop();
            case "reset" -> new Command.Reset();
            default -> throw new BadLine("unknown cmd: " + cmd);
        };
    }

    private static Command.Place place(final Fields fields) throws BadLine {
        return new Command.Place(
                fields.number("uid"),
                fields.id("symbol"),
                fields.number("orderId"),
                fields.constant("side", Side.class),
                fields.constant("type", OrderType.class),
                fields.number("price"),
                fields.number("reservePrice", 0),
                fields.number("size"),
                TermsFields.terms(fields));
    }

    private static Command.Replace replace(final Fields fields) throws BadLine {
        return new Command.Replace(
                fields.number("uid"),
                fields.id("symbol"),
                fields.number("orderId"),
                fields.number("newOrderId", 0),
                fields.number("price"),
                fields.number("size"),
                fields.number("reservePrice", 0),
                fields.number("trigger", 0),
                fields.number("stopPrice", 0));
    }

    private static Command.SetUser setUser(final Fields fields) throws BadLine {
        final Fields set = fields.object("set");
        final Command.SetUser setUser = new Command.SetUser(
                fields.number("uid"),
                fields.id("symbol", 0),
                set.has("stpMode") ? set.constant("stpMode", StpMode.class) : null,
                set.has("stpGroup") ? set.number("stpGroup") : null,
                set.has("maxOpenOrders") ? set.number("maxOpenOrders") : null);
        set.mustBeEmpty();
        return setUser;
    }

    private static Spec spec(final Fields fields) throws BadLine {
        return new Spec(
                fields.id("symbol"),
                fields.constant("type", Spec.Type.class),
                fields.id("base"),
                fields.id("quote"),
                fields.number("lotSize"),
                fields.number("tickValue"),
                fields.constant("feeType", Spec.FeeType.class, Spec.FeeType.PER_LOT),
                fields.number("takerFee", 0),
                fields.number("makerFee", 0),
                fields.number("marginBuy", 0),
                fields.number("marginSell", 0),
                fields.number("minPrice", 1),
                fields.number("maxPrice", Exact.MAX_PRICE));
    }

    private static List<Spec> specs(final List<Fields> list) throws BadLine {
        final List<Spec> specs = new ArrayList<>();
        for (final Fields fields : list) {
            specs.add(spec(fields));
            fields.mustBeEmpty();
        }
        return List.copyOf(specs);
    }

    private static SortedMap<Long, SortedMap<Integer, Long>> accounts(final Fields users) throws BadLine {
        final SortedMap<Long, SortedMap<Integer, Long>> amounts = new TreeMap<>();
        for (String uid = users.anyName(); uid != null; uid = users.anyName()) {
            final Fields currencies = users.object(uid);
            final SortedMap<Integer, Long> ofUser = new TreeMap<>();
            for (String name = currencies.anyName(); name != null; name = currencies.anyName()) {
                final int currency = Fields.inInt(name, Fields.keyNumber(name));
                if (ofUser.put(currency, currencies.number(name)) != null) {
                    throw new BadLine("a currency occurs twice: " + name);
                }
            }
            if (amounts.put(Fields.keyNumber(uid), Collections.unmodifiableSortedMap(ofUser)) != null) {
                throw new BadLine("a uid occurs twice: " + uid);
            }
        }
        return Collections.unmodifiableSortedMap(amounts);
    }
}
