// One WebSocket with all channels that the page shows. It connects again by itself; then all data that may have been
// missed is loaded again.
import { set, state, isTrader } from "./store.js";
import { get, sessionEnded } from "./api.js";
import { parse } from "./decimal.js";

const PING_MS = 5_000;
const SILENCE_MS = 12_000;
const MOST_TRADES = 200;
const FRAME_MS = 100;
const TOO_SLOW = 4408;
const NO_KEY = 4401;

let socket = null;
let wait = 500;
let heard = 0;
let timer = null;
let next = null;
/** The number of attempts to connect. An earlier attempt that still waits for the venue opens no socket. */
let attempt = 0;
let shown = { symbol: "", interval: "" };
let isPrivate = false;
let ids = 0;

/** The channel of each request that has no answer yet, by the request's id. */
const asked = new Map();

/** The receivers of messages, set by the parts of the page that show them. */
export const listeners = {
  connected: () => {},
  order: () => {},
  ordersBegin: () => {},
  ordersRefused: () => {},
  balances: () => {},
  candle: () => {},
};

/** The book of the shown symbol, by price; drawn at most ten times a second. */
const book = { seq: 0, bids: new Map(), asks: new Map(), isWhole: false, isDirty: false, more: false };
let newTrades = [];

export function start() {
  again();
  frame();
  addEventListener("online", () => reconnect());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && state.link.word === "lost") reconnect();
  });
}

/** Connects again after the key has changed: the venue reads the cookie only when a connection begins. */
export function reconnect() {
  wait = 500;
  connect();
}

/** Opens the only socket; later messages of an earlier socket are ignored. */
function connect() {
  clearTimeout(next);
  attempt++;
  socket?.close();
  const opened = new WebSocket(location.origin.replace(/^http/, "ws") + "/v1/stream");
  const hadSession = !!state.session;
  socket = opened;
  opened.onopen = () => {
    if (socket !== opened) return;
    heard = Date.now();
    shown = { symbol: "", interval: "" };
    isPrivate = false;
    asked.clear();
    clearInterval(timer);
    timer = setInterval(beat, PING_MS);
    subscribe("status");
    show();
    showPrivate();
    wait = 500;
    link("live");
    listeners.connected();
  };
  opened.onmessage = (message) => {
    if (socket !== opened) return;
    heard = Date.now();
    onMessage(JSON.parse(message.data));
  };
  opened.onclose = (event) => {
    if (socket !== opened) return;
    socket = null;
    clearInterval(timer);
    if (event.code === NO_KEY && !hadSession) {
      book.isWhole = false;
      link("signed out"); // market data needs a key here; the next sign-in connects again
      return;
    }
    if (event.code === NO_KEY) sessionEnded();
    lost(event.code === TOO_SLOW
      ? "This browser took messages too slowly, so the venue ended the stream."
      : event.code === 1001 ? "The venue is closing." : "");
    next = setTimeout(again, wait);
    wait = Math.min(wait * 1.7, 5_000);
  };
}

/** Connects once the venue answers: a socket that fails would fill the browser's console with errors. */
async function again() {
  const own = ++attempt;
  try {
    const status = await get("/v1/status");
    if (own !== attempt) return;
    if (status.status === "not ready") {
      link("starting", status.reasons.join("; "));
      next = setTimeout(again, 1_000);
      return;
    }
    connect();
  } catch {
    if (own !== attempt) return;
    next = setTimeout(again, wait);
    wait = Math.min(wait * 1.7, 5_000);
  }
}

function lost(why) {
  link("lost", why);
  book.isWhole = false;
}

function link(word, why = "") {
  const old = state.link;
  const isSame = old.word === word || (word === "starting" && old.word === "lost");
  set({ link: { word, why, since: isSame ? old.since : word === "lost" && heard ? heard : Date.now() } });
}

function beat() {
  if (Date.now() - heard > SILENCE_MS && socket) {
    socket.close();
    socket.onclose?.({ code: 0 });
    return;
  }
  send({ op: "ping" });
}

function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

/** Subscribes to one channel at a time: if the venue does not offer it, other channels are not affected. */
function subscribe(channel) {
  asked.set(++ids, channel);
  send({ op: "subscribe", id: ids, channels: [channel] });
}

const channelsOf = ({ symbol, interval }) =>
  symbol ? [`book:${symbol}`, `trades:${symbol}`, `ticker:${symbol}`, `candles:${symbol}:${interval}`] : [];

/** Subscribes to the channels that are shown now, and unsubscribes from the earlier ones. */
export function show() {
  const wanted = { symbol: state.symbol, interval: state.interval };
  const had = channelsOf(shown);
  const want = channelsOf(wanted);
  const leave = had.filter((one) => !want.includes(one));
  const come = want.filter((one) => !had.includes(one));
  if (shown.symbol !== wanted.symbol) {
    forgetBook();
    newTrades = [];
  }
  shown = wanted;
  if (leave.length) send({ op: "unsubscribe", channels: leave });
  come.forEach(subscribe);
}

export function showPrivate() {
  if (!isTrader() || isPrivate) return;
  const name = state.account;
  isPrivate = true;
  (name ? [`orders:${name}`, `balances:${name}`] : ["orders", "balances"]).forEach(subscribe);
}

function forgetBook() {
  book.bids.clear();
  book.asks.clear();
  book.isWhole = false;
}

function onMessage(message) {
  if (message.op) {
    if (message.op === "error") onError(message, asked.get(message.id) ?? "");
    asked.delete(message.id);
    return;
  }
  switch (message.type) {
    case "snapshot":
    case "diff":
      if (message.ch === `book:${shown.symbol}`) onBook(message);
      break;
    case "trade":
      if (message.ch === `trades:${shown.symbol}`) newTrades.push(message);
      break;
    case "ticker":
      set({ tickers: { ...state.tickers, [message.symbol]: message } });
      break;
    case "candle":
      if (message.symbol === shown.symbol && message.interval === shown.interval) listeners.candle(message);
      break;
    case "update":
      listeners.order(message);
      break;
    case "begin":
    case "resync":
      if (message.ch.startsWith("orders")) listeners.ordersBegin(message);
      break;
    case "balances":
      listeners.balances(message);
      break;
    case "status":
      set({ status: message });
      break;
  }
}

function onError(message, channel) {
  const isOwn = /^(orders|balances)/.test(channel);
  if (isOwn && message.code === "UNAUTHENTICATED") {
    isPrivate = false;
    sessionEnded();
  } else if (isOwn) {
    listeners.ordersRefused(message);
  } else if (channel === `book:${shown.symbol}`) {
    set({ book: { problem: message } });
  }
}

function onBook(message) {
  if (message.type === "snapshot") {
    forgetBook();
    book.isWhole = true;
  } else if (!book.isWhole || message.prev !== book.seq) {
    if (book.isWhole) {
      forgetBook();
      send({ op: "unsubscribe", channels: [message.ch] });
      subscribe(message.ch);
    }
    return;
  }
  book.seq = message.seq;
  book.more = message.more === true || (message.type === "diff" && book.more);
  apply(book.bids, message.bids);
  apply(book.asks, message.asks);
  book.isDirty = true;
}

function apply(side, levels) {
  for (const [price, size] of levels) {
    const amount = parse(size);
    if (amount.units === 0n) side.delete(price);
    else side.set(price, { price: parse(price), size: amount });
  }
}

/** The levels, best first. All prices of a listing have the same number of decimals, so their units can be compared. */
function sorted(side, isBid) {
  const levels = [...side.values()];
  levels.sort((a, b) => (a.price.units < b.price.units ? -1 : 1) * (isBid ? -1 : 1));
  return levels;
}

/** Draws ten times a second, or less often on a slow machine, so that clicks and keys are handled first. */
function frame() {
  const begun = performance.now();
  draw();
  setTimeout(() => setTimeout(frame, Math.max(FRAME_MS, 3 * (performance.now() - begun))));
}

/** The latest trades of two lists, without duplicates, the newest first. */
export function mergeTrades(some, others) {
  const byId = new Map([...some, ...others].map((one) => [one.tradeId, one]));
  return [...byId.values()].sort((a, b) => b.seq - a.seq || b.event - a.event).slice(0, MOST_TRADES);
}

function draw() {
  if (document.hidden) {
    if (newTrades.length > 1_000) newTrades = newTrades.slice(-MOST_TRADES);
    return;
  }
  const patch = {};
  if (book.isDirty && book.isWhole) {
    book.isDirty = false;
    patch.book = {
      symbol: shown.symbol,
      seq: book.seq,
      bids: sorted(book.bids, true),
      asks: sorted(book.asks, false),
      more: book.more,
    };
  }
  if (newTrades.length) {
    const old = state.trades.symbol === shown.symbol ? state.trades.items : [];
    patch.trades = { symbol: shown.symbol, items: mergeTrades(old, newTrades) };
    newTrades = [];
  }
  if (Object.keys(patch).length) set(patch);
}
