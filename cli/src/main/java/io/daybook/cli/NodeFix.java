package io.daybook.cli;

import io.daybook.api.Attachment;
import io.daybook.api.Listing;
import io.daybook.api.SymbolSpec;
import io.daybook.cluster.node.NodeDoor;
import io.daybook.gateway.config.FixDoor;
import io.daybook.gateway.config.NodeFixConfig;
import io.daybook.gateway.config.NodeGatewayConfig;
import io.daybook.gateway.fix.FixGateway;
import io.daybook.gateway.fix.FixListings;
import io.daybook.gateway.fix.FixSettings;
import io.daybook.gateway.fix.view.Views;
import io.daybook.gateway.session.AuditLog;
import io.daybook.gateway.session.DoorMembers;
import io.daybook.gateway.session.Members;
import io.daybook.gateway.session.Protocol;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** The FIX door of a cluster's node: its sessions follow the log, and are let in while the node leads. */
final class NodeFix implements DoorMembers.Door, AutoCloseable {
    /** The name of its follower. */
    static final String FOLLOWER = FixGateway.FOLLOWER;

    private final NodeFixConfig config;
    private final Console console;
    private final FixListings listings;
    private final FixGateway gateway;
    private final AtomicBoolean isMade = new AtomicBoolean();

    /**
     * The door that the file of a node says.
     *
     * @param folder of the node
     * @param lossOnPowerFailure whether a power failure may take back what the cluster has answered
     */
    NodeFix(
            final NodeFixConfig config,
            final Path folder,
            final boolean lossOnPowerFailure,
            final Members members,
            final AuditLog audit,
            final Console console) {
        this.config = config;
        this.console = console;
        final FixDoor door = config.door();
        this.listings = new FixListings(config.listings(), door.slippage());
        final FixGateway.Builder builder = FixGateway.builder()
                .settings(new FixSettings(door.address(), door.port(), door.tls(), door.limits(), lossOnPowerFailure))
                .members(members)
                .listings(listings)
                .folder(folder)
                .knownElsewhere(session -> true) // the log takes no doors beside orders of sessions that no book knows
                .auditLog(audit);
        Views.ofListings(listings::listed).forEach(builder::handler);
        this.gateway = builder.build();
    }

    /** Adds what must be the same on all nodes, and is not. */
    static void compare(
            final List<String> faults,
            final String node,
            final NodeGatewayConfig first,
            final NodeGatewayConfig other) {
        final NodeFixConfig one = first.fix();
        final NodeFixConfig two = other.fix();
        if (one == null || two == null) {
            if ((one == null) != (two == null)) {
                faults.add("whether there is [gateway.fix] must be the same in all files: " + node + " has "
                        + (two == null ? "none" : "one") + ", the first file " + (one == null ? "none" : "one"));
            }
            return;
        }
        compare(faults, node, "gateway.fix.addresses", one.addresses(), two.addresses());
        compare(
                faults,
                node,
                "gateway.fix.slippage",
                one.door().slippage(),
                two.door().slippage());
        compare(
                faults,
                node,
                "gateway.fix.limits.closedKept",
                one.door().limits().closedKept(),
                two.door().limits().closedKept());
        compare(faults, node, "listings and their currencies", one.listings(), two.listings());
    }

    private static void compare(
            final List<String> faults, final String node, final String what, final Object first, final Object other) {
        if (!first.equals(other)) {
            faults.add(
                    what + " must be the same in all files: " + node + " has " + other + ", the first file " + first);
        }
    }

    /** The follower that the log of the node names where there is FIX. */
    Attachment attachment() {
        if (isMade.getAndSet(true)) {
            throw new IllegalStateException("the follower " + FOLLOWER + " was named anew behind a place where the log"
                    + " did not name it: a node that runs cannot begin its sessions again");
        }
        final Attachment own = gateway.attachment();
        return new Attachment(
                new ListingWatch(own.follower(), config.listings(), this::contradicted), own.onFailure(), own.wakeUp());
    }

    private void contradicted(final Listing listing, final SymbolSpec symbol) {
        final boolean isTold = listings.contradict(symbol);
        console.err()
                .println("daybook: FIX takes no orders for " + listing.name()
                        + (isTold
                                ? ", and tells those that rest in the units of the log: "
                                : ", and ends sessions rather than tell them of those that rest: ")
                        + ListingWatch.told(listing, symbol));
    }

    /**
     * Listens from now on.
     *
     * @param onFailure hears that the door can never open, or has failed
     * @return where, for people
     */
    String start(final NodeDoor log, final Members members, final Consumer<RuntimeException> onFailure) {
        final FixDoor door = config.door();
        final int port = gateway.start(new NodeLog(log, config.addresses()), log, onFailure);
        final long sessions = members.sessions().stream()
                .filter(session -> session.protocol() == Protocol.FIX)
                .count();
        return "FIX 4.4 on " + door.address().getHostAddress() + ":" + port + (door.tls() == null ? "" : " with TLS")
                + ": " + GatewayCheckCommand.counted(sessions, "session");
    }

    @Override
    public void requireFit(final Members other) {
        gateway.requireFit(other);
    }

    @Override
    public void reload(final Members other) {
        gateway.reload(other);
    }

    /** Ends all connections, before the node ends. */
    void stop() {
        gateway.stop();
    }

    /** What is open is forced and closed, once the node has ended. */
    @Override
    public void close() {
        gateway.close();
    }
}
