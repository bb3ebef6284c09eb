package io.daybook.cluster.client;

import io.daybook.api.CommandDoor;
import io.daybook.cluster.state.Reply;
import io.daybook.wire.OrderNumbers;
import java.security.SecureRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The way of a door's commands into the log, from the process of a node that leads. Each time that it is made anew it
 * has another number, for what was on it may be lost. Used by one thread.
 */
public final class DoorConnection implements ClusterConnection.Listener, AutoCloseable {
    /** What {@link #number} gives while there is none. */
    public static final long NONE = 0;

    private final ClusterConnection connection;
    private final DoorFlow flow;
    private final DoorCommands commands;
    private final LongSupplier clock;
    private final Transport transport;
    private long number;

    /**
     * Not connected yet.
     *
     * @param nodeDriver the folder of the driver of the node in this process
     * @param key who it is; null where the cluster asks nobody
     * @param clock ns, as {@link System#nanoTime()}
     */
    public DoorConnection(final String nodeDriver, final @Nullable ClusterKey key, final LongSupplier clock) {
        final SecureRandom random = new SecureRandom();
        this.clock = clock;
        this.connection = ClusterConnection.local(nodeDriver, this, key);
        this.flow = new DoorFlow(() -> 1 + random.nextLong(OrderNumbers.MAX_REQUEST));
        this.commands = new DoorCommands(flow);
        this.transport = connection::send;
    }

    /** Through which commands go. */
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
     * Which connection this is, counted from 1.
     *
     * @param term of leadership, to which it must be
     * @return its number; {@link #NONE} while there is none, or none of that term
     */
    public long number(final long term) {
        final Long connected = connection.term();
        return connected == null || connected != term || flow.isBroken() ? NONE : number;
    }

    /** Sends and hears; whether there was something to. */
    public boolean work() {
        final long nowNs = clock.getAsLong();
        int count = connection.poll(nowNs);
        count += flow.poll(nowNs, transport);
        if (flow.isBroken()) {
            connection.reconnect(nowNs);
        }
        return count > 0;
    }

    /** There is no connection any more: another node leads. A later {@link #work} makes one anew. */
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
