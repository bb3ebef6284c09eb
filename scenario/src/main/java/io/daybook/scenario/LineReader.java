package io.daybook.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Splits a stream into lines without copying them, within bounded memory: a line of more than {@link #MAX_LINE_BYTES}
 * is passed over and marked {@link #tooLong()}. Used by one thread.
 *
 * <p>Before it might have to wait for input it runs an action of its owner, which can send out everything that the
 * input so far has caused. A client that waits for an answer before it sends the next line gets it.
 */
public final class LineReader {
    /** The longest line that is read, in bytes. */
    public static final int MAX_LINE_BYTES = 4 << 20;

    private static final int INITIAL_BYTES = 1 << 16;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    /** Something to do before waiting for input. */
    public interface BeforeWaiting {
        /** Called by the reading thread. */
        void run() throws IOException;
    }

    private final InputStream in;
    private final BeforeWaiting beforeWaiting;
    private byte[] buffer = new byte[INITIAL_BYTES];
    private int start;
    private int end;
    private boolean endOfInput;
    private int lineOffset;
    private int lineLength;
    private boolean tooLong;
    private long lineNumber;

    /** A reader of a stream that stays its owner's: it is not closed here. */
    public LineReader(final InputStream in, final BeforeWaiting beforeWaiting) {
        this.in = in;
        this.beforeWaiting = beforeWaiting;
    }

    /** Goes to the next line that is neither blank nor a comment; says whether there is one. */
    public boolean next() throws IOException {
        while (nextLine()) {
            if (tooLong || !isBlankOrComment()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Stops reading: there is no next line. For an owner that finds, before it waits, that no further line would be
     * taken.
     */
    public void stop() {
        endOfInput = true;
        tooLong = false;
        start = end;
    }

    /** Holds the line; valid until {@link #next()}. */
    public byte[] buffer() {
        return buffer;
    }

    /** Where the line starts in the buffer. */
    public int offset() {
        return lineOffset;
    }

    /** Bytes of the line, without its break; 0 where it is {@link #tooLong()}. */
    public int length() {
        return lineLength;
    }

    /** Whether the line was passed over because of its length. */
    public boolean tooLong() {
        return tooLong;
    }

    /** The number of the line, from 1; blank lines and comments count. */
    public long lineNumber() {
        return lineNumber;
    }

    private boolean nextLine() throws IOException {
        tooLong = false;
        int scanned = start;
        while (true) {
            final int lineBreak = indexOfBreak(scanned);
            if (lineBreak >= 0) {
                endLine(lineBreak, lineBreak + 1);
                return true;
            }
            if (end - start > MAX_LINE_BYTES) {
                tooLong = true;
                start = end;
            }
            final int pending = end - start;
            if (endOfInput) {
                if (pending == 0 && !tooLong) {
                    return false;
                }
                endLine(end, end);
                return true;
            }
            fill();
            scanned = start + pending;
        }
    }

    private int indexOfBreak(final int from) {
        final byte[] bytes = buffer;
        for (int i = from; i < end; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private void endLine(final int lineEnd, final int next) {
        lineNumber++;
        lineOffset = start;
        lineLength = lineEnd - start;
        if (lineNumber == 1 && startsWithByteOrderMark()) {
            lineOffset += BYTE_ORDER_MARK.length;
            lineLength -= BYTE_ORDER_MARK.length;
        }
        if (lineLength > MAX_LINE_BYTES) {
            tooLong = true;
        }
        if (tooLong) {
            lineLength = 0;
        } else if (lineLength > 0 && buffer[lineOffset + lineLength - 1] == '\r') {
            lineLength--;
        }
        start = next;
    }

    private boolean startsWithByteOrderMark() {
        final int markLength = BYTE_ORDER_MARK.length;
        return lineLength >= markLength
                && Arrays.equals(buffer, lineOffset, lineOffset + markLength, BYTE_ORDER_MARK, 0, markLength);
    }

    /** Makes room behind what is pending and reads once. */
    private void fill() throws IOException {
        if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, end - start);
            end -= start;
            start = 0;
        }
        if (end == buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.min(2 * buffer.length, MAX_LINE_BYTES + INITIAL_BYTES));
        }
        if (in.available() == 0) {
            beforeWaiting.run();
            if (endOfInput) {
                return; // stopped meanwhile
            }
        }
        final int read = in.read(buffer, end, buffer.length - end);
        if (read < 0) {
            endOfInput = true;
        } else {
            end += read;
        }
    }

    private boolean isBlankOrComment() {
        for (int i = lineOffset; i < lineOffset + lineLength; i++) {
            final byte b = buffer[i];
            if (b != ' ' && b != '\t' && b != '\r') {
                return b == '#';
            }
        }
        return true;
    }
}
