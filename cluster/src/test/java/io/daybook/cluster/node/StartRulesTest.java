package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.cluster.node.StartRules.Folder;
import io.daybook.cluster.node.StartRules.Verdict;
import io.daybook.cluster.node.StartRules.Word;
import io.daybook.host.Proves;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each content of a folder with each pair of answers of the two others matches exactly one row of the table. */
@Proves(
        value = "no order of starts loses what was answered",
        normal = "one start, with a lost folder",
        large = "500 starts")
class StartRulesTest {
    private static final Set<Word> ANY = Set.of(Word.values());
    private static final Set<Word> NOT_COMMANDS = Set.of(Word.SILENT, Word.NONE);
    private static final List<Row> TABLE = List.of(
            new Row(Set.of(Folder.UNSEEDED), ANY, ANY, Verdict.REFUSED_UNSEEDED),
            new Row(Set.of(Folder.COMMANDS), ANY, ANY, Verdict.TAKES_PART),
            new Row(Set.of(Folder.BLANK), ANY, ANY, Verdict.TAKES_PART),
            new Row(Set.of(Folder.EMPTY, Folder.NEW), Set.of(Word.COMMANDS), ANY, Verdict.REFUSED_LOST),
            new Row(Set.of(Folder.NEW), NOT_COMMANDS, NOT_COMMANDS, Verdict.TAKES_PART),
            new Row(Set.of(Folder.EMPTY), Set.of(Word.NONE), Set.of(Word.NONE), Verdict.TAKES_PART),
            new Row(Set.of(Folder.EMPTY), Set.of(Word.SILENT), NOT_COMMANDS, Verdict.WAITS));

    /** A row of the table, which holds in either order of the two others. */
    private record Row(Set<Folder> folders, Set<Word> one, Set<Word> other, Verdict verdict) {
        boolean fits(final Folder folder, final Word first, final Word second) {
            return folders.contains(folder)
                    && (one.contains(first) && other.contains(second) || one.contains(second) && other.contains(first));
        }
    }

    @Test
    void shouldGiveEachCombinationTheVerdictOfItsOnlyRow() {
        int combinations = 0;
        for (final Folder folder : Folder.values()) {
            for (final Word one : Word.values()) {
                for (final Word other : Word.values()) {
                    final List<Row> rows = TABLE.stream()
                            .filter(row -> row.fits(folder, one, other))
                            .toList();
                    assertEquals(1, rows.size(), () -> folder + ", " + one + ", " + other + ": " + rows);
                    assertEquals(rows.get(0).verdict(), StartRules.verdict(folder, one, other));
                    combinations++;
                }
            }
        }
        assertEquals(45, combinations);
    }

    @Test
    void shouldLetNoFolderWithoutALogTakePartBesideOneWithCommands() {
        Stream.of(Folder.EMPTY, Folder.NEW, Folder.UNSEEDED).forEach(folder -> {
            for (final Word other : Word.values()) {
                final Verdict verdict = StartRules.verdict(folder, Word.COMMANDS, other);
                assertEquals(folder == Folder.UNSEEDED ? Verdict.REFUSED_UNSEEDED : Verdict.REFUSED_LOST, verdict);
            }
        });
    }
}
