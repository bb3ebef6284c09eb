package io.daybook.engine.matching;

import io.daybook.api.OrderBookType;
import io.daybook.api.SymbolSpec;

/** The same in a book that has many before it and begins with small windows. */
class LaterLadderLevelsTest extends LadderLevelsTest {
    private static final int BEFORE = 16;

    @Override
    BookFixture market() {
        final BookFixture market = new BookFixture(OrderBookType.LADDER);
        for (int i = 1; i <= BEFORE; i++) {
            market.addSymbols(SymbolSpec.exchangePair(200 + i, 1, 2).build());
        }
        market.addSymbols(BookFixture.PAIR);
        market.symbolIndex = BEFORE;
        return market;
    }
}
