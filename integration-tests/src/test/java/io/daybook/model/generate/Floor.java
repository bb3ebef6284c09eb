package io.daybook.model.generate;

import io.daybook.model.CapacityExceeded;
import io.daybook.model.Exchange;
import io.daybook.model.ModelRunner;
import io.daybook.model.Order;
import io.daybook.model.Outcome;
import io.daybook.model.ScenarioLine;
import io.daybook.model.Settings;
import io.daybook.model.State;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The trading floor of one scenario: its dice, its lines so far, a model that has run these lines, and the answers of
 * the model.
 */
final class Floor implements ModelRunner.Listener {
    final Kind kind;
    final Dice dice;
    final List<Instrument> instruments;
    final List<Long> uids = new ArrayList<>();
    private final Settings settings;
    private final ModelRunner.Listener listener;
    private final List<String> lines = new ArrayList<>();
    private final List<String> results = new ArrayList<>();
    private ModelRunner.Session session;
    private boolean halted;

    /** Whether the model runs lines that the listener has received before. */
    private boolean isRunAgain;

    private long time = 1_000;

    /** Creates a floor with one instrument or more. The listener is called after every line that is a command. */
    Floor(
            final Kind kind,
            final Dice dice,
            final Settings settings,
            final List<Instrument> instruments,
            final ModelRunner.Listener listener) {
        this.kind = kind;
        this.dice = dice;
        this.settings = settings;
        this.instruments = instruments;
        this.listener = listener;
        this.session = new ModelRunner.Session(settings, this);
    }

    @Override
    public void onCommand(final ScenarioLine line, final Outcome outcome, final Exchange exchange) {
        if (!isRunAgain) {
            listener.onCommand(line, outcome, exchange);
        }
    }

    @Override
    public void onBadLine() {
        if (!isRunAgain) {
            listener.onBadLine();
        }
    }

    List<String> lines() {
        return lines;
    }

    /** The model's answers to the lines: one for each that is not skipped. */
    List<String> results() {
        return results;
    }

    /** Whether the next command would have halted the exchange, in which case the scenario ends. */
    boolean isHalted() {
        return halted;
    }

    Exchange exchange() {
        return session.exchange();
    }

    State state() {
        return session.exchange().state();
    }

    /**
     * Adds a line as it is, and runs it on the model; returns the result. A line that would halt the exchange is left
     * out.
     */
    String say(final String line) {
        try {
            final String result = session.run(line);
            lines.add(line);
            if (!result.isEmpty()) {
                results.add(result);
            }
            return result;
        } catch (CapacityExceeded halt) {
            halted = true;
            session = new ModelRunner.Session(settings, this);
            isRunAgain = true;
            try {
                lines.forEach(session::run);
            } finally {
                isRunAgain = false;
            }
            return "";
        }
    }

    /** The time of the last line; only kinds with terms have one. */
    long time() {
        return time;
    }

    /** Adds a timestamp to a line. The time never goes back, but now and then a timestamp is earlier than the time. */
    Draft stamped(final Draft draft) {
        time += dice.chance(0.7) ? dice.between(0, 3) : 0;
        return draft.with("timestamp", dice.chance(0.97) ? time : dice.of(time - 1, 0, -1, Long.MIN_VALUE));
    }

    /** Writes a command, now and then with fields that any command may have; returns the result. */
    String say(final Draft draft) {
        if (dice.chance(0.06)) {
            draft.with("cookie", dice.of(0, 1, 7, -1, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE));
        }
        if (dice.chance(0.01)) {
            draft.with("seq", dice.between(-5, 1L << 40));
        }
        if (kind.hasTerms()) {
            stamped(draft);
        } else if (dice.chance(0.01)) {
            draft.with("timestamp", dice.chance(0.8) ? dice.between(0, 1L << 40) : Math.min(1L << 60, dice.edge()));
        }
        if (dice.chance(0.03)) {
            final List<String> names = draft.names();
            Collections.rotate(names, dice.below(names.size()));
            return say(draft.line(names));
        }
        return say(draft.line());
    }

    /** The uid of a user; rarely a uid that no user has. */
    long anyUid() {
        return dice.chance(0.01) ? dice.of(0, -1, 999, Long.MAX_VALUE) : dice.of(uids);
    }

    /** Any instrument of the scenario. */
    Instrument anyInstrument() {
        return dice.of(instruments);
    }

    Optional<Order> anyLiveOrder() {
        for (int attempt = 0; attempt < 4; attempt++) {
            final var live = anyInstrument().market(state()).live().values();
            if (!live.isEmpty()) {
                return live.stream().skip(dice.below(live.size())).findFirst();
            }
        }
        return Optional.empty();
    }

    long anyOrderId() {
        return kind == Kind.DEEP ? dice.between(1, 100_000) : dice.between(1, kind.hasTerms() ? 250 : 60);
    }
}
