// The public parts of a market: the header with its price, the book, the depth, the trades.
import { html, useEffect, useMemo, useRef, useState } from "./preact.js";
import { listing, newest, set, state, useStore, waits } from "./store.js";
import { get } from "./api.js";
import * as decimal from "./decimal.js";
import { clock, Empty, Problem, Section, Side, Waiting, ZONE } from "./ui.js";
import { mergeTrades } from "./stream.js";

const LEVELS = 40;
const STEPS = [1n, 5n, 10n, 50n, 100n, 500n, 1000n, 5000n];

/** The change of a price within the 24 hours of a ticker. */
function change(price, ticker) {
  const last = decimal.parse(price);
  const open = decimal.parse(ticker?.open24h);
  return last && open ? decimal.percent(decimal.sub(last, open), open) : null;
}

export function MarketHeader({ choose }) {
  const symbol = useStore((s) => s.symbol);
  const listings = useStore((s) => s.listings);
  const ticker = useStore((s) => s.tickers[s.symbol]);
  const one = listings?.find((l) => l.symbol === symbol);
  const trades = useStore((s) => s.trades);
  const none = trades.symbol === symbol && !trades.problem ? "no trade yet" : "–";
  const last = useStore(newest)?.price ?? ticker?.last; // a ticker comes only once a second
  const moved = change(last, ticker);
  const hasNotice = useStore((s) => s.notices.length > 0); // it takes the place of the 24 hours
  return html`<div class="market live">
    <label class="away" for="symbol">Market</label>
    <select id="symbol" value=${symbol} onChange=${(event) => choose(event.currentTarget.value)}>
      ${(listings ?? []).map((l) => html`<option key=${l.symbol} value=${l.symbol} selected=${l.symbol === symbol}>${l.symbol}</option>`)}
    </select>
    ${one?.type === "futures" && html`<span class="kind">future</span>`}
    <b class="last" aria-label="Last price">${last ? decimal.grouped(last) : none}</b>
    ${moved && html`<span class="moved"><small>24 h</small> <span class=${moved.startsWith("+") ? "buy" : "sell"}>${moved}</span></span>`}
    ${ticker?.high24h && !hasNotice && html`<span class="range"><small>low – high</small> ${decimal.grouped(ticker.low24h)} – ${decimal.grouped(ticker.high24h)}</span>
      <span class="volume"><small>volume</small> ${decimal.grouped(ticker.volume24h)} ${one?.base}</span>`}
  </div>`;
}

/** Merges levels into steps of a group: bids downwards, asks upwards, so that no side looks better than it is. */
export function group(levels, step, isBid, most) {
  const rows = [];
  let sum = { units: 0n, scale: 0 };
  for (const level of levels) {
    const scale = Math.max(level.price.scale, step.scale);
    const price = decimal.rescale(level.price, scale).units;
    const width = decimal.rescale(step, scale).units;
    const units = isBid ? (price / width) * width : ((price + width - 1n) / width) * width;
    const last = rows.at(-1);
    sum = decimal.add(sum, level.size);
    if (last && last.price.units === units) {
      last.size = decimal.add(last.size, level.size);
      last.sum = sum;
    } else {
      if (rows.length === most) break;
      rows.push({ price: { units, scale }, size: level.size, sum });
    }
  }
  return rows;
}

const share = (part, all) => (all.units === 0n ? 0 : Number((part.units * 1000n) / decimal.rescale(all, part.scale).units) / 10);

export function Book() {
  const book = useStore((s) => s.book);
  const symbol = useStore((s) => s.symbol);
  const own = useStore((s) => s.orders.open);
  const [steps, choose] = useState(1);
  const one = listing();
  const tick = decimal.parse(one?.tick ?? "1");
  const step = { units: tick.units * BigInt(steps), scale: tick.scale };
  const isThere = book && !book.problem && book.symbol === symbol;
  const bids = isThere ? group(book.bids, step, true, LEVELS) : [];
  const asks = isThere ? group(book.asks, step, false, LEVELS) : [];
  const ownPrices = new Set((own ?? []).filter((o) => o.symbol === symbol && o.price && !waits(o)).map((o) => o.side + o.price));
  const most = [bids.at(-1)?.sum, asks.at(-1)?.sum].reduce((a, b) => (a && b ? (decimal.compare(a, b) > 0 ? a : b) : a ?? b), null);
  const best = isThere && book.bids[0] && book.asks[0] ? decimal.sub(book.asks[0].price, book.bids[0].price) : null;
  const row = (side) => (level) => {
    const price = decimal.format(level.price);
    const isOwn = steps === 1 && ownPrices.has(side + price);
    return html`<button key=${price} class=${"level " + side + (isOwn ? " own" : "")} onClick=${() => set({ picked: { price }, narrowTab: "trade" })}
      title=${(isOwn ? "An order of yours is here. " : "") + "Put this price into the ticket"}>
      <i style=${{ width: share(level.sum, most) + "%" }}></i>
      <span class=${side}>${decimal.grouped(price)}</span><span>${decimal.grouped(decimal.format(level.size))}</span>
      <span class="sum">${decimal.grouped(decimal.format(level.sum))}</span></button>`;
  };
  const tools = one && html`<label class="group">Group <select value=${String(steps)} onChange=${(e) => choose(Number(e.currentTarget.value))}>
    ${STEPS.map((n) => html`<option key=${n} value=${String(n)} selected=${Number(n) === steps}>${decimal.format({ units: tick.units * n, scale: tick.scale })}</option>`)}
  </select></label>`;
  return html`<${Section} title="Book" area="book" tools=${tools}>
    ${book?.problem ? html`<${Problem} of=${book.problem} />`
      : !isThere ? html`<${Waiting} what="the book " />`
      : html`<div class="levels live">
        <div class="heads"><span>Price ${one?.quote}</span><span>Size ${one?.base}</span><span>Sum</span></div>
        <div class="side asks" aria-label="Asks: orders that sell">
          ${asks.length ? asks.map(row("sell")) : html`<${Empty}>No asks<//>`}</div>
        <div class="spread"><span>Asks ↑</span><b>${best ? "spread " + decimal.grouped(decimal.format(best)) : "no spread"}</b><span>Bids ↓</span></div>
        <div class="side bids" aria-label="Bids: orders that buy">
          ${bids.length ? bids.map(row("buy")) : html`<${Empty}>No bids<//>`}</div>
        ${book.more && html`<p class="note">The stream shows the best 5,000 levels of a side.</p>`}
      </div>`}
  <//>`;
}

/**
 * The distances from the middle, in percent, of which the depth shows one; it changes only if the book becomes much
 * wider or narrower.
 */
const REACHES = [0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100];
let reach = { symbol: "", percent: 0 };

/** The depth on both sides within a distance of the middle. It is only a picture, so doubles are exact enough. */
export function Depth() {
  const book = useStore((s) => s.book);
  const symbol = useStore((s) => s.symbol);
  const theme = useStore((s) => s.theme);
  const canvas = useRef(null);
  const [box, size] = useState({ width: 0, height: 0 });
  const isThere = book && !book.problem && book.symbol === symbol && (book.bids.length || book.asks.length);
  useEffect(() => {
    const holder = canvas.current?.parentElement;
    if (!holder) return undefined;
    const watch = new ResizeObserver(() => size({ width: holder.clientWidth, height: holder.clientHeight }));
    watch.observe(holder);
    return () => watch.disconnect();
  }, [!!isThere]);
  useEffect(() => {
    if (isThere && canvas.current && box.width > 40) paint(canvas.current, book, box, listing()?.base ?? "");
  }, [book, box, theme, isThere]);
  return html`<${Section} title="Depth" area="depth">
    ${isThere ? html`<canvas ref=${canvas} class="live" role="img" aria-label="Depth: the amounts that can be bought and sold within a distance of the middle; the book has the numbers"></canvas>`
      : book?.problem || book ? html`<${Empty}>${book.problem ? "There is no book to draw." : "The book is empty."}<//>` : html`<${Waiting} />`}
  <//>`;
}

function paint(canvas, book, box, unit) {
  const style = getComputedStyle(canvas);
  const colour = (name) => style.getPropertyValue(name).trim();
  const ratio = devicePixelRatio || 1;
  canvas.width = box.width * ratio;
  canvas.height = box.height * ratio;
  canvas.style.width = box.width + "px";
  canvas.style.height = box.height + "px";
  const pen = canvas.getContext("2d");
  pen.scale(ratio, ratio);
  const number = (d) => Number(decimal.format(d));
  const steps = (levels) => {
    let sum = 0;
    return levels.map((level) => [number(level.price), (sum += number(level.size))]);
  };
  const bids = steps(book.bids);
  const asks = steps(book.asks);
  const middle = bids.length && asks.length ? (bids[0][0] + asks[0][0]) / 2 : (bids[0] ?? asks[0])[0];
  // A few orders lie far away, so the nearest four of five levels decide.
  const most = (side) => Math.abs((side[Math.floor(side.length * 0.8)]?.[0] ?? middle) - middle);
  const need = (100 * Math.max(most(bids), most(asks))) / middle;
  if (reach.symbol !== book.symbol || need > reach.percent * 2 || need < reach.percent / 10) {
    reach = { symbol: book.symbol, percent: REACHES.find((percent) => percent >= need) ?? 100 };
  }
  const span = (middle * reach.percent) / 100;
  const within = (side) => side.filter(([price]) => Math.abs(price - middle) <= span);
  const [left, right] = [within(bids), within(asks)];
  const top = Math.max(left.at(-1)?.[1] ?? 0, right.at(-1)?.[1] ?? 0) * 1.1 || 1;
  const floor = box.height - 16;
  const x = (price) => ((price - middle + span) / (2 * span)) * box.width;
  const y = (sum) => floor - (sum / top) * (floor - 26);
  const area = (points, edge, stroke, fill) => {
    if (!points.length) return;
    pen.beginPath();
    pen.moveTo(x(points[0][0]), floor);
    let before = floor;
    for (const [price, sum] of points) {
      pen.lineTo(x(price), before);
      pen.lineTo(x(price), (before = y(sum)));
    }
    pen.lineTo(edge, before);
    pen.strokeStyle = stroke;
    pen.lineWidth = 1.5;
    pen.stroke();
    pen.lineTo(edge, floor);
    pen.closePath();
    pen.fillStyle = fill;
    pen.fill();
  };
  area(left, 0, colour("--buy"), colour("--buy-soft"));
  area(right, box.width, colour("--sell"), colour("--sell-soft"));
  // One line for the sizes: the largest of 1, 2 and 5 times a power of ten that leaves room for the sums.
  const power = 10 ** Math.floor(Math.log10(top * 0.7));
  const mark = power * [5, 2, 1].find((times) => times * power <= top * 0.7);
  pen.beginPath();
  pen.setLineDash([2, 3]);
  pen.moveTo(0, Math.round(y(mark)) + 0.5);
  pen.lineTo(box.width, Math.round(y(mark)) + 0.5);
  pen.strokeStyle = colour("--muted");
  pen.lineWidth = 1;
  pen.stroke();
  pen.setLineDash([]);
  pen.font = "11px system-ui, sans-serif";
  pen.fillStyle = colour("--muted");
  // Beside the edge whose sum is farther from the line, so that no curve crosses the text.
  const away = (side) => Math.abs((side.at(-1)?.[1] ?? 0) - mark);
  const isLeft = away(left) >= away(right);
  pen.textAlign = isLeft ? "left" : "right";
  pen.textBaseline = "bottom";
  pen.fillText(`${Number(mark.toPrecision(1))} ${unit}`, isLeft ? 10 : box.width - 10, y(mark) - 1);
  const places = book.bids[0]?.price.scale ?? book.asks[0].price.scale;
  const told = (price) => decimal.grouped(price.toFixed(places));
  pen.textAlign = "left";
  pen.fillText(`${told(middle - span)} (−${reach.percent}%)`, 10, box.height - 2);
  pen.textAlign = "center";
  pen.fillText(told(middle), box.width / 2, box.height - 2);
  pen.textAlign = "right";
  pen.fillText(`${told(middle + span)} (+${reach.percent}%)`, box.width - 10, box.height - 2);
  pen.textBaseline = "top";
  pen.fillStyle = colour("--sell");
  const where = box.width < 480 ? "" : ` within ${reach.percent}%`; // the axis has it, too
  const sum = (side) => `${(side.at(-1)?.[1] ?? 0).toPrecision(4)} ${unit}${where}`;
  pen.fillText("Asks " + sum(right), box.width - 10, 8);
  pen.textAlign = "left";
  pen.fillStyle = colour("--buy");
  pen.fillText("Bids " + sum(left), 70, 8);
}

/** Loads the latest trades; the stream brings later ones. */
export async function loadTrades() {
  const symbol = state.symbol;
  if (!symbol) return;
  try {
    const { items } = await get(`/v1/trades/${encodeURIComponent(symbol)}?limit=100`);
    if (symbol !== state.symbol) return;
    // Trades may be missing between older trades that are shown and those of the answer.
    const oldest = Math.min(...items.map((one) => one.seq));
    const shown = state.trades.symbol === symbol ? state.trades.items.filter((one) => one.seq >= oldest) : [];
    set({ trades: { symbol, items: mergeTrades(shown, items) } });
  } catch (problem) {
    if (symbol === state.symbol) set({ trades: { symbol, items: [], problem } });
  }
}

export function Trades() {
  const trades = useStore((s) => s.trades);
  const symbol = useStore((s) => s.symbol);
  const isThere = trades.symbol === symbol;
  const rows = useMemo(() => trades.items.slice(0, 100), [trades]);
  return html`<${Section} title="Trades" area="trades">
    ${!isThere ? html`<${Waiting} />`
      : trades.problem ? html`<${Problem} of=${trades.problem} retry=${loadTrades} />`
      : rows.length === 0 ? html`<${Empty}>No trades yet.<//>`
      : html`<div class="ticks live" role="table" aria-label="The latest trades">
          <div class="tick-heads" role="row">${["Time", "Price", "Size", "Taker"].map((name) => html`<span key=${name} role="columnheader" title=${name === "Time" ? ZONE : ""}>${name}</span>`)}</div>${rows.map((one) => html`<div class="tick" role="row" key=${one.tradeId}>
          <span role="cell" class="time">${clock(one.time)}</span><span role="cell" class=${one.takerSide}>${decimal.grouped(one.price)}</span>
          <span role="cell">${decimal.grouped(one.size)}</span><span role="cell"><${Side} side=${one.takerSide} /></span></div>`)}</div>`}
  <//>`;
}
