import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import quickfix.Application;
import quickfix.DefaultMessageFactory;
import quickfix.FieldNotFound;
import quickfix.FileStoreFactory;
import quickfix.LogFactory;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketInitiator;
import quickfix.field.MsgType;

/**
 * A client of QuickFIX/J: continues where it stopped, places an order if one is given, prints its reports, and logs
 * out.
 *
 * <p>{@code FixTrade client.cfg SECRET-FILE [CLORDID buy|sell QUANTITY PRICE]}
 */
public final class FixTrade implements Application {
    private final String user;
    private final String secret;
    private final String[] order;
    private final CountDownLatch done = new CountDownLatch(1);
    private final Map<String, String> left = new HashMap<>();
    private String leftByStatus;

    private FixTrade(String user, String secret, String[] order) {
        this.user = user;
        this.secret = secret;
        this.order = order;
    }

    public static void main(String[] arguments) throws Exception {
        String secret = Files.readAllLines(Path.of(arguments[1])).get(0).replaceFirst("^secret: *", "");
        SessionSettings settings = new SessionSettings(arguments[0]);
        FixTrade trade = new FixTrade(
                settings.getString("Username"), secret, Arrays.copyOfRange(arguments, 2, arguments.length));
        SocketInitiator initiator = new SocketInitiator(
                trade, new FileStoreFactory(settings), settings, (LogFactory) null, new DefaultMessageFactory());
        initiator.start();
        if (!trade.done.await(30, TimeUnit.SECONDS)) {
            System.out.println("no answer within 30 seconds");
        }
        initiator.stop();
    }

    @Override
    public void toAdmin(Message message, SessionID session) {
        if (type(message).equals(MsgType.LOGON)) {
            message.setString(553, user);
            message.setString(554, secret);
        }
    }

    @Override
    public void onLogon(SessionID session) {
        if (order.length > 0) {
            Message place = message("D");
            place.setString(11, order[0]);
            place.setString(55, "BTC-EUR");
            place.setString(54, order[1].equals("buy") ? "1" : "2");
            place.setString(38, order[2]);
            place.setString(40, "2");
            place.setString(44, order[3]);
            place.setString(59, "1");
            place.setUtcTimeStamp(60, LocalDateTime.now(ZoneOffset.UTC));
            Session.lookupSession(session).send(place);
        } else {
            askForStatus(session);
        }
    }

    /** Requests the status of all orders. The answer comes after all earlier reports. */
    private void askForStatus(SessionID session) {
        Message status = message("AF");
        status.setString(584, "S");
        status.setString(585, "7");
        Session.lookupSession(session).send(status);
    }

    @Override
    public void fromApp(Message message, SessionID session) throws FieldNotFound {
        if (!type(message).equals("8")) {
            System.out.println("refused: " + (message.isSetField(58) ? message.getString(58) : message));
            done.countDown();
            return;
        }
        if (message.getString(150).equals("I")) {
            if (order.length > 0 && message.isSetField(11) && message.getString(11).equals(order[0])) {
                leftByStatus = message.getString(151);
            }
            if (message.getString(912).equals("Y")) {
                leftByStatus = leftByStatus == null ? "" : leftByStatus;
            }
        } else {
            tell(message);
            boolean isFirstOfOrder = order.length > 0
                    && message.getString(11).equals(order[0])
                    && left.put(order[0], message.getString(151)) == null;
            if (isFirstOfOrder) {
                askForStatus(session);
            }
        }
        if (leftByStatus != null && (order.length == 0 || isTold())) {
            done.countDown();
        }
    }

    /** Whether the reports have come as far as the status; a closed order is not in the status. */
    private boolean isTold() {
        String told = left.get(order[0]);
        return leftByStatus.isEmpty() ? Double.parseDouble(told) == 0 : told.equals(leftByStatus);
    }

    private static void tell(Message report) throws FieldNotFound {
        String order = "order " + report.getString(11) + ": ";
        switch (report.getString(150)) {
            case "0" -> System.out.println(order + report.getString(38) + " at " + report.getString(44));
            case "8" -> System.out.println(order + "refused, " + report.getString(58));
            case "4" -> System.out.println(order + "cancelled");
            case "F" -> System.out.println(order + "traded " + report.getString(32) + " at " + report.getString(31)
                    + ", " + report.getString(151) + " left");
            default -> System.out.println(order + "150=" + report.getString(150));
        }
    }

    private static Message message(String type) {
        Message message = new Message();
        message.getHeader().setString(MsgType.FIELD, type);
        return message;
    }

    private static String type(Message message) {
        try {
            return message.getHeader().getString(MsgType.FIELD);
        } catch (FieldNotFound e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void fromAdmin(Message message, SessionID session) {}

    @Override
    public void toApp(Message message, SessionID session) {}

    @Override
    public void onCreate(SessionID session) {}

    @Override
    public void onLogout(SessionID session) {}
}
