package io.daybook.testvenue;

import io.daybook.server.http.Problem;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Sends the requests of an operator to the venue's own HTTP door, as its first admin. */
final class OwnDoor {
    private static final int OK = 200;
    private static final int NOT_OK = 300;

    private OwnDoor() {}

    /**
     * Sends a body.
     *
     * @return the body of the answer
     * @throws Problem if the door refuses the request
     */
    static byte[] post(final Place place, final String path, final byte[] body) throws IOException {
        final HttpURLConnection connection =
                (HttpURLConnection) URI.create("http://" + place.reach().own() + ":" + place.port("http") + path)
                        .toURL()
                        .openConnection();
        try {
            connection.setRequestMethod("POST");
            connection.setRequestProperty("Authorization", "Bearer " + place.adminToken());
            connection.setDoOutput(true);
            connection.getOutputStream().write(body);
            final int status = connection.getResponseCode();
            if (status >= OK && status < NOT_OK) {
                return connection.getInputStream().readAllBytes();
            }
            throw new Problem(
                    status,
                    "REFUSED",
                    "The venue has refused the request",
                    new String(connection.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
        } finally {
            connection.disconnect();
        }
    }
}
