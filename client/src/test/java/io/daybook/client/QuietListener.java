package io.daybook.client;

/** A listener that does nothing: tests override the methods that they need. */
class QuietListener implements ClientListener {
    @Override
    public void onAnswer(final Answer answer) {}

    @Override
    public void onFill(final Fill fill) {}

    @Override
    public void onOff(final Off off) {}

    @Override
    public void onNotCarriedOut(final long request) {}

    @Override
    public void onHistoryLost(final String why) {}
}
