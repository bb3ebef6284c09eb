package io.daybook.gateway.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CommandType;
import io.daybook.api.ResultCode;
import io.daybook.api.StpMode;
import io.daybook.client.Term;
import io.daybook.sessions.Tags;
import io.daybook.wire.AnswerDescriptor;
import io.daybook.wire.ByeDescriptor;
import io.daybook.wire.ByeReason;
import io.daybook.wire.ChangeDescriptor;
import io.daybook.wire.EmptyDescriptor;
import io.daybook.wire.FillDescriptor;
import io.daybook.wire.Frame;
import io.daybook.wire.HeadDescriptor;
import io.daybook.wire.MassCancelDescriptor;
import io.daybook.wire.OffDescriptor;
import io.daybook.wire.OffReason;
import io.daybook.wire.OrderNumbers;
import io.daybook.wire.PlaceDescriptor;
import io.daybook.wire.PlaceTermsDescriptor;
import io.daybook.wire.ReplaceDescriptor;
import io.daybook.wire.Templates;
import io.daybook.wire.WelcomeDescriptor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A client that follows the rules for clients, and keeps a ledger from its stream. It checks that each message comes
 * once, in the order of its numbers, and with the same bytes if it comes again, and that each request has one outcome.
 */
final class SimulatedClient {
    /** The earliest time at which its orders expire. */
    private static final long BEGIN_NS = 1_700_000_000_000_000_000L;

    private static final long MOST_NS = 60_000_000_000L;

    private final FakeClient link;
    private final long[] uids;
    private final boolean isDropCopy;
    private final Random random;
    private boolean mayMassCancel;

    /** The sent bytes that may not have reached the venue yet. */
    private byte[] pipe = new byte[0];

    private boolean isWelcome;
    private boolean isAsked;
    private long next = 1;
    private final Map<Long, byte[]> sent = new HashMap<>();

    /** The messages of its stream, by number. */
    private final TreeMap<Long, byte[]> stream = new TreeMap<>();

    private long lastOut;
    private long answered;
    private long answers;

    /** The lots of its live orders, according to the stream. */
    private final TreeMap<Long, Long> live = new TreeMap<>();

    private final List<Long> placed = new ArrayList<>();

    /** Entries whose trades become lots of their exits. */
    private final Set<Long> brackets = new TreeSet<>();

    private long answerSeq;
    private int answerCommand;
    private long replacedSeq;
    private long replacedOrder;

    /** True if part of its stream is lost, so that the ledger may be wrong. */
    private boolean isBlind;

    String lastBye = "none";
    int refusals;
    int resent;
    int exits;
    int suspensions;

    SimulatedClient(final int session, final boolean isDropCopy, final Random random, final long... uids) {
        this.link = new FakeClient(session);
        this.isDropCopy = isDropCopy;
        this.random = random;
        this.uids = uids;
    }

    /** Lets some of its requests be mass cancels from now on. */
    SimulatedClient withMassCancels() {
        mayMassCancel = true;
        return this;
    }

    int session() {
        return link.session();
    }

    boolean isWelcome() {
        return isWelcome;
    }

    boolean isConnected() {
        return link.isOpen();
    }

    boolean isBlind() {
        return isBlind;
    }

    // ---- connection ----------------------------------------------------------------------------------------------

    void login(final Venue venue, final long nextOut) {
        isWelcome = false;
        isAsked = true;
        pipe = new byte[0];
        link.login(venue, nextOut);
    }

    /** Logs in, mostly after the last message that it has; sometimes it requests many messages again. */
    void login(final Venue venue) {
        login(venue, random.nextInt(4) == 0 ? 1 + random.nextInt((int) lastOut + 1) : lastOut + 1);
    }

    void cut() {
        link.cut();
        lost();
    }

    /** Drops the connection and the bytes in transit, because the venue's process has ended. */
    void lost() {
        link.forget();
        isWelcome = false;
        isAsked = false;
        pipe = new byte[0];
    }

    void logout() {
        if (isWelcome) {
            append(EmptyDescriptor.encodeLogout(link.frame(), 0));
        }
    }

    /** Sends a heartbeat if no other bytes are in transit. */
    void heartbeat() {
        if (isWelcome && pipe.length == 0) {
            link.heartbeat();
        }
    }

    /** Delivers some bytes to the venue, whatever the bounds of frames. */
    void deliver(final Venue venue, final int most) {
        if (link.isOpen() && link.transport().isReading()) {
            final int count = link.sendBytes(pipe, 0, Math.min(pipe.length, most));
            pipe = Arrays.copyOfRange(pipe, count, pipe.length);
            venue.run();
        }
    }

    /** Delivers some messages to the client. */
    void arrive(final int most) {
        for (int i = 0; i < most; i++) {
            final byte[] frame = link.transport().arrive();
            if (frame == null) {
                break;
            }
            receive(frame);
        }
        if (link.transport().isClosed() && link.transport().underWay() == 0 && isAsked) {
            lost();
        }
    }

    // ---- requests ------------------------------------------------------------------------------------------------

    void request() {
        if (!isWelcome || isDropCopy) {
            return;
        }
        final long request = next++;
        final int length = fill(request);
        final byte[] frame = Arrays.copyOf(link.frame(), length);
        sent.put(request, frame);
        append(length);
    }

    private void append(final int length) {
        final byte[] longer = Arrays.copyOf(pipe, pipe.length + length);
        System.arraycopy(link.frame(), 0, longer, pipe.length, length);
        pipe = longer;
    }

    private int fill(final long request) {
        final long uid = uids[random.nextInt(uids.length)];
        final int dice = random.nextInt(100);
        final byte[] frame = link.frame();
        final int symbol = Venue.SYMBOL;
        if (dice < 5) {
            placed.add(OrderNumbers.cookie(session(), request));
            placed.add(OrderNumbers.exitId(OrderNumbers.cookie(session(), request)));
            return fillBracket(request, uid);
        } else if (dice < 12) {
            placed.add(OrderNumbers.cookie(session(), request));
            return fillTerms(request, uid);
        } else if (dice < 15 && mayMassCancel) {
            final boolean suspends = random.nextBoolean();
            return MassCancelDescriptor.encode(
                    frame, 0, request, uid, random.nextBoolean() ? symbol : 0, random.nextInt(3), dice == 12, suspends);
        } else if (dice < 55 || placed.isEmpty()) {
            placed.add(OrderNumbers.cookie(session(), request));
            return PlaceDescriptor.encode(
                    frame,
                    0,
                    request,
                    random.nextInt(20) == 0 ? 99 : uid,
                    symbol,
                    1 + random.nextInt(2),
                    random.nextInt(4) == 0 ? 1 + random.nextInt(6) : 1,
                    95 + random.nextInt(10),
                    random.nextInt(20),
                    0);
        }
        final long order = placed.get(random.nextInt(placed.size()));
        if (dice < 70) {
            return ChangeDescriptor.encodeCancel(frame, 0, request, uid, symbol, order);
        } else if (dice < 80) {
            return ChangeDescriptor.encodeMove(frame, 0, request, uid, symbol, order, 95 + random.nextInt(10));
        } else if (dice < 90) {
            return ChangeDescriptor.encodeReduce(frame, 0, request, uid, symbol, order, random.nextInt(8));
        }
        return ReplaceDescriptor.encode(
                frame, 0, request, uid, symbol, order, 95 + random.nextInt(10), 1 + random.nextInt(25), 0, 0, 0);
    }

    /** Encodes a bid with an exit at a profit, at a loss, or at either. */
    private int fillBracket(final long request, final long uid) {
        final long[] values = new long[PlaceTermsDescriptor.MAX_TERM + 1];
        final long price = 96 + random.nextInt(8);
        final int ways = random.nextInt(3);
        if (ways > 0) {
            values[Term.EXIT_PRICE.code()] = price + 1 + random.nextInt(4);
        }
        if (ways < 2) {
            values[Term.EXIT_TRIGGER.code()] = price - 1 - random.nextInt(3);
            values[Term.EXIT_STOP_PRICE.code()] = values[Term.EXIT_TRIGGER.code()] - random.nextInt(3);
        }
        final int mask = 1 << Term.EXIT_ORDER_ID.code()
                | 1 << Term.EXIT_PRICE.code()
                | 1 << Term.EXIT_TRIGGER.code()
                | 1 << Term.EXIT_STOP_PRICE.code();
        return PlaceTermsDescriptor.encode(
                link.frame(), 0, request, uid, Venue.SYMBOL, 1, 1, price, 1 + random.nextInt(20), 0, mask, values);
    }

    /** Encodes an order with one of the terms, which may be invalid for it. */
    private int fillTerms(final long request, final long uid) {
        final long[] values = new long[PlaceTermsDescriptor.MAX_TERM + 1];
        final Term first =
                switch (random.nextInt(8)) {
                    case 0, 1, 2 -> Term.TRIGGER;
                    case 3 -> Term.DISPLAY;
                    case 4 -> Term.MIN_SIZE;
                    case 5 -> Term.EXPIRE_AT;
                    case 6 -> Term.STP;
                    default -> Term.FLAGGED;
                };
        int mask = 1 << first.code();
        values[first.code()] = switch (first) {
            case TRIGGER -> 95 + random.nextInt(10);
            case EXPIRE_AT -> BEGIN_NS + random.nextLong(MOST_NS);
            case STP -> 1 + random.nextInt(StpMode.DECREMENT.code() - 1); // see endsBracket
            case FLAGGED -> 1;
            default -> 1 + random.nextInt(5);
        };
        if (first == Term.TRIGGER) {
            mask |= 1 << Term.WHEN.code();
            values[Term.WHEN.code()] = 1 + random.nextInt(2);
        }
        return PlaceTermsDescriptor.encode(
                link.frame(),
                0,
                request,
                uid,
                Venue.SYMBOL,
                1 + random.nextInt(2),
                1,
                95 + random.nextInt(10),
                1 + random.nextInt(20),
                0,
                mask,
                values);
    }

    private static boolean isPlace(final byte[] asked) {
        final int template = Frame.template(asked, 0);
        return template == Templates.PLACE || template == Templates.PLACE_TERMS;
    }

    private static boolean isBracket(final byte[] asked) {
        if (Frame.template(asked, 0) != Templates.PLACE_TERMS) {
            return false;
        }
        for (int i = 0; i < PlaceTermsDescriptor.count(asked, 0); i++) {
            if (PlaceTermsDescriptor.term(asked, 0, i) == PlaceTermsDescriptor.EXIT_ORDER_ID) {
                return true;
            }
        }
        return false;
    }

    // ---- stream --------------------------------------------------------------------------------------------------

    private void receive(final byte[] frame) {
        switch (Frame.template(frame, 0)) {
            case Templates.WELCOME -> welcome(frame);
            case Templates.BYE -> bye(ByeReason.of(ByeDescriptor.reason(frame, 0)));
            case Templates.ANSWER, Templates.FILL, Templates.OFF -> numbered(frame);
            default -> {}
        }
    }

    private void bye(final ByeReason reason) {
        lastBye = reason.name();
        assertTrue(
                reason != ByeReason.BAD_FRAME
                        && reason != ByeReason.BAD_REQUEST_NUMBER
                        && reason != ByeReason.LOGIN_REFUSED
                        && reason != ByeReason.AHEAD_OF_JOURNAL,
                () -> "a client that follows the rules was disconnected: " + reason);
    }

    private void welcome(final byte[] frame) {
        final long last = WelcomeDescriptor.lastRequest(frame, 0);
        assertTrue(last >= answered, "what was answered was carried out");
        assertTrue(WelcomeDescriptor.nextOut(frame, 0) > lastOut, "no history is lost");
        if (WelcomeDescriptor.firstOut(frame, 0) > lastOut + 1) {
            lastOut = WelcomeDescriptor.firstOut(frame, 0) - 1;
            isBlind = true;
        }
        next = last + 1;
        sent.keySet().removeIf(request -> request > last);
        isWelcome = true;
    }

    private void numbered(final byte[] frame) {
        final long out = HeadDescriptor.out(frame, 0);
        final byte[] before = stream.get(out);
        if (before != null) {
            assertArrayEquals(before, frame, "a message that comes again has the same bytes");
            resent++;
            return;
        }
        if (out <= lastOut) {
            return; // the client lost this part of its stream
        }
        assertEquals(lastOut + 1, out, "numbers of messages have no gaps");
        lastOut = out;
        stream.put(out, frame);
        if (isDropCopy) {
            answers += Frame.template(frame, 0) == Templates.ANSWER ? 1 : 0;
        } else if (Frame.template(frame, 0) == Templates.ANSWER) {
            answer(frame);
        } else if (Frame.template(frame, 0) == Templates.FILL) {
            off(
                    frame,
                    FillDescriptor.orderId(frame, 0),
                    FillDescriptor.size(frame, 0),
                    FillDescriptor.remaining(frame, 0));
            exit(FillDescriptor.orderId(frame, 0), FillDescriptor.size(frame, 0));
        } else {
            off(
                    frame,
                    OffDescriptor.orderId(frame, 0),
                    OffDescriptor.size(frame, 0),
                    OffDescriptor.remaining(frame, 0));
            if (endsBracket(frame)) {
                brackets.remove(OrderNumbers.cookie(session(), OrderNumbers.request(OffDescriptor.orderId(frame, 0))));
            }
        }
    }

    private void answer(final byte[] frame) {
        final long request = AnswerDescriptor.request(frame, 0);
        assertTrue(isBlind || request == answered + 1, "each request is answered once, in its order");
        answered = request;
        final byte[] asked = sent.get(request);
        assertNotNull(asked, "only what was sent is answered");
        assertEquals(
                isPlace(asked) ? Templates.PLACE : Frame.template(asked, 0),
                AnswerDescriptor.command(frame, 0),
                "the answer belongs to that request");
        final long order = AnswerDescriptor.orderId(frame, 0);
        final boolean isSuccess = AnswerDescriptor.source(frame, 0) == AnswerDescriptor.SOURCE_ENGINE
                && AnswerDescriptor.code(frame, 0) == ResultCode.SUCCESS.code();
        refusals += AnswerDescriptor.source(frame, 0) == AnswerDescriptor.SOURCE_GATEWAY ? 1 : 0;
        answerSeq = HeadDescriptor.seq(frame, 0);
        answerCommand = AnswerDescriptor.command(frame, 0);
        if (isPlace(asked)) {
            assertEquals(OrderNumbers.cookie(session(), request), order, "the id of an order is its cookie");
            if (isSuccess) {
                live.put(order, PlaceDescriptor.size(asked, 0));
                if (isBracket(asked)) {
                    brackets.add(order);
                }
            }
        } else if (Frame.template(asked, 0) == Templates.REPLACE && isSuccess) {
            replacedSeq = HeadDescriptor.seq(frame, 0);
            replacedOrder = order;
            set(order, AnswerDescriptor.remaining(frame, 0));
        } else if (Frame.template(asked, 0) == Templates.MASS_CANCEL && isSuccess) {
            suspensions += MassCancelDescriptor.suspend(asked, 0) ? 1 : 0;
        }
    }

    /**
     * Takes lots off an order. The answer to a replacement already lacks the lots that the replacement traded, so the
     * first message of that order after the answer sets what is left. Later ones only take their lots off: what they
     * say is left lacks the lots that an exit gets in the same act.
     */
    private void off(final byte[] frame, final long order, final long lots, final long remaining) {
        final boolean isEmptyExit = lots == 0 && OrderNumbers.isExit(order);
        final boolean isOfReplaced = HeadDescriptor.seq(frame, 0) == replacedSeq && order == replacedOrder;
        assertTrue(isBlind || isEmptyExit || isOfReplaced || live.containsKey(order), "only live orders lose lots");
        if (isOfReplaced) {
            replacedOrder = 0;
            set(order, remaining);
        } else {
            set(order, live.getOrDefault(order, lots) - lots);
        }
    }

    /** Adds the traded lots of a bracket's entry to its exit. */
    private void exit(final long order, final long lots) {
        if (brackets.contains(order)) {
            live.merge(OrderNumbers.exitId(order), lots, Long::sum);
            exits++;
        }
    }

    /**
     * Returns whether a message ends a bracket. A cancel of the exit does, a reduction or replacement of the exit to
     * nothing does not. If self-trade prevention takes an exit, the stream does not say whether it was cancelled or
     * reduced, so no order here has the mode that reduces, DECREMENT.
     */
    private boolean endsBracket(final byte[] frame) {
        final int reason = OffDescriptor.reason(frame, 0);
        final boolean isReduction = reason == OffReason.REJECTED.code()
                || reason == OffReason.REDUCED.code()
                        && HeadDescriptor.seq(frame, 0) == answerSeq
                        && (answerCommand == Templates.REDUCE || answerCommand == Templates.REPLACE);
        return OrderNumbers.isExit(OffDescriptor.orderId(frame, 0)) && !isReduction;
    }

    private void set(final long order, final long lots) {
        assertTrue(isBlind || lots >= 0, "no order loses more than it has");
        if (lots > 0) {
            live.put(order, lots);
        } else {
            live.remove(order);
        }
    }

    // ---- the truth -----------------------------------------------------------------------------------------------

    /** Checks, once everything has arrived, that the ledger equals the journal. */
    void check(final History history, final Map<Long, Long> resting) {
        final List<History.Settled> requests = history.requests(session());
        for (int i = 0; i < requests.size(); i++) {
            assertEquals(i + 1, requests.get(i).request(), "requests in the journal have no gaps");
        }
        if (isBlind) {
            return;
        }
        if (isDropCopy) {
            assertEquals(history.dropCopies(session()), answers, "a drop copy of each command");
            return;
        }
        assertEquals(requests.size(), answered, "each request that was carried out is answered");
        int at = 0;
        for (final byte[] frame : stream.values()) {
            if (Frame.template(frame, 0) == Templates.ANSWER) {
                final History.Settled settled = requests.get(at++);
                assertEquals(settled.seq(), HeadDescriptor.seq(frame, 0));
                if (settled.type() == CommandType.NOP.code()) {
                    assertEquals(Tags.refusalReason(settled.tagBytes()), AnswerDescriptor.code(frame, 0));
                } else {
                    assertEquals(settled.code(), AnswerDescriptor.code(frame, 0));
                }
            }
        }
        assertEquals(resting, live, "the ledger has the orders that rest");
    }

    long requestsAnswered() {
        return answered;
    }
}
