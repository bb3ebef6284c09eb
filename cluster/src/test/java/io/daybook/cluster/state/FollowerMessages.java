package io.daybook.cluster.state;

import io.daybook.api.Command;
import io.daybook.api.Nop;
import io.daybook.api.OrderBookType;
import io.daybook.engine.matching.BookTypes;
import io.daybook.kernel.slab.HashSecret;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** A log of commands that change nothing, for tests of followers. */
public final class FollowerMessages {
    private static final int SESSION = 9;

    private final ClusterState state;

    /** Creates a log without messages. */
    public FollowerMessages(final ResultSink sink) {
        state = ClusterState.followed(BookTypes.all(OrderBookType.LADDER), HashSecret.NONE, sink);
    }

    public ClusterState state() {
        return state;
    }

    /** Sends settings without followers, and opens a session. */
    public void begin() {
        Messages.send(state, Messages.settings(), 1);
        Messages.send(state, Messages.openDoor(SESSION, 1), 1);
    }

    public void nops(final int count, final Consumer<ClusterState> behind) {
        final Command[] commands = new Command[count];
        Arrays.fill(commands, new Nop());
        Messages.send(state, Messages.commands(SESSION, 1, 0, 0, commands), 1);
        behind.accept(state);
    }

    public void followers(final List<String> names, final Consumer<ClusterState> behind) {
        Messages.send(state, Messages.followers(names.toArray(new String[0])), 1);
        behind.accept(state);
    }
}
