package io.daybook.server.identity;

/**
 * What it costs to reckon with a password. Tests that do not ask what it costs take little.
 *
 * @param memoryKib that one reckoning fills
 * @param passes over that memory
 * @param onReckoning called before each computation, on its thread
 */
public record PasswordCost(int memoryKib, int passes, Runnable onReckoning) {
    /** 19 MiB and two passes, the least that OWASP's cheat sheet of password storage asks for. */
    public static final PasswordCost STANDARD = new PasswordCost(19 << 10, 2, () -> {});
}
