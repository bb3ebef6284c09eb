package io.daybook.engine.codec;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.AddSymbols;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.CommandType;
import io.daybook.api.CustomQuery;
import io.daybook.api.Limits;
import io.daybook.api.MassCancel;
import io.daybook.api.MoveOrder;
import io.daybook.api.Nop;
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
import io.daybook.api.SuspendUser;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Term;
import io.daybook.api.Tick;
import io.daybook.kernel.command.CommandSlot;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Converts command records to slots and back, for the safe door and for tools that show a journal. */
public final class CommandRecords {

    private CommandRecords() {}

    /**
     * The payload of a bulk command in bytes; null for others.
     *
     * @throws IllegalArgumentException when it is longer than a command can be
     */
    public static byte @Nullable [] encodePayload(final Command command) {
        final Object payload = payload(command);
        if (payload == null) {
            return null;
        }
        final byte[] encoded = CommandPayload.encode(payload);
        if (encoded.length > Limits.MAX_COMMAND_BYTES) {
            throw new IllegalArgumentException("an encoded command must have at most " + Limits.MAX_COMMAND_BYTES
                    + " bytes; split the bulk command: bytes=" + encoded.length);
        }
        return encoded;
    }

    /**
     * Writes a command into a cleared slot.
     *
     * @param encodedPayload the result of {@link #encodePayload} for the command
     */
    public static void fill(final CommandSlot slot, final Command command, final byte @Nullable [] encodedPayload) {
        slot.type(command.type().code());
        slot.payload(payload(command));
        slot.encodedPayload(encodedPayload);
        switch (command.type()) {
            case PLACE_ORDER -> {
                final PlaceOrder order = (PlaceOrder) command;
                order(slot, order.uid(), order.symbol(), order.orderId());
                slot.sentOrder(order.side().code(), order.orderType().code(), order.reservePrice());
                slot.price(order.price());
                slot.size(order.size());
                if (!order.terms().isEmpty()) {
                    fillTerms(slot, order.terms());
                }
            }
            case MOVE_ORDER -> {
                final MoveOrder move = (MoveOrder) command;
                order(slot, move.uid(), move.symbol(), move.orderId());
                slot.price(move.price());
            }
            case REDUCE_ORDER -> {
                final ReduceOrder reduce = (ReduceOrder) command;
                order(slot, reduce.uid(), reduce.symbol(), reduce.orderId());
                slot.size(reduce.size());
            }
            case CANCEL_ORDER -> {
                final CancelOrder cancel = (CancelOrder) command;
                order(slot, cancel.uid(), cancel.symbol(), cancel.orderId());
            }
            case REPLACE_ORDER -> {
                final ReplaceOrder replace = (ReplaceOrder) command;
                order(slot, replace.uid(), replace.symbol(), replace.orderId());
                slot.price(replace.price());
                slot.size(replace.size());
                slot.sentOrder(0, 0, replace.reservePrice());
                fillTerm(slot, Term.NEW_ORDER_ID, replace.newOrderId());
                fillTerm(slot, Term.TRIGGER, replace.trigger());
                fillTerm(slot, Term.STOP_PRICE, replace.stopPrice());
            }
            case MASS_CANCEL -> {
                final MassCancel cancel = (MassCancel) command;
                order(slot, cancel.uid(), cancel.symbol(), 0);
                slot.sentSide(cancel.side() == null ? 0 : cancel.side().code());
                fillTerm(slot, Term.FLAGGED, cancel.flagged() ? 1 : 0);
                fillTerm(slot, Term.SUSPEND, cancel.suspend() ? 1 : 0);
            }
            case TICK -> slot.symbol(((Tick) command).symbol());
            case SET_USER -> {
                slot.uid(((SetUser) command).uid());
                slot.symbol(((SetUser) command).symbol());
            }
            case ADJUST_BALANCE -> {
                final AdjustBalance adjust = (AdjustBalance) command;
                slot.uid(adjust.uid());
                slot.currency(adjust.currency());
                slot.amount(adjust.amount());
                slot.transactionId(adjust.transactionId());
            }
            case ADD_USER -> slot.uid(((AddUser) command).uid());
            case SUSPEND_USER -> slot.uid(((SuspendUser) command).uid());
            case RESUME_USER -> slot.uid(((ResumeUser) command).uid());
            case ADD_SYMBOL, ADD_SYMBOLS, ADD_ACCOUNTS, PERSIST_SNAPSHOT, RESET, NOP -> {
                // these have no fields except their payload
            }
            case ORDER_BOOK_REQUEST,
                    USER_REPORT,
                    TOTALS_REPORT,
                    STATE_HASH,
                    CUSTOM_REPORT,
                    AUDIT,
                    SUBSCRIBE_BOOK,
                    UNSUBSCRIBE_BOOK ->
                throw new IllegalArgumentException("a query is not a command: type=" + command.type());
        }
    }

    private static void fillTerms(final CommandSlot slot, final OrderTerms terms) {
        for (final Term term : Term.values()) {
            if (terms.has(term)) {
                slot.term(term.code(), terms.get(term));
            }
        }
    }

    /** Sets a term; the number 0 leaves it unset. */
    private static void fillTerm(final CommandSlot slot, final Term term, final long value) {
        if (value != 0) {
            slot.term(term.code(), value);
        }
    }

    /** The terms of a slot whose bits are set in a mask. */
    public static OrderTerms terms(final CommandSlot slot, final int mask) {
        if (mask == 0) {
            return OrderTerms.NONE;
        }
        final OrderTerms.Builder terms = OrderTerms.builder();
        for (final Term term : Term.values()) {
            if ((mask & term.mask()) != 0) {
                terms.set(term, slot.term(term.code()));
            }
        }
        return terms.build();
    }

    /** The type of a query; CUSTOM_REPORT for every {@link CustomQuery}, whatever its own method returns. */
    public static CommandType queryType(final Query<?> query) {
        return query instanceof CustomQuery ? CommandType.CUSTOM_REPORT : query.type();
    }

    /**
     * The command in a slot, as it was sent.
     *
     * @throws CodecException if the slot holds an unknown side or order type, which no door accepts
     */
    public static Command toRecord(final CommandSlot slot) {
        if (slot.type() == CommandType.PLACE_ORDER.code()
                && !(Side.isKnown(slot.sentSide()) && OrderType.isKnown(slot.sentOrderType()))) {
            throw new CodecException(
                    "an order has an unknown side or type: side=" + slot.sentSide() + ", type=" + slot.sentOrderType());
        }
        if (slot.type() == CommandType.MASS_CANCEL.code() && slot.sentSide() != 0 && !Side.isKnown(slot.sentSide())) {
            throw new CodecException("a mass cancel has an unknown side: side=" + slot.sentSide());
        }
        return switch (CommandType.of(slot.type())) {
            case PLACE_ORDER ->
                new PlaceOrder(
                        slot.uid(),
                        slot.symbol(),
                        slot.orderId(),
                        Side.of(slot.sentSide()),
                        OrderType.of(slot.sentOrderType()),
                        slot.price(),
                        slot.sentReservePrice(),
                        slot.size(),
                        terms(slot, slot.termsMask()));
            case MOVE_ORDER -> new MoveOrder(slot.uid(), slot.symbol(), slot.orderId(), slot.price());
            case REDUCE_ORDER -> new ReduceOrder(slot.uid(), slot.symbol(), slot.orderId(), slot.size());
            case CANCEL_ORDER -> new CancelOrder(slot.uid(), slot.symbol(), slot.orderId());
            case REPLACE_ORDER ->
                new ReplaceOrder(
                        slot.uid(),
                        slot.symbol(),
                        slot.orderId(),
                        slot.term(Term.NEW_ORDER_ID.code()),
                        slot.price(),
                        slot.size(),
                        slot.sentReservePrice(),
                        slot.term(Term.TRIGGER.code()),
                        slot.term(Term.STOP_PRICE.code()));
            case MASS_CANCEL ->
                new MassCancel(
                        slot.uid(),
                        slot.symbol(),
                        Side.isKnown(slot.sentSide()) ? Side.of(slot.sentSide()) : null,
                        slot.term(Term.FLAGGED.code()) != 0,
                        slot.term(Term.SUSPEND.code()) != 0);
            case TICK -> new Tick(slot.symbol());
            case SET_USER -> (SetUser) Objects.requireNonNull(slot.payload());
            case ADD_SYMBOL -> new AddSymbol((SymbolSpec) Objects.requireNonNull(slot.payload()));
            case ADD_SYMBOLS -> (AddSymbols) Objects.requireNonNull(slot.payload());
            case ADD_ACCOUNTS -> (AddAccounts) Objects.requireNonNull(slot.payload());
            case ADD_USER -> new AddUser(slot.uid());
            case SUSPEND_USER -> new SuspendUser(slot.uid());
            case RESUME_USER -> new ResumeUser(slot.uid());
            case ADJUST_BALANCE -> new AdjustBalance(slot.uid(), slot.currency(), slot.amount(), slot.transactionId());
            case PERSIST_SNAPSHOT -> new PersistSnapshot();
            case RESET -> new Reset();
            case NOP -> new Nop();
            case ORDER_BOOK_REQUEST,
                    USER_REPORT,
                    TOTALS_REPORT,
                    STATE_HASH,
                    CUSTOM_REPORT,
                    AUDIT,
                    SUBSCRIBE_BOOK,
                    UNSUBSCRIBE_BOOK ->
                throw new IllegalArgumentException("a query is not a command: type=" + slot.type());
        };
    }

    private static @Nullable Object payload(final Command command) {
        if (command instanceof AddSymbol add) {
            return add.spec();
        }
        return command instanceof AddSymbols || command instanceof AddAccounts || command instanceof SetUser
                ? command
                : null;
    }

    private static void order(final CommandSlot slot, final long uid, final int symbol, final long orderId) {
        slot.uid(uid);
        slot.symbol(symbol);
        slot.orderId(orderId);
    }
}
