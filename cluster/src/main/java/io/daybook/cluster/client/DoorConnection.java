package io.daybook.cluster.client;

import io.daybook.api.CommandDoor;
import io.daybook.cluster.state.Reply;
import io.daybook.wire.OrderNumbers;
import java.security.SecureRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends a door's commands to the log, from the process of a node that leads. Each new connection has a new number,
 * because commands on the old one may be lost. Used by one thread.
 */
public final class DoorConnection implements ClusterConnection.Listener, AutoCloseable {
    /** The value of {@link #number} without a connection. */
    public static final long NONE = 0;

    private final ClusterConnection connection;
    private final DoorFlow flow;
    private final DoorCommands commands;
    private final LongSupplier clock;
    private final Transport transport;
    private long number;

    /**
     * Creates a connection that {@link #work} makes.
     *
     * @param nodeDriver the folder of the driver of the node in this process
     * @param key the key of the door; null if the cluster has no keys
     * @param clock returns ns, as {@link System#nanoTime()} does
     */
    public DoorConnection(final String nodeDriver, final @Nullable ClusterKey key, final LongSupplier clock) {
        final SecureRandom random = new SecureRandom();
        this.clock = clock;
        this.connection = ClusterConnection.local(nodeDriver, this, key);
        this.flow = new DoorFlow(() -> 1 + random.nextLong(OrderNumbers.MAX_REQUEST));
        this.commands = new DoorCommands(flow);
        this.transport = connection::send;
    }

    /** The door that takes commands. */
    public CommandDoor commands() {
        return commands;
    }

    /** See {@link DoorFlow#open}. */
    public long open(final int session) {
        return flow.open(session, clock.getAsLong());
    }

    /** See {@link DoorFlow#openedBehind}. */
    public long openedBehind(final int session) {
        return flow.openedBehind(session);
    }

    /** See {@link DoorFlow#isOpen}. */
    public boolean isOpen(final int session) {
        return flow.isOpen(session, clock.getAsLong());
    }

    /**
     * Returns the number of this connection, from 1.
     *
     * @param term the term of leadership to which the connection must belong
     * @return the number; {@link #NONE} while there is no connection of that term
     */
    public long number(final long term) {
        final Long connected = connection.term();
        return connected == null || connected != term || flow.isBroken() ? NONE : number;
    }

    /** Sends and receives; returns whether there was anything to do. */
    public boolean work() {
        final long nowNs = clock.getAsLong();
        int count = connection.poll(nowNs);
        count += flow.poll(nowNs, transport);
        if (flow.isBroken()) {
            connection.reconnect(nowNs);
        }
        return count > 0;
    }

    /** Drops the connection, because another node leads. A later {@link #work} creates a new one. */
    public void leave() {
        connection.leave(clock.getAsLong());
    }

    @Override
    public void onConnected() {
        number++;
        flow.begin(clock.getAsLong());
    }

    @Override
    public void onReply(final Reply reply) {
        flow.onReply(reply, clock.getAsLong());
    }

    @Override
    public void close() {
        connection.close();
    }
}
