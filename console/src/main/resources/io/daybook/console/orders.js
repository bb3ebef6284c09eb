// Own orders: open ones, closed ones, fills, positions; cancel, cancel all, edit.
import { html, useEffect, useState } from "./preact.js";
import { hasEquity, isCutOff, isTrader, listing, notice, set, state, useStore, waits } from "./store.js";
import { call, encode, get } from "./api.js";
import * as decimal from "./decimal.js";
import { Amount, column, Confirm, Dialog, Empty, Field, Problem, Side, Table, Tabs, useSending, Waiting, when, words, ZONE } from "./ui.js";
import { listeners } from "./stream.js";

const MOST = 200;
const MARK_MS = 2_000;

const accountQuery = () => (state.account && (state.session?.accounts.length ?? 0) > 1 ? "account=" + encode(state.account) + "&" : "");

const byNewest = (a, b) => (BigInt(b.orderId) > BigInt(a.orderId) ? 1 : -1);

const isClosed = (order) => ["filled", "cancelled", "rejected"].includes(order.state);

/** Updates that come while the lists are being loaded, because the answers may be older. Null at other times. */
let held = null;
let loads = 0;
/** The timer of the next load of the positions, which a change of the balances may have changed. */
let soon = null;

/** Returns a function that checks whether the same account of the same session is still shown. */
function sameAccount() {
  const { session, account } = state;
  return () => state.session === session && state.account === account;
}

/** Loads all lists of the account once the stream has begun, which keeps them up to date. */
export async function loadOrders() {
  if (!isTrader()) return;
  const ask = accountQuery();
  const load = ++loads;
  const isSame = sameAccount();
  const isStill = () => load === loads && isSame();
  held ??= [];
  try {
    const [open, closed, fills] = await Promise.all([
      get(`/v1/orders?${ask}state=open&limit=1000`),
      get(`/v1/orders?${ask}state=closed&limit=${MOST}`),
      get(`/v1/fills?${ask}limit=${MOST}`),
    ]);
    if (!isStill()) return;
    set({ orders: { open: open.items, moreOpen: !!open.next, closed: closed.items, fills: fills.items, problem: null } });
  } catch (problem) {
    if (!isStill()) return;
    set({ orders: { ...state.orders, problem } });
  }
  const updates = held;
  held = null;
  updates.forEach(({ order, fill }) => put(order, fill));
  await loadMoney();
}

const hasFutures = () => state.listings?.some((one) => one.type === "futures");

/** Loads balances and positions together, so that they have the same marks and their sums agree. */
async function loadMoney() {
  if (!isTrader()) return;
  const isStill = sameAccount();
  const asked = ["account", ...(hasFutures() ? ["positions"] : [])].map((what) => get(`/v1/${what}?${accountQuery()}`));
  try {
    const [account, positions] = await Promise.all(asked);
    if (!isStill()) return;
    if (positions) set({ positions: { items: positions.items.filter((p) => p.direction !== "empty" || /[1-9]/.test(p.pendingBuy + p.pendingSell)) } });
    putBalances(account);
  } catch (problem) {
    if (!isStill()) return;
    if (!state.balances?.seq) set({ balances: { items: [], problem } });
    if (asked.length > 1) set({ positions: { items: state.positions?.items ?? [], problem } });
  }
}

/** Stores the state of an order from an answer or the stream; an older state never replaces a newer one. */
function put(order, fill) {
  held?.push({ order, fill });
  const { open, closed, fills } = state.orders;
  if (!open) return;
  const known = open.find((o) => o.orderId === order.orderId) ?? closed.find((o) => o.orderId === order.orderId);
  const isOld = known && (known.seq > order.seq || (known.seq === order.seq && isClosed(known) && !isClosed(order)));
  const patch = { ...state.orders };
  if (!isOld) {
    const others = open.filter((o) => o.orderId !== order.orderId);
    patch.open = isClosed(order) ? others : [order, ...others].sort(byNewest);
    if (isClosed(order)) patch.closed = [order, ...closed.filter((o) => o.orderId !== order.orderId)].slice(0, MOST);
  }
  if (fill && !fills.some((f) => f.seq === fill.seq && f.event === fill.event && f.orderId === fill.orderId)) {
    patch.fills = [fill, ...fills].slice(0, MOST);
  }
  set({ orders: patch });
}

/** A balance at the marks of the shown positions, which may be a moment older or newer. */
function atMarks(balance) {
  const own = !state.positions?.problem && state.positions?.items.filter((p) => state.listings?.find((l) => l.symbol === p.symbol)?.quote === balance.currency);
  if (!own || !hasEquity(balance)) return balance;
  const all = decimal.parse(balance.balance);
  const equity = own.reduce((sum, p) => decimal.add(sum, decimal.parse(p.unrealizedGain)), all);
  const free = ["held", "margin"].reduce((sum, part) => decimal.sub(sum, decimal.parse(balance[part])), decimal.compare(equity, all) < 0 ? equity : all);
  return { ...balance, equity: decimal.format(equity), available: decimal.format(free) };
}

/** Stores balances; older ones never replace newer ones. */
function putBalances({ balances, seq, account }) {
  if ((state.balances?.seq ?? 0) <= seq) set({ balances: { items: balances.map(atMarks), seq, account } });
}

listeners.order = ({ order, fill }) => put(order, fill);
listeners.balances = (message) => {
  putBalances(message);
  if (!hasFutures()) return;
  soon ??= setTimeout(() => {
    soon = null;
    loadMoney();
  }, 300);
};
listeners.ordersBegin = () => {
  held = null;
  if (state.balances) set({ balances: { ...state.balances, seq: 0 } }); // the venue may have other data now, with smaller seqs
  loadOrders();
};
listeners.ordersRefused = async (problem) => {
  const isStill = sameAccount();
  await loadOrders();
  if (isStill()) set({ orders: { ...state.orders, problem } });
};
addEventListener("daybook-order", (event) => put(event.detail));

/** Cancels all orders; repeats the request while the answer has "more". */
async function cancelAll(symbol) {
  let more = true;
  while (more) {
    ({ more } = await call("DELETE", `/v1/orders?${accountQuery()}${symbol ? "symbol=" + encode(symbol) : ""}`));
  }
  notice(symbol ? `All orders in ${symbol} are cancelled.` : "All orders are cancelled.");
  return true;
}

function Terms({ order }) {
  const said = order.type === "market" || order.timeInForce === "gtc" ? [] : [words(order.timeInForce)];
  if (order.trigger && isClosed(order)) said.push("trigger " + triggerOf(order));
  if (order.stopPrice) said.push(`stop limit ${decimal.grouped(order.stopPrice)}`);
  if (order.trail) said.push(`trails by ${decimal.grouped(order.trail)}`, `in steps of ${decimal.grouped(order.trailStep)}`);
  if (order.hidden) said.push("hidden");
  if (order.display) said.push(`shows ${decimal.size(order.display)}`);
  if (order.minSize) said.push(`at least ${decimal.size(order.minSize)}`);
  if (order.slippage) said.push(`slippage ${decimal.grouped(order.slippage)}`);
  if (order.exit) said.push(...[["take profit", "price"], ["stop trigger", "trigger"]].filter(([, k]) => order.exit[k]).map(([w, k]) => `${w} ${decimal.grouped(order.exit[k])}`));
  if (order.expireAt) said.push("until " + when(order.expireAt / 1000));
  return said.length ? html`<small class="terms">${said.map((one, i) => [i > 0 && "; ", html`<span>${one}</span>`])}</small>` : null;
}

const triggerOf = (order) => (order.when === "rises" ? "≥ " : "≤ ") + decimal.grouped(order.trigger);

const priceOf = (order) => (order.price ? decimal.grouped(order.price) : order.budget ? decimal.money(order.budget) + " in all" : "market");

/** The kind of an order by its terms, as the ticket names it. */
function typeOf(order) {
  if (order.type === "market") return "market";
  if (order.trail) return "trailing stop";
  if (order.exit) return "bracket";
  if (order.stopPrice) return "one cancels the other";
  if (order.trigger) return order.timeInForce === "gtc" ? "stop limit" : "stop";
  return order.display || order.hidden ? "iceberg" : order.budget ? "within a total" : "limit";
}

export function Orders() {
  const orders = useStore((s) => s.orders);
  const session = useStore((s) => s.session);
  const positions = useStore((s) => s.positions);
  const symbol = useStore((s) => s.symbol);
  const listings = useStore((s) => s.listings);
  const [tab, choose] = useState("open");
  const [editing, edit] = useState(null);
  const [asking, ask] = useState(null);
  const [cancelling, mark] = useState(new Set());
  useEffect(() => void loadMoney(), [listings]);
  const isLost = useStore(isCutOff);
  const isMarked = !isLost && positions?.items.length > 0;
  useEffect(() => {
    // A mark moves without a message, and the available amount falls with it.
    const timer = isMarked && setInterval(() => !document.hidden && loadMoney(), MARK_MS);
    return () => clearInterval(timer);
  }, [isMarked]);
  const open = orders.open ?? [];
  const tabs = [["open", `Open (${orders.open ? open.length : "–"})`], ["closed", "Closed"], ["fills", "Fills"]];
  if (hasFutures()) tabs.push(["positions", `Positions (${positions?.items.length ?? "–"})`]);

  async function cancel(order) {
    mark(new Set(cancelling).add(order.orderId));
    try {
      put(await call("DELETE", `/v1/orders/${order.orderId}?${accountQuery()}symbol=${encode(order.symbol)}`));
    } catch (problem) {
      notice(problem.message, "bad", problem.code === "UNREACHABLE" ? null : "/problems/" + problem.code);
    } finally {
      mark((old) => {
        const left = new Set(old);
        left.delete(order.orderId);
        return left;
      });
    }
  }

  const rows = { open, closed: orders.closed ?? [], fills: orders.fills ?? [], positions: positions?.items ?? [] }[tab];
  const all = (name, least) => {
    const write = column(rows.map((row) => row[name]), least);
    return (row) => write(row[name]);
  };
  const filled = (o) => `${decimal.size(o.filled)} of ${decimal.size(o.size)}`;
  const fee = (write) => (row) => html`${write(row)} <small class="unit">${row.feeCurrency}</small>`;
  const quote = (name) => listings?.find((one) => one.symbol === name)?.quote;
  const columns = {
    open: () => [
      ["Changed", (o) => when(o.time / 1000), "", "When it was last placed, changed or traded"],
      ["Market", (o) => html`<span title=${`id ${o.orderId}${o.clientOrderId ? ", client id " + o.clientOrderId : ""}`}>${o.symbol}</span>`],
      ["Side", (o) => html`<${Side} side=${o.side} />`],
      ["Type", (o) => html`<span>${typeOf(o)}<${Terms} order=${o} /></span>`, "most"],
      ["Trigger", (o) => o.trigger && triggerOf(o), "n", "The price that must be reached before the order, or its stop, trades"],
      ["Limit", (o) => priceOf(o), "n", "The worst price at which it trades"],
      ["Filled", filled, "n"],
      ["State", (o) => (waits(o) ? "waits" : words(o.state))],
      ["", (o) => html`<span class="acts"><button onClick=${() => edit(o)} disabled=${isLost} aria-label=${`Edit ${o.side} ${o.size} ${o.symbol}`}>Edit</button>
        <button onClick=${() => cancel(o)} disabled=${isLost || cancelling.has(o.orderId)} aria-label=${`Cancel ${o.side} ${o.size} ${o.symbol}`}>Cancel</button></span>`],
    ],
    closed: () => [
      ["Ended", (o) => when(o.time / 1000), "", ZONE],
      ["Market", (o) => o.symbol],
      ["Side", (o) => html`<${Side} side=${o.side} />`],
      ["Type", (o) => html`<span>${typeOf(o)}<${Terms} order=${o} /></span>`, "most"],
      ["Limit", (o) => priceOf(o), "n", "The worst price at which it would trade"],
      ["Average", (o) => o.averagePrice && decimal.grouped(o.averagePrice), "n", "The average price of its fills"],
      ["Filled", filled, "n"],
      ["State", (o) => html`${words(o.state)}${o.reason && o.reason !== o.state && html`<small class="under">${words(o.reason)}</small>`}`],
      ["Fees", fee((o) => html`<${Amount} of=${o.fees} currency=${o.feeCurrency} />`), "n"],
    ],
    fills: () => [
      ["Time", (f) => when(f.time / 1000), "", ZONE],
      ["Market", (f) => f.symbol],
      ["Side", (f) => html`<${Side} side=${f.side} />`],
      ["Role", (f) => f.role, "", "maker: the order was on the book. taker: it came and traded at once"],
      ["Trade", (f) => f.tradeId, "n"],
      ["Price", (f) => decimal.grouped(f.price), "n"],
      ["Size", all("size", 0), "n"],
      ["Fee", fee(all("fee")), "n"],
    ],
    positions: () => [
      ["Market", (p) => html`${p.symbol}<small class="under">in ${quote(p.symbol)}</small>`],
      ["Position", (p) => html`<span class=${{ long: "buy", short: "sell" }[p.direction] ?? ""}>${p.direction}</span>`],
      ["Size", all("size", 0), "n"],
      ["Average", (p) => decimal.grouped(p.averagePrice), "n", "The average price of the position"],
      ["Mark", (p) => decimal.grouped(p.mark), "n", "The price at which the venue values the position"],
      ["Gain", (p) => html`<span class=${p.unrealizedGain.startsWith("-") ? "sell" : "buy"}><${Amount} of=${p.unrealizedGain} currency=${quote(p.symbol)} isSigned /></span>`, "n", "The gain if it were closed at the mark"],
      ["Margin", (p) => html`<${Amount} of=${p.margin} currency=${quote(p.symbol)} isUp />`, "n", "The amount that is held for it and for its open orders"],
      ["Open orders", (p) => [["buy", p.pendingBuy], ["sell", p.pendingSell]].filter(([, size]) => /[1-9]/.test(size)).map(([side, size]) => `${side} ${decimal.size(size)}`).join(", ") || "none", "n"],
    ],
  };
  const nothing = {
    open: html`No open orders. A click on a price in the book puts it into the order. <button class="link narrow" onClick=${() => set({ narrowTab: "book" })}>Open the book</button>`,
    closed: "No closed orders yet.",
    fills: "No fills yet.",
    positions: "No positions. A trade in a future opens one.",
  }[tab];
  const shown = tab === "positions" ? positions : orders.open && orders;
  const problem = tab === "positions" ? positions?.problem : orders.problem;
  const tools = tab === "open" && open.length > 0 && html`<span class="acts">
    <button onClick=${() => ask(symbol)} disabled=${isLost || !open.some((o) => o.symbol === symbol)}>Cancel all in ${symbol} …</button>
    <button onClick=${() => ask("")} disabled=${isLost}>Cancel all …</button></span>`;
  return html`<section class="panel orders" aria-label="Your orders">
    <header class="bar"><${Tabs} label="Your orders" tabs=${tabs} now=${tab} choose=${choose} />${tools}</header>
    <div class="body">
      ${!session ? html`<${Empty}>Sign in to see your orders. <button class="link" onClick=${() => set({ signingIn: true })}>Sign in</button><//>`
        : !isTrader() ? html`<${Empty}>This key trades for no account, so it has no orders.<//>`
        : problem && !shown ? html`<${Problem} of=${problem} retry=${loadOrders} />`
        : !shown ? html`<${Waiting} />`
        : html`${problem && html`<p class="stale">Not up to date: ${problem.message ?? problem.detail} <button class="link" onClick=${loadOrders}>Refresh</button></p>`}
          ${rows.length === 0 ? html`<${Empty}>${nothing}<//>`
            : html`<div class="live"><${Table} label=${tab} columns=${columns[tab]()} rows=${rows} id=${(r) => r.orderId ? r.orderId + (r.event ?? "") + (r.tradeId ?? "") : r.symbol} /></div>`}
          ${tab === "closed" && rows.length >= MOST && html`<p class="note">The latest ${MOST}. The venue keeps 1,000 closed orders of a user.</p>`}
          ${tab === "fills" && rows.length >= MOST && html`<p class="note">The latest ${MOST}. The venue keeps 1,000 fills of a user.</p>`}
          ${tab === "open" && orders.moreOpen && html`<p class="note">The newest 1,000 are shown.</p>`}`}
    </div>
    ${editing && html`<${Edit} order=${editing} onClose=${() => edit(null)} />`}
    ${asking !== null && html`<${Confirm} title="Cancel all orders" verb="Cancel all" onClose=${() => ask(null)} act=${() => cancelAll(asking)}
      text=${asking ? `Cancels every open order of the account in ${asking}.` : "Cancels every open order of the account, in every market."} />`}
  </section>`;
}

function Edit({ order, onClose }) {
  const one = listing()?.symbol === order.symbol ? listing() : state.listings.find((l) => l.symbol === order.symbol);
  const [price, sayPrice] = useState(order.price ?? "");
  const [size, saySize] = useState(order.size);
  const [sending, send] = useSending();
  const pointer = sending.problem?.pointer;
  const differs = (text, was) => {
    const now = decimal.parse(decimal.typed(text));
    return now ? decimal.compare(now, decimal.parse(was)) : NaN; // a text that is not a number is sent, so that the venue explains it
  };
  const moved = order.price ? differs(price, order.price) : 0;
  const grown = differs(size, order.size);
  const queue = moved ? "At another price it goes to the end of the queue there, or trades at once if it crosses."
    : grown > 0 ? "With a larger size it goes to the end of the queue."
    : grown < 0 ? "With a smaller size it keeps its place in the queue."
    : "A smaller size keeps its place in the queue; a larger one, or another price, puts it at the end.";
  async function onSubmit(event) {
    event.preventDefault();
    const body = {};
    if (moved !== 0) body.price = decimal.typed(price);
    if (grown !== 0) body.size = decimal.typed(size);
    if (!Object.keys(body).length) {
      onClose();
      return;
    }
    if (state.account && state.session.accounts.length > 1) body.account = state.account;
    const changed = await send(() => call("PATCH", `/v1/orders/${order.orderId}?symbol=${encode(order.symbol)}`, body));
    if (changed) {
      put(changed);
      notice(`Changed: ${changed.side} ${decimal.size(changed.size)} ${changed.symbol}${changed.price ? " at " + decimal.grouped(changed.price) : ""}`);
      onClose();
    }
  }
  return html`<${Dialog} title=${`Edit: ${order.side} ${decimal.size(order.size)} ${order.symbol}`} onClose=${onClose}>
    <form onSubmit=${onSubmit} noValidate>
      ${order.price && html`<${Field} label="Price" unit=${one?.quote} name="price" inputmode="decimal" value=${price} onInput=${sayPrice} autofocus
        wrong=${pointer === "/price" && sending.problem.message} hint=${`Now ${decimal.grouped(order.price)}.`} />`}
      <${Field} label="Size" unit=${one?.base} name="size" inputmode="decimal" value=${size} onInput=${saySize}
        wrong=${pointer === "/size" && sending.problem.message} hint=${`Now ${decimal.size(order.size)}; ${decimal.size(order.filled)} of it is filled.`} />
      <p class="note" role="status">${queue}</p>
      ${sending.problem && pointer !== "/price" && pointer !== "/size" && html`<${Problem} of=${sending.problem} />`}
      <p class="buttons"><button type="button" onClick=${onClose}>Go back</button><button class="main" disabled=${sending.isBusy}>${sending.isBusy ? "…" : "Change order"}</button></p>
    </form>
  <//>`;
}
