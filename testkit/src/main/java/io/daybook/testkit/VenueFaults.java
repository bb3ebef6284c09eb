package io.daybook.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Faults of the venue: <i>when</i> they act, and <i>what</i> they do. A fault that no request meets fails its test. */
public final class VenueFaults {
    private final Door control;

    VenueFaults(final Door control) {
        this.control = control;
    }

    /** Begins a fault for the next match. */
    public Step next(final Match match) {
        return new Step(control, match, new LinkedHashMap<>());
    }

    /** Removes all faults. */
    public void clear() {
        control.ask("DELETE", "/faults", "");
    }

    /** The faults that no request or message has met yet, as JSON. */
    public List<String> unused() {
        final List<String> unused = new ArrayList<>();
        final Object all =
                JsonText.read(control.ask("GET", "/faults?unused", "").body());
        if (JsonText.at(all, "faults") instanceof List<?> faults) {
            faults.forEach(fault -> unused.add(fault == null ? "" : JsonText.write(fault)));
        }
        return unused;
    }

    /** Matches orders to the HTTP door. */
    public static Match order() {
        return request("http", "POST /v1/orders");
    }

    /** Matches orders over the spot dialect. */
    public static Match spotOrder() {
        return request("spot", "POST /api/v3/order");
    }

    /** Matches orders over FIX. */
    public static Match fixOrder() {
        return request("fix", "D");
    }

    /** Matches orders over TCP. */
    public static Match tcpOrder() {
        return request("tcp", "PLACE");
    }

    /** Matches requests or messages of a door, by their route. */
    public static Match request(final String door, final String route) {
        return door(door).with("route", route);
    }

    /** Matches everything that passes a door: {@code http}, {@code spot}, {@code ws}, {@code tcp} or {@code fix}. */
    public static Match door(final String door) {
        return new Match(Map.of()).with("door", door);
    }

    /** The condition of a fault. */
    public static final class Match {
        private final Map<String, Object> when;

        private Match(final Map<String, Object> when) {
            this.when = when;
        }

        private Match with(final String key, final Object value) {
            final Map<String, Object> more = new LinkedHashMap<>(when);
            more.put(key, value);
            return new Match(more);
        }

        /** Matches only requests of a user. */
        public Match of(final String user) {
            return with("key", user);
        }

        /** Matches only requests of a user. */
        public Match of(final TestTrader user) {
            return of(user.name());
        }

        /** Matches only requests for a listing. */
        public Match symbol(final String symbol) {
            return with("symbol", symbol);
        }

        /** Matches only requests with this client id. */
        public Match clientOrderId(final String id) {
            return with("clientOrderId", id);
        }

        /** Matches only the n-th request, from 1. */
        public Match nth(final long n) {
            return with("nth", n);
        }

        /** Matches only requests after the result with this seq. */
        public Match after(final long seq) {
            return with("after", seq);
        }
    }

    /** The action of a fault. A method without a result sets the fault before it returns. */
    public static final class Step {
        private final Door control;
        private final Match match;
        private final Map<String, Object> says;

        private Step(final Door control, final Match match, final Map<String, Object> says) {
            this.control = control;
            this.match = match;
            this.says = says;
        }

        private Step with(final String key, final Object value) {
            final Map<String, Object> more = new LinkedHashMap<>(says);
            more.put(key, value);
            return new Step(control, match, more);
        }

        /** Sets the number of matches that meet the fault; 1 by default. */
        public Step times(final int times) {
            return with("times", times);
        }

        /** Sets the probability that a match meets the fault, such as {@code "0.1"}. */
        public Step probability(final String probability) {
            return with("probability", probability);
        }

        /** Sets the place: {@code before}, {@code within} or {@code after}. */
        public Step at(final String place) {
            return with("at", place);
        }

        /** Delays the request or its answer, as a slow venue or network would. */
        public void delay(final Duration duration) {
            with("duration", duration).does("delay");
        }

        /** Loses the answer to a request that is carried out. */
        public void loseAnswer() {
            does("loseAnswer");
        }

        /** Loses the request before it arrives. */
        public void loseRequest() {
            does("loseRequest");
        }

        /** Sends an answer with this status instead. */
        public void status(final int status) {
            with("status", status).does("status");
        }

        /** Sends an answer with this status instead, and with the time after which to retry. */
        public void status(final int status, final Duration retryAfter) {
            with("status", status).with("retryAfter", retryAfter.toSeconds()).does("status");
        }

        /** Sends an error of the spot dialect as the answer, such as {@code -1021}. */
        public void code(final int code) {
            with("code", Integer.toString(code)).does("status");
        }

        /** Cuts the connection. */
        public void cut() {
            does("cut");
        }

        /** Hides the order from reads for a time. */
        public void hide(final Duration duration) {
            with("duration", duration).does("hide");
        }

        /** Refuses the request for a reason that a book seldom gives. */
        public void reject(final String reason) {
            with("reason", reason).does("reject");
        }

        /** Loses messages. */
        public void drop(final int messages) {
            with("n", messages).does("drop");
        }

        /** Sends messages twice. */
        public void repeat(final int messages) {
            with("n", messages).does("repeat");
        }

        /** Sends messages in another order. */
        public void swap(final int messages) {
            with("n", messages).does("swap");
        }

        /** Keeps the connection open and silent for a time. */
        public void stall(final Duration duration) {
            with("duration", duration).does("stall");
        }

        /** Causes a fault of a FIX session, such as {@code sequenceHigh}. */
        public void fix(final String how) {
            with("how", how).does("fix");
        }

        /** Kills the venue, which comes back; for venues that were built with {@code killable()}. */
        public void kill(final Duration restartAfter) {
            with("restartAfter", restartAfter).does("kill");
        }

        private void does(final String what) {
            final Map<String, Object> fault = new LinkedHashMap<>();
            fault.put("when", match.when);
            fault.put("do", what);
            fault.putAll(says);
            control.ask("POST", "/faults", JsonText.write(Map.of("faults", List.of(fault))));
        }
    }
}
