package io.daybook.server.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.ResultCode;
import io.daybook.kernel.slab.HashSecret;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClosedClientsTest {
    private static final Outcome FIRST =
            new Outcome(1, 0, ResultCode.SUCCESS, null, List.of(), false, false, List.of());

    private final List<String> forgotten = new ArrayList<>();
    private final UserOrders anna = new UserOrders(301, 0, new OrderRecords(HashSecret.NONE));
    private final UserOrders bert = new UserOrders(302, 0, new OrderRecords(HashSecret.NONE));

    private void close(final ClosedClients clients, final UserOrders user, final String id, final long atNs) {
        final ClientEntry entry = new ClientEntry(user.uid, id, 7, FIRST);
        entry.closedNs = atNs;
        clients.add(entry, user, gone -> forgotten.add(gone.clientOrderId));
    }

    @Test
    void shouldForgetTheOldestOfAUserWhoHasTooMany() {
        final ClosedClients clients = new ClosedClients(2, 100);
        close(clients, bert, "b-1", 1);
        for (int i = 1; i <= 4; i++) {
            close(clients, anna, "a-" + i, i);
        }
        assertEquals(List.of("a-1", "a-2"), forgotten);
        assertEquals(3, clients.copy().size());
    }

    @Test
    void shouldForgetTheOldestOfAllWhereThereAreTooMany() {
        final ClosedClients clients = new ClosedClients(10, 3);
        for (int i = 1; i <= 3; i++) {
            close(clients, anna, "a-" + i, i);
            close(clients, bert, "b-" + i, i);
        }
        assertEquals(List.of("a-1", "b-1", "a-2"), forgotten);
        assertEquals(3, clients.copy().size());
    }

    @Test
    void shouldForgetWhatIsOlderThanADayOfTheJournalsTime() {
        final ClosedClients clients = new ClosedClients();
        close(clients, anna, "a-1", 1);
        close(clients, anna, "a-2", 2);
        clients.dropOlder(1 + ClosedClients.KEPT_NS, gone -> forgotten.add(gone.clientOrderId));
        assertEquals(List.of(), forgotten);
        clients.dropOlder(2 + ClosedClients.KEPT_NS, gone -> forgotten.add(gone.clientOrderId));
        assertEquals(List.of("a-1"), forgotten);
    }

    @Test
    void shouldCountAnIdOnceThatWasTakenAnew() {
        final ClosedClients clients = new ClosedClients(10, 2);
        final ClientEntry before = new ClientEntry(301, "a-1", 7, FIRST);
        before.closedNs = 1;
        clients.add(before, anna, gone -> forgotten.add("before"));
        clients.replaced(before);
        close(clients, anna, "a-1", 2);
        close(clients, anna, "a-2", 3);
        assertEquals(List.of(), forgotten);
        assertEquals(2, clients.copy().size());
    }

    @Test
    void shouldHoldNothingOfWhatAUserHasTooManyOf() {
        final ClosedClients clients = new ClosedClients(2, 100);
        close(clients, bert, "b-1", 0);
        for (int i = 1; i <= 1_000; i++) {
            close(clients, anna, "a-" + i, i);
        }
        assertEquals(3, clients.size());
        assertEquals(998, forgotten.size());
    }

    @Test
    void shouldNotCountAnOrderThatClosesAfterItsIdWasTakenAnew() {
        final ClosedClients clients = new ClosedClients(10, 2);
        final ClientEntry before = new ClientEntry(301, "a-1", 7, FIRST);
        clients.replaced(before);
        before.closedNs = 1;
        clients.add(before, anna, gone -> forgotten.add("before"));
        close(clients, anna, "a-1", 2);
        close(clients, anna, "a-2", 3);
        assertEquals(2, clients.size());
        assertEquals(List.of(), forgotten);
    }
}
