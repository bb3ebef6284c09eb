package io.daybook.server.http;

/**
 * A router that is replaced all at once: it has few routes while the server starts and ends, and all routes in between.
 * Any thread.
 */
public final class SwitchedRouter {
    private volatile Served served;

    /**
     * A router and whether it has all routes, replaced together: a request during the change must not miss a route in
     * the small router and get NOT_FOUND instead of STARTING.
     */
    private record Served(Router router, boolean isWhole) {}

    public SwitchedRouter(final Router first) {
        this.served = new Served(first, false);
    }

    /**
     * Replaces the routes.
     *
     * @param whole whether these are all routes; if not, requests for other paths get the problem STARTING
     */
    public void to(final Router other, final boolean whole) {
        served = new Served(other, whole);
    }

    /**
     * The present route of a method and the raw segments of a path.
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
                    : Problem.of(
                                    ProblemCode.STARTING,
                                    "the exchange recovers or closes; /readyz shows when it is ready")
                            .header("Retry-After", "1");
        }
    }
}
