package io.daybook.cluster.state;

import static io.daybook.cluster.state.ClusterSimulation.require;

import io.daybook.api.AdjustBalance;
import io.daybook.api.Command;
import io.daybook.api.Nop;
import io.daybook.cluster.client.DoorFlow;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.wire.OrderNumbers;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A session of a door of {@link ClusterSimulation}, together with its client: it sends commands through the node that
 * leads, receives results only from that node's follower, and obeys the rule for clients. <em>A request above the N of
 * a login is never carried out, and its number goes to another command.</em>
 */
final class SimulatedDoor {
    private static final int WINDOW = 40;

    private enum Phase {
        AWAY,
        OPENING,
        LOGGING_ON,
        UP
    }

    private final int session;
    private final SplittableRandom random;
    private final TreeMap<Long, Command> sent = new TreeMap<>();
    private final DoorFlow flow;
    private Phase phase = Phase.AWAY;
    private long fences;
    private long next;

    /** The last message of an earlier connection, which may still be in flight. */
    private byte[] old = {};

    private byte[] lastMessage = {};
    private long transaction;
    int logins;
    int notCarriedOut;

    SimulatedDoor(final int session, final long seed) {
        this.session = session;
        this.random = new SplittableRandom(seed);
        this.flow = new DoorFlow(() -> random.nextLong(1, OrderNumbers.MAX_REQUEST));
    }

    /** Handles the end of the leader's term or process, which also ends its connections. */
    void lose() {
        phase = Phase.AWAY;
        old = lastMessage;
    }

    /** Sends through the door of the node that leads. */
    void send(final SimulatedFold heard, final Predicate<byte[]> ingress) {
        switch (phase) {
            case AWAY -> {
                flow.begin(0);
                require(flow.open(session, 0) == DoorFlow.UNDER_WAY, "no epoch of an earlier connection is left");
                phase = Phase.OPENING;
            }
            case OPENING, LOGGING_ON -> {}
            case UP -> {
                final int count = 1 + random.nextInt(3);
                if (next + count - heard.last(session) < WINDOW) {
                    final Command[] commands = new Command[count];
                    for (int i = 0; i < count; i++) {
                        commands[i] =
                                new AdjustBalance(38L * 1_000_003 + 1, 840, 1, session * 1_000_000L + ++transaction);
                        sent.put(next + i, commands[i]);
                        submit(commands[i], next + i);
                    }
                    next += count;
                }
            }
        }
        pump(ingress);
    }

    private void submit(final Command command, final long request) {
        final CommandSlot slot = new CommandSlot();
        CommandRecords.fill(slot, command, CommandRecords.encodePayload(command));
        slot.cookie(OrderNumbers.cookie(session, request));
        require(flow.hasRoom(), "the door of the leader has no room");
        flow.submit(slot);
    }

    private void pump(final Predicate<byte[]> ingress) {
        flow.poll(0, (bytes, length) -> {
            final byte[] message = Arrays.copyOf(bytes, length);
            lastMessage = message[0] == RequestKind.COMMANDS.code() ? message : lastMessage;
            return ingress.test(message);
        });
    }

    /** Sends the message of a door that continues in a partition. */
    void sendOld(final Predicate<byte[]> ingress) {
        if (old.length > 0 && ingress.test(old)) {
            old = new byte[0];
        }
    }

    /** Handles a reply of the leader, which comes after the results of earlier commands. */
    void onReply(final Reply reply, final SimulatedFold heard, final Predicate<byte[]> ingress) {
        if (phase == Phase.AWAY) {
            return; // its connection is gone
        }
        flow.onReply(reply, 0);
        require(!flow.isBroken(), "no command of this door was lost, but its flow is broken: " + reply.kind());
        if (phase == Phase.OPENING && flow.open(session, 0) > 0) {
            fences = heard.fences(session);
            phase = Phase.LOGGING_ON;
            submit(new Nop(), 0);
            pump(ingress);
        }
    }

    /** Called when the follower of the leader has received more. */
    void look(final SimulatedFold heard) {
        if (phase == Phase.LOGGING_ON && heard.fences(session) > fences) {
            phase = Phase.UP;
            logins++;
            next = heard.last(session) + 1;
            notCarriedOut += sent.tailMap(next).size();
            sent.tailMap(next).clear();
        }
    }

    boolean waits(final SimulatedFold heard) {
        return phase != Phase.UP || heard.last(session) + 1 < next;
    }

    /** Requires that every request up to N was carried out as it was sent last, and none above N. */
    void check(final LogModel model, final List<SimulatedNode> nodes) {
        nodes.forEach(node -> require(
                node.fold.last(session) + 1 == next,
                "session " + session + " has sent " + (next - 1) + ", a follower has received "
                        + node.fold.last(session)));
        for (long request = 1; request < next; request++) {
            final LogModel.CarriedOut done = model.request(session, request);
            final Command wanted = sent.get(request);
            if (done == null || !done.command().equals(wanted)) {
                throw new AssertionError("request " + request + " of session " + session + " is "
                        + (done == null ? "not in the log" : done.command()) + ", and was sent as " + wanted);
            }
        }
        require(model.request(session, next) == null, "request " + next + " of a door was carried out after all");
    }

    static Reply reply(final byte[] bytes, final int offset, final int length) {
        final Reply reply = new Reply();
        reply.wrap(Arrays.copyOfRange(bytes, offset, offset + length), 0, length);
        return reply;
    }
}
