package io.daybook.cluster.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddUser;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.Nop;
import io.daybook.api.StateHashQuery;
import io.daybook.api.Tick;
import io.daybook.host.Proves;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rights of connections, one by one. */
@Proves("a cluster lets in who has a key, with its rights")
class PrincipalTest {
    private static final int SESSION = 17;
    private static final Principal TRADER = Principal.of(Principal.TRADE, SESSION, SESSION, 30, 40);
    private static final Principal VIEWER = Principal.of(Principal.VIEW, SESSION, SESSION);
    private static final Principal ADMIN = Principal.of(Principal.ADMIN, 1, 1_000);

    private final ClusterState state = Messages.newState(1);
    private final Reply reply = new Reply();
    private long request;

    @BeforeEach
    void begin() {
        assertRefused(ask(TRADER, Messages.settings()));
        assertRefused(ask(VIEWER, Messages.settings()));
        assertEquals(ReplyKind.RESULTS, ask(ADMIN, Messages.settings()).kind());
        assertEquals(ReplyKind.OPENED, ask(TRADER, Messages.open(SESSION, 5)).kind());
    }

    private Reply ask(final Principal principal, final byte[] message) {
        state.onRequest(principal, message, 0, message.length, 1, true, (bytes, offset, length) -> {
            reply.wrap(Arrays.copyOfRange(bytes, offset, offset + length), 0, length);
        });
        return reply;
    }

    private Reply send(final Principal principal, final Command... commands) {
        return ask(principal, Messages.commands(SESSION, 1, request + 1, 0, commands));
    }

    private static void assertRefused(final Reply refused) {
        assertEquals(ReplyKind.REFUSED, refused.kind());
        assertEquals(Refusal.NOT_ALLOWED, refused.refusal());
    }

    @Test
    void shouldLetTradersTradeAndNothingElse() {
        assertEquals(
                ReplyKind.RESULTS,
                send(TRADER, new CancelOrder(1, 2, 3), new Nop()).kind());
        request = 2;
        assertRefused(send(TRADER, new Nop(), new AddUser(7)));
        assertRefused(send(TRADER, new Tick(1)));
        assertRefused(ask(TRADER, Messages.query(1, new StateHashQuery())));
        assertEquals(2, state.seq(), "a message is carried out whole or not at all");
    }

    @Test
    void shouldLetViewersAskAndNothingElse() {
        assertEquals(
                ReplyKind.REPORT,
                ask(VIEWER, Messages.query(1, new StateHashQuery())).kind());
        assertRefused(send(VIEWER, new CancelOrder(1, 2, 3)));
        assertEquals(0, state.seq());
    }

    @Test
    void shouldLetAdministratorsSendEverything() {
        assertEquals(ReplyKind.RESULTS, send(ADMIN, new AddUser(7)).kind());
        assertRefused(ask(ADMIN, Messages.query(1, new StateHashQuery())));
    }

    @Test
    void shouldKeepEachToItsSessions() {
        assertRefused(ask(TRADER, Messages.open(18, 5)));
        assertRefused(ask(TRADER, Messages.open(29, 5)));
        assertEquals(ReplyKind.OPENED, ask(TRADER, Messages.open(40, 5)).kind());
        final Principal other = Principal.of(Principal.TRADE, 40, 40);
        assertRefused(send(other, new Nop()));
        assertRefused(ask(Principal.NONE, Messages.open(SESSION, 6)));
    }

    @Test
    void shouldLetAdministratorsEndADayWhereThereIsFix() {
        final Principal both = Principal.of(Principal.ADMIN | Principal.TRADE, 1, 1_000);
        final byte[] roll = {6, 1};
        ask(ADMIN, Messages.addFollowers(ClusterSettings.DOORS));
        assertRefused(ask(both, Messages.tagged(SESSION, 1, 1, roll)));
        ask(ADMIN, Messages.addFollowers(ClusterSettings.FIX_DOORS));
        assertRefused(ask(TRADER, Messages.tagged(SESSION, 1, 1, roll)));
        assertRefused(ask(both, Messages.tagged(SESSION, 1, 1, (byte) 6)));
        assertRefused(ask(both, Messages.tagged(SESSION, 1, 1, (byte) 5, (byte) 1)));
        assertEquals(0, state.seq());
        assertEquals(
                ReplyKind.RESULTS,
                ask(both, Messages.tagged(SESSION, 1, 1, roll)).kind());
    }

    @Test
    void shouldKeepTheSessionsOfDoorsForDoors() {
        final Principal door = Principal.of(Principal.TRADE | Principal.DOOR);
        final int member = 35; // a client's key has this session too
        assertRefused(ask(TRADER, Messages.openDoor(member, 5)));
        assertRefused(ask(ADMIN, Messages.openDoor(member, 5)));
        final Reply opened = ask(door, Messages.openDoor(member, 5));
        assertEquals(ReplyKind.OPENED, opened.kind());
        assertEquals(1, opened.detail());
        assertRefused(ask(TRADER, Messages.openDoor(member, 6)));
        assertRefused(ask(TRADER, Messages.commands(member, 1, 1, 0, new Nop())));
        assertRefused(ask(ADMIN, Messages.commands(member, 1, 1, 0, new AddUser(7))));
        assertEquals(0, state.seq());
        ask(door, Messages.commands(member, 1, 1, 0, new Nop()));
        assertEquals(1, state.seq(), "no client has raised its epoch");
        assertRefused(ask(door, Messages.commands(member, 1, 2, 0, new AddUser(7))));

        // a door has no session of a client
        assertRefused(ask(door, Messages.open(SESSION, 6)));
        assertRefused(ask(door, Messages.open(41, 6)));
        assertRefused(ask(door, Messages.commands(SESSION, 1, 1, 0, new Nop())));
        assertEquals(
                Refusal.UNKNOWN_SESSION,
                ask(door, Messages.commands(41, 1, 1, 0, new Nop())).refusal());
        assertEquals(ReplyKind.RESULTS, send(TRADER, new Nop()).kind());
    }

    @Test
    void shouldReadWhatItWrote() {
        final Principal read = Principal.decode(TRADER.encode());
        assertTrue(read.may(Principal.TRADE));
        assertFalse(read.may(Principal.ADMIN));
        assertTrue(read.mayUse(35));
        assertFalse(read.mayUse(41));
        assertTrue(Principal.decode(new byte[0]).may(Principal.ADMIN));
    }

    @Test
    void shouldAllowNothingToBytesThatAreNone() {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final SplittableRandom random = new SplittableRandom(seed);
        final byte[] bytes = TRADER.encode();
        for (int length = 1; length < bytes.length; length++) {
            assertFalse(Principal.decode(Arrays.copyOf(bytes, length)).may(0xFF));
        }
        for (int i = 0; i < 10_000; i++) {
            final byte[] any = new byte[1 + random.nextInt(40)];
            random.nextBytes(any);
            Principal.decode(any).mayUse(random.nextInt());
        }
    }
}
