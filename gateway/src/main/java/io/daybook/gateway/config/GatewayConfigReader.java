package io.daybook.gateway.config;

import io.daybook.api.ExchangeConfig;
import io.daybook.api.Listing;
import io.daybook.config.ConfigException;
import io.daybook.config.ConfigFile;
import io.daybook.config.Faults;
import io.daybook.config.Inputs;
import io.daybook.config.Node;
import io.daybook.config.Section;
import io.daybook.gateway.tcp.TcpSettings;
import io.daybook.wire.hops.HopRing;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code daybook.toml} (docs/keys.md lists its keys). A reader given by the caller reads the sections of HTTP;
 * unknown keys are refused. Paths in the file are relative to its folder.
 */
public final class GatewayConfigReader {
    private static final int DEFAULT_HOP_EVERY = 64;

    private final Path folder;
    private final Faults faults;

    private GatewayConfigReader(final Path file, final Inputs inputs) {
        this.folder = Objects.requireNonNullElse(file.getParent(), Path.of(""));
        this.faults = new Faults(file.toString(), inputs);
    }

    /**
     * Reads only the listings of a file: doors and members are not needed, and other sections are ignored.
     *
     * @param file its path, for faults
     * @param content its bytes
     * @return the listings, by symbol
     * @throws ConfigException with all faults of currencies and listings
     */
    public static List<Listing> listings(final Path file, final byte[] content) throws ConfigException {
        final GatewayConfigReader reader = new GatewayConfigReader(file, Inputs.none());
        final Section root = ConfigFile.toml(content, reader.faults);
        final List<Listing> listings = root == null ? List.of() : reader.listings(root);
        reader.faults.throwIfAny();
        return listings;
    }

    /**
     * Reads the section {@code [gateway]} of the file of a cluster's node, and its listings; the other sections are
     * ignored.
     *
     * @param file its path, for faults
     * @param content its bytes
     * @param inputs the environment and options that override the file
     * @param nodes the number of nodes in the cluster
     * @param lossOnPowerFailure whether a power failure may lose commands that the cluster has answered
     * @return null if there is no such section
     * @throws ConfigException with all its faults
     */
    public static @Nullable NodeGatewayConfig node(
            final Path file,
            final byte[] content,
            final Inputs inputs,
            final int nodes,
            final boolean lossOnPowerFailure)
            throws ConfigException {
        final GatewayConfigReader reader = new GatewayConfigReader(file, inputs);
        final Section root = ConfigFile.toml(content, reader.faults);
        final Section section = root == null ? null : root.section("gateway");
        final List<Listing> listings = root == null ? List.of() : reader.listings(root);
        final NodeGatewayConfig door = section == null
                ? null
                : new NodeSection(reader.folder, section).read(nodes, lossOnPowerFailure, listings);
        reader.faults.throwIfAny();
        return door;
    }

    /**
     * Reads a file for a server.
     *
     * @param file its path, for faults
     * @param content its bytes
     * @param inputs overrides of the file; has the settings in force afterwards
     * @param sections reads the sections of the server
     * @throws ConfigException with all faults
     */
    public static <T> VenueFile<T> read(
            final Path file, final byte[] content, final Inputs inputs, final VenueFile.Sections<T> sections)
            throws ConfigException {
        final GatewayConfigReader reader = new GatewayConfigReader(file, inputs);
        final Section root = ConfigFile.toml(content, reader.faults);
        final VenueFile<T> venue = root == null ? null : reader.readVenue(root, inputs, sections);
        reader.faults.throwIfAny();
        return Objects.requireNonNull(venue, "a venue that was read without a fault");
    }

    private <T> @Nullable VenueFile<T> readVenue(
            final Section file, final Inputs inputs, final VenueFile.Sections<T> sections) {
        final Path data = pathOf(file, "data");
        final boolean lossOnPowerFailure = file.flag("lossOnPowerFailure", false);
        final ExchangeConfig exchange =
                new ExchangeSection(file.sectionOrEmpty("exchange")).read(data, lossOnPowerFailure);
        final List<Listing> listings = listings(file);
        final Section tls = file.section("tls");
        final Section door = file.section("tcp");
        final TcpSettings tcp = door == null ? null : new TcpSection(folder, door).read(tls, lossOnPowerFailure);
        final Section fix = file.section("fix");
        final FixDoor fixDoor = fix == null ? null : new FixSection(folder, fix).read(tls, listings);
        final Section feed = file.section("feed");
        final FeedDoor feedDoor = feed == null ? null : new FeedSection(feed).read();
        if ((door != null || fix != null) && !file.has("members")) {
            file.fault(
                    "members",
                    "is missing. Name the file of the members who may log in over " + (door == null ? "FIX." : "TCP."));
        }
        final Path members = file.optionalPath("members", folder);
        final int hopEvery = hopEvery(file);
        final T own = sections.read(file, folder, data);
        file.finish();
        for (final String key : inputs.unused()) {
            faults.add(new Node(null, 0, 0, "--set " + key), "unknown key.");
        }
        return exchange == null
                ? null
                : new VenueFile<>(
                        data, members, lossOnPowerFailure, exchange, listings, tcp, fixDoor, feedDoor, hopEvery, own);
    }

    private List<Listing> listings(final Section file) {
        final List<Listing> listings =
                new ListingSections(faults).read(file.section("currency"), file.section("listing"));
        listings.sort(Comparator.comparingInt(Listing::symbol));
        return listings;
    }

    private static int hopEvery(final Section file) {
        final int every = file.whole("hopEvery", DEFAULT_HOP_EVERY, 0, HopRing.MAX_EVERY);
        file.attempt("hopEvery", () -> {
            HopRing.requireEvery(every);
            return every;
        });
        return every;
    }

    private Path pathOf(final Section file, final String key) {
        return Objects.requireNonNullElse(file.path(key, folder), folder);
    }
}
