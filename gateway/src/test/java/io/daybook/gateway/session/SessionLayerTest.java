package io.daybook.gateway.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Term;
import io.daybook.host.Proves;
import io.daybook.host.RateLimit;
import io.daybook.host.SimulatedClock;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.sessions.Tags;
import io.daybook.sessions.audit.AuditEvent;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.Account;
import io.daybook.sessions.member.AddressRange;
import io.daybook.sessions.member.CancelOnDisconnect;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.Right;
import io.daybook.sessions.member.SessionSettings;
import io.daybook.sessions.order.OrderTable;
import io.daybook.sessions.outbox.OutboxLimits;
import io.daybook.sessions.outbox.Outboxes;
import io.daybook.wire.EmptyDescriptor;
import io.daybook.wire.OrderNumbers;
import io.daybook.wire.PlaceTermsDescriptor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests sessions without sockets, with a disk and a clock of the test. */
@Proves("a session keeps its numbers, rights and limits")
class SessionLayerTest {
    private static final int BID = 1;
    private static final int ASK = 2;
    private static final int GTC = 1;
    private static final int IOC = 2;

    private final SimulatedClock clock = new SimulatedClock(1_700_000_000_000L);
    private final List<AuditEvent> audited = new ArrayList<>();
    private final FakeClient first = new FakeClient(17);
    private final FakeClient second = new FakeClient(18);
    private final FakeClient copy = new FakeClient(19);
    private SimulatedStorage storage = new SimulatedStorage();
    private SessionLimits limits = SessionLimits.DEFAULT;
    private Members members = members(CancelOnDisconnect.BOTH, RateLimit.DEFAULT);
    private Venue venue = start();

    private static Members members(final CancelOnDisconnect mode, final RateLimit limit) {
        return Members.of(List.of(
                Venue.trader(17, 1).cancelOnDisconnect(mode).limit(limit).build(),
                Venue.trader(18, 2).cancelOnDisconnect(CancelOnDisconnect.NONE).build(),
                Venue.trader(19, 1).rights(Right.DROPCOPY).build()));
    }

    private Venue start() {
        return Venue.start(storage, clock, limits, OutboxLimits.of(limits), members, audited::add);
    }

    private void restart() {
        venue.close();
        storage = storage.kill();
        venue = start();
    }

    private void restart(final SessionLimits other) {
        limits = other;
        restart();
    }

    private void restart(final Members other) {
        members = other;
        restart();
    }

    private void pass(final long ms) {
        for (long left = ms; left > 0; left -= 10) {
            clock.advance(10, TimeUnit.MILLISECONDS);
            venue.run();
        }
    }

    // ---- logins --------------------------------------------------------------------------------------------------

    @Test
    void shouldWelcomeWithTheLastRequestAndTheStream() {
        first.login(venue, 0);
        assertEquals(List.of("welcome N 0 next 1 first 1"), first.heard());
        first.place(1, 1, BID, GTC, 100, 5);
        first.cut();
        venue.run();
        first.login(venue, 1);
        assertEquals(
                List.of("welcome N 1 next 2 first 1", "1 answer 1 code 0 remaining 5 traded 0 fills 0"), first.heard());
        first.cut();
        venue.run();
        first.login(venue, 0);
        assertEquals(List.of("welcome N 1 next 2 first 1"), first.heard());
    }

    @Test
    void shouldRefuseASecondConnectionOfASession() {
        first.login(venue, 0);
        final FakeClient other = new FakeClient(17);
        other.login(venue, 0);
        assertEquals(List.of("bye ALREADY_LOGGED_IN"), other.heard());
        assertTrue(first.isOpen());
    }

    @Test
    void shouldSayNothingButNoToWhoMayNotLogIn() {
        restart(Members.of(List.of(
                Venue.trader(17, 1).retired(true).build(),
                Venue.trader(18, 2).from(AddressRange.parse("192.168.0.0/16")).build(),
                Venue.trader(19, 1).build())));
        for (final int session : new int[] {17, 18, 20}) {
            final FakeClient stranger = new FakeClient(session);
            stranger.login(venue, 0);
            assertEquals(List.of("bye LOGIN_REFUSED"), stranger.heard());
        }
        final FakeClient guesser = new FakeClient(19);
        guesser.connect(venue);
        guesser.loginWith(19, "guess");
        assertEquals(List.of("bye LOGIN_REFUSED"), guesser.heard());
        final List<String> reasons = audited.stream()
                .filter(AuditEvent.LoginRefused.class::isInstance)
                .map(event -> ((AuditEvent.LoginRefused) event).reason())
                .toList();
        assertEquals(List.of("RETIRED", "ADDRESS", "UNKNOWN_SESSION", "SECRET"), reasons);
    }

    @Test
    void shouldRefuseAnAddressThatFailsTooOftenUntilTheMinuteIsOver() {
        for (int i = 0; i < limits.failedLoginsPerMinute(); i++) {
            assertTrue(second.connect(venue));
            second.loginWith(18, "guess");
        }
        assertFalse(second.connect(venue));
        pass(61_000);
        second.login(venue, 0);
        assertEquals(List.of("welcome N 0 next 1 first 1"), second.heard());
    }

    @Test
    void shouldBoundConnections() {
        restart(new SessionLimits(8, 20, 4, 3, 2, 5_000, 10, 1 << 20, 64 << 20, 10_000, 1 << 30, 7, 64));
        first.login(venue, 0);
        final FakeClient idle = new FakeClient(18);
        final FakeClient other = new FakeClient(18);
        final FakeClient more = new FakeClient(18);
        assertTrue(idle.connect(venue));
        assertTrue(other.connect(venue));
        assertFalse(more.connect(venue), "3 of one address, and 2 that are not logged in");
        pass(5_100);
        assertEquals(List.of("bye NOT_LOGGED_IN"), idle.heard());
        assertTrue(more.connect(venue));
    }

    @Test
    void shouldLogOutAfterAllAnswers() {
        first.login(venue, 0);
        first.place(1, 1, BID, GTC, 100, 5);
        first.logout();
        venue.run();
        assertEquals(
                List.of(
                        "welcome N 0 next 1 first 1",
                        "1 answer 1 code 0 remaining 5 traded 0 fills 0",
                        "bye LOGGED_OUT"),
                first.heard());
    }

    // ---- requests ------------------------------------------------------------------------------------------------

    @Test
    void shouldTellBothSidesOfATrade() {
        first.login(venue, 0);
        second.login(venue, 0);
        first.heard();
        second.heard();
        first.place(1, 1, BID, GTC, 100, 5);
        second.place(1, 2, ASK, IOC, 100, 7);
        venue.run();
        assertEquals(
                List.of("1 answer 1 code 0 remaining 5 traded 0 fills 0", "2 fill of 17/1 5@100 remaining 0 maker"),
                first.heard());
        assertEquals(
                List.of(
                        "1 answer 1 code 0 remaining 0 traded 5 fills 1",
                        "2 fill of 18/1 5@100 remaining 2 taker",
                        "3 off 18/1 size 2 remaining 0 reason 1"),
                second.heard());
        first.status(1, OrderNumbers.cookie(17, 1));
        first.status(2, OrderNumbers.cookie(18, 1));
        assertEquals(
                List.of("status 2 remaining 0 traded 5", "status 0 remaining 0 traded 0"),
                first.heard(),
                "only its own");
    }

    @Test
    void shouldTellWhatTheExitOfABracketDoes() {
        first.login(venue, 0);
        second.login(venue, 0);
        first.heard();
        second.heard();
        final int terms = Term.EXIT_ORDER_ID.mask() | Term.EXIT_PRICE.mask();
        final long[] values = new long[Term.values().length];
        values[Term.EXIT_PRICE.code()] = 110;
        first.send(
                PlaceTermsDescriptor.encode(first.frame(), 0, 1, 1, Venue.SYMBOL, BID, GTC, 100, 5, 0, terms, values));
        second.place(1, 2, ASK, IOC, 100, 5);
        second.place(2, 2, BID, IOC, 110, 3);
        venue.run();
        assertEquals(
                List.of(
                        "1 answer 1 code 0 remaining 5 traded 0 fills 0",
                        "2 fill of 17/1 5@100 remaining 0 maker",
                        "3 fill of 17/1x 3@110 remaining 2 maker"),
                first.heard());
        first.cancel(2, 1, OrderNumbers.exitId(OrderNumbers.cookie(17, 1)));
        venue.run();
        assertEquals(
                List.of("4 answer 2 code 0 remaining 0 traded 3 fills 0", "5 off 17/1x size 2 remaining 0 reason 2"),
                first.heard());
    }

    @Test
    void shouldEndWhoSkipsANumber() {
        first.login(venue, 0);
        first.heard();
        first.place(2, 1, BID, GTC, 100, 5);
        assertEquals(List.of("bye BAD_REQUEST_NUMBER"), first.heard());
        venue.run();
        first.login(venue, 0);
        assertEquals(List.of("welcome N 0 next 1 first 1"), first.heard());
    }

    @Test
    void shouldRefuseInTheJournalWhatIsNotAllowed() {
        first.login(venue, 0);
        first.heard();
        first.place(1, 2, BID, GTC, 100, 5);
        venue.run();
        assertEquals(List.of("1 answer 1 gateway code 1 remaining 0 traded 0 fills 0"), first.heard());
        restart();
        first.login(venue, 1);
        assertEquals(
                List.of("welcome N 1 next 2 first 1", "1 answer 1 gateway code 1 remaining 0 traded 0 fills 0"),
                first.heard());
    }

    @Test
    void shouldThrottleAndLetCancelsPass() {
        restart(members(CancelOnDisconnect.BOTH, new RateLimit(1, 2)));
        first.login(venue, 0);
        first.heard();
        for (int request = 1; request <= 3; request++) {
            first.place(request, 1, BID, GTC, 100, 5);
        }
        first.cancel(4, 1, OrderNumbers.cookie(17, 1));
        venue.run();
        assertEquals(
                List.of(
                        "1 answer 1 code 0 remaining 5 traded 0 fills 0",
                        "2 answer 2 code 0 remaining 5 traded 0 fills 0",
                        "3 answer 3 gateway code 3 remaining 0 traded 0 fills 0",
                        "4 answer 4 code 0 remaining 0 traded 0 fills 0",
                        "5 off 17/1 size 5 remaining 0 reason 2"),
                first.heard());
        for (int request = 5; request <= 5 + limits.refusalsPerSecond(); request++) {
            first.place(request, 1, BID, GTC, 100, 5);
        }
        final List<String> heard = first.heard();
        assertEquals("bye ABUSE", heard.get(heard.size() - 1));
    }

    // ---- time and slow readers -----------------------------------------------------------------------------------

    @Test
    void shouldEndWhoIsSilentAndSpeakWhenItHasNothingToSay() {
        first.login(venue, 0);
        first.heard();
        pass(1_010);
        first.heartbeat();
        pass(1_010);
        assertEquals(List.of("heartbeat 1", "heartbeat 1"), first.heard());
        pass(1_100);
        assertEquals("bye SILENT", first.heard().get(1));
    }

    @Test
    void shouldServeASlowReaderFromItsOutboxAndEndOneThatReadsNothing() {
        restart(new SessionLimits(4_096, 100, 10, 10, 10, 5_000, 10, 4 << 10, 64 << 20, 10_000, 1 << 30, 7, 64));
        second.login(venue, 0);
        final int requests = 300;
        for (int request = 1; request <= requests; request++) {
            second.place(request, 2, BID, IOC, 100, 1);
            assertTrue(second.transport().unsent() <= 4 << 10, "what is unsent is bounded");
            venue.run();
        }
        final List<String> heard = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            heard.addAll(second.heard());
            venue.run();
        }
        assertEquals(1 + 2 * requests, heard.size());
        assertEquals(2 * requests + " off 18/" + requests + " size 1 remaining 0 reason 1", heard.get(2 * requests));
        second.place(requests + 1, 2, BID, IOC, 100, 1);
        for (int i = 0; i < 11 && second.isOpen(); i++) {
            second.heartbeat();
            pass(1_000);
        }
        final List<String> last = second.heard();
        assertEquals("bye SLOW", last.get(last.size() - 1));
    }

    // ---- cancel on disconnect ------------------------------------------------------------------------------------

    private void placeAndCut() {
        first.login(venue, 1);
        first.place(1, 1, BID, GTC, 100, 5);
        first.heard();
        first.cut();
        venue.run();
    }

    @Test
    void shouldCancelWhenTheSessionDoesNotComeBack() {
        placeAndCut();
        pass(4_900);
        first.login(venue, 2);
        assertEquals(List.of("welcome N 1 next 2 first 1"), first.heard(), "it came back in time");
        first.cut();
        pass(5_100);
        first.login(venue, 2);
        assertEquals(List.of("welcome N 1 next 3 first 1", "2 off 17/1 size 5 remaining 0 reason 3"), first.heard());
    }

    @Test
    void shouldCancelAfterARestartToo() {
        placeAndCut();
        storage = storage.kill();
        venue = start();
        pass(5_100);
        first.login(venue, 2);
        assertEquals(List.of("welcome N 1 next 3 first 1", "2 off 17/1 size 5 remaining 0 reason 3"), first.heard());
    }

    @Test
    void shouldCancelNothingWhereTheModeSaysSo() {
        restart(members(CancelOnDisconnect.LOGOUT, RateLimit.DEFAULT));
        placeAndCut();
        pass(6_000);
        first.login(venue, 2);
        assertEquals(List.of("welcome N 1 next 2 first 1"), first.heard(), "it did not log out");
        first.logout();
        venue.run();
        pass(5_100);
        first.login(venue, 2);
        assertTrue(first.heard().contains("2 off 17/1 size 5 remaining 0 reason 3"));
    }

    @Test
    void shouldCancelAnExitThatComesToLifeAfterTheOthers() {
        restart(members(CancelOnDisconnect.BOTH, RateLimit.DEFAULT));
        first.login(venue, 0);
        second.login(venue, 0);
        final int terms = Term.EXIT_ORDER_ID.mask() | Term.EXIT_PRICE.mask();
        final long[] values = new long[Term.values().length];
        values[Term.EXIT_PRICE.code()] = 110;
        first.send(
                PlaceTermsDescriptor.encode(first.frame(), 0, 1, 1, Venue.SYMBOL, BID, GTC, 100, 5, 0, terms, values));
        first.heard();
        storage = storage.kill();
        venue = start();
        clock.advance(5_010, TimeUnit.MILLISECONDS);
        second.login(venue, 0);
        final OrderTable orders = venue.layer().book().orders();
        assertEquals(0, orders.count(), "the entry was cancelled");
        // A later order of the session, placed through the layer's own door, is in no list of orders to cancel.
        final long late = OrderNumbers.exitId(OrderNumbers.cookie(17, 1));
        venue.exchange().newDoor(venue.layer().sessions().follower().name()).place(order -> order.uid(1)
                .symbol(Venue.SYMBOL)
                .orderId(late)
                .bid()
                .gtc()
                .price(90)
                .size(1));
        assertEquals(1, orders.count());
        pass(1_100);
        assertEquals(0, orders.count(), "the session has not come back, so its exits are cancelled as well");
    }

    // ---- drop copy -----------------------------------------------------------------------------------------------

    @Test
    void shouldCopyWhatAnAccountDoesByAnyDoor() {
        copy.login(venue, 0);
        copy.place(1, 1, BID, GTC, 100, 5);
        venue.run();
        assertEquals(
                List.of("welcome N 0 next 1 first 1", "1 answer 1 gateway code 2 remaining 0 traded 0 fills 0"),
                copy.heard(),
                "it may not trade");
        venue.exchange().newDoor().place(order -> order.uid(1)
                .symbol(Venue.SYMBOL)
                .orderId(7)
                .bid()
                .gtc()
                .price(100)
                .size(5));
        second.login(venue, 0);
        second.place(1, 2, ASK, IOC, 100, 2);
        venue.run();
        assertEquals(
                List.of("2 answer 0 code 0 remaining 5 traded 0 fills 0", "3 fill of 0/7 2@100 remaining 3 maker"),
                copy.heard());
        restart();
        copy.login(venue, 4);
        assertEquals(List.of("welcome N 1 next 4 first 1"), copy.heard(), "the journal decides which copies it gets");
        second.login(venue, 0);
        venue.layer()
                .sessions()
                .roster()
                .reload(Members.of(List.of(
                        members.sessions().get(0),
                        members.sessions().get(1),
                        Venue.trader(19, 3).rights(Right.DROPCOPY).build())));
        venue.run();
        assertEquals(List.of("bye ENDED_BY_OPERATOR"), copy.heard());
        second.place(2, 2, ASK, IOC, 100, 2);
        venue.run();
        copy.login(venue, 4);
        assertEquals(List.of("welcome N 1 next 4 first 1"), copy.heard(), "it gets no more copies of that account");
    }

    @Test
    void shouldTrustATagForTheSessionOfItsCookieAlone() {
        first.login(venue, 0);
        second.login(venue, 0);
        second.heard();
        final byte[] tag = new byte[Tags.DROP_COPY_LENGTH];
        final int length = Tags.encodeDropCopy(tag, 18, 1, true);
        venue.exchange()
                .newDoor(venue.layer().sessions().follower().name())
                .nop(nop -> nop.cookie(OrderNumbers.cookie(17, 0)).tag(tag, 0, length));
        first.place(1, 1, BID, GTC, 100, 5);
        venue.run();
        assertEquals(List.of(), second.heard(), "a tag of session 17 must not change session 18");
    }

    // ---- members -------------------------------------------------------------------------------------------------

    @Test
    void shouldRefuseMembersThatGiveAwayASession() {
        first.login(venue, 0);
        final Members stolen = Members.of(List.of(SessionSettings.tcp(17, "OTHER")
                .accounts(new Account("A", 1))
                .secrets(Venue.SECRET.kept())
                .build()));
        final IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> venue.layer().sessions().roster().reload(stolen));
        assertTrue(refused.getMessage().contains("session 17 belongs to another member"), refused::getMessage);
        assertThrows(IllegalArgumentException.class, () -> venue.layer()
                .sessions()
                .roster()
                .reload(Members.of(List.of(Venue.trader(18, 2).build()))));
        assertTrue(first.isOpen(), "the refused members change nothing");
    }

    // ---- outboxes ------------------------------------------------------------------------------------------------

    /** Session 17 got an answer to request 2, which the restored journal does not have. */
    private void bringAnOlderJournalBack() throws Exception {
        first.login(venue, 0);
        first.place(1, 1, BID, GTC, 100, 5);
        venue.run();
        venue.close();
        final SimulatedStorage before = storage.copy();
        storage = storage.kill();
        venue = start();
        first.login(venue, 0);
        first.place(2, 1, BID, GTC, 100, 5);
        venue.run();
        venue.close();
        final Path told = Venue.DATA.resolve("gateway/17/00000000000000000001.out");
        before.replace(told, storage.bytes(told));
        storage = before;
        venue = start();
    }

    @Test
    void shouldRefuseASessionThatWasToldMoreThanTheJournalKnows() throws Exception {
        bringAnOlderJournalBack();
        first.login(venue, 0);
        assertEquals(List.of("bye AHEAD_OF_JOURNAL"), first.heard());
        second.login(venue, 0);
        assertEquals(List.of("welcome N 0 next 1 first 1"), second.heard(), "the others trade");
        venue.close();
        assertEquals(1, Outboxes.reset(storage, Venue.DATA, 17));
        storage = storage.kill();
        venue = start();
        first.login(venue, 1);
        assertEquals(
                List.of("welcome N 1 next 2 first 1", "1 answer 1 code 0 remaining 5 traded 0 fills 0"), first.heard());
    }

    @Test
    void shouldRefuseASessionThatWasToldOfAnotherPast() throws Exception {
        second.login(venue, 0);
        second.place(1, 2, BID, GTC, 99, 4);
        first.login(venue, 0);
        venue.close();
        final SimulatedStorage before = storage.copy();
        storage = storage.kill();
        venue = start();
        first.login(venue, 0);
        first.place(1, 1, BID, GTC, 100, 5);
        venue.close();
        final Path file = Venue.DATA.resolve("gateway/17/00000000000000000001.out");
        final byte[] told = storage.bytes(file).clone();
        storage = before;
        venue = start();
        first.login(venue, 0);
        first.place(1, 1, BID, GTC, 100, 6);
        venue.close();
        storage.replace(file, told);
        storage = storage.kill();
        venue = start();
        first.login(venue, 0);
        assertEquals(List.of("bye AHEAD_OF_JOURNAL"), first.heard());
        assertEquals(2, venue.layer().book().orders().count(), "orders rest");
        second.login(venue, 2);
        second.heard();
        second.place(2, 2, ASK, IOC, 100, 6);
        assertTrue(second.heard().get(0).startsWith("2 answer 2 code 0 remaining 0 traded 6"), "the others trade");
    }

    @Test
    void shouldBeginTheStreamLaterWhereItsFilesAreLostBehindASnapshot() throws Exception {
        first.login(venue, 0);
        first.place(1, 1, BID, GTC, 100, 5);
        venue.await(venue.exchange().snapshot());
        first.place(2, 1, BID, GTC, 99, 4);
        first.heard();
        venue.close();
        storage = storage.kill();
        storage.delete(Venue.DATA.resolve("gateway/17/00000000000000000001.out"));
        venue = start();
        first.login(venue, 1);
        assertEquals(
                List.of("welcome N 2 next 3 first 2", "2 answer 2 code 0 remaining 4 traded 0 fills 0"), first.heard());
    }

    @Test
    void shouldRefuseASessionWhoseFilesCannotBeReadAndRunOn() throws Exception {
        first.login(venue, 0);
        first.place(1, 1, BID, GTC, 100, 5);
        venue.close();
        assertEquals(1, Outboxes.reset(storage, Venue.DATA, 17));
        final Path epoch = Venue.DATA.resolve("gateway/17/epoch");
        final byte[] damaged = storage.bytes(epoch).clone();
        damaged[0] ^= 1;
        storage.replace(epoch, damaged);
        storage = storage.kill();
        venue = start();
        first.login(venue, 0);
        assertEquals(List.of("bye AHEAD_OF_JOURNAL"), first.heard());
        second.login(venue, 0);
        assertEquals(List.of("welcome N 0 next 1 first 1"), second.heard(), "the others trade");
        venue.close();
        assertEquals(1, Outboxes.reset(storage, Venue.DATA, 17));
        storage = storage.kill();
        venue = start();
        first.login(venue, 0);
        assertEquals("welcome N 1 next 2 first 1", first.heard().get(0));
    }

    @Test
    void shouldNotForgetThatASessionWasToldMore() throws Exception {
        bringAnOlderJournalBack();
        second.login(venue, 0);
        for (int request = 1; request <= 3; request++) {
            second.place(request, 2, ASK, IOC, 100, 1); // the maker's stream grows beyond its files
            venue.run();
        }
        venue.await(venue.exchange().snapshot());
        restart();
        first.login(venue, 0);
        assertEquals(List.of("bye AHEAD_OF_JOURNAL"), first.heard());
    }

    @Test
    void shouldCaptureNoPartThatItsFilesDoNotReach() {
        first.login(venue, 0);
        first.place(1, 1, BID, GTC, 100, 5);
        final long before = storage.calls(SimulatedStorage.Call.WRITE);
        first.place(2, 1, BID, GTC, 100, 5);
        final long writes = storage.calls(SimulatedStorage.Call.WRITE) - before;
        first.heard();
        storage.failAtCall(writes, SimulatedStorage.Fault.EIO, SimulatedStorage.Call.WRITE);
        first.place(3, 1, BID, GTC, 100, 5);
        assertTrue(venue.layer().sessions().isStuck(), "the journal was written, but the outbox was not");
        first.place(4, 1, BID, GTC, 100, 5);
        storage.failAtCall(1, SimulatedStorage.Fault.EIO, SimulatedStorage.Call.WRITE);
        assertNull(venue.layer().sessions().follower().capture());
        storage = storage.kill();
        venue = start();
        first.login(venue, 3);
        assertEquals(
                List.of("welcome N 3 next 4 first 1", "3 answer 3 code 0 remaining 5 traded 0 fills 0"),
                first.heard(),
                "waiting requests were not sent to the ring, and the sent ones are answered");
    }

    @Test
    void shouldBoundWhatItOwesToWhoAsksAndDoesNotRead() {
        restart(new SessionLimits(4_096, 100, 10, 10, 10, 5_000, 10, 4 << 10, 64 << 20, 10_000, 1 << 30, 7, 64));
        first.login(venue, 0);
        for (int i = 0; i < 10_000; i++) {
            first.status(i, 1);
            venue.run();
            assertTrue(first.transport().unsent() <= 4 << 10, "what is unsent is bounded");
        }
        assertFalse(first.transport().isReading());
        assertTrue(first.heard().size() > 10);
        venue.run();
        assertTrue(first.transport().unsent() > 0, "sending continues when the client reads");
    }

    @Test
    void shouldEndASessionThatThrowsAndNobodyElse() {
        first.login(venue, 0);
        second.login(venue, 0);
        first.place(1, 1, BID, GTC, 100, 5);
        first.transport().breakDown();
        second.place(1, 2, ASK, IOC, 100, 2);
        venue.run();
        assertFalse(first.isOpen());
        assertEquals(3, second.heard().size(), "welcome, answer and fill");
        assertFalse(venue.failures().isEmpty());
        second.place(2, 2, ASK, IOC, 100, 2);
        assertEquals(2, second.heard().size());
    }

    @Test
    void shouldTellNothingElseAfterFramesThatCannotBeRead() {
        first.login(venue, 0);
        first.heard();
        final int length = EmptyDescriptor.encodeHeartbeat(first.frame(), 0);
        first.frame()[4] = 0;
        first.send(length);
        assertEquals(List.of("bye BAD_FRAME"), first.heard());
        assertFalse(first.isOpen());
    }
}
