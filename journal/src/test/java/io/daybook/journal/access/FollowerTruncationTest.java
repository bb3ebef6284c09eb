package io.daybook.journal.access;

import static io.daybook.journal.access.JournalFixture.DIR;
import static io.daybook.journal.access.JournalFixture.FINGERPRINT;
import static io.daybook.journal.access.JournalFixture.SMALL;
import static io.daybook.journal.access.JournalFixture.append;
import static io.daybook.journal.access.JournalFixture.open;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.SimulatedStorage;
import io.daybook.host.storage.SimulatedStorage.Fault;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalException.Reason;
import io.daybook.journal.folder.JournalFolder;
import io.daybook.journal.follower.FollowerMark;
import io.daybook.journal.follower.FollowerPlace;
import io.daybook.journal.snapshot.SnapshotWriter;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A follower that received commands that an operator gave up never continues as if it had not received them. */
final class FollowerTruncationTest {
    private static final String NAME = "feed";
    private static final JournalFolder FOLDER = new JournalFolder(DIR);

    private final SimulatedStorage storage = new SimulatedStorage();

    /** Appends commands up to a seq, ten to a block, and forces them. */
    private static void appendTo(final Journal journal, final long seq) {
        while (journal.writer().writtenSeq() < seq) {
            append(journal.writer(), 10, 500);
        }
        journal.writer().force();
    }

    private static void snapshotWithPart(final Journal journal) {
        final long seq = journal.writer().writtenSeq();
        try (SnapshotWriter snapshot = journal.beginSnapshot(seq)) {
            snapshot.part(FollowerPlace.partOf(NAME)).finish(0);
            snapshot.commit(seq, 1, journal.writer().chainAtWrittenSeq());
        }
    }

    /** Attaches the follower with some mark, and returns its place. */
    private static FollowerPlace attach(final JournalStorage storage, final long fromSeq) {
        final List<FollowerMark> followers = List.of(new FollowerMark(NAME, fromSeq));
        try (Journal journal = Journal.open(storage, DIR, SMALL, FINGERPRINT, text -> true, followers)) {
            return journal.followers().get(0);
        }
    }

    private static void assertRefused(final JournalStorage storage, final long fromSeq) {
        final JournalException refused = assertThrows(JournalException.class, () -> attach(storage, fromSeq));
        assertEquals(Reason.GAP, refused.reason(), refused::toString);
        assertEquals(FOLDER.follower(NAME).toString(), refused.file());
        assertTrue(refused.getMessage().contains("follower " + NAME), refused::getMessage);
    }

    private void journalTo130KnowingAFollowerFrom(final long afterSeq) {
        try (Journal journal = open(storage)) {
            appendTo(journal, Math.max(10, afterSeq));
            journal.registerFollower(NAME, afterSeq);
            appendTo(journal, 130);
        }
    }

    private void goOnTo150WithoutIt() {
        try (Journal journal = open(storage)) {
            appendTo(journal, 150);
        }
    }

    @Test
    void shouldRefuseAStoreThatHasHeardWhatWasGivenUpUntilItIsRestored() {
        journalTo130KnowingAFollowerFrom(0);
        final List<String> actions =
                JournalTruncation.truncate(storage, DIR, 91, true).actions();
        assertTrue(actions.get(0).startsWith("follower " + NAME + " may have received "), actions::toString);
        goOnTo150WithoutIt();
        assertRefused(storage, 131);
        assertRefused(storage, 92);
        assertEquals(90, attach(storage, 91).afterSeq(), "the store from a backup");
        assertEquals(149, attach(storage, 150).afterSeq(), "the commands received since");
    }

    @Test
    void shouldRememberTheFirstSeqThatWasGivenUpOfTwoTruncations() {
        journalTo130KnowingAFollowerFrom(0);
        JournalTruncation.truncate(storage, DIR, 91, true);
        goOnTo150WithoutIt();
        JournalTruncation.truncate(storage, DIR, 121, true);
        assertRefused(storage, 111);
        assertEquals(90, attach(storage, 91).afterSeq());
    }

    @Test
    void shouldLetAForgottenOneBeginAnew() {
        journalTo130KnowingAFollowerFrom(0);
        JournalTruncation.truncate(storage, DIR, 91, true);
        assertTrue(JournalFollowers.forget(storage, DIR, NAME));
        final FollowerPlace place = attach(storage, 0);
        assertEquals(90, place.afterSeq());
        assertTrue(place.isNew());
    }

    @Test
    void shouldGoOnFromThePartThatStays() {
        try (Journal journal = open(storage)) {
            journal.registerFollower(NAME, 0);
            appendTo(journal, 60);
            snapshotWithPart(journal);
            appendTo(journal, 120);
            snapshotWithPart(journal);
            appendTo(journal, 130);
        }
        JournalTruncation.truncate(storage, DIR, 91, true);
        goOnTo150WithoutIt();
        assertEquals(60, attach(storage, 0).afterSeq());
    }

    @Test
    void shouldTellOneThatCameLaterAllThatComesBehindTheCut() {
        journalTo130KnowingAFollowerFrom(110);
        JournalTruncation.truncate(storage, DIR, 91, true);
        goOnTo150WithoutIt();
        final FollowerPlace place = attach(storage, 0);
        assertEquals(90, place.afterSeq(), "nothing of what it received is left");
        assertFalse(place.isNew());
    }

    /** Wherever a truncation is interrupted, the received commands exist, or the follower is refused. */
    @Test
    void shouldGiveUpNothingBeforeTheFollowersAreMarked() {
        journalTo130KnowingAFollowerFrom(0);
        boolean reached = true;
        int refused = 0;
        for (int k = 1; reached; k++) {
            final SimulatedStorage disk = storage.copy();
            disk.failAtCall(k, Fault.EIO);
            try {
                JournalTruncation.truncate(disk, DIR, 91, true);
            } catch (JournalException e) {
                assertEquals(Reason.IO, e.reason());
            }
            reached = disk.faultHit();
            final SimulatedStorage after = disk.crash(new Random(k));
            final boolean isCut;
            try (Journal journal = open(after)) {
                isCut = journal.recoveredSeq() < 130;
                appendTo(journal, 150);
            }
            if (isCut) {
                assertRefused(after, 131);
                refused++;
            }
        }
        assertTrue(refused > 2);
    }
}
