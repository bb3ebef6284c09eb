module consumer {
    requires io.daybook.core;
}
