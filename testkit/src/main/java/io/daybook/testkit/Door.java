package io.daybook.testkit;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * An HTTP door of the venue, with the token of its caller.
 *
 * @param url the prefix of all paths
 * @param token the token that is sent
 * @param timeout the time limit of an answer
 */
record Door(String url, String token, Duration timeout) {
    /** The time to wait for a killed venue, which is longer than it needs to come back. */
    private static final long COMES_BACK_S = 120;

    private static final long AGAIN_MS = 20;
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /**
     * Sends a request once.
     *
     * @param body empty for none
     * @throws IOException if no answer comes
     */
    TestAnswer send(final String method, final String path, final String body) throws IOException {
        try {
            final HttpResponse<String> answer = CLIENT.send(
                    HttpRequest.newBuilder(URI.create(url + path))
                            .timeout(timeout)
                            .header("Authorization", "Bearer " + token)
                            .header("Content-Type", "application/json")
                            .method(
                                    method,
                                    body.isEmpty()
                                            ? HttpRequest.BodyPublishers.noBody()
                                            : HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            return new TestAnswer(answer.statusCode(), answer.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(method + " " + path + " was interrupted", e);
        }
    }

    /**
     * Sends a request again until the door answers: after the fault {@code kill} the door is absent for a moment.
     *
     * @throws TestVenueException for a refusal, and if no answer comes
     */
    TestAnswer ask(final String method, final String path, final String body) {
        final long beganNs = System.nanoTime();
        while (true) {
            try {
                final TestAnswer answer = send(method, path, body);
                if (answer.status() >= 300) {
                    throw new TestVenueException(method + " " + path + " " + body + ": " + answer.body());
                }
                return answer;
            } catch (IOException e) {
                final boolean mayTryAgain = e instanceof ConnectException || method.equals("GET");
                if (!mayTryAgain || System.nanoTime() - beganNs > TimeUnit.SECONDS.toNanos(COMES_BACK_S)) {
                    throw new TestVenueException(method + " " + url + path + " has no answer", e);
                }
                pause();
            }
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(AGAIN_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TestVenueException("interrupted while waiting for the venue", e);
        }
    }
}
