package io.daybook.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Splits a stream into lines without copying them, within bounded memory: a line of more than {@link #MAX_LINE_BYTES}
 * is skipped and marked {@link #tooLong()}. Used by one thread.
 *
 * <p>Before the reader may have to wait for input, it runs an action of its caller, which can send all pending output.
 * So a client that waits for an answer before it sends the next line gets the answer.
 */
public final class LineReader {
    /** The limit of the length of a line that is read, in bytes. */
    public static final int MAX_LINE_BYTES = 4 << 20;

    private static final int INITIAL_BYTES = 1 << 16;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    /** An action before waiting for input. */
    public interface BeforeWaiting {
        /** Runs the action, on the reading thread. */
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

    /** Creates a reader of a stream, which it does not close. */
    public LineReader(final InputStream in, final BeforeWaiting beforeWaiting) {
        this.in = in;
        this.beforeWaiting = beforeWaiting;
    }

    /** Moves to the next line that is neither blank nor a comment. Returns whether there is one. */
    public boolean next() throws IOException {
        while (nextLine()) {
            if (tooLong || !isBlankOrComment()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Stops reading: there is no next line. Used by a caller that finds, before the wait, that no further line would be
     * accepted.
     */
    public void stop() {
        endOfInput = true;
        tooLong = false;
        start = end;
    }

    /** The buffer with the line; valid until {@link #next()}. */
    public byte[] buffer() {
        return buffer;
    }

    /** The offset of the line in the buffer. */
    public int offset() {
        return lineOffset;
    }

    /** The number of bytes of the line, without its line break; 0 if it is {@link #tooLong()}. */
    public int length() {
        return lineLength;
    }

    /** Returns whether the line was skipped because of its length. */
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

    /** Makes room after the pending bytes, and reads once. */
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
                return; // the action before the wait has stopped the reader
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
