-- The rows of 'daybook export DIR --to csv:DIR' in PostgreSQL. A row is an event of a command; the rows with event 0 are
-- the commands, and the rows with a kind are the events. Prices are in ticks, sizes in lots, money in minor units,
-- times in ns since the epoch.
-- A file may be loaded twice: existing rows are skipped.
--
--   psql -f events.sql
--   for file in events/events-*.csv; do psql -v ON_ERROR_STOP=1 -q -c 'BEGIN' -c "\copy incoming FROM '$file' CSV HEADER" \
--       -c 'INSERT INTO events SELECT * FROM incoming ON CONFLICT DO NOTHING' -c 'TRUNCATE incoming' -c 'COMMIT'; done

CREATE TABLE events (
    seq bigint, event integer, time bigint, command text, result text, cookie bigint, tag text, uid bigint,
    symbol integer, order_id bigint, side text, type text, price bigint, size bigint, remaining bigint,
    currency integer, amount bigint, transaction_id bigint, kind text, event_symbol integer, trade_id bigint,
    event_order_id bigint, event_uid bigint, event_side text, event_type text, event_price bigint, event_size bigint,
    event_remaining bigint, event_fee bigint, maker_order_id bigint, maker_uid bigint, maker_remaining bigint,
    maker_fee bigint, cause text, new_order_id bigint, kept integer,
    PRIMARY KEY (seq, event));

CREATE UNLOGGED TABLE incoming (LIKE events);
