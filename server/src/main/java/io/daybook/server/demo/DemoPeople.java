package io.daybook.server.demo;

import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.Command;
import io.daybook.api.Listing;
import io.daybook.flow.bots.BotListing;
import io.daybook.flow.bots.Bots;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The users of a demonstration, and their paper money. */
public final class DemoPeople {
    /** The uid of the person who tries the demonstration. */
    static final long PERSON = 1_001;

    private static final Map<String, String> OF_PERSON = Map.of("EUR", "100000", "BTC", "1", "ETH", "10");
    private static final Map<String, String> OF_BOT = Map.of("EUR", "50000000", "BTC", "1000", "ETH", "20000");

    private final List<Listing.Currency> currencies;

    /** Makes users with money in the currencies of these listings. */
    public DemoPeople(final List<Listing> listings) {
        final Map<Integer, Listing.Currency> byId = new TreeMap<>();
        for (final Listing listing : listings) {
            byId.put(listing.base().id(), listing.base());
            byId.put(listing.quote().id(), listing.quote());
        }
        currencies = byId.values().stream()
                .sorted(Comparator.comparingInt(Listing.Currency::id))
                .toList();
    }

    /** The bots. */
    public static List<Long> bots() {
        final List<Long> bots = new ArrayList<>(Bots.TAKERS);
        for (final BotListing one : BotListing.values()) {
            bots.add(one.maker());
        }
        bots.add(Bots.ARBITRAGEUR);
        return bots;
    }

    /** The commands that make all users; if they exist already, each command is refused and changes nothing. */
    List<Command> arrive() {
        final List<Command> commands = new ArrayList<>(arrive(PERSON, OF_PERSON));
        commands.addAll(arriveBots());
        return commands;
    }

    /** The commands that make the bots. */
    public List<Command> arriveBots() {
        final List<Command> commands = new ArrayList<>();
        bots().forEach(bot -> commands.addAll(arrive(bot, OF_BOT)));
        return commands;
    }

    /** The commands that give more paper money to a bot. */
    public List<Command> refill(final long uid, final long transactionId) {
        return deposits(uid, OF_BOT, transactionId);
    }

    private List<Command> arrive(final long uid, final Map<String, String> money) {
        final List<Command> commands = new ArrayList<>();
        commands.add(new AddUser(uid));
        commands.addAll(deposits(uid, money, 1));
        return commands;
    }

    private List<Command> deposits(final long uid, final Map<String, String> money, final long transactionId) {
        final List<Command> commands = new ArrayList<>();
        long next = transactionId;
        for (final Listing.Currency currency : currencies) {
            final String amount = money.get(currency.name());
            if (amount != null) {
                final long units = new BigDecimal(amount)
                        .movePointRight(currency.decimals())
                        .longValueExact();
                commands.add(new AdjustBalance(uid, currency.id(), units, next++));
            }
        }
        return commands;
    }
}
