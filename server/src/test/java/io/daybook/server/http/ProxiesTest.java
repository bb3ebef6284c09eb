package io.daybook.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.sessions.member.AddressRange;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The address of a client behind proxies: the last address that a trusted proxy has seen. */
class ProxiesTest {
    private static final List<AddressRange> TRUSTED =
            List.of(AddressRange.parse("127.0.0.0/8"), AddressRange.parse("10.0.0.0/8"), AddressRange.parse("::1"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "127.0.0.1|198.51.100.7|198.51.100.7",
                "::1|198.51.100.7|198.51.100.7",
                "10.1.2.3|1.2.3.4, 198.51.100.7|198.51.100.7",
                "10.1.2.3|1.2.3.4, 198.51.100.7, 10.9.9.9|198.51.100.7",
                "10.1.2.3|198.51.100.7:41000|198.51.100.7",
                "10.1.2.3|[2001:db8::7]:41000|2001:db8::7",
                "10.1.2.3|2001:db8::7|2001:db8::7",
                "10.1.2.3|198.51.100.7, unknown|10.1.2.3",
                "10.1.2.3|198.51.100.7, |10.1.2.3",
                "10.1.2.3|venue.example|10.1.2.3",
                "10.1.2.3|10.7.7.7|10.7.7.7",
                "198.51.100.9|1.2.3.4|198.51.100.9",
            })
    void shouldBelieveWhatTrustedProxiesHaveAppended(final String peer, final String forwarded, final String client)
            throws Exception {
        assertEquals(
                InetAddress.getByName(client), new Proxies(TRUSTED).client(InetAddress.getByName(peer), forwarded));
    }

    @Test
    void shouldBelieveNothingWithoutAProxy() throws Exception {
        final InetAddress peer = InetAddress.getLoopbackAddress();
        assertEquals(peer, new Proxies(List.of()).client(peer, "1.2.3.4"));
        assertEquals(peer, new Proxies(TRUSTED).client(peer, null));
        final String endless = "10.0.0.1,".repeat(1_000) + "10.0.0.1";
        assertEquals(InetAddress.getByName("10.0.0.1"), new Proxies(TRUSTED).client(peer, endless));
    }
}
