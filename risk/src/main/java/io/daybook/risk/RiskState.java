package io.daybook.risk;

import io.daybook.kernel.slab.HashSecret;
import io.daybook.risk.account.Accounts;
import io.daybook.risk.account.Currencies;
import io.daybook.risk.account.Ledger;
import io.daybook.risk.account.Users;
import io.daybook.risk.position.Positions;
import io.daybook.risk.symbol.SymbolTable;

/** All state of risk, in parts; a reset replaces the whole. */
final class RiskState {
    final SymbolTable symbols;
    final Currencies currencies;
    final Users users;
    final Positions positions;
    final Accounts accounts;
    final Ledger ledger;

    /** Creates an empty state. */
    RiskState(final HashSecret secret) {
        symbols = new SymbolTable();
        currencies = new Currencies();
        users = new Users(secret);
        positions = new Positions(symbols, users);
        accounts = new Accounts(users, positions);
        ledger = new Ledger(users, positions, accounts, currencies);
    }

    /** Copies another state, for walking and writing only: ids cannot be looked up in the copy. */
    RiskState(final RiskState source) {
        symbols = new SymbolTable(source.symbols);
        currencies = new Currencies(source.currencies);
        users = new Users(source.users);
        positions = new Positions(source.positions, symbols, users);
        accounts = new Accounts(users, positions);
        ledger = new Ledger(users, positions, accounts, currencies);
    }
}
