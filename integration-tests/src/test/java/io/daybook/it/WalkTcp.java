package io.daybook.it;

import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.MassCancel;
import io.daybook.api.MoveOrder;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReduceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.ResultCode;
import io.daybook.client.Answer;
import io.daybook.client.ClientListener;
import io.daybook.client.DaybookClient;
import io.daybook.client.Fill;
import io.daybook.client.Off;
import io.daybook.client.OrderHandle;
import io.daybook.client.OrderTerms;
import io.daybook.client.OrderType;
import io.daybook.client.Side;
import io.daybook.client.Term;
import io.daybook.client.Welcome;
import io.daybook.wire.GatewayCode;
import io.daybook.wire.OffReason;
import io.daybook.wire.OrderNumbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The TCP door, through the Java client: a session at one venue, or at the nodes of a cluster. */
final class WalkTcp extends WalkDoor {
    /** Carries out commands that members cannot send. */
    interface Operator {
        String operate(Command command) throws Exception;
    }

    private final Operator operator;
    private final DaybookClient client;
    private final Map<Long, CompletableFuture<String>> answers = new ConcurrentHashMap<>();
    private final Map<Long, OrderHandle> handles = new HashMap<>();
    private volatile boolean losesOnPowerFailure;

    WalkTcp(final int number, final String name, final DaybookClient.Builder builder, final Operator operator)
            throws IOException {
        super(number, name);
        this.operator = operator;
        client = builder.heartbeatMs(30_000)
                .connectTimeoutMs(TIME_OUT_MS)
                .nextOut(1)
                .listener(new Ear())
                .connect();
    }

    @Override
    String send(final Command command) throws Exception {
        if (command instanceof PlaceOrder order) {
            return answer(OrderNumbers.request(place(order)));
        } else if (command instanceof MoveOrder m) {
            return answer(client.move(handle(m.symbol(), m.orderId()), m.price()));
        } else if (command instanceof ReduceOrder r) {
            return answer(client.reduce(handle(r.symbol(), r.orderId()), r.size()));
        } else if (command instanceof CancelOrder c) {
            return answer(client.cancel(handle(c.symbol(), c.orderId())));
        } else if (command instanceof ReplaceOrder r) {
            return answer(client.replace(
                    handle(r.symbol(), r.orderId()),
                    r.price(),
                    r.size(),
                    r.reservePrice(),
                    r.trigger(),
                    r.stopPrice()));
        } else if (command instanceof MassCancel m) {
            final @Nullable Side side =
                    m.side() == null ? null : Side.valueOf(m.side().name());
            return answer(client.massCancel(m.uid(), m.symbol(), side, m.flagged(), m.suspend()));
        }
        return operator.operate(command);
    }

    private OrderHandle handle(final int symbol, final long id) {
        return Objects.requireNonNull(handles.get(idOf(symbol, id)));
    }

    private long place(final PlaceOrder order) {
        final OrderTerms terms = new OrderTerms();
        for (final io.daybook.api.Term term : io.daybook.api.Term.values()) {
            if (order.terms().has(term)) {
                final boolean isId = term == io.daybook.api.Term.EXIT_ORDER_ID;
                said(term.name());
                terms.set(Term.valueOf(term.name()), isId ? 0 : order.terms().get(term));
            }
        }
        final OrderHandle handle = new OrderHandle();
        final long id = client.place(
                handle,
                order.uid(),
                order.symbol(),
                Side.valueOf(order.side().name()),
                OrderType.valueOf(order.orderType().name()),
                order.price(),
                order.size(),
                order.reservePrice(),
                order.terms().isEmpty() ? null : terms);
        if (id < 0) {
            throw new AssertionError("not sent: " + id + " " + client.failure());
        }
        handles.put(id, handle);
        know(order.symbol(), order.orderId(), id);
        final long exit = order.terms().get(io.daybook.api.Term.EXIT_ORDER_ID);
        if (exit != 0) {
            know(order.symbol(), exit, OrderNumbers.exitId(id));
            handles.put(OrderNumbers.exitId(id), OrderHandle.of(order.uid(), order.symbol(), OrderNumbers.exitId(id)));
        }
        return id;
    }

    @Override
    void sendAll(final List<PlaceOrder> orders) throws Exception {
        final List<Long> requests = new ArrayList<>();
        for (final PlaceOrder order : orders) {
            requests.add(OrderNumbers.request(place(order)));
        }
        for (final long request : requests) {
            final String answer = answer(request);
            if (!"SUCCESS".equals(answer)) {
                throw new AssertionError(answer);
            }
        }
    }

    private String answer(final long request) throws Exception {
        if (request < 0) {
            throw new AssertionError("not sent: " + request + " " + client.failure());
        }
        return future(request).get(TIME_OUT_MS, TimeUnit.MILLISECONDS);
    }

    private CompletableFuture<String> future(final long request) {
        return answers.computeIfAbsent(request, number -> new CompletableFuture<>());
    }

    @Override
    List<String> ownWords() {
        return Arrays.stream(Term.values()).map(Term::name).toList();
    }

    @Override
    String word(final End end) {
        return switch (end) {
            case OWNER -> OffReason.REDUCED.name();
            default -> OffReason.valueOf(end.name()).name();
        };
    }

    @Override
    public void close() {
        client.close();
    }

    /** Whether the venue may lose answered commands in a power failure, according to the last welcome. */
    boolean losesOnPowerFailure() {
        return losesOnPowerFailure;
    }

    private final class Ear implements ClientListener {
        @Override
        public void onWelcome(final Welcome welcome) {
            losesOnPowerFailure = welcome.lossOnPowerFailure();
        }

        @Override
        public void onAnswer(final Answer answer) {
            if (answer.isSuccess() && answer.orderId() != 0) {
                hear(answer.orderId(), 0, answer.remaining(), null);
            }
            future(answer.request())
                    .complete(
                            answer.isOfGateway()
                                    ? GatewayCode.of(answer.code()).name()
                                    : ResultCode.of(answer.code()).name());
        }

        @Override
        public void onFill(final Fill fill) {
            hear(fill.orderId(), fill.size(), fill.remaining(), fill.cause() == 0 ? null : "ACT " + fill.cause());
        }

        @Override
        public void onOff(final Off off) {
            hear(off.orderId(), 0, off.remaining(), OffReason.of(off.reason()).name());
        }

        @Override
        public void onNotCarriedOut(final long request) {
            future(request).completeExceptionally(new AssertionError("not carried out: " + request));
        }

        @Override
        public void onHistoryLost(final String why) {
            throw new AssertionError(why);
        }
    }
}
