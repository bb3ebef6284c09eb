package io.daybook.gateway.fix.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.CancelOrderWriter;
import io.daybook.api.CommandDoor;
import io.daybook.api.ReduceOrderWriter;
import io.daybook.gateway.fix.FixVenue;
import io.daybook.gateway.fix.RawFix;
import io.daybook.host.Proves;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a session is told, and can still do, if another door changes an order of the session. */
@Proves("a FIX client hears what the exchange, other doors and limits do to its orders")
final class OtherDoorsTest {
    private static final String OF_ORDER = "|55=BTC-EUR|54=2|60=20260101-00:00:00|40=2";

    @TempDir
    private Path folder;

    private @Nullable FixVenue venue;
    private @Nullable RawFix seller;
    private @Nullable RawFix buyer;

    @BeforeEach
    void open() throws IOException {
        start();
    }

    private void start() throws IOException {
        final FixVenue fresh = new FixVenue(folder, FixVenue.trader(17, 1), FixVenue.trader(18, 2));
        venue = fresh;
    }

    @AfterEach
    void close() throws IOException {
        for (final RawFix client : new RawFix[] {seller, buyer}) {
            if (client != null) {
                client.close();
            }
        }
        Objects.requireNonNull(venue).close();
    }

    /** A door like that of another gateway, because only such doors may use ids of sessions. */
    private CommandDoor door() {
        return Objects.requireNonNull(venue).exchange().newDoor(FixLayer.NAME);
    }

    private RawFix logon(final int session, final int number) throws IOException {
        final RawFix client = Objects.requireNonNull(venue).logon(session, number, "");
        assertEquals("A", RawFix.field(client.receive(), 35));
        return client;
    }

    private static String quantities(final @Nullable String message) {
        return "150=" + RawFix.field(message, 150) + " 39=" + RawFix.field(message, 39) + " 38="
                + RawFix.field(message, 38) + " 14=" + RawFix.field(message, 14) + " 151="
                + RawFix.field(message, 151);
    }

    /** Places an order of 12 lots, 3 of which are taken off and 2 are sold; returns its id. */
    private long reducedOrder() throws IOException {
        final RawFix own = logon(17, 1);
        seller = own;
        own.send("35=D|11=s1" + OF_ORDER + "|38=0.012|44=154000|59=1");
        final String placed = own.receive();
        final long order = Long.parseLong(Objects.requireNonNull(RawFix.field(placed, 37)));
        final ReduceOrderWriter reduce = Objects.requireNonNull(door().tryReduce());
        reduce.uid(1).symbol(1).orderId(order).size(3).publish();
        final String reduced = own.receive();
        assertEquals("150=D 39=0 38=0.009 14=0.000 151=0.009", quantities(reduced));
        assertEquals("99", RawFix.field(reduced, 378));
        final RawFix other = logon(18, 1);
        buyer = other;
        other.send("35=D|11=b1|55=BTC-EUR|54=1|60=20260101-00:00:00|40=2|38=0.002|44=154000|59=3");
        assertEquals("150=F 39=1 38=0.009 14=0.002 151=0.007", quantities(own.receive()));
        return order;
    }

    @Test
    void shouldReplaceByWhatThirtyEightSaysWhereAnotherDoorHasReduced() throws Exception {
        reducedOrder();
        final RawFix own = Objects.requireNonNull(seller);
        own.send("35=G|11=s2|41=s1" + OF_ORDER + "|38=0.009|44=155000");
        assertEquals("150=5 39=1 38=0.009 14=0.002 151=0.007", quantities(own.receive()));
        own.send("35=G|11=s3|41=s2" + OF_ORDER + "|38=0.010|44=155000");
        assertEquals("150=5 39=1 38=0.010 14=0.002 151=0.008", quantities(own.receive()));
        own.send("35=H|11=s3|55=BTC-EUR|54=2");
        assertEquals("150=I 39=1 38=0.010 14=0.002 151=0.008", quantities(own.receive()));
        own.send("35=G|11=s4|41=s3" + OF_ORDER + "|38=0.002|44=155000");
        final String ended = own.receive();
        assertEquals("150=4 39=4 38=0.010 14=0.002 151=0.000", quantities(ended));
        assertEquals("s4", RawFix.field(ended, 11));
    }

    @Test
    void shouldRememberOverARestartWhatAnotherDoorHasTaken() throws Exception {
        reducedOrder();
        Objects.requireNonNull(venue).exchange().snapshot().get();
        close();
        start();
        final RawFix own = logon(17, 3);
        seller = own;
        own.send("35=G|11=s2|41=s1" + OF_ORDER + "|38=0.011|44=154000");
        assertEquals("150=5 39=1 38=0.011 14=0.002 151=0.009", quantities(own.receive()));
    }

    @Test
    void shouldTellOfACancelByAnotherDoor() throws Exception {
        final long order = reducedOrder();
        final CancelOrderWriter cancel = Objects.requireNonNull(door().tryCancel());
        cancel.uid(1).symbol(1).orderId(order).publish();
        final String cancelled = Objects.requireNonNull(seller).receive();
        assertEquals("150=4 39=4 38=0.009 14=0.002 151=0.000", quantities(cancelled));
        assertEquals("s1 null", RawFix.field(cancelled, 11) + " " + RawFix.field(cancelled, 41));
    }
}
