package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Command;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.OrderBookType;
import io.daybook.api.RecoveryFailedException;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.engine.codec.CodecException;
import io.daybook.engine.codec.CommandBlockEncoder;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.host.Proves;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.journal.access.Journal;
import io.daybook.journal.access.JournalOptions;
import io.daybook.kernel.command.CommandSlot;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Recovers journals with blocks whose checksums are right and whose content is not: commands with any values, encoded
 * and then mutated, or random bytes. The journal's own writer appends the blocks. Recovery refuses a block and names
 * its seq, or carries out the commands in the bytes, and the books balance.
 */
@Proves(
        value = "a journal of hostile blocks with sound checksums is refused, or recovered in balance",
        normal = "800 journals",
        large = "200,000")
class HostileJournalTest {
    private static final int CASES =
            Boolean.getBoolean("daybook.long") ? 200_000 : Boolean.getBoolean("daybook.quick") ? 400 : 800;
    private static final int SOUND_COMMANDS = 60;
    private static final Path FOLDER = Path.of("/data");
    private static final JournalOptions OPTIONS = JournalOptions.builder()
            .maxBlockBytes(16 << 10)
            .firstSegmentBytes(24 << 10)
            .maxSegmentBytes(24 << 10)
            .fillAhead(false)
            .build();

    private final CommandBlockEncoder encoder = new CommandBlockEncoder(4096);
    private final CommandSlot slot = new CommandSlot();

    @Test
    void shouldRefuseWithASeqOrRecoverWhateverTheBlocksHold() {
        final long firstSeed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        int refused = 0;
        int halted = 0;
        for (long seed = firstSeed; seed < firstSeed + CASES; seed++) {
            try {
                recover(new SplittableRandom(seed));
            } catch (RecoveryFailedException e) {
                final long at = seed;
                assertTrue(e.seq() > 0, () -> "seed=" + at + ": " + e);
                assertNamesASeq(e, seed);
                if (e.getCause() instanceof CodecException) {
                    refused++;
                } else if (e.getCause() instanceof ArithmeticException) {
                    halted++; // the documented limit of an account; nothing else may stop an engine
                } else {
                    throw new AssertionError("seed=" + seed, e);
                }
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed=" + seed, e);
            }
        }
        final int recovered = CASES - refused - halted;
        final String figures = CASES + " journals with mutated blocks, " + recovered + " recovered, " + refused
                + " refused by the codec, " + halted + " at the documented limit, from seed " + firstSeed;
        System.out.println("recovery: " + figures);
        assertTrue(refused > CASES / 10, figures);
        assertTrue(recovered > CASES / 10, figures);
    }

    private static void assertNamesASeq(final RuntimeException e, final long seed) {
        assertTrue(String.valueOf(e.getMessage()).contains("seq "), () -> "seed=" + seed + ": " + e.getMessage());
    }

    private void recover(final SplittableRandom random) {
        final ExchangeConfig config = ExchangeConfig.builder()
                .journal(FOLDER)
                .orderBookType(OrderBookType.values()[random.nextInt(OrderBookType.values().length)])
                .resetAllowed(random.nextBoolean())
                .ringSize(64)
                .eventRingSize(1024)
                .build();
        final SimulatedStorage storage = new SimulatedStorage();
        final Journal journal = RecoveredState.recover(config, storage, OPTIONS).journal();
        try (journal) {
            final HostileCommands commands = new HostileCommands(random);
            append(journal, commands.opening().size(), block(commands.opening()));
            append(journal, SOUND_COMMANDS, block(commands, SOUND_COMMANDS));
            for (int blocks = 1 + random.nextInt(2); blocks > 0; blocks--) {
                final int count = 1 + random.nextInt(8);
                final byte[] block = random.nextInt(8) == 0 ? bytes(random) : mutated(block(commands, count), random);
                append(journal, random.nextInt(16) == 0 ? 1 + random.nextInt(9) : count, block);
            }
            journal.writer().force();
        }
        final RecoveredState back = RecoveredState.recover(config, storage.kill(), OPTIONS);
        try (Journal opened = back.journal()) {
            assertTrue(opened.recoveredSeq() == back.engine().seq(), "seq");
            assertTrue(
                    back.engine().audit().isBalanced(),
                    () -> back.engine().audit().violations().toString());
        }
    }

    private static void append(final Journal journal, final int count, final byte[] block) {
        journal.writer().append(journal.writer().writtenSeq() + 1, count, 1_000, block, 0, block.length);
    }

    private byte[] block(final HostileCommands commands, final int count) {
        return block(Stream.generate(commands::any).limit(count).toList());
    }

    private byte[] block(final List<Command> commands) {
        encoder.reset();
        for (final Command command : commands) {
            slot.clear();
            CommandRecords.fill(slot, command, CommandRecords.encodePayload(command));
            slot.cookie(encoder.count());
            encoder.append(slot, 1_000 + encoder.count());
        }
        return Arrays.copyOf(encoder.buffer(), encoder.length());
    }

    private static byte[] mutated(final byte[] block, final SplittableRandom random) {
        for (int changes = random.nextInt(4); changes > 0; changes--) {
            final int at = random.nextInt(block.length);
            block[at] = random.nextBoolean() ? (byte) random.nextInt() : (byte) (block[at] ^ 1 << random.nextInt(8));
        }
        return random.nextInt(10) == 0 ? Arrays.copyOf(block, 1 + random.nextInt(block.length)) : block;
    }

    private static byte[] bytes(final SplittableRandom random) {
        final byte[] bytes = new byte[1 + random.nextInt(200)];
        random.nextBytes(bytes);
        return bytes;
    }
}
