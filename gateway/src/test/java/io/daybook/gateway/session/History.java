package io.daybook.gateway.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.CommandType;
import io.daybook.api.Follower;
import io.daybook.api.PartReader;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import io.daybook.sessions.Tags;
import io.daybook.wire.OrderNumbers;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All results of an exchange, collected by a follower that keeps no part and therefore receives them again at each
 * start. A result must be the same each time.
 */
final class History {
    private final List<Settled> all = new ArrayList<>();
    private long firstSeq = -1;

    /** One command with its outcome. */
    record Settled(long seq, int type, int code, long cookie, long uid, String tag) {

        int session() {
            return OrderNumbers.session(cookie);
        }

        long request() {
            return OrderNumbers.request(cookie);
        }

        boolean isTagged(final int kind) {
            return tag.startsWith(HexFormat.of().toHexDigits((byte) kind));
        }

        byte[] tagBytes() {
            return HexFormat.of().parseHex(tag);
        }
    }

    /** The follower for one run of the exchange. */
    Follower follower() {
        return new Follower() {
            private long next;

            @Override
            public String name() {
                return "history";
            }

            @Override
            public void restore(final @Nullable PartReader part, final long seq, final StateView state) {
                if (firstSeq < 0) {
                    firstSeq = seq + 1;
                }
                assertEquals(firstSeq, seq + 1, "it receives results from its registration on");
                next = firstSeq;
            }

            @Override
            public void onResult(final ResultView result, final boolean replayed) {
                assertEquals(next, result.seq(), "no result is left out");
                final byte[] tag = new byte[result.tagLength()];
                result.copyTag(tag, 0);
                final Settled settled = new Settled(
                        result.seq(),
                        result.typeCode(),
                        result.resultCode(),
                        result.cookie(),
                        result.uid(),
                        HexFormat.of().formatHex(tag));
                final int at = (int) (next - firstSeq);
                if (at < all.size()) {
                    assertEquals(all.get(at), settled, "a result never changes");
                } else {
                    all.add(settled);
                }
                next++;
            }
        };
    }

    /** The requests of a session, in the order in which they were settled. */
    List<Settled> requests(final int session) {
        return all.stream()
                .filter(each -> each.session() == session && each.request() > 0)
                .toList();
    }

    /** Returns the number of commands of which a session must have received drop copies. */
    long dropCopies(final int session) {
        final Set<Long> heard = new TreeSet<>();
        long count = 0;
        for (final Settled each : all) {
            if (each.type() == CommandType.NOP.code() && each.session() == session && each.isTagged(Tags.DROP_COPY)) {
                final byte[] tag = each.tagBytes();
                if (Tags.dropCopyAdds(tag)) {
                    heard.add(Tags.dropCopyUid(tag));
                } else {
                    heard.remove(Tags.dropCopyUid(tag));
                }
            }
            if (each.type() <= CommandType.MASS_CANCEL.code() && heard.contains(each.uid())) {
                count++;
            }
        }
        return count;
    }
}
