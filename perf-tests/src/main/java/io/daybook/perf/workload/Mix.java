package io.daybook.perf.workload;

/** The two ways in which the generator touches live orders; they differ in one draw and so in how fast books drain. */
public enum Mix {
    /**
     * Nearly all moves: GTC 8.8%, IOC 2.7, FOK_BUDGET 0.1, cancel 5.8, move 82.6, no reductions. As in the peer's
     * documentation.
     */
    MARGIN("margin-mix"),

    /**
     * With reductions: GTC 12.6%, IOC 1.8, FOK_BUDGET 0.06, cancel 7.2, move 71.1, reduce 7.2. As in the peer's current
     * generator.
     */
    PEER("peer-mix");

    private final String label;

    Mix(final String label) {
        this.label = label;
    }

    /** The mix with this label; refuses any other. */
    public static Mix of(final String label) {
        for (Mix mix : values()) {
            if (mix.label.equals(label)) return mix;
        }
        throw new IllegalArgumentException("mix must be margin-mix or peer-mix: mix=" + label);
    }
}
