package io.daybook.kernel.command;

/** Padding before the numbers of a {@link Numbering}, so that the cursors of two threads never share a cache line. */
@SuppressWarnings("unused")
abstract class NumberingPadding {
    private long padding1;
    private long padding2;
    private long padding3;
    private long padding4;
    private long padding5;
    private long padding6;
    private long padding7;
    private long padding8;

    NumberingPadding() {}
}
