package io.daybook.server.identity;

/**
 * The cost of a computation with a password. Most tests use a low cost.
 *
 * @param memoryKib the memory that one computation fills
 * @param passes the number of passes over that memory
 * @param onReckoning the task that runs before each computation, on its thread
 */
public record PasswordCost(int memoryKib, int passes, Runnable onReckoning) {
    /** 19 MiB and two passes, the minimum of OWASP's cheat sheet of password storage. */
    public static final PasswordCost STANDARD = new PasswordCost(19 << 10, 2, () -> {});
}
