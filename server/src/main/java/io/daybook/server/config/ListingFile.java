package io.daybook.server.config;

import io.daybook.api.Listing;
import io.daybook.config.ConfigException;
import io.daybook.config.ConfigFile;
import io.daybook.gateway.config.ListingsJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The listings that were made while the server ran, in {@code listings.json} of its folder. A change is written to a
 * temporary file, forced and renamed, before the exchange gets the listing. Used by one thread at a time.
 */
public final class ListingFile {
    /** The name of the file. */
    public static final String NAME = "listings.json";

    private static final int MAX_BYTES = 16 << 20;

    private final Path folder;

    /** The file in the folder of a server. */
    public ListingFile(final Path folder) {
        this.folder = folder;
    }

    /**
     * Reads the listings; none without a file.
     *
     * @throws ConfigException with all faults
     * @throws IOException if the file cannot be read
     */
    public List<Listing> read() throws ConfigException, IOException {
        final Path file = folder.resolve(NAME);
        if (!Files.exists(file)) {
            return List.of();
        }
        return ListingsJson.read(file.toString(), ConfigFile.bytes(file, MAX_BYTES), List.of());
    }

    /**
     * Adds the listings of {@code daybook.toml}; a listing in both must be equal.
     *
     * @return all, by ascending symbol
     * @throws IllegalArgumentException with the listings that contradict each other
     */
    public List<Listing> with(final List<Listing> configured) throws ConfigException, IOException {
        final TreeMap<Integer, Listing> bySymbol = new TreeMap<>();
        configured.forEach(listing -> bySymbol.put(listing.symbol(), listing));
        final List<String> contradictions = new ArrayList<>();
        for (final Listing made : read()) {
            final Listing other = bySymbol.putIfAbsent(made.symbol(), made);
            final boolean isNameTaken = bySymbol.values().stream()
                    .anyMatch(one -> one.symbol() != made.symbol() && one.name().equals(made.name()));
            if (other != null && !other.equals(made) || isNameTaken) {
                contradictions.add("listing." + made.name() + " was made at run time and differs in the"
                        + " configuration. Remove it from one of the two:\n  configured:   "
                        + (other == null ? "the name, for another symbol" : other.toString()) + "\n  "
                        + folder.resolve(NAME) + ": " + made);
            }
        }
        if (!contradictions.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", contradictions));
        }
        return List.copyOf(bySymbol.values());
    }

    /**
     * Adds a listing, which is on the disk when this method returns. Replaces a listing of the same name or symbol that
     * was never in force.
     *
     * @throws ConfigException if the file cannot be read
     * @throws IllegalArgumentException if the file could not be read with it; nothing is written then
     */
    public void add(final Listing listing) throws ConfigException, IOException {
        final List<Listing> listings = new ArrayList<>(read());
        listings.removeIf(one -> one.name().equals(listing.name()) || one.symbol() == listing.symbol());
        listings.add(listing);
        write(listings);
    }

    /** Removes a listing that the exchange has refused. */
    public void remove(final Listing listing) throws ConfigException, IOException {
        final List<Listing> listings = new ArrayList<>(read());
        listings.removeIf(one -> one.name().equals(listing.name()));
        write(listings);
    }

    /** Checks the content by reading it, because a file that the next start cannot read would prevent the start. */
    private byte[] readable(final List<Listing> listings) {
        final byte[] content = ListingsJson.write(listings);
        if (content.length > MAX_BYTES) {
            throw new IllegalArgumentException("the listings must fit into " + MAX_BYTES + " bytes: they have "
                    + content.length + ". Put some into daybook.toml");
        }
        try {
            final List<Listing> again = ListingsJson.read(NAME, content, List.of());
            if (!again.equals(listings)) {
                throw new IllegalArgumentException("the listing would be different after the next start: " + again);
            }
        } catch (ConfigException e) {
            throw new IllegalArgumentException("the next start could not read the listing: " + e.getMessage(), e);
        }
        return content;
    }

    private void write(final List<Listing> listings) throws IOException {
        final byte[] content = readable(listings);
        final Path aside = folder.resolve(NAME + ".new");
        try (FileChannel channel = FileChannel.open(
                aside, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            final ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(aside, folder.resolve(NAME), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
            directory.force(true);
        }
    }
}
