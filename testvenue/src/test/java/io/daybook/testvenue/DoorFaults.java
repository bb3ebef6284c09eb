package io.daybook.testvenue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.locks.LockSupport;

/** Tests of faults at a door for programs, which check the orders in the journal. */
abstract class DoorFaults extends OnOneVenue {
    static void fault(final String door, final String route, final String says) throws Exception {
        venue.control(
                "POST",
                "/faults",
                "{\"faults\":[{\"when\":{\"door\":\"" + door + "\",\"key\":\"anna\",\"route\":\"" + route
                        + "\",\"symbol\":\"BTC-EUR\"},\"do\":" + says + "}]}");
    }

    static void assertAllMet() throws Exception {
        assertEquals("{\"faults\":[]}", venue.control("GET", "/faults?unused", ""));
    }

    /** The number of anna's orders at a price in the journal; it must be 0 or 1. */
    static int inJournal(final String price) throws Exception {
        final String journal = venue.control("GET", "/journal", "");
        return (int) journal.lines()
                .filter(line ->
                        line.contains("\"cmd\":\"place\",\"uid\":1001,") && line.contains("\"price\":" + price + ","))
                .count();
    }

    static void awaitInJournal(final String price, final int count) throws Exception {
        final long beganNs = System.nanoTime();
        while (inJournal(price) != count) {
            assertTrue(System.nanoTime() - beganNs < 60_000_000_000L, "orders at " + price + ": " + inJournal(price));
            LockSupport.parkNanos(5_000_000);
        }
    }

    static void awaitMet() throws Exception {
        while (venue.control("GET", "/faults?unused", "").contains("number")) {
            LockSupport.parkNanos(5_000_000);
        }
    }

    static void hold(final String door, final String route, final String word, final String at, final int seconds)
            throws Exception {
        fault(
                door,
                route,
                "\"" + word + "\",\"duration\":\"PT" + seconds + "S\"" + (at == null ? "" : ",\"at\":\"" + at + "\""));
    }

    /**
     * Waits until the fault was met and, if {@code carriedOut} is 1, until the order is in the journal; returns the
     * number of orders at the price.
     */
    static int inJournalAtLast(final int price, final int carriedOut) throws Exception {
        awaitMet();
        if (carriedOut == 1) {
            awaitInJournal(Integer.toString(price), 1);
        }
        return inJournal(Integer.toString(price));
    }
}
