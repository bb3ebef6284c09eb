package io.daybook.gateway.config;

import io.daybook.api.ExchangeConfig;
import io.daybook.api.Listing;
import io.daybook.config.Section;
import io.daybook.gateway.tcp.TcpSettings;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content of {@code daybook.toml} for a server: everything for a gateway, with doors only if their sections exist,
 * and the server's sections.
 *
 * @param data the exchange's folder
 * @param members the file of members and their sessions; null if none is named
 * @param lossOnPowerFailure whether a power failure may lose answered commands
 * @param exchange the configuration of the exchange, with its journal in {@code data}
 * @param listings the listings, by ascending symbol
 * @param tcp the door for programs; null if the file has no [tcp]
 * @param fix the FIX door; null if the file has no [fix]
 * @param feed the public feed; null if the file has no [feed]
 * @param hopEvery the power of two whose multiples are the seqs of timed commands; 0 for none
 * @param own the result of the server's sections
 */
public record VenueFile<T>(
        Path data,
        @Nullable Path members,
        boolean lossOnPowerFailure,
        ExchangeConfig exchange,
        List<Listing> listings,
        @Nullable TcpSettings tcp,
        @Nullable FixDoor fix,
        @Nullable FeedDoor feed,
        int hopEvery,
        T own) {

    /** Copies the list. */
    public VenueFile {
        listings = List.copyOf(listings);
    }

    /** Reads sections that the gateway ignores. */
    @FunctionalInterface
    public interface Sections<T> {
        /**
         * Reads these sections, and finishes each.
         *
         * @param file the whole file
         * @param folder to which paths are relative
         * @param data the exchange's folder
         */
        T read(Section file, Path folder, Path data);
    }
}
