package io.daybook.gateway.config;

import io.daybook.api.Listing;
import io.daybook.config.Node;
import io.daybook.config.Section;
import io.daybook.gateway.tcp.TcpSettings;
import io.daybook.wire.ByeDescriptor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The section {@code [gateway]} in the file of a cluster's node: keys as in {@code daybook.toml}. */
final class NodeSection {
    private static final Pattern ADDRESS = Pattern.compile("[^\\s:]+:\\d{1,5}|\\[[0-9a-fA-F:.]+]:\\d{1,5}");

    private final Path folder;
    private final Section section;

    NodeSection(final Path folder, final Section section) {
        this.folder = folder;
        this.section = section;
    }

    /** The door, or null after a fault. */
    @Nullable
    NodeGatewayConfig read(final int nodes, final boolean lossOnPowerFailure, final List<Listing> listings) {
        final Path members = section.path("members", folder);
        final List<String> addresses = addresses(section, nodes);
        final Section tls = section.section("tls");
        final Section tcp = section.section("tcp");
        if (tcp == null) {
            section.fault("tcp", "is missing. Add [gateway.tcp] with its port.");
        }
        final TcpSettings door = tcp == null ? null : new TcpSection(folder, tcp).read(tls, lossOnPowerFailure);
        final Section fix = section.section("fix");
        final NodeFixConfig fixDoor = fix == null ? null : fix(fix, tls, nodes, listings);
        final Section feed = section.section("feed");
        final NodeFeedConfig published = feed == null ? null : new FeedSection(feed).readOfNode(listings);
        section.finish();
        return members == null || door == null
                ? null
                : new NodeGatewayConfig(members, door, fixDoor, published, addresses);
    }

    private @Nullable NodeFixConfig fix(
            final Section fix, final @Nullable Section tls, final int nodes, final List<Listing> listings) {
        final List<String> addresses = addresses(fix, nodes);
        if (listings.isEmpty()) {
            fix.fault("", "needs a [listing.NAME]: prices and quantities of FIX are decimals in its steps.");
        }
        final FixDoor door = new FixSection(folder, fix).read(tls, listings);
        return door == null ? null : new NodeFixConfig(door, listings, addresses);
    }

    /** Reads the addresses. BYE carries the address of the leading node, so each must fit in its text. */
    private static List<String> addresses(final Section section, final int nodes) {
        final List<String> addresses = new ArrayList<>();
        for (final Node node : section.texts("addresses")) {
            final String text = String.valueOf(node.value());
            if (!ADDRESS.matcher(text).matches() || text.length() > ByeDescriptor.TEXT_FIELD_LENGTH) {
                section.fault(
                        "addresses",
                        node.shown() + " must be host:port of at most " + ByeDescriptor.TEXT_FIELD_LENGTH
                                + " characters.");
            }
            addresses.add(text);
        }
        if (addresses.size() != nodes) {
            section.fault(
                    "addresses",
                    "must be a list of " + nodes + " texts, \"host:port\": where clients reach the doors of the nodes,"
                            + " in the order of members.");
        }
        return addresses;
    }
}
