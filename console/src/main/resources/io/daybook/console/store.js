// The state of the page, in one object. Components read the part that they show with useStore, and are drawn again when
// that part is replaced; parts are never changed in place.
import { useEffect, useState } from "./preact.js";

const KEPT = "daybook.";

/** The parts of an account before they are loaded. */
export const NOTHING = { orders: { open: null, closed: null, fills: null, problem: null }, balances: null, positions: null };

export const state = {
  theme: read("theme") ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark"),
  /**
   * One of connecting, live, lost, starting and signed out; the time since which it is so, ms; the reason that the
   * venue gives.
   */
  link: { word: "connecting", since: Date.now(), why: "" },
  status: null,
  session: null,
  /** The reason why the session has ended, which the sign-in shows. */
  sessionNote: "",
  signingIn: false,
  /** The code of a link that was opened while a sign-in was valid. */
  linkCode: null,
  account: read("account") ?? "",
  listings: null,
  listingsProblem: null,
  symbol: read("symbol") ?? "",
  interval: read("interval") ?? "1m",
  tickers: {},
  book: null,
  trades: { items: [], at: 0 },
  candle: null,
  ...NOTHING,
  route: "trade",
  narrowTab: "chart",
  notices: [],
  /** A price that was clicked in the book. */
  picked: null,
};

const listeners = new Set();

export function set(patch) {
  Object.assign(state, patch);
  for (const listener of [...listeners]) listener();
}

export function useStore(select) {
  const [, draw] = useState(0);
  const part = select(state);
  useEffect(() => {
    let seen = part;
    const listener = () => {
      const now = select(state);
      if (now !== seen) {
        seen = now;
        draw((n) => n + 1);
      }
    };
    listener();
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, []);
  return part;
}

export function keep(name, value) {
  try {
    localStorage.setItem(KEPT + name, JSON.stringify(value));
  } catch {
    // The browser stores nothing, so the choice lasts until the page is left.
  }
}

export function read(name) {
  try {
    return JSON.parse(localStorage.getItem(KEPT + name) ?? "null");
  } catch {
    return null;
  }
}

/** The newest trade of the market that is shown. */
export const newest = (s) => (s.trades.symbol === s.symbol ? s.trades.items[0] : undefined);

/** The number of decimals that are shown of a currency: those of its prices or lots, but at least two. */
export function places(currency) {
  const steps = (state.listings ?? []).flatMap((l) => [l.base === currency ? l.lot : "", l.quote === currency ? l.tick : ""]);
  return Math.max(2, ...steps.map((step) => (step.split(".")[1] ?? "").length));
}

/** Whether a balance has positions, so that its margin and equity are worth showing. */
export const hasEquity = (b) => /[1-9]/.test(b.margin) || b.equity !== b.balance;

export const listing = () => state.listings?.find((one) => one.symbol === state.symbol) ?? null;

/** Whether nothing can be sent, because the venue cannot be reached. Signing in is always possible. */
export const isCutOff = (s) => s.link.word !== "live" && s.link.word !== "signed out";

/**
 * Whether an order stays out of the book until its trigger. An order of the kind "one cancels the other" is in the book
 * meanwhile.
 */
export const waits = (order) => order.dormant && !order.stopPrice;

export const may = (...roles) => (state.session?.roles ?? []).some((role) => roles.includes(role));

export const isTrader = () => may("trader");

export const isViewer = () => may("viewer", "operator", "admin");

let notices = 0;

/** Shows a message in a corner, and to screen readers. */
export function notice(text, kind = "ok", link = null) {
  const id = ++notices;
  set({ notices: [...state.notices.slice(-3), { id, at: location.hash, text, kind, link }] });
  setTimeout(() => dismiss(id), kind === "ok" ? 6000 : 15000);
}

export function dismiss(id) {
  set({ notices: state.notices.filter((one) => one.id !== id) });
}
