module consumer {
    requires io.daybook.core;
    requires io.daybook.client;
}
