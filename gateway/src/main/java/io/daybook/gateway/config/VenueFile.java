package io.daybook.gateway.config;

import io.daybook.api.ExchangeConfig;
import io.daybook.api.Listing;
import io.daybook.config.Section;
import io.daybook.gateway.tcp.TcpSettings;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a server reads of {@code daybook.toml}: all that a gateway reads, with doors only where their sections are, and
 * sections of its own.
 *
 * @param data the exchange's folder
 * @param members the file of members and their sessions; null where none is named
 * @param lossOnPowerFailure whether answers may leave that a power failure takes back
 * @param exchange how the exchange runs, with its journal in {@code data}
 * @param listings what is traded, by ascending symbol
 * @param tcp the door for programs; null where the file has no [tcp]
 * @param fix the FIX door; null where the file has no [fix]
 * @param feed the public feed; null where the file has no [feed]
 * @param hopEvery every how many commands one is timed on its way, a power of two; 0 for none
 * @param own what was made of the server's sections
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

    /** Reads sections that the gateway passes over. */
    @FunctionalInterface
    public interface Sections<T> {
        /**
         * Asks for its sections, and finishes each.
         *
         * @param file the whole file
         * @param folder to which paths are relative
         * @param data the exchange's folder
         */
        T read(Section file, Path folder, Path data);
    }
}
