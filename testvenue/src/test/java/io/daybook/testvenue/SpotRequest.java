package io.daybook.testvenue;

import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Requests of the spot dialect, signed as its clients sign them. */
final class SpotRequest {
    private SpotRequest() {}

    /**
     * A request of a trader: path and query of {@code what}, with a time and a signature, which are valid for a minute:
     * a slow machine may need more than the usual five seconds.
     */
    static HttpRequest.Builder signed(final Running venue, final String name, final String method, final String what)
            throws GeneralSecurityException {
        final String own = venue.trader(name);
        final String hmac = own.substring(own.indexOf("\"hmac\""));
        final int mark = what.indexOf('?');
        final String query = what.substring(mark + 1) + "&recvWindow=60000&timestamp=" + System.currentTimeMillis();
        final Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Running.member(hmac, "secret").getBytes(StandardCharsets.US_ASCII), "HmacSHA256"));
        final String signature = HexFormat.of().formatHex(mac.doFinal(query.getBytes(StandardCharsets.US_ASCII)));
        return HttpRequest.newBuilder(URI.create(
                        venue.line("spot") + what.substring(0, mark) + "?" + query + "&signature=" + signature))
                .header("X-MBX-APIKEY", Running.member(hmac, "apiKey"))
                .method(method, HttpRequest.BodyPublishers.noBody());
    }
}
