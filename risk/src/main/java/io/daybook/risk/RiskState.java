package io.daybook.risk;

import io.daybook.risk.account.Accounts;
import io.daybook.risk.account.Currencies;
import io.daybook.risk.account.Ledger;
import io.daybook.risk.account.Users;
import io.daybook.risk.position.Positions;
import io.daybook.risk.symbol.SymbolTable;

/** All that risk knows, in its parts; a reset replaces the whole. */
final class RiskState {
    final SymbolTable symbols = new SymbolTable();
    final Currencies currencies = new Currencies();
    final Users users = new Users();
    final Positions positions = new Positions(symbols);
    final Accounts accounts = new Accounts(users, positions);
    final Ledger ledger = new Ledger(accounts, currencies);
}
