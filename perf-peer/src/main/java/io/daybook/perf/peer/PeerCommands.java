package io.daybook.perf.peer;

import exchange.core2.core.common.CoreSymbolSpecification;
import exchange.core2.core.common.OrderAction;
import exchange.core2.core.common.OrderType;
import exchange.core2.core.common.SymbolType;
import exchange.core2.core.common.api.ApiCancelOrder;
import exchange.core2.core.common.api.ApiCommand;
import exchange.core2.core.common.api.ApiMoveOrder;
import exchange.core2.core.common.api.ApiPlaceOrder;
import exchange.core2.core.common.api.ApiReduceOrder;
import io.daybook.perf.workload.CommandRecord;
import io.daybook.perf.workload.CommandStream;
import io.daybook.perf.workload.Market;
import io.daybook.perf.workload.SymbolSetup;

/** Converts the generator's commands to the peer's. */
final class PeerCommands {

    private PeerCommands() {}

    /** All commands of a stream, created before the timing, as in the peer's own benchmark. */
    static ApiCommand[] of(final CommandStream stream) {
        final ApiCommand[] commands = new ApiCommand[stream.size()];
        for (int i = 0; i < commands.length; i++) {
            commands[i] = command(stream.chunkOf(i), stream.offsetOf(i));
            commands[i].timestamp = i + 1L;
        }
        return commands;
    }

    static CoreSymbolSpecification spec(final SymbolSetup symbol) {
        return CoreSymbolSpecification.builder()
                .symbolId(symbol.symbol())
                .type(
                        symbol.market() == Market.FUTURES
                                ? SymbolType.FUTURES_CONTRACT
                                : SymbolType.CURRENCY_EXCHANGE_PAIR)
                .baseCurrency(symbol.baseCurrency())
                .quoteCurrency(symbol.quoteCurrency())
                .baseScaleK(symbol.lotSize())
                .quoteScaleK(symbol.tickValue())
                .takerFee(symbol.takerFee())
                .makerFee(symbol.makerFee())
                .build();
    }

    private static ApiCommand command(final long[] chunk, final int offset) {
        final int symbol = CommandRecord.symbol(chunk, offset);
        final long uid = CommandRecord.uid(chunk, offset);
        final long orderId = CommandRecord.orderId(chunk, offset);
        return switch (CommandRecord.type(chunk, offset)) {
            case CommandRecord.PLACE ->
                ApiPlaceOrder.builder()
                        .symbol(symbol)
                        .uid(uid)
                        .orderId(orderId)
                        .action(
                                CommandRecord.side(chunk, offset) == CommandRecord.BID
                                        ? OrderAction.BID
                                        : OrderAction.ASK)
                        .orderType(orderType(CommandRecord.orderType(chunk, offset)))
                        .price(CommandRecord.price(chunk, offset))
                        .reservePrice(CommandRecord.reservePrice(chunk, offset))
                        .size(CommandRecord.size(chunk, offset))
                        .build();
            case CommandRecord.MOVE ->
                ApiMoveOrder.builder()
                        .symbol(symbol)
                        .uid(uid)
                        .orderId(orderId)
                        .newPrice(CommandRecord.price(chunk, offset))
                        .build();
            case CommandRecord.REDUCE ->
                ApiReduceOrder.builder()
                        .symbol(symbol)
                        .uid(uid)
                        .orderId(orderId)
                        .reduceSize(CommandRecord.size(chunk, offset))
                        .build();
            case CommandRecord.REPLACE ->
                throw new IllegalArgumentException(
                        "the peer has no replace command: use the mix for the peer, mix=PEER");
            default ->
                ApiCancelOrder.builder()
                        .symbol(symbol)
                        .uid(uid)
                        .orderId(orderId)
                        .build();
        };
    }

    private static OrderType orderType(final int type) {
        return switch (type) {
            case CommandRecord.GTC -> OrderType.GTC;
            case CommandRecord.IOC -> OrderType.IOC;
            default -> throw new IllegalArgumentException("the peer accepts only GTC and IOC: type=" + type);
        };
    }
}
