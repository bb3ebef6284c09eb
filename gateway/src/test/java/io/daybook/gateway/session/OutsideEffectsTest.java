package io.daybook.gateway.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.CommandDoor;
import io.daybook.api.Limits;
import io.daybook.api.Reset;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.Term;
import io.daybook.host.Proves;
import io.daybook.host.SimulatedClock;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.sessions.Tags;
import io.daybook.sessions.audit.AuditLog;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.CancelOnDisconnect;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.member.Right;
import io.daybook.sessions.outbox.OutboxFormat;
import io.daybook.sessions.outbox.OutboxLimits;
import io.daybook.wire.MassCancelDescriptor;
import io.daybook.wire.OrderNumbers;
import io.daybook.wire.PlaceTermsDescriptor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A session is told what the exchange, other doors and operators do to its orders. */
@Proves("a TCP session hears what others do to its orders")
class OutsideEffectsTest {
    private static final long BEGIN_MS = 1_700_000_000_000L;
    private static final int BID = 1;
    private static final int ASK = 2;
    private static final int GTC = 1;
    private static final long FIRST_ORDER = OrderNumbers.cookie(17, 1);
    private static final long ELSEWHERE = 7;

    private final SimulatedClock clock = new SimulatedClock(BEGIN_MS);
    private final FakeClient first = new FakeClient(17);
    private final FakeClient second = new FakeClient(18);
    private final Members members = Members.of(List.of(
            Venue.trader(17, 1)
                    .rights(Right.TRADE, Right.ADMIN)
                    .cancelOnDisconnect(CancelOnDisconnect.NONE)
                    .build(),
            Venue.trader(18, 2).cancelOnDisconnect(CancelOnDisconnect.NONE).build()));
    private SimulatedStorage storage = new SimulatedStorage();
    private Venue venue = start();

    private Venue start() {
        return start(SessionLimits.DEFAULT);
    }

    private Venue start(final SessionLimits limits) {
        return Venue.start(storage, clock, limits, OutboxLimits.of(limits), members, AuditLog.none());
    }

    /**
     * A door that may name ids of sessions, like that of a server, and sends commands without the cookie of a request.
     */
    private CommandDoor otherDoor() {
        return venue.exchange().newDoor(venue.layer().sessions().follower().name());
    }

    private void login(final FakeClient client) {
        client.login(venue, 0);
        client.heard();
    }

    /** Lets an order of session 17 rest: 5 lots at 100. */
    private void rest() {
        login(first);
        first.place(1, 1, BID, GTC, 100, 5);
        venue.run();
        assertEquals(List.of("1 answer 1 code 0 remaining 5 traded 0 fills 0"), first.heard());
    }

    private void place(final long request, final int side, final long price, final Term term, final long value) {
        final long[] values = new long[Term.values().length];
        values[term.code()] = value;
        first.send(PlaceTermsDescriptor.encode(
                first.frame(), 0, request, 1, Venue.SYMBOL, side, GTC, price, 5, 0, term.mask(), values));
        venue.run();
    }

    private List<String> heardOfFirst() {
        venue.run();
        return first.heard();
    }

    // ---- orders that others take off -----------------------------------------------------------------------------

    @Test
    void shouldTellWhatAnotherDoorTakesOff() {
        rest();
        otherDoor()
                .reduce(order ->
                        order.uid(1).symbol(Venue.SYMBOL).orderId(FIRST_ORDER).size(2));
        assertEquals(List.of("2 off 17/1 size 2 remaining 3 reason 3"), heardOfFirst());
        otherDoor().cancel(order -> order.uid(1).symbol(Venue.SYMBOL).orderId(FIRST_ORDER));
        assertEquals(List.of("3 off 17/1 size 3 remaining 0 reason 3"), heardOfFirst());
        first.status(1, FIRST_ORDER);
        assertEquals(List.of("status 2 remaining 0 traded 0"), first.heard());
    }

    @Test
    void shouldTellThatAnOrderHasExpired() {
        login(first);
        place(1, BID, 100, Term.EXPIRE_AT, TimeUnit.MILLISECONDS.toNanos(BEGIN_MS + 1_000));
        assertEquals(List.of("1 answer 1 code 0 remaining 5 traded 0 fills 0"), first.heard());
        clock.advance(1_000, TimeUnit.MILLISECONDS);
        venue.exchange().newDoor().tick(tick -> tick.symbol(Venue.SYMBOL));
        assertEquals(
                List.of("2 off 17/1 size 5 remaining 0 reason 5"),
                heardOfFirst().stream()
                        .filter(line -> !line.startsWith("heartbeat"))
                        .toList());
    }

    @Test
    void shouldTellThatAnOrderWouldHaveTradedWithItsOwner() {
        rest();
        place(2, ASK, 100, Term.STP, 3);
        assertEquals(
                List.of("2 answer 2 code 0 remaining 5 traded 0 fills 0", "3 off 17/1 size 5 remaining 0 reason 4"),
                first.heard());
    }

    @Test
    void shouldTellAMassCancelWhicheverDoorItComesFrom() {
        rest();
        venue.exchange().newDoor().massCancel(all -> all.uid(1));
        assertEquals(List.of("2 off 17/1 size 5 remaining 0 reason 7"), heardOfFirst());
        first.place(2, 1, BID, GTC, 100, 4);
        first.place(3, 1, ASK, GTC, 110, 3);
        first.send(MassCancelDescriptor.encode(first.frame(), 0, 4, 1, 0, Side.BID.code(), false, true));
        first.place(5, 1, BID, GTC, 100, 4);
        assertEquals(
                List.of(
                        "3 answer 2 code 0 remaining 4 traded 0 fills 0",
                        "4 answer 3 code 0 remaining 3 traded 0 fills 0",
                        "5 answer 4 code 0 remaining 0 traded 0 fills 0",
                        "6 off 17/2 size 4 remaining 0 reason 7",
                        "7 answer 5 code " + ResultCode.AUTH_USER_SUSPENDED.code() + " remaining 0 traded 0 fills 0"),
                heardOfFirst(),
                "the bids are gone, the ask rests, and the user may not trade");
    }

    private static void logon(final CommandDoor door, final int session) {
        final byte[] tag = new byte[Tags.LOGON_LENGTH];
        final int length = Tags.encodeLogon(tag, Protocol.TCP.code(), session, 0);
        door.nop(nop -> nop.cookie(OrderNumbers.cookie(session, 0)).tag(tag, 0, length));
    }

    private static void place(final CommandDoor door, final long uid, final int session, final long request) {
        final long id = OrderNumbers.cookie(session, request);
        door.place(order -> order.uid(uid)
                .cookie(id)
                .orderId(id)
                .symbol(Venue.SYMBOL)
                .bid()
                .gtc()
                .price(90 + request)
                .size(5));
    }

    /** The messages of a session, as lines. */
    private static List<String> told(final SimulatedStorage storage, final int session) throws IOException {
        final List<String> lines = new ArrayList<>();
        for (final String record : OutboxText.of(storage, session).values()) {
            final byte[] bytes = HexFormat.of().parseHex(record);
            lines.add(FrameText.of(Arrays.copyOfRange(bytes, OutboxFormat.RECORD_LENGTH, bytes.length)));
        }
        return lines;
    }

    @Test
    void shouldEndEveryOrderAndNothingElseWithAReset() throws IOException {
        final SimulatedStorage other = new SimulatedStorage();
        Venue.withReset(other, clock, members, (exchange, name) -> {
            final CommandDoor door = exchange.newDoor(name);
            logon(door, 17);
            logon(door, 18);
            place(door, 1, 17, 1);
            place(door, 2, 18, 1);
            place(door, 2, 18, 2);
            exchange.submit(new Reset());
            place(door, 1, 17, 2);
        });
        final List<String> first17 = List.of(
                "1 answer 1 code 0 remaining 5 traded 0 fills 0",
                "2 off 17/1 size 5 remaining 0 reason 3",
                "3 answer 2 code " + ResultCode.AUTH_INVALID_USER.code() + " remaining 0 traded 0 fills 0");
        final List<String> first18 = List.of(
                "1 answer 1 code 0 remaining 5 traded 0 fills 0",
                "2 answer 2 code 0 remaining 5 traded 0 fills 0",
                "3 off 18/1 size 5 remaining 0 reason 3",
                "4 off 18/2 size 5 remaining 0 reason 3");
        assertEquals(first17, told(other, 17));
        assertEquals(first18, told(other, 18));
        Venue.withReset(other, clock, members, (exchange, name) -> place(exchange.newDoor(name), 1, 17, 3));
        assertEquals(4, told(other, 17).size(), "N, the number of messages and the owner stay, through a replay too");
        assertEquals(first18, told(other, 18));
    }

    // ---- replacements by other doors -----------------------------------------------------------------------------

    private void replace(final long newOrderId, final long size) {
        otherDoor().replace(order -> order.uid(1)
                .symbol(Venue.SYMBOL)
                .orderId(FIRST_ORDER)
                .newOrderId(newOrderId)
                .price(100)
                .size(size));
        venue.run();
    }

    /** Lets another member trade one lot with the order that rests at 100. */
    private void sellOne(final long request) {
        second.place(request, 2, ASK, 2, 100, 1);
        venue.run();
    }

    @Test
    void shouldGoOnWithAnOrderThatAnotherDoorHasReplaced() {
        rest();
        login(second);
        replace(0, 9);
        sellOne(1);
        assertEquals(List.of("2 fill of 17/1 1@100 remaining 8 maker"), first.heard());
        first.status(1, FIRST_ORDER);
        assertEquals(List.of("status 1 remaining 8 traded 1"), first.heard());
    }

    @Test
    void shouldTellThatAnOrderHasBecomeAnotherDoors() {
        rest();
        login(second);
        replace(ELSEWHERE, 9);
        assertEquals(List.of("2 off 17/1 size 5 remaining 0 reason 3"), first.heard());
        sellOne(1);
        assertEquals(List.of(), first.heard(), "the session has lost the order");
        first.cancel(2, 1, FIRST_ORDER);
        assertEquals(
                List.of("3 answer 2 code " + ResultCode.MATCHING_UNKNOWN_ORDER_ID.code()
                        + " remaining 0 traded 0 fills 0"),
                heardOfFirst());
    }

    @Test
    void shouldKnowAnOrderByAnotherIdOfItsSession() {
        rest();
        login(second);
        final long renamed = OrderNumbers.cookie(17, 1_000_000);
        replace(renamed, 9);
        sellOne(1);
        assertEquals(List.of("2 fill of 17/1000000 1@100 remaining 8 maker"), first.heard());
        first.status(1, renamed);
        first.status(2, FIRST_ORDER);
        assertEquals(List.of("status 1 remaining 8 traded 1", "status 0 remaining 0 traded 0"), first.heard());
    }

    // ---- tags ----------------------------------------------------------------------------------------------------

    @Test
    void shouldSkipTagsOfKindsThatItDoesNotKnow() {
        rest();
        final CommandDoor door = otherDoor();
        final List<Integer> known = List.of(Tags.REFUSAL, Tags.LOGON, Tags.END, Tags.CANCEL, Tags.DROP_COPY);
        final byte[] tag = new byte[Limits.MAX_TAG_BYTES];
        for (int kind = 0; kind <= 255; kind++) {
            if (!known.contains(kind)) {
                tag[0] = (byte) kind;
                for (final int length : new int[] {1, 14, Limits.MAX_TAG_BYTES}) {
                    door.nop(nop -> nop.cookie(OrderNumbers.cookie(17, 0)).tag(tag, 0, length));
                    door.nop(nop -> nop.cookie(OrderNumbers.cookie(99, 0)).tag(tag, 0, length));
                }
            }
        }
        assertEquals(List.of(), heardOfFirst());
        assertEquals(List.of(), venue.failures());
        first.place(2, 1, BID, GTC, 100, 5);
        assertEquals(List.of("2 answer 2 code 0 remaining 5 traded 0 fills 0"), heardOfFirst());
    }

    // ---- ends of connections -------------------------------------------------------------------------------------

    /** Returns whether the order of a session is cancelled when its connection ends and it does not come back. */
    private static boolean cancels(final CancelOnDisconnect mode, final boolean isLogout) {
        final SimulatedClock clock = new SimulatedClock(BEGIN_MS);
        final SessionLimits limits = SessionLimits.DEFAULT;
        final Venue venue = Venue.start(
                new SimulatedStorage(),
                clock,
                limits,
                OutboxLimits.of(limits),
                Members.of(List.of(Venue.trader(17, 1)
                        .cancelOnDisconnect(mode)
                        .graceMs(300)
                        .build())),
                AuditLog.none());
        final FakeClient client = new FakeClient(17);
        client.login(venue, 0);
        client.place(1, 1, BID, GTC, 100, 5);
        venue.run();
        if (isLogout) {
            client.logout();
        } else {
            client.cut();
        }
        venue.run();
        for (int i = 0; i < 100; i++) {
            clock.advance(10, TimeUnit.MILLISECONDS);
            venue.run();
        }
        return venue.layer().book().orders().count() == 0;
    }

    @Test
    void shouldCancelAtTheEndsThatTheModeNames() {
        final List<String> cancelled = new ArrayList<>();
        for (final CancelOnDisconnect mode : CancelOnDisconnect.values()) {
            for (final boolean isLogout : new boolean[] {true, false}) {
                if (cancels(mode, isLogout)) {
                    cancelled.add(mode + (isLogout ? " logout" : " disconnect"));
                }
            }
        }
        assertEquals(List.of("DISCONNECT disconnect", "LOGOUT logout", "BOTH logout", "BOTH disconnect"), cancelled);
    }

    @Test
    void shouldEndWhoFallsTooFarBehind() {
        final SessionLimits tight =
                new SessionLimits(4_096, 100, 10, 10, 10, 5_000, 10, 4 << 10, 8 << 10, 3_600_000, 1 << 30, 7, 64);
        venue.close();
        storage = new SimulatedStorage();
        venue = start(tight);
        login(second);
        int requests = 0;
        while (second.isOpen() && requests < 1_000) {
            requests++;
            second.place(requests, 2, BID, 2, 100, 1);
            second.transport().arrive(); // the client reads, but less than it is sent
            venue.run();
            clock.advance(1, TimeUnit.MILLISECONDS);
        }
        final List<String> heard = second.heard();
        assertEquals("bye SLOW", heard.get(heard.size() - 1));
    }
}
