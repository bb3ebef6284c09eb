package io.daybook.gateway.config;

import io.daybook.api.Listing;
import io.daybook.config.Section;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.tls.TlsSettings;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The section {@code [fix]} with {@code [fix.limits]}, its TLS, and {@code [fix.slippage]}: by the name of a listing,
 * the distance beyond the best opposite price that a market order may pay, as a decimal in quotes.
 */
final class FixSection {
    private final Section section;
    private final DoorSection door;

    FixSection(final Path folder, final Section section) {
        this.section = section;
        this.door = new DoorSection(folder, section);
    }

    /** The settings of the door, or null after a fault. */
    @Nullable
    FixDoor read(final @Nullable Section tlsOfAllDoors, final List<Listing> listings) {
        final InetAddress address = door.address();
        final int port = door.port();
        final TlsSettings tls = door.tls("fix", address, tlsOfAllDoors);
        final SessionLimits limits = door.limits();
        final Map<Integer, Long> slippage = slippage(section.section("slippage"), listings);
        section.finish();
        return limits == null ? null : new FixDoor(address, port, tls, limits, slippage);
    }

    private static Map<Integer, Long> slippage(final @Nullable Section slippage, final List<Listing> listings) {
        final Map<Integer, Long> ticks = new TreeMap<>();
        if (slippage == null) {
            return ticks;
        }
        for (final Listing listing : listings) {
            if (slippage.takes(listing.name())) {
                final Long most = slippage.parsed(listing.name(), text -> listing.ticks(new BigDecimal(text)));
                if (most != null) {
                    ticks.put(listing.symbol(), most);
                }
            }
        }
        for (final String name : slippage.keys()) {
            if (listings.stream().noneMatch(listing -> listing.name().equals(name))) {
                slippage.fault(name, "is not listed here. Name a listing of this file.");
            }
        }
        return ticks;
    }
}
