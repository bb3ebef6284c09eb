package io.daybook.gateway.fix;

import io.daybook.api.Limits;
import io.daybook.client.OrderNumbers;
import io.daybook.gateway.fix.book.FixBookSession;
import io.daybook.gateway.session.GatewayCommands;
import io.daybook.journal.host.Clock;
import io.daybook.journal.storage.JournalStorage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The numbers of sessions: where they go on, and that none is used which the journal does not know. */
final class SessionNumbers {
    /** So many are left for messages of the session level, which cannot wait. */
    static final int SPARE = 100;

    /** Numbers are reserved by so many, when fewer than half of them are left. */
    private static final int RESERVED = 4_000;

    private final JournalStorage storage;
    private final Path folder;
    private final Clock clock;
    private final ReportSender sender;
    private final BiConsumer<String, Throwable> onFailure;
    private final byte[] tag = new byte[Limits.MAX_TAG_BYTES];

    SessionNumbers(
            final JournalStorage storage,
            final Path folder,
            final Clock clock,
            final ReportSender sender,
            final BiConsumer<String, Throwable> onFailure) {
        this.storage = storage;
        this.folder = folder;
        this.clock = clock;
        this.sender = sender;
        this.onFailure = onFailure;
    }

    /** Gives a session its store, which goes on where the journal says, or a close in order. */
    void open(final FixSession session, final @Nullable FixBookSession known) {
        final FixNumbers file = new FixNumbers(storage, folder.resolve(Integer.toString(session.session())));
        try {
            if (known != null) {
                file.open(
                        known.resets(),
                        Math.max(known.resetOut(), known.outbox().firstOut()));
            }
        } catch (IOException e) {
            onFailure.accept("the numbers of session " + session.session(), e); // reports get new ones
        }
        final FixStore store = new FixStore(
                file,
                known,
                (found, outs, messages) -> sender.texts(session, found, outs, messages),
                clock.epochMillis());
        session.store = store;
        if (known != null) {
            session.nextOut = Math.max(
                    store.lastOut() + 1,
                    Math.max(known.resetOut(), known.outbox().firstOut()));
            session.replayedBelow = store.isClosedInOrder() ? 0 : known.outbox().next();
        }
    }

    /** Has the journal told of further numbers where few are left. */
    void reserve(final FixSession own, final FixStore store, final GatewayCommands open) {
        if (!own.isReserving && store.left() < RESERVED / 2) {
            final int end = store.getNextSenderMsgSeqNum() + RESERVED;
            own.isReserving = open.nop(
                    OrderNumbers.cookie(own.session(), 0),
                    tag,
                    io.daybook.gateway.session.Tags.encodeReservation(tag, own.session(), end));
        }
    }
}
