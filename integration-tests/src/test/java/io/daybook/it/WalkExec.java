package io.daybook.it;

import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.MoveOrder;
import io.daybook.api.OrderTerms;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReduceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.Term;
import io.daybook.scenario.ScenarioWriter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code daybook exec} in a process of its own, which reads lines as they arrive. Ticks are sent only by the test. */
final class WalkExec extends WalkDoor {
    static final int BASE = 1;
    static final int QUOTE = 2;
    private static final long ID_STEP = 100_000;
    private static final Pattern EVENT = Pattern.compile("\\{\"event\":\"(\\w+)\"[^}]*}");
    private static final Pattern LEVEL = Pattern.compile("\\[(\\d+),(\\d+),\\d+]");

    private final Process process;
    private final OutputStream in;
    private final ScenarioWriter lines;
    private final BufferedReader out;

    WalkExec(final int number, final ProcessBuilder exec) throws IOException {
        super(number, "exec");
        process = exec.start();
        in = process.getOutputStream();
        lines = new ScenarioWriter(in);
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static long ownId(final int symbol, final long id) {
        return id == 0 ? 0 : symbol * ID_STEP + id;
    }

    /** A command with ids that no other cell uses. */
    static Command withOwnId(final Command command) {
        if (command instanceof PlaceOrder order) {
            final long exit = order.terms().get(Term.EXIT_ORDER_ID);
            final OrderTerms.Builder terms = OrderTerms.builder();
            for (final Term term : Term.values()) {
                if (order.terms().has(term)) {
                    terms.set(
                            term,
                            term == Term.EXIT_ORDER_ID
                                    ? ownId(order.symbol(), exit)
                                    : order.terms().get(term));
                }
            }
            return new PlaceOrder(
                    order.uid(),
                    order.symbol(),
                    ownId(order.symbol(), order.orderId()),
                    order.side(),
                    order.orderType(),
                    order.price(),
                    order.reservePrice(),
                    order.size(),
                    terms.build());
        }
        if (command instanceof CancelOrder c) {
            return new CancelOrder(c.uid(), c.symbol(), ownId(c.symbol(), c.orderId()));
        }
        if (command instanceof MoveOrder m) {
            return new MoveOrder(m.uid(), m.symbol(), ownId(m.symbol(), m.orderId()), m.price());
        }
        if (command instanceof ReduceOrder r) {
            return new ReduceOrder(r.uid(), r.symbol(), ownId(r.symbol(), r.orderId()), r.size());
        }
        if (command instanceof ReplaceOrder r) {
            return new ReplaceOrder(
                    r.uid(),
                    r.symbol(),
                    ownId(r.symbol(), r.orderId()),
                    ownId(r.symbol(), r.newOrderId()),
                    r.price(),
                    r.size(),
                    r.reservePrice(),
                    r.trigger(),
                    r.stopPrice());
        }
        return command;
    }

    /** Notes the ids that a command gives to an order and to its exit. */
    static void know(final WalkDoor door, final Command command) {
        if (command instanceof PlaceOrder order) {
            for (final long id : new long[] {order.orderId(), order.terms().get(Term.EXIT_ORDER_ID)}) {
                door.know(order.symbol(), id, ownId(order.symbol(), id));
            }
        }
    }

    static String wordOf(final End end) {
        return switch (end) {
            case REJECTED -> "REJECT";
            case OWNER -> "REDUCE";
            case STP, EXPIRED, MASS -> end.name();
        };
    }

    @Override
    synchronized String send(final Command command) throws IOException {
        know(this, command);
        lines.command(withOwnId(command), 0, System.currentTimeMillis() * 1_000_000);
        lines.flush();
        final String result = answer();
        final String code = text("result", result);
        if (result.contains("\"SUCCESS\",\"orderId\":")) {
            hear(number("orderId", result), 0, number("remaining", result), null);
        }
        final Matcher event = EVENT.matcher(result);
        while (event.find()) {
            onEvent(event.group(1), event.group());
        }
        return code;
    }

    private String answer() throws IOException {
        final String line = out.readLine();
        if (line == null) {
            throw new IOException("exec has ended");
        }
        return line;
    }

    private void onEvent(final String kind, final String event) {
        switch (kind) {
            case "TRADE" -> {
                hear(number("takerOrderId", event), number("size", event), number("takerRemaining", event), null);
                hear(number("makerOrderId", event), number("size", event), number("makerRemaining", event), null);
            }
            case "REDUCE" -> hear(number("orderId", event), 0, number("remaining", event), "REDUCE");
            case "REJECT" -> hear(number("orderId", event), 0, 0, "REJECT");
            case "CANCEL" -> hear(number("orderId", event), 0, number("remaining", event), text("reason", event));
            case "ACT" -> hear(number("orderId", event), 0, number("remaining", event), "ACT " + text("cause", event));
            case "REPLACE" -> hear(number("orderId", event), 0, number("remaining", event), null);
            default -> hear(number("orderId", event), 0, -1, null);
        }
    }

    static String text(final String key, final String json) {
        final Matcher found = Pattern.compile("\"" + key + "\":\"?([^\",}]*)").matcher(json);
        return found.find() ? found.group(1) : "no " + key + " in " + json;
    }

    private static long number(final String key, final String json) {
        return Long.parseLong(text(key, json));
    }

    @Override
    String word(final End end) {
        return wordOf(end);
    }

    private synchronized String ask(final String line) throws IOException {
        in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
        return answer();
    }

    @Override
    void tick(final int symbol) throws IOException {
        send(new io.daybook.api.Tick(symbol));
    }

    @Override
    String book(final int symbol) throws IOException {
        final StringBuilder all = new StringBuilder();
        final Matcher level = LEVEL.matcher(ask("{\"cmd\":\"book\",\"symbol\":" + symbol + "}"));
        while (level.find()) {
            all.append(level.group(1)).append('x').append(level.group(2)).append(' ');
        }
        return all.toString().strip();
    }

    @Override
    String shown(final long uid, final int symbol, final long id) throws IOException {
        final String report = ask("{\"cmd\":\"user_report\",\"uid\":" + uid + "}");
        final int at = report.indexOf("\"orderId\":" + idOf(symbol, id) + ",");
        final String order = report.substring(at, report.indexOf('}', at) + 1);
        final String expireAt = WalkHttp.said("expireAt", order);
        return terms(
                order.contains("\"dormant\":true"),
                WalkHttp.said("display", order),
                expireAt.isEmpty() ? "" : expireAt.substring(0, expireAt.length() - 6),
                WalkHttp.said("trigger", order));
    }

    @Override
    String termsOfAWoken(final String sent) {
        return "";
    }

    @Override
    long balance(final long uid) throws IOException {
        final String report = ask("{\"cmd\":\"user_report\",\"uid\":" + uid + "}");
        return number("balance", report.substring(report.indexOf("{\"currency\":" + QUOTE)));
    }

    /** Sends a query; returns its answer, which is one line. */
    String query(final String verb) throws IOException {
        return ask("{\"cmd\":\"" + verb + "\"}");
    }

    @Override
    public void close() throws IOException, InterruptedException {
        in.close();
        if (!process.waitFor(TIME_OUT_MS, TimeUnit.MILLISECONDS)) {
            process.destroyForcibly();
        }
    }
}
