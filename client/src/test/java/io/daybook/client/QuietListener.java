package io.daybook.client;

/** Hears everything and does nothing: tests override what they are about. */
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
