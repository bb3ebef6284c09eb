package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.ExchangeListener;
import io.daybook.api.ResultView;
import io.daybook.client.Answer;
import io.daybook.client.ClientListener;
import io.daybook.client.DaybookClient;
import io.daybook.client.Fill;
import io.daybook.client.Off;
import io.daybook.client.OrderHandle;
import io.daybook.client.OrderType;
import io.daybook.client.Side;
import io.daybook.client.Welcome;
import io.daybook.core.Replay;
import io.daybook.host.FreePorts;
import io.daybook.host.Proves;
import io.daybook.sessions.member.Secret;
import io.daybook.wire.OrderNumbers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Ends a venue at each step of an order's path (see the rule for clients in docs/order-entry.md). After the next start
 * the client gets the order's fate: an answer in the stream, or the notice that it was not carried out. The journal has
 * the order once or never.
 */
@Proves(
        value = "a TCP request has one fate wherever on its way the venue ends",
        normal = "three steps",
        large = "seven steps")
@Tag("whole")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GatewayStepKillTest {
    private static final long TIME_OUT_S = 60;

    /** So long that only the end of the venue ends a connection, because the test counts each end. */
    private static final int HEARTBEAT_MS = 60_000;

    private static final int MORE_THAN_THE_RING = 1_000;

    /** The length of the header of an outbox, which has the time at which the outbox was made. */
    private static final int HEADER_LENGTH = 56;

    @TempDir
    private Path folder;

    private final Secret.Fresh secret = Secret.make(new byte[Secret.RANDOM_BYTES]);
    private final Heard heard = new Heard();
    private int port;
    private Process process;
    private BufferedReader out;
    private PrintStream in;

    @BeforeEach
    void choosePort() {
        port = FreePorts.next();
    }

    @AfterEach
    void end() {
        process.destroyForcibly();
    }

    @ParameterizedTest
    @MethodSource("steps")
    void shouldTellTheFateOfAnOrder(final HaltStep step) throws Exception {
        start(step);
        try (DaybookClient client = connect(1, heard)) {
            heard.expect("welcome 0");
            place(client);
            heard.expect("answer 1");
            final boolean isMany = step == HaltStep.NOT_PUBLISHED || step == HaltStep.TORN;
            say(step == HaltStep.NOT_READ ? "arm read" : isMany ? "arm full" : "arm");
            assertEquals("armed", out.readLine());
            final int orders = isMany ? placeUntilLost(client) : 1;
            if (!isMany) {
                place(client);
            }
            if (step == HaltStep.NOT_READ) {
                assertEquals("at the step", out.readLine());
                place(client);
                say("sent");
            }
            assertTrue(process.waitFor(TIME_OUT_S, TimeUnit.SECONDS), "the step was not reached");
            assertEquals(HaltingStorage.HALTED, process.exitValue());
            final long answered = heard.answersUntilDisconnected(1);
            start(HaltStep.NOWHERE);
            final long lastRequest =
                    switch (step) {
                        case NOT_PUBLISHED, NOT_WRITTEN -> 1;
                        case TORN -> heard.firstNever() - 1; // the last request that was forced
                        default -> 2;
                    };
            final long lastSent = 1 + orders + (step == HaltStep.NOT_READ ? 1 : 0);
            assertTrue(lastRequest >= answered, "an answered request was never carried out");
            assertTrue(lastRequest < lastSent || !isMany, "no request was lost at the step");
            for (long request = lastRequest + (step == HaltStep.TORN ? 2 : 1); request <= lastSent; request++) {
                heard.expect("never " + request);
            }
            heard.expect("welcome " + lastRequest);
            for (long request = answered + 1; request <= lastRequest; request++) {
                heard.expect("answer " + request);
            }
            place(client);
            heard.expect("answer " + (lastRequest + 1));
            requireTheSameStream(client, lastRequest + 1);
        }
        requireOnceInTheJournal();
    }

    static Set<HaltStep> steps() {
        return Boolean.getBoolean("daybook.long")
                ? EnumSet.complementOf(EnumSet.of(HaltStep.NOWHERE))
                : EnumSet.of(HaltStep.TORN, HaltStep.NOT_ANSWERED, HaltStep.OUTBOX_TORN);
    }

    /**
     * Ends the venue as by a power cut: the messages that were sent are in no file any more, but the journal was
     * forced.
     */
    @Test
    void shouldMakeTheSameMessagesWhereTheOutboxIsLost() throws Exception {
        start(HaltStep.NOWHERE);
        try (DaybookClient client = connect(1, heard)) {
            heard.expect("welcome 0");
            for (int request = 1; request <= 3; request++) {
                place(client);
                heard.expect("answer " + request);
            }
            process.destroyForcibly().waitFor();
            heard.expect("disconnected");
            final Path outbox = folder.resolve("gateway/17/00000000000000000001.out");
            final byte[] told = Files.readAllBytes(outbox);
            Files.write(outbox, new byte[0], StandardOpenOption.TRUNCATE_EXISTING);
            start(HaltStep.NOWHERE);
            heard.expect("welcome 3");
            place(client);
            heard.expect("answer 4");
            requireTheSameStream(client, 4);
            final byte[] again = Files.readAllBytes(outbox);
            assertEquals(
                    HexFormat.of().formatHex(told, HEADER_LENGTH, told.length),
                    HexFormat.of().formatHex(again, HEADER_LENGTH, told.length));
        }
        requireOnceInTheJournal();
    }

    private void start(final HaltStep step) throws IOException {
        final List<String> command = new ArrayList<>(InstalledJava.own().command());
        command.add(1, "-XX:TieredStopAtLevel=1");
        command.addAll(List.of(
                HaltingVenue.class.getName(),
                folder.toString(),
                Integer.toString(port),
                secret.kept().kept(),
                step.name()));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        assertEquals("listening", out.readLine());
    }

    private void say(final String line) {
        in.println(line);
    }

    private DaybookClient connect(final long nextOut, final ClientListener listener) throws IOException {
        return DaybookClient.builder()
                .address("127.0.0.1", port)
                .session(HaltingVenue.SESSION, secret.text())
                .reconnectMs(10, 80)
                .heartbeatMs(HEARTBEAT_MS)
                .connectTimeoutMs(TimeUnit.SECONDS.toMillis(TIME_OUT_S))
                .nextOut(nextOut)
                .listener(listener)
                .connect();
    }

    private static void place(final DaybookClient client) {
        final long order = placed(client);
        assertTrue(order > 0, () -> "not sent: " + order);
    }

    private static long placed(final DaybookClient client) {
        return client.place(new OrderHandle(), HaltingVenue.UID, HaltingVenue.SYMBOL, Side.BID, OrderType.GTC, 100, 5);
    }

    /**
     * Sends orders, and returns how many the client accepted: a venue whose ring is full may end before the last order.
     */
    private static int placeUntilLost(final DaybookClient client) {
        int orders = 0;
        long order = 1;
        while (orders < MORE_THAN_THE_RING && order > 0) {
            order = placed(client);
            orders += order > 0 ? 1 : 0;
        }
        final int sent = orders;
        assertTrue(sent > HaltingVenue.RING_SIZE / 2, () -> "not sent after " + sent);
        return sent;
    }

    /** Requires that a login that asks for the whole stream gets the same messages, each answer once. */
    private void requireTheSameStream(final DaybookClient first, final long answers) throws Exception {
        first.close();
        final Heard again = new Heard();
        try (DaybookClient other = connect(1, again)) {
            again.expect("welcome " + answers);
            for (long request = 1; request <= answers; request++) {
                again.expect("answer " + request);
            }
            assertEquals(heard.answers, again.answers);
        }
        in.close(); // then the venue closes in order
        assertTrue(process.waitFor(TIME_OUT_S, TimeUnit.SECONDS));
        assertEquals(0, process.exitValue());
    }

    /** Requires that the journal has each answered request of the session once, and no other request of the session. */
    private void requireOnceInTheJournal() {
        final List<String> carriedOut = new ArrayList<>();
        Replay.from(folder, 1, new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                if (OrderNumbers.session(result.cookie()) == HaltingVenue.SESSION
                        && OrderNumbers.request(result.cookie()) > 0) {
                    carriedOut.add(Heard.line(
                            carriedOut.size() + 1L,
                            result.seq(),
                            OrderNumbers.request(result.cookie()),
                            result.resultCode()));
                }
            }
        });
        assertEquals(heard.answers, carriedOut);
    }

    /** Records each event as a line, and each answer with all of its numbers. */
    private static final class Heard implements ClientListener {
        private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        private final List<String> answers = new CopyOnWriteArrayList<>();

        static String line(final long out, final long seq, final long request, final int code) {
            return "out " + out + " seq " + seq + " request " + request + " code " + code;
        }

        void expect(final String line) throws InterruptedException {
            assertEquals(line, lines.poll(TIME_OUT_S, TimeUnit.SECONDS));
        }

        /** Takes the next event, which must name the first request that was not carried out; returns its number. */
        long firstNever() throws InterruptedException {
            final String line = lines.poll(TIME_OUT_S, TimeUnit.SECONDS);
            assertTrue(line != null && line.startsWith("never "), line);
            return Long.parseLong(line.substring("never ".length()));
        }

        /** Returns the last request that is answered before the connection is lost. */
        long answersUntilDisconnected(final long answeredBefore) throws InterruptedException {
            long answered = answeredBefore;
            String line = lines.poll(TIME_OUT_S, TimeUnit.SECONDS);
            while (("answer " + (answered + 1)).equals(line)) {
                answered++;
                line = lines.poll(TIME_OUT_S, TimeUnit.SECONDS);
            }
            assertEquals("disconnected", line);
            return answered;
        }

        @Override
        public void onAnswer(final Answer answer) {
            answers.add(line(answer.out(), answer.seq(), answer.request(), answer.code()));
            lines.add("answer " + answer.request());
        }

        @Override
        public void onFill(final Fill fill) {
            lines.add("fill of " + fill.orderId());
        }

        @Override
        public void onOff(final Off off) {
            lines.add("off " + off.orderId());
        }

        @Override
        public void onNotCarriedOut(final long request) {
            lines.add("never " + request);
        }

        @Override
        public void onHistoryLost(final String why) {
            lines.add("history lost: " + why);
        }

        @Override
        public void onWelcome(final Welcome welcome) {
            lines.add("welcome " + welcome.lastRequest());
        }

        @Override
        public void onDisconnected(final String why) {
            lines.add("disconnected");
        }
    }
}
