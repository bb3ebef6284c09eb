// The chart of a market: candles and volume. Prices become doubles here, but only for pixels.
import { html, useEffect, useRef, useState } from "./preact.js";
import { CandlestickSeries, createChart, HistogramSeries } from "./lightweight-charts.js";
import { keep, newest, set, state, useStore } from "./store.js";
import { get } from "./api.js";
import { grouped, parse } from "./decimal.js";
import { Empty, Problem, Section, Tabs, Waiting } from "./ui.js";
import { listeners, show } from "./stream.js";

const INTERVALS = { "1m": 60, "5m": 300, "15m": 900, "1h": 3_600, "4h": 14_400, "1d": 86_400 };
const FIRST = 300;
const MOST = 1_000;
const KEPT = 1_500;
const EDGE = 20;
const MOST_BARS = 6_000;
const HALF_LABEL = 20;

const seconds = (start) => Math.floor(start / 1_000_000);

const bar = (c) => ({ time: seconds(c.start), open: Number(c.open), high: Number(c.high), low: Number(c.low), close: Number(c.close) });

/**
 * The candles, and a flat bar for each interval without trades. The number of bars is limited: the newest intervals get
 * flat bars first.
 */
function bars(items) {
  const length = 1_000_000 * INTERVALS[state.interval];
  const all = [];
  for (let i = items.length - 1; i >= 0; i--) {
    all.push(bar(items[i]));
    const { start: from, close } = items[i - 1] ?? items[i];
    for (let start = items[i].start - length; start > from && all.length < MOST_BARS; start -= length) {
      all.push(bar({ start, open: close, high: close, low: close, close }));
    }
  }
  return all.reverse();
}

const two = (n) => String(n).padStart(2, "0");

/** Writes labels in the time of the browser, not in UTC. */
function label(time, kind) {
  const date = new Date(time * 1000);
  if (kind === 0) return String(date.getFullYear());
  if (kind === 1) return date.toLocaleString("en-GB", { month: "short" });
  if (kind === 2) return date.toLocaleString("en-GB", { day: "numeric", month: "short" });
  return two(date.getHours()) + ":" + two(date.getMinutes());
}

export function Chart() {
  const symbol = useStore((s) => s.symbol);
  const interval = useStore((s) => s.interval);
  const theme = useStore((s) => s.theme);
  const listings = useStore((s) => s.listings);
  const loads = useStore((s) => s.loads);
  const holder = useRef(null);
  const parts = useRef(null);
  const trade = useStore(newest);
  const [told, tell] = useState({ word: "loading", problem: null, oldest: false });

  useEffect(() => {
    const chart = createChart(holder.current, {
      autoSize: true,
      layout: { attributionLogo: false, fontSize: 11 },
      rightPriceScale: { scaleMargins: { top: 0.08, bottom: 0.24 }, entireTextOnly: true },
      timeScale: { timeVisible: true, secondsVisible: false, tickMarkFormatter: fitting, rightOffset: 4 },
      localization: { timeFormatter: (time) => new Date(time * 1000).toLocaleString("en-GB", { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short" }) },
      crosshair: { mode: 0 },
    });
    const scale = chart.timeScale();
    function fitting(time, kind) {
      const x = scale.timeToCoordinate(time);
      return x !== null && (x < HALF_LABEL || x > scale.width() - HALF_LABEL) ? "" : label(time, kind);
    }
    const candles = chart.addSeries(CandlestickSeries, { lastValueVisible: false }); // the header shows it; here it would cover a label
    const volume = chart.addSeries(HistogramSeries, { priceScaleId: "volume", priceFormat: { type: "volume" }, lastValueVisible: false, priceLineVisible: false });
    chart.priceScale("volume").applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
    parts.current = { chart, candles, volume, items: [], older: false };
    scale.subscribeVisibleLogicalRangeChange((range) => {
      scale.applyOptions({}); // makes the chart draw its labels again: others are at its edges now
      if (range && range.from < EDGE) older();
    });
    return () => {
      parts.current = null;
      chart.remove();
    };
  }, []);

  useEffect(() => {
    paint(parts.current);
  }, [theme]);

  useEffect(() => {
    const one = listings?.find((l) => l.symbol === symbol);
    const tick = parse(one?.tick ?? "0.01");
    if (one) parts.current.candles.applyOptions({ priceFormat: { type: "custom", minMove: Number(one.tick), formatter: (price) => grouped(price.toFixed(tick.scale)) } });
  }, [symbol, listings]);

  useEffect(() => {
    if (!symbol) return undefined;
    let isLeft = false;
    // After a lost connection, the present candles stay until new ones come.
    const of = symbol + " " + interval;
    if (parts.current.of !== of) {
      parts.current.items = [];
      tell({ word: "loading" });
    }
    parts.current.older = true;
    get(`/v1/candles/${encodeURIComponent(symbol)}?interval=${interval}&limit=${FIRST}`)
      .then(({ items }) => {
        if (isLeft) return;
        parts.current.items = items;
        parts.current.older = items.length < FIRST;
        const count = fill(parts.current);
        if (parts.current.of !== of) {
          const most = holder.current.clientWidth < 500 ? 60 : 110;
          parts.current.chart.timeScale().setVisibleLogicalRange({ from: count - most, to: count + 4 });
        }
        parts.current.of = of;
        tell({ word: items.length ? "there" : "none", oldest: items.length < FIRST });
      })
      .catch((problem) => !isLeft && tell({ word: "problem", problem }));
    listeners.candle = (candle) => {
      const now = parts.current;
      if (isLeft || !now || candle.symbol !== symbol || candle.interval !== interval) return;
      if (!now.items.length) tell({ word: "there", oldest: true });
      put(now, candle);
      follow(now);
    };
    return () => {
      isLeft = true;
    };
  }, [symbol, interval, loads]);

  useEffect(() => {
    parts.current.trade = trade;
    follow(parts.current);
  }, [trade]);

  /** Loads all older candles that the venue keeps, once, when the left end of the chart is reached. */
  async function older() {
    const now = parts.current;
    if (!now || now.older || !now.items.length) return;
    now.older = true;
    const first = now.items[0].start;
    const [of, every] = [state.symbol, state.interval];
    try {
      const { items } = await get(`/v1/candles/${encodeURIComponent(of)}?interval=${every}&to=${first - 1}&limit=${MOST}`);
      if (parts.current !== now || of !== state.symbol || every !== state.interval) return;
      const range = now.chart.timeScale().getVisibleLogicalRange();
      const before = bars(now.items).length;
      now.items = items.filter((c) => c.start < first).concat(now.items);
      const more = fill(now) - before;
      if (range && more) now.chart.timeScale().setVisibleLogicalRange({ from: range.from + more, to: range.to + more });
      now.older = items.length < MOST;
      tell({ word: "there", oldest: now.older });
    } catch {
      now.older = false; // the next move to the edge loads again
    }
  }

  const choose = (name) => {
    keep("interval", name);
    set({ interval: name });
    show();
  };
  const tools = html`<${Tabs} kind="chips" label="Length of a candle" tabs=${Object.keys(INTERVALS).map((i) => [i, i])} now=${interval} choose=${choose} />
    <a class="credit" href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">Charts by TradingView</a>`;
  return html`<${Section} title="Chart" area="chart" tools=${tools}>
    <div class="canvas live" ref=${holder} role="img" aria-label=${`Candles of ${symbol}, ${interval} each`}></div>
    ${told.word === "loading" && html`<div class="over"><${Waiting} what="candles " /></div>`}
    ${told.word === "none" && html`<div class="over"><${Empty}>Nothing has traded yet: the first trade draws the first candle.<//></div>`}
    ${told.word === "problem" && html`<div class="over"><${Problem} of=${told.problem} retry=${() => set({ loads: (state.loads ?? 0) + 1 })} /></div>`}
    ${told.oldest && told.word === "there" && html`<p class="corner">These are all candles that the venue keeps: up to 1,500 per length</p>`}
  <//>`;
}

function pillar(candle, now) {
  return {
    time: seconds(candle.start),
    value: Number(candle.volume),
    color: Number(candle.close) >= Number(candle.open) ? now.colours.buySoft : now.colours.sellSoft,
  };
}

function fill(now) {
  const all = bars(now.items);
  now.candles.setData(all);
  now.volume.setData(now.items.map((c) => pillar(c, now)));
  follow(now);
  return all.length;
}

/** Draws a new or changed candle. */
function put(now, candle) {
  const last = now.items.at(-1);
  if (last && candle.start < last.start) return;
  if (last?.start === candle.start) now.items[now.items.length - 1] = candle;
  else now.items.push(candle);
  if (now.items.length > KEPT) now.items.shift();
  for (const one of bars(now.items.slice(-2)).slice(!last ? 0 : last.start === candle.start ? -1 : 1)) now.candles.update(one);
  now.volume.update(pillar(candle, now));
}

/** Makes the newest trade the end of the last candle, because candles come only once a second. */
function follow(now) {
  const { trade } = now;
  const last = now.items.at(-1);
  if (!last || !trade || trade.time < last.start) return;
  const start = trade.time - (trade.time % (1_000_000 * INTERVALS[state.interval]));
  const price = Number(trade.price);
  const { open, high, low, volume } = start === last.start ? last : { open: price, high: price, low: price, volume: "0" };
  put(now, { start, open, high: Math.max(high, price), low: Math.min(low, price), close: price, volume });
}

function paint(now) {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  now.colours = { buySoft: colour("--buy-volume"), sellSoft: colour("--sell-volume") };
  now.chart.applyOptions({
    layout: { background: { color: colour("--panel") }, textColor: colour("--muted") },
    grid: { vertLines: { color: colour("--line-soft") }, horzLines: { color: colour("--line-soft") } },
    rightPriceScale: { borderColor: colour("--line") },
    timeScale: { borderColor: colour("--line") },
  });
  const [up, down] = [colour("--buy"), colour("--sell")];
  now.candles.applyOptions({ upColor: up, borderUpColor: up, wickUpColor: up, downColor: down, borderDownColor: down, wickDownColor: down, priceLineColor: colour("--accent-fill") });
  if (now.items.length) fill(now);
}
