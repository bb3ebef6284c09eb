// The ticket: places every order that the API offers, and explains each field in the words of the user guide.
import { html, useEffect, useState } from "./preact.js";
import { isCutOff, isTrader, listing, set, state, useStore } from "./store.js";
import { post } from "./api.js";
import * as decimal from "./decimal.js";
import { Amount, Check, Choice, Field, Problem, Section } from "./ui.js";

const DRAFT = "daybook.ticket";

/** The kinds of orders: the name, the explanation and the fields of each. */
const KINDS = {
  limit: ["Limit", "Trades at your price or better.", ["price", "size", "tif"]],
  market: ["Market", "Trades at once, within 5% of the best price of the other side. What does not trade is rejected.", ["size", "slippage"]],
  stop: ["Stop", "Waits outside the book until a trade at the trigger, then trades what it can up to the worst price. What does not trade then is rejected.", ["trigger", "worst", "size"]],
  stop_limit: ["Stop limit", "Waits for a trade at the trigger, then is a limit order: what does not trade rests.", ["trigger", "price", "size"]],
  touched: ["Take profit / if touched", "Waits until the price has come to your side of the market, then is a limit order.", ["trigger", "price", "size"]],
  trailing: ["Trailing stop", "A stop whose trigger follows the last price in one direction only.", ["trigger", "trail", "trailStep", "worst", "size"]],
  iceberg: ["Iceberg or hidden", "Rests like a limit order and shows a part of its size at a time, or none of it.", ["price", "size", "display"]],
  oco: ["One cancels the other", "One order in two forms: it rests at its price; once a trade reaches the trigger, it leaves the book and trades up to the stop limit.", ["price", "trigger", "stopPrice", "size"]],
  bracket: ["Bracket", "The lots that the entry trades go into an exit of the other side: with a profit, a stop, or both.", ["price", "size", "exitPrice", "exitTrigger", "exitStop"]],
  budget: ["All within a total", "All of it for at most a total, or nothing; a sale brings at least the total.", ["size", "budget"]],
};

const TIMES = [
  ["gtc", "gtc: good till cancelled"],
  ["ioc", "ioc: immediate or cancel"],
  ["fok", "fok: fill or kill"],
];

const TIME_HINT = {
  gtc: "What is left stays on the book.",
  ioc: "Trades at once; the rest is rejected.",
  fok: "All of it within its price, or nothing.",
};

const STP = [
  ["", "the venue's setting for you"],
  ["none", "they trade"],
  ["cancel_taker", "this order is cancelled"],
  ["cancel_maker", "the resting one is cancelled"],
  ["cancel_both", "both are cancelled"],
  ["decrement", "both lose what would have traded"],
];

/** Fields that are prices: label, hint for a buy and a sale. */
const PRICES = {
  price: ["Price", "The most that you pay per unit.", "The least that you take per unit."],
  worst: ["Worst price", "The highest price that you pay once it is triggered; it is held from now on.", "The lowest price that you take once it is triggered."],
  trigger: ["Trigger", "", ""],
  stopPrice: ["Stop limit", "The highest price once the trigger has traded.", "The lowest price once the trigger has traded."],
  exitPrice: ["Take profit", "The exit sells here. Leave it out for only a stop.", "The exit buys here. Leave it out for only a stop."],
  exitTrigger: ["Stop trigger", "When the price has fallen to it, the exit sells.", "When the price has risen to it, the exit buys."],
  exitStop: ["Stop limit", "The lowest price of that sale.", "The highest price of that purchase."],
  reservePrice: ["Reserve price", "The highest price to which you may move the bid later; it is held now.", ""],
  trail: ["Trail", "The trigger keeps this distance above the last price.", "The trigger keeps this distance below the last price."],
  trailStep: ["Trail step", "It follows in steps of at least this: between a sixteenth of the trail and the trail.", "It follows in steps of at least this: between a sixteenth of the trail and the trail."],
  slippage: ["Slippage", "At most this much above the best ask; 5% of it if empty.", "At most this much below the best bid; 5% of it if empty."],
};

const EMPTY = {
  side: "buy", kind: "limit", tif: "gtc", postOnly: false, by: "size", hidden: false, more: false, slide: false, flagged: false,
  stp: "", expire: "", size: "", money: "", budget: "", display: "", minSize: "",
  price: "", worst: "", trigger: "", stopPrice: "", exitPrice: "", exitTrigger: "", exitStop: "", reservePrice: "", trail: "", trailStep: "", slippage: "",
};

function draft() {
  try {
    const kept = { ...EMPTY, ...JSON.parse(sessionStorage.getItem(DRAFT) ?? "{}") };
    return KINDS[kept.kind] ? kept : EMPTY;
  } catch {
    return EMPTY;
  }
}

/** The direction in which the price reaches an order's trigger. */
function direction(t) {
  const isBuy = t.side === "buy";
  return (t.kind === "touched" ? !isBuy : isBuy) ? "rises" : "falls";
}

const hasLeast = (t) => t.kind === "market" || (t.kind === "limit" && !t.postOnly && t.tif !== "fok");
const maySlide = (t) => t.kind === "limit" && t.postOnly;
const mayFlag = (t) => t.kind !== "market" && t.kind !== "budget" && (t.kind !== "limit" || t.tif === "gtc");

const isSaid = (text) => decimal.typed(text) !== "";

/** A message about a wrong field, before it is sent; empty if it is right. The venue checks again. */
function check(text, step, name) {
  const value = decimal.parse(decimal.typed(text));
  if (!value || value.units <= 0n) return `${name} must be a number above 0, such as 0.25`;
  const unit = decimal.parse(step);
  if (decimal.isMultiple(value, unit)) return "";
  const below = { units: decimal.quotient(value, unit) * unit.units, scale: unit.scale };
  const near = [below, decimal.add(below, unit)].filter((one) => one.units > 0n).map(decimal.format);
  return `${name} must be a multiple of ${step}: the nearest ${near.length > 1 ? "are" : "is"} ${near.join(" and ")}`;
}

/** The fields of a ticket that are sent, with their names in the API and on the page. */
function fieldsOf(t, one) {
  const [, , fields] = KINDS[t.kind];
  const has = (name) => fields.includes(name);
  const isBuyOfPair = t.side === "buy" && one.type === "pair";
  const list = [];
  const put = (key, field, step, isNeeded = true) => {
    if (isNeeded || isSaid(t[field])) list.push({ key, field, step, text: decimal.typed(t[field]) });
  };
  if (has("price")) put("price", "price", one.tick);
  if (has("worst")) put("price", "worst", one.tick);
  if (has("trigger")) put("trigger", "trigger", one.tick);
  if (has("stopPrice")) put("stopPrice", "stopPrice", one.tick);
  if (has("trail")) put("trail", "trail", one.tick);
  if (has("trailStep")) put("trailStep", "trailStep", one.tick);
  if (has("budget")) put("budget", "budget", null);
  if (t.kind === "market" && t.by === "money" && isBuyOfPair) put("money", "money", null);
  else put("size", "size", one.lot);
  if (has("display") && !t.hidden) put("display", "display", one.lot);
  if (has("slippage")) put("slippage", "slippage", one.tick, false);
  if (has("exitPrice")) {
    put("exit/price", "exitPrice", one.tick, !isSaid(t.exitTrigger));
    put("exit/trigger", "exitTrigger", one.tick, isSaid(t.exitStop));
    put("exit/stopPrice", "exitStop", one.tick, isSaid(t.exitTrigger));
  }
  if (t.more && t.side === "buy" && has("price")) put("reservePrice", "reservePrice", one.tick, false);
  if (t.more && hasLeast(t)) put("minSize", "minSize", one.lot, false);
  return list;
}

/** The request, without an id. */
function request(t, one, fields) {
  const body = { symbol: one.symbol, side: t.side, type: t.kind === "market" ? "market" : "limit" };
  if (state.account && (state.session?.accounts.length ?? 0) > 1) body.account = state.account;
  for (const { key, text } of fields) {
    const [outer, inner] = key.split("/");
    if (inner) (body[outer] ??= {})[inner] = text;
    else body[key] = text;
  }
  if (t.kind === "limit") body.timeInForce = t.postOnly ? "post_only" : t.tif;
  else if (t.kind === "stop" || t.kind === "trailing") body.timeInForce = "ioc";
  else if (t.kind === "budget") body.timeInForce = "fok";
  else if (t.kind !== "market") body.timeInForce = "gtc";
  if (body.trigger) body.when = direction(t);
  if (t.kind === "iceberg" && t.hidden) body.hidden = true;
  if (t.more) {
    if (t.slide && maySlide(t)) body.slide = true;
    if (t.flagged && mayFlag(t)) body.flagged = true;
    if (t.stp) body.stp = t.stp;
    if (t.expire) body.expireAt = new Date(t.expire).getTime() * 1000;
  }
  return body;
}

/** The decimals of a currency, as the venue writes its amounts. */
function places(currency) {
  const balance = state.balances?.items.find((b) => b.currency === currency)?.balance;
  const money = state.tickers[state.symbol]?.money24h;
  return decimal.parse(balance ?? money ?? "0.00")?.scale ?? 2;
}

/**
 * The exact amount that an order costs or brings at worst, and the taker's fee; null while numbers are missing. The fee
 * is a maximum only if the total is: a sale may bring more than at its limit, and a market order trades with the book
 * as it is then.
 */
export function cost(t, one) {
  const size = decimal.parse(decimal.typed(t.size));
  const at = { market: null, stop: t.worst, trailing: t.worst, budget: null }[t.kind];
  const price = decimal.parse(decimal.typed(at === undefined ? t.price : at ?? ""));
  const scale = places(one.quote);
  const isOfLots = one.feesIn !== "millionths of notional";
  const isSale = t.side === "sell";
  const byMoney = t.kind === "market" && t.by === "money" && !isSale && one.type === "pair";
  let total = null;
  if (t.kind === "budget") total = decimal.parse(decimal.typed(t.budget));
  else if (byMoney) total = decimal.parse(decimal.typed(t.money));
  else if (t.kind === "market" && size) total = ofBook(t.side, size);
  else if (price && size) total = decimal.mul(price, size);
  if (!total || total.units <= 0n) return null;
  total = decimal.rescale(total, scale);
  const traded = isSale && price && size && meetsBook(t) ? decimal.rescale(ofBook(t.side, size, price), scale) : total;
  const fee = !isOfLots
    ? { units: (traded.units * BigInt(one.takerFee)) / 1_000_000n, scale }
    : size ? { units: decimal.quotient(size, decimal.parse(one.lot)) * BigInt(one.takerFee), scale } : null;
  return { total, fee, isMost: isOfLots || (!isSale && (t.kind !== "market" || byMoney)) };
}

/** Whether an order with a price trades at once with orders in the book. */
const meetsBook = (t) => ["iceberg", "oco", "bracket"].includes(t.kind) || (t.kind === "limit" && !t.postOnly);

/**
 * The amount for which a size trades in the shown book. For a sale with a limit, lots without a bid are valued at the
 * limit.
 */
function ofBook(side, size, limit = null) {
  const isThere = state.book && !state.book.problem && state.book.symbol === state.symbol;
  const levels = !isThere ? [] : side === "buy" ? state.book.asks : state.book.bids;
  let left = size;
  let total = { units: 0n, scale: 0 };
  for (const level of levels) {
    if (limit && decimal.compare(level.price, limit) < 0) break;
    const part = decimal.compare(left, level.size) < 0 ? left : level.size;
    total = decimal.add(total, decimal.mul(part, level.price));
    left = decimal.sub(left, part);
    if (left.units === 0n) return total;
  }
  return limit && decimal.add(total, decimal.mul(left, limit));
}

let sent = { text: "", id: "" };

/** Gives an order the same id until its outcome is known: if it is sent again, it is placed only once. */
function idFor(body) {
  const text = JSON.stringify(body);
  if (sent.text !== text) {
    const random = crypto.getRandomValues(new Uint8Array(9));
    sent = { text, id: "c-" + btoa(String.fromCharCode(...random)).replace(/\+/g, ".").replace(/\//g, "_") };
  }
  return sent.id;
}

export function Ticket() {
  const one = useStore(listing);
  const session = useStore((s) => s.session);
  const balances = useStore((s) => s.balances);
  const picked = useStore((s) => s.picked);
  useStore((s) => s.book); // draws again when the book changes, because that changes the cost of a market order
  const [t, write] = useState(draft);
  const [wrong, mark] = useState({});
  const [sending, put] = useState({ isBusy: false, problem: null, done: null });
  useEffect(() => sessionStorage.setItem(DRAFT, JSON.stringify(t)), [t]);
  const isLost = useStore(isCutOff);
  const link = useStore((s) => s.link.word);
  useEffect(() => {
    if (!isLost) put((old) => (old.problem?.code === "UNREACHABLE" ? { isBusy: false, problem: null, done: null, isUnsure: true } : old));
  }, [isLost]);
  useEffect(() => {
    if (!picked) return;
    change(KINDS[t.kind][2].includes("price") ? { price: picked.price } : t.kind === "market" || t.kind === "budget" ? { kind: "limit", price: picked.price } : { worst: picked.price });
    set({ picked: null });
  }, [picked]);
  const change = (patch) => {
    write((old) => ({ ...old, ...patch }));
    mark({});
    put((old) => (old.problem || old.done || old.isUnsure ? { isBusy: old.isBusy, problem: null, done: null } : old));
  };
  if (!one) return html`<${Section} title="Order" area="ticket"><p class="empty">Loading …</p><//>`;
  if (session && !isTrader()) {
    return html`<${Section} title="Order" area="ticket"><p class="empty">Your key has the role ${session.roles.join(", ")} and trades for no account. <button class="link" onClick=${() => set({ signingIn: true })}>Sign in with a trader's key</button></p><//>`;
  }
  const isBuy = t.side === "buy";
  const isFuture = one.type === "futures";
  const fields = KINDS[t.kind][2];
  const has = (name) => fields.includes(name);
  const currency = isBuy || isFuture ? one.quote : one.base;
  const available = balances && !balances.problem ? balances.items.find((b) => b.currency === currency)?.available ?? "0" : null;
  const worth = cost(t, one);
  const byMoney = t.kind === "market" && t.by === "money" && isBuy && !isFuture;

  const price = (field) => {
    const [label, buys, sells] = PRICES[field];
    const hint = field === "trigger"
      ? `Becomes active once a trade is at it or ${direction(t) === "rises" ? "above" : "below"}: the price ${direction(t)} to it.`
      : isBuy ? buys : sells;
    return html`<${Field} label=${label} hint=${hint} wrong=${wrong[field]} unit=${one.quote} inputmode="decimal" name=${field}
      value=${t[field]} onInput=${(text) => change({ [field]: text })} />`;
  };
  const lots = (field, label, hint) => html`<${Field} label=${label} hint=${hint} wrong=${wrong[field]} unit=${one.base} inputmode="decimal"
    name=${field} value=${t[field]} onInput=${(text) => change({ [field]: text })} />`;
  const total = (field, label, hint) => html`<${Field} label=${label} hint=${hint} wrong=${wrong[field]} unit=${one.quote} inputmode="decimal"
    name=${field} value=${t[field]} onInput=${(text) => change({ [field]: text })} />`;

  async function onSubmit(event) {
    event.preventDefault();
    if (sending.isBusy) return;
    if (!session) {
      set({ signingIn: true, sessionNote: "Sign in to place the order. What you typed is kept." });
      return;
    }
    const list = fieldsOf(t, one);
    const faults = {};
    for (const { field, step, text } of list) {
      const name = PRICES[field]?.[0] ?? { size: "Size", display: "Shown part", minSize: "Least size", money: "Money", budget: "Total" }[field];
      const fault = field === "slippage" && /^0+(\.0+)?$/.test(text) ? "" : check(text, step ?? "0.000000000000000001", name);
      if (fault) faults[field] = fault;
    }
    if (t.more && t.expire && !(new Date(t.expire).getTime() > Date.now())) faults.expire = "The end must be in the future";
    mark(faults);
    const first = Object.keys(faults)[0];
    if (first) {
      event.currentTarget.querySelector(`[name="${first}"]`)?.focus();
      return;
    }
    const body = request(t, one, list);
    put({ isBusy: true, problem: null, done: null });
    try {
      const order = await post("/v1/orders", { ...body, clientOrderId: idFor(body) });
      sent = { text: "", id: "" };
      put({ isBusy: false, problem: null, done: order });
      dispatchEvent(new CustomEvent("daybook-order", { detail: order }));
    } catch (problem) {
      if (!problem.isUncertain) sent = { text: "", id: "" };
      const field = list.find(({ key }) => problem.pointer === "/" + key)?.field;
      if (field) mark({ [field]: problem.message });
      put({ isBusy: false, problem: field ? null : problem, done: null });
    }
  }

  /** Any arrow key chooses the other side, as in all groups of two. */
  const otherSide = (event) => {
    if (!event.key.startsWith("Arrow")) return;
    const side = isBuy ? "sell" : "buy";
    change({ side });
    event.currentTarget.querySelector("." + side).focus();
    event.preventDefault();
  };
  const verb = `${isBuy ? "Buy" : "Sell"} ${isFuture ? one.symbol : one.base}`;
  const due = (amount, isUp) => html`<${Amount} of=${amount && decimal.format(amount)} currency=${one.quote} isUp=${isUp} /> <small>${one.quote}</small>`;
  return html`<${Section} title="Order" area="ticket">
    <form onSubmit=${onSubmit} noValidate class="order-form">
      <div class="fields">
      <div class="sides" role="radiogroup" aria-label="Side" onKeyDown=${otherSide}>
        ${["buy", "sell"].map((side) => html`<button type="button" role="radio" key=${side} class=${side} aria-checked=${t.side === side} tabindex=${t.side === side ? 0 : -1}
          onClick=${() => change({ side })}>${side === "buy" ? "Buy" : "Sell"}</button>`)}
      </div>
      <${Choice} label="Type" hint=${KINDS[t.kind][1]} value=${t.kind} options=${Object.entries(KINDS).map(([name, [text]]) => [name, text])} onChange=${(kind) => change({ kind })} />
      ${has("tif") && html`<${Choice} label="Time in force" value=${t.tif} options=${TIMES} hint=${t.postOnly ? null : TIME_HINT[t.tif]} onChange=${(tif) => change({ tif, postOnly: false })} />
        <${Check} label="Post only" hint="rejected if it would trade at once" value=${t.postOnly} onChange=${(postOnly) => change({ postOnly, tif: "gtc" })} />`}
      ${t.kind === "market" && isBuy && !isFuture && html`<${Choice} label="Amount by" value=${t.by} options=${[["size", "size"], ["money", "money: what it may cost without the fee"]]} onChange=${(by) => change({ by })} />`}
      ${["price", "trigger", "worst", "stopPrice", "trail", "trailStep"].filter(has).map((field) => html`<div key=${field}>${price(field)}</div>`)}
      ${byMoney ? total("money", "Money", "What it may cost without the fee.") : lots("size", "Size", `In steps of ${one.lot}.`)}
      ${has("budget") && total("budget", "Total", isBuy ? "The most that all of it may cost; a single lot has no limit." : "The least that all of it must bring.")}
      ${has("slippage") && price("slippage")}
      ${has("display") && html`<${Check} label="Hidden" hint="the book shows nothing of it; it trades after all visible orders at its price" value=${t.hidden} onChange=${(hidden) => change({ hidden })} />
        ${!t.hidden && lots("display", "Shown part", "The book shows this much; when it has traded, the next part goes to the end of the queue.")}`}
      ${["exitPrice", "exitTrigger", "exitStop"].filter(has).map((field) => html`<div key=${field}>${price(field)}</div>`)}
      <details open=${t.more} onToggle=${(event) => event.currentTarget.open !== t.more && change({ more: event.currentTarget.open })}>
        <summary>More terms</summary>
        ${isBuy && has("price") && price("reservePrice")}
        ${hasLeast(t) && lots("minSize", "Least size", "At least this much trades at once, or all of it is rejected.")}
        <${Field} label="Ends at" hint="The rest of it is cancelled then." wrong=${wrong.expire} type="datetime-local" step="1" name="expire" value=${t.expire} onInput=${(expire) => change({ expire })} />
        <${Choice} label="Self-trade" hint="What happens if it meets an order of your own." value=${t.stp} options=${STP} onChange=${(stp) => change({ stp })} />
        ${maySlide(t) && html`<${Check} label="Slide" hint="if it would trade at once, it rests a tick before the best price of the other side" value=${t.slide} onChange=${(slide) => change({ slide })} />`}
        ${mayFlag(t) && html`<${Check} label="Flagged" hint="a mark: mass cancels of flagged orders take it" value=${t.flagged} onChange=${(flagged) => change({ flagged })} />`}
      </details>
      </div>
      <div class="foot"><dl class="worth live" aria-live="off">
        <dt>${isFuture ? "Notional" : t.kind === "market" && !byMoney ? (isBuy ? "Cost now" : "Brings now") : isBuy ? "Cost" : "Brings"}</dt>
        <dd>${due(worth?.total, isBuy && (t.kind !== "market" || byMoney))}</dd>
        <dt>Fee, ${worth && !worth.isMost ? "about" : "at most"}</dt><dd>${due(worth?.fee, !worth || worth.isMost)}</dd>
        <dt>Available</dt><dd>${session ? html`<${Amount} of=${available} currency=${currency} /> <small>${currency}</small>` : "sign in"}</dd>
      </dl>
      ${sending.problem && html`<${Problem} of=${sending.problem} />`}
      ${sending.isUnsure && html`<p class="note" role="status">The last order had no answer: check whether it is among your orders.</p>`}
      ${(sending.isUnsure || sending.problem?.isUncertain) && html`<p class="note">If you send it again unchanged, it has the same id and is placed at most once.</p>`}
      ${isLost && html`<p class="note">Nothing can be sent until ${link === "connecting" ? "the page is connected" : "the venue is back"}.</p>`}
      ${sending.done && html`<p class="done" role="status">${told(sending.done)}</p>`}
      <button class=${"submit " + t.side} disabled=${sending.isBusy || isLost}>${sending.isBusy ? "Sending …" : session ? verb : "Sign in to " + verb.replace(/^./, (first) => first.toLowerCase())}</button></div>
    </form>
  <//>`;
}

/** The outcome of an order, in a line. */
function told(order) {
  const what = `${order.side} ${decimal.size(order.size)} ${order.symbol}${order.price ? " at " + decimal.grouped(order.price) : ""}`;
  if (order.state === "filled") return `Filled: ${what}${order.averagePrice ? ", average " + decimal.grouped(order.averagePrice) : ""}`;
  if (order.state === "rejected") return `Not done: ${what} could not trade and must not rest`;
  if (order.state === "cancelled") return `Ended: ${what}, filled ${decimal.size(order.filled)}`;
  return `${order.dormant ? "Waits for its trigger" : "On the book"}: ${what}${/[1-9]/.test(order.filled) ? ", filled " + decimal.size(order.filled) : ""}`;
}
