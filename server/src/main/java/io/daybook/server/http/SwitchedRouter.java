package io.daybook.server.http;

/** Routes that change as a whole: few while the server starts and ends, all in between. Any thread. */
public final class SwitchedRouter {
    private volatile Served served;

    /** Both at once: whoever asks as they change must not miss a route among few and be told that these are all. */
    private record Served(Router router, boolean isWhole) {}

    /** Begins with some routes. */
    public SwitchedRouter(final Router first) {
        this.served = new Served(first, false);
    }

    /**
     * Other routes serve from now on.
     *
     * @param whole whether these are all; else what is not there is told to come again
     */
    public void to(final Router other, final boolean whole) {
        served = new Served(other, whole);
    }

    /**
     * The route of a method and the segments of a path as they were sent, as it serves now.
     *
     * @throws Problem NOT_FOUND, METHOD_NOT_ALLOWED or STARTING
     */
    Router.Found find(final String method, final String[] segments) {
        final Served now = served;
        try {
            return now.router.find(method, segments);
        } catch (Problem e) {
            throw now.isWhole || e.status() != ProblemCode.NOT_FOUND.status()
                    ? e
                    : Problem.of(ProblemCode.STARTING, "the exchange recovers or closes; /readyz says when it is there")
                            .header("Retry-After", "1");
        }
    }
}
