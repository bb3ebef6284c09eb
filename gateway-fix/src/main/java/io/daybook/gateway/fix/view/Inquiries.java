package io.daybook.gateway.fix.view;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.Query;
import io.daybook.gateway.fix.session.FixSession;
import io.daybook.host.Scheduler;
import io.daybook.host.Task;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.field.MsgSeqNum;
import quickfix.field.MsgType;

/**
 * Sends the queries of sessions to the exchange. The dispatcher of FIX does not wait for answers, and the exchange's
 * delivery thread does not wait for sessions: a thread of this class turns answers into messages. A session may have a
 * few inquiries without an answer; more get 35=j with 380=4.
 */
final class Inquiries implements AutoCloseable {
    /** The most inquiries of a session that may wait for an answer. */
    static final int LIMIT = 16;

    private static final String NOT_AVAILABLE = "4";

    private static final long LOOK_MS = 100;
    private static final Logger LOG = LoggerFactory.getLogger(Inquiries.class);

    private final Scheduler scheduler;
    private final LinkedBlockingQueue<Runnable> answers = new LinkedBlockingQueue<>();
    private volatile boolean isClosed;
    private final Map<FixSession, AtomicInteger> onTheWay = new ConcurrentHashMap<>();
    private volatile @Nullable Exchange exchange;

    Inquiries(final Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    void open(final Exchange running) {
        exchange = running;
        final Task unused = scheduler.run("daybook-fix-inquiries", this::tell);
    }

    private void tell() {
        while (!isClosed) {
            try {
                final Runnable answer = answers.poll(LOOK_MS, TimeUnit.MILLISECONDS);
                if (answer != null) {
                    answer.run();
                }
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                LOG.error("the answer to an inquiry could not be sent", e);
            }
        }
    }

    /**
     * Sends a query, and handles the answer on the thread of this class; refuses the request if the query cannot be
     * sent.
     *
     * @param request the session's message
     * @param answer turns the answer into messages, and sends them
     */
    <R> void ask(
            final Query<R> query, final Message request, final FixSession session, final Consumer<? super R> answer)
            throws FieldNotFound {
        final Exchange running = exchange;
        final AtomicInteger own = onTheWay.computeIfAbsent(session, unused -> new AtomicInteger());
        if (running == null || own.get() >= LIMIT) {
            refuse(request, session, running == null ? "the venue does not answer yet" : "too many inquiries: wait");
            return;
        }
        final Message refusal = refusal(request, "the exchange does not answer: ask again later");
        own.incrementAndGet();
        try {
            final CompletableFuture<R> unused = running.query(query)
                    .whenCompleteAsync(
                            (report, failure) -> {
                                own.decrementAndGet();
                                if (failure == null) {
                                    answer.accept(report);
                                } else {
                                    session.send(refusal);
                                }
                            },
                            answers::add);
        } catch (ExchangeClosedException e) {
            own.decrementAndGet();
            session.send(refusal);
        }
    }

    private static void refuse(final Message request, final FixSession session, final String text)
            throws FieldNotFound {
        session.send(refusal(request, text));
    }

    private static Message refusal(final Message request, final String text) throws FieldNotFound {
        final Message message = of("j");
        message.setString(ViewTags.REF_SEQ_NUM, request.getHeader().getString(MsgSeqNum.FIELD));
        message.setString(ViewTags.REF_MSG_TYPE, request.getHeader().getString(MsgType.FIELD));
        message.setString(ViewTags.BUSINESS_REJECT_REASON, NOT_AVAILABLE);
        message.setString(ViewTags.TEXT, text);
        return message;
    }

    static Message of(final String type) {
        final Message message = new Message();
        message.getHeader().setString(MsgType.FIELD, type);
        return message;
    }

    /** A value that the client sent, cut for a text. */
    static String shown(final String value) {
        return value.length() <= 40 ? value : value.substring(0, 40) + "...";
    }

    @Override
    public void close() {
        isClosed = true;
    }
}
