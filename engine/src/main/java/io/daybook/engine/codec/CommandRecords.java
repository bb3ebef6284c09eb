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
import io.daybook.api.MoveOrder;
import io.daybook.api.Nop;
import io.daybook.api.OrderType;
import io.daybook.api.PersistSnapshot;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Query;
import io.daybook.api.ReduceOrder;
import io.daybook.api.Reset;
import io.daybook.api.ResumeUser;
import io.daybook.api.Side;
import io.daybook.api.SuspendUser;
import io.daybook.api.SymbolSpec;
import io.daybook.kernel.command.CommandSlot;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The way from command records to slots and back: the safe door's, and that of tools that show a journal. */
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
     * @param encodedPayload what {@link #encodePayload} gave for it
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
                // what they have is their payload
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

    /** What a query asks for; an application's own report cannot change it. */
    public static CommandType queryType(final Query<?> query) {
        return query instanceof CustomQuery ? CommandType.CUSTOM_REPORT : query.type();
    }

    /**
     * The command in a slot, as it was sent.
     *
     * @throws CodecException when the slot holds an unknown side or order type, which no door takes
     */
    public static Command toRecord(final CommandSlot slot) {
        if (slot.type() == CommandType.PLACE_ORDER.code()
                && !(Side.isKnown(slot.sentSide()) && OrderType.isKnown(slot.sentOrderType()))) {
            throw new CodecException(
                    "an order of an unknown side or type: side=" + slot.sentSide() + ", type=" + slot.sentOrderType());
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
                        slot.size());
            case MOVE_ORDER -> new MoveOrder(slot.uid(), slot.symbol(), slot.orderId(), slot.price());
            case REDUCE_ORDER -> new ReduceOrder(slot.uid(), slot.symbol(), slot.orderId(), slot.size());
            case CANCEL_ORDER -> new CancelOrder(slot.uid(), slot.symbol(), slot.orderId());
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
                throw new IllegalArgumentException("a query is no command: type=" + slot.type());
        };
    }

    private static @Nullable Object payload(final Command command) {
        if (command instanceof AddSymbol add) {
            return add.spec();
        }
        return command instanceof AddSymbols || command instanceof AddAccounts ? command : null;
    }

    private static void order(final CommandSlot slot, final long uid, final int symbol, final long orderId) {
        slot.uid(uid);
        slot.symbol(symbol);
        slot.orderId(orderId);
    }
}
