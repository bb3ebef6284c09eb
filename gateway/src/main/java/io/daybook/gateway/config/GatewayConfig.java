package io.daybook.gateway.config;

import io.daybook.api.ExchangeConfig;
import io.daybook.api.Listing;
import io.daybook.gateway.tcp.TcpSettings;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a gateway reads of {@code daybook.toml}.
 *
 * @param data the exchange's folder
 * @param members the file of members and their sessions
 * @param lossOnPowerFailure whether answers may leave that a power failure takes back
 * @param exchange how the exchange runs, with its journal in {@code data}
 * @param listings what is traded, by ascending symbol
 * @param tcp the door for programs, or null for none; one of the two doors is there
 * @param fix the FIX door, or null for none
 * @param feed the public feed, or null for none
 * @param hopEvery every how many commands one is timed on its way; 0 for none
 */
public record GatewayConfig(
        Path data,
        Path members,
        boolean lossOnPowerFailure,
        ExchangeConfig exchange,
        List<Listing> listings,
        @Nullable TcpSettings tcp,
        @Nullable FixDoor fix,
        @Nullable FeedDoor feed,
        int hopEvery) {

    /** Copies the list. */
    public GatewayConfig {
        listings = List.copyOf(listings);
    }
}
