package io.daybook.venue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.cluster.state.ClusterSettings;
import io.daybook.gateway.session.TcpLayer;
import org.junit.jupiter.api.Test;

class NodeVenueTest {
    @Test
    void shouldFollowUnderTheNamesThatTheClusterKeepsForDoors() {
        assertEquals(ClusterSettings.DOORS, TcpLayer.NAME); // the cluster's rules for doors use these names
        assertEquals(ClusterSettings.FIX_DOORS, FixEntrance.FOLLOWER);
    }
}
