package io.daybook.server.http;

/** Routes that change as a whole: few while the server starts and ends, all in between. Any thread. */
public final class SwitchedRouter {
    private volatile Router router;
    private volatile boolean isWhole;

    /** Begins with some routes. */
    public SwitchedRouter(final Router first) {
        this.router = first;
    }

    /**
     * Other routes serve from now on.
     *
     * @param whole whether these are all; else what is not there is told to come again
     */
    public void to(final Router other, final boolean whole) {
        isWhole = whole;
        router = other;
    }

    /**
     * The route of a method and a path, as it serves now.
     *
     * @throws Problem NOT_FOUND, METHOD_NOT_ALLOWED or STARTING
     */
    Router.Found find(final String method, final String path) {
        try {
            return router.find(method, path);
        } catch (Problem e) {
            throw isWhole || e.status() != ProblemCode.NOT_FOUND.status()
                    ? e
                    : Problem.of(ProblemCode.STARTING, "the exchange recovers or closes; /readyz says when it is there")
                            .header("Retry-After", "1");
        }
    }
}
