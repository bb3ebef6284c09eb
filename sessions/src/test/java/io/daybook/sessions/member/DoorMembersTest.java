package io.daybook.sessions.member;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daybook.host.Proves;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Members are replaced at both doors of a process, or at none. */
@Proves("members are replaced at all doors or at none")
class DoorMembersTest {
    private final Members first = Members.of(List.of());
    private final Members other = Members.of(List.of());
    private final List<Members> atTcp = new ArrayList<>(List.of(first));
    private final List<Members> atFix = new ArrayList<>(List.of(first));
    private boolean doesTcpRefuse;

    /**
     * Whether the FIX door has recovered its sessions. From then on it refuses the other members; before, it cannot.
     */
    private boolean isKnown;

    private boolean becomesKnown;

    private final DoorMembers members = new DoorMembers(first, this::reloadTcp, new DoorMembers.Door() {
        @Override
        public void requireFit(final Members asked) {
            if (isKnown && asked == other) {
                throw new IllegalArgumentException("session 18 has logged in before");
            }
        }

        @Override
        public void reload(final Members asked) {
            requireFit(asked);
            atFix.add(asked);
        }
    });

    private void reloadTcp(final Members asked) {
        if (doesTcpRefuse) {
            throw new IllegalArgumentException("session 17 has logged in before");
        }
        atTcp.add(asked);
        isKnown |= becomesKnown;
    }

    private void assertCounting(final Members expected) {
        assertSame(expected, atTcp.get(atTcp.size() - 1));
        assertSame(expected, atFix.get(atFix.size() - 1));
        assertSame(expected, members.counting());
    }

    @Test
    void shouldCountAtBothDoors() {
        members.reload(other);
        assertCounting(other);
    }

    @Test
    void shouldCountAtNoneWhereOneRefusesThem() {
        doesTcpRefuse = true;
        assertThrows(IllegalArgumentException.class, () -> members.reload(other));
        assertCounting(first);
        doesTcpRefuse = false;
        isKnown = true;
        assertThrows(IllegalArgumentException.class, () -> members.reload(other));
        assertCounting(first);
        assertEquals(List.of(first), atTcp, "the TCP door must not be called");
    }

    /** The FIX door accepts the members before its book is recovered, and refuses them at the reload. */
    @Test
    void shouldCountAtNoneWhereTheLogBecomesReadyMeanwhile() {
        becomesKnown = true;
        assertThrows(IllegalArgumentException.class, () -> members.reload(other));
        assertCounting(first);
    }
}
