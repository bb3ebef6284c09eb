package io.daybook.scenario;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.AddSymbols;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.FeeType;
import io.daybook.api.Limits;
import io.daybook.api.MassCancel;
import io.daybook.api.MoveOrder;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReduceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.ResumeUser;
import io.daybook.api.SetUser;
import io.daybook.api.SuspendUser;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Tick;
import io.daybook.wire.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;

/**
 * Writes commands as lines of a scenario, so that {@link ScenarioReader} reads the same commands again. Fields with
 * default values are omitted. Used by one thread.
 */
public final class ScenarioWriter {
    private final LineOutput lines;
    private final Json json;

    /** Creates a writer to a stream, which it does not close. */
    public ScenarioWriter(final OutputStream out) {
        this.lines = new LineOutput(out);
        this.json = lines.json();
    }

    /** Writes a comment, which must not contain a line break. */
    public void comment(final String text) throws IOException {
        json.raw(("# " + text).getBytes(StandardCharsets.UTF_8));
        lines.endLine();
    }

    /** Writes a command with a time of its own. */
    public void command(final Command command, final long cookie, final long timestampNs) throws IOException {
        begin(command, cookie);
        json.put("timestamp", timestampNs);
        end();
    }

    /**
     * Writes a command of a journal, with its seq and its time.
     *
     * @param tag the tag of the sender; empty for none
     */
    public void journaled(
            final Command command, final long cookie, final byte[] tag, final long seq, final long timestampNs)
            throws IOException {
        begin(command, cookie);
        if (tag.length > 0) {
            json.put("tag", HexFormat.of().formatHex(tag));
        }
        json.put("seq", seq);
        json.put("timestamp", timestampNs);
        end();
    }

    /** Writes all pending output. */
    public void flush() throws IOException {
        lines.flush();
    }

    private void begin(final Command command, final long cookie) {
        json.object().put("cmd", Verb.of(command.type()).text());
        body(command);
        optional("cookie", cookie, 0);
    }

    private void end() throws IOException {
        json.end();
        lines.endLine();
    }

    private void body(final Command command) {
        switch (command.type()) {
            case PLACE_ORDER -> place((PlaceOrder) command);
            case MOVE_ORDER -> {
                final MoveOrder move = (MoveOrder) command;
                order(move.uid(), move.symbol(), move.orderId());
                json.put("price", move.price());
            }
            case REDUCE_ORDER -> {
                final ReduceOrder reduce = (ReduceOrder) command;
                order(reduce.uid(), reduce.symbol(), reduce.orderId());
                json.put("size", reduce.size());
            }
            case CANCEL_ORDER -> {
                final CancelOrder cancel = (CancelOrder) command;
                order(cancel.uid(), cancel.symbol(), cancel.orderId());
            }
            case REPLACE_ORDER -> replace((ReplaceOrder) command);
            case MASS_CANCEL -> massCancel((MassCancel) command);
            case TICK -> json.put("symbol", ((Tick) command).symbol());
            case SET_USER -> {
                final SetUser set = (SetUser) command;
                json.put("uid", set.uid());
                optional("symbol", set.symbol(), 0);
                SettingKeys.write(json, set.settings());
            }
            case ADJUST_BALANCE -> {
                final AdjustBalance adjust = (AdjustBalance) command;
                json.put("uid", adjust.uid());
                json.put("currency", adjust.currency());
                json.put("amount", adjust.amount());
                json.put("txid", adjust.transactionId());
            }
            case ADD_USER -> json.put("uid", ((AddUser) command).uid());
            case SUSPEND_USER -> json.put("uid", ((SuspendUser) command).uid());
            case RESUME_USER -> json.put("uid", ((ResumeUser) command).uid());
            case ADD_SYMBOL -> spec(((AddSymbol) command).spec());
            case ADD_SYMBOLS -> specs((AddSymbols) command);
            case ADD_ACCOUNTS -> accounts((AddAccounts) command);
            case PERSIST_SNAPSHOT, RESET, NOP -> {
                // these commands have only their name
            }
            case ORDER_BOOK_REQUEST,
                    USER_REPORT,
                    TOTALS_REPORT,
                    STATE_HASH,
                    CUSTOM_REPORT,
                    AUDIT,
                    SUBSCRIBE_BOOK,
                    UNSUBSCRIBE_BOOK ->
                throw new IllegalArgumentException("a query is no command: type=" + command.type());
        }
    }

    private void place(final PlaceOrder place) {
        order(place.uid(), place.symbol(), place.orderId());
        text("side", place.side());
        text("type", place.orderType());
        json.put("price", place.price());
        optional("reservePrice", place.reservePrice(), 0);
        json.put("size", place.size());
        TermKeys.write(json, place.terms());
    }

    private void replace(final ReplaceOrder replace) {
        order(replace.uid(), replace.symbol(), replace.orderId());
        optional("newOrderId", replace.newOrderId(), 0);
        json.put("price", replace.price());
        optional("reservePrice", replace.reservePrice(), 0);
        json.put("size", replace.size());
        optional("trigger", replace.trigger(), 0);
        optional("stopPrice", replace.stopPrice(), 0);
    }

    private void massCancel(final MassCancel cancel) {
        optional("uid", cancel.uid(), 0);
        optional("symbol", cancel.symbol(), 0);
        if (cancel.side() != null) {
            text("side", cancel.side());
        }
        flag("flagged", cancel.flagged());
        flag("suspend", cancel.suspend());
    }

    private void order(final long uid, final int symbol, final long orderId) {
        json.put("uid", uid);
        json.put("symbol", symbol);
        json.put("orderId", orderId);
    }

    private void specs(final AddSymbols symbols) {
        json.list("symbols");
        for (final SymbolSpec spec : symbols.specs()) {
            json.object();
            spec(spec);
            json.end();
        }
        json.endList();
    }

    private void spec(final SymbolSpec spec) {
        json.put("symbol", spec.symbol());
        text("type", spec.type());
        json.put("base", spec.baseCurrency());
        json.put("quote", spec.quoteCurrency());
        json.put("lotSize", spec.lotSize());
        json.put("tickValue", spec.tickValue());
        if (spec.feeType() != FeeType.PER_LOT) {
            text("feeType", spec.feeType());
        }
        optional("takerFee", spec.takerFee(), 0);
        optional("makerFee", spec.makerFee(), 0);
        optional("marginBuy", spec.marginBuy(), 0);
        optional("marginSell", spec.marginSell(), 0);
        optional("minPrice", spec.minPrice(), 1);
        optional("maxPrice", spec.maxPrice(), Limits.MAX_PRICE);
    }

    private void accounts(final AddAccounts accounts) {
        json.object("accounts");
        for (final Map.Entry<Long, SortedMap<Integer, Long>> user :
                accounts.accounts().entrySet()) {
            json.object(user.getKey().toString());
            user.getValue().forEach((currency, balance) -> json.put(currency.toString(), balance));
            json.end();
        }
        json.end();
    }

    private void optional(final String key, final long value, final long absent) {
        if (value != absent) {
            json.put(key, value);
        }
    }

    private void flag(final String key, final boolean value) {
        if (value) {
            json.put(key, true);
        }
    }

    private void text(final String key, final Enum<?> value) {
        json.put(key, value.name());
    }
}
