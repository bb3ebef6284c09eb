package io.daybook.cluster.state;

import static io.daybook.cluster.state.ClusterSimulation.require;

import io.daybook.api.Command;
import io.daybook.api.Query;
import io.daybook.api.ResultView;
import io.daybook.cluster.client.QueryFlow;
import io.daybook.cluster.client.RequestFlow;
import io.daybook.cluster.client.SessionLostException;
import io.daybook.cluster.client.Transport;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.engine.codec.ReportCodec;
import io.daybook.engine.result.ResultEncoder;
import io.daybook.kernel.command.CommandSlot;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/** A client of {@link ClusterSimulation}, with a record of its commands and answers in their order. */
final class SimulatedClient implements RequestFlow.Listener {
    /** A command that was sent, and the largest seq that any client had received by then. */
    private record Sent(Command command, long heardSeq) {}

    /** An answer that was received. */
    private record Heard(long seq, long crc) {}

    private final ClusterSimulation world;
    private final int session;
    private final RequestFlow requests;
    private final QueryFlow queries = new QueryFlow();
    private final Reply reply = new Reply();
    private final Map<Long, Sent> sent = new TreeMap<>();
    private final Map<Long, Heard> heard = new TreeMap<>();
    private boolean isLost;

    final ArrayDeque<byte[]> inbox = new ArrayDeque<>();

    /** The connection; 0 for none. */
    int connection;

    SimulatedClient(final ClusterSimulation world, final int session, final long openNumber) {
        this.world = world;
        this.session = session;
        this.requests = new RequestFlow(session, openNumber, 0, this);
    }

    boolean hasRoom() {
        return requests.hasRoom();
    }

    void submit(final Command command, final long heardSeq) {
        final CommandSlot slot = new CommandSlot();
        CommandRecords.fill(slot, command, CommandRecords.encodePayload(command));
        sent.put(requests.submit(slot), new Sent(command, heardSeq));
    }

    void query(final Query<?> query) {
        final long heardSeq = world.heardSeq;
        queries.submit(ReportCodec.encode(query), (report, refusal) -> {
            require(report != null, "a query was refused: " + refusal);
            final long seq = ClusterSimulation.seqOf(report);
            require(seq >= heardSeq, "a query shows seq " + seq + ", but was sent after seq " + heardSeq);
            world.heardSeq = Math.max(world.heardSeq, seq);
        });
    }

    void onConnected(final long nowNs) {
        requests.onConnected(nowNs);
        queries.onConnected(nowNs);
    }

    void poll(final long nowNs, final Transport transport) {
        requests.poll(nowNs, transport);
        queries.poll(nowNs, transport);
    }

    void loseInbox(final int kept) {
        while (inbox.size() > kept) {
            inbox.removeLast();
        }
    }

    void hear(final int most, final long nowNs) {
        for (int i = 0; i < most && !inbox.isEmpty(); i++) {
            final byte[] message = inbox.poll();
            reply.wrap(message, 0, message.length);
            if (reply.session() == 0) {
                queries.onReply(reply, nowNs);
            } else {
                requests.onReply(reply, nowNs);
            }
        }
    }

    boolean waits() {
        return !isLost && (!requests.isOpen() || requests.unanswered() > 0) || queries.unanswered() > 0;
    }

    int answers() {
        return heard.size();
    }

    @Override
    public void onOpened(final long epoch, final long last) {
        require(epoch > 0, "an epoch must be positive");
    }

    @Override
    public void onResult(final long request, final ResultView result) {
        require(
                heard.put(request, new Heard(result.seq(), crc(result))) == null,
                () -> "request " + request + " was answered twice");
        require(
                result.seq() > sent.get(request).heardSeq,
                () -> "request " + request + " has seq " + result.seq() + ", but was sent after seq "
                        + sent.get(request).heardSeq);
        world.heardSeq = Math.max(world.heardSeq, result.seq());
    }

    static long crc(final ResultView result) {
        final byte[] bytes = new byte[ResultEncoder.encodedLength(result)];
        ResultEncoder.encode(result, bytes, 0);
        final CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return crc.getValue();
    }

    @Override
    public void onForgotten(final long request) {
        throw new AssertionError("a result was dropped before this client had acknowledged it: request " + request);
    }

    @Override
    public void onLost(final RuntimeException cause) {
        require(cause instanceof SessionLostException, cause.toString());
        isLost = true;
    }

    /** Points 1 and 2, for this client: each answer agrees with the log, which has the command as it was sent. */
    void check(final LogModel model) {
        heard.forEach((request, told) -> {
            final LogModel.CarriedOut done = model.request(session, request);
            require(done != null, () -> "request " + request + " was answered, and is not in the log");
            require(
                    done.seq() == told.seq && done.crc() == told.crc,
                    () -> "request " + request + " has another result");
            require(
                    done.command().equals(sent.get(request).command),
                    () -> "request " + request + " is another command");
        });
        require(isLost || heard.size() == sent.size(), "requests without an answer: " + (sent.size() - heard.size()));
    }
}
