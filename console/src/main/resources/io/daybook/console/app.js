// The page: chooses what is shown, and loads the data for it.
import { html, render } from "./preact.js";
import { isViewer, keep, set, state, useStore } from "./store.js";
import { get } from "./api.js";
import { count, go, Notices, Problem, Tabs, theme, time, useSeconds, ago } from "./ui.js";
import { Book, Depth, loadTrades, MarketHeader, Trades } from "./market.js";
import { Chart } from "./chart.js";
import { Ticket } from "./ticket.js";
import { Orders } from "./orders.js";
import { Balances, LinkCode, Person, resume, SignIn } from "./account.js";
import { Operator } from "./operator.js";
import { listeners, show, start } from "./stream.js";

const SCREENS = [["chart", "Chart"], ["book", "Book"], ["trade", "Trade"], ["orders", "Orders"], ["account", "Account"]];

function chooseMarket(symbol) {
  keep("symbol", symbol);
  set({ symbol, book: null, trades: { items: [] } });
  if (state.route.startsWith("trade")) go("trade/" + symbol);
  show();
  loadTrades();
}

/** The market that a route names; empty if the typed address names none. */
function marketOf(route) {
  try {
    return decodeURIComponent(route.split("/")[1] ?? "");
  } catch {
    return "";
  }
}

async function loadListings() {
  try {
    const { items } = await get("/v1/listings");
    const asked = marketOf(state.route);
    const wanted = [asked, state.symbol].find((name) => items.some((one) => one.symbol === name));
    set({ listings: items, listingsProblem: null, symbol: wanted ?? items[0]?.symbol ?? "" });
  } catch (problem) {
    set({ listingsProblem: problem });
    if (problem.status === 401 && !state.session && !state.signingIn) {
      set({ signingIn: true, sessionNote: "This venue shows its market only after a sign-in." });
    }
  }
}

let isFirst = true;
let listings = null;

/** Loads the data that may have been missed: when the page opens, and after a lost connection. */
listeners.connected = async () => {
  if (isFirst) await listings;
  else await loadListings();
  show();
  if (!isFirst) set({ loads: (state.loads ?? 0) + 1 });
  isFirst = false;
  await loadTrades();
};

function onRoute() {
  const route = location.hash.replace(/^#\/?/, "") || "trade";
  if (/^code=/.test(route)) return;
  set({ route, notices: state.notices.filter((one) => one.at === location.hash) }); // messages of another screen end
  const symbol = marketOf(route);
  if (route.startsWith("trade/") && symbol !== state.symbol && state.listings?.some((one) => one.symbol === symbol)) chooseMarket(symbol);
}

/** The state of the stream. Operators have the seq in their overview, which loads it at other times. */
function Link({ isOperator }) {
  useSeconds();
  const link = useStore((s) => s.link);
  const status = useStore((s) => s.status);
  const word = link.word === "live" && status && status.status !== "ok" ? status.status : link.word;
  const text = link.word === "live" ? "live" : link.word;
  return html`<span class=${"link-state " + word} role="status" title=${status?.reasons?.join("; ") || (isOperator ? "The stream of the venue" : "The stream of the venue; seq is the number of its last command")}>
    <i aria-hidden="true"></i>${text}${link.word === "live" && word === "degraded" ? ", degraded" : ""} <span class="seq">${status && link.word === "live" && !isOperator ? "seq " + count(status.seq) : ""}</span></span>`;
}

function Banner() {
  useSeconds();
  const link = useStore((s) => s.link);
  const problem = useStore((s) => s.listingsProblem);
  const session = useStore((s) => s.session);
  const listings = useStore((s) => s.listings);
  if (link.word === "lost" && Date.now() - link.since > 1_000) {
    return html`<p class="banner" role="alert"><b>Connection lost</b> since ${time(link.since)} (${ago(link.since)}). ${link.why} Grey numbers are of that time, and nothing can be sent. Trying again …</p>`;
  }
  if (link.word === "starting") {
    return html`<p class="banner" role="alert"><b>The venue is not ready</b>, for ${ago(link.since)}: ${link.why}. Trying again …</p>`;
  }
  if (link.word === "signed out" && !session && listings) {
    return html`<p class="banner" role="alert"><b>Signed out</b> since ${time(link.since)}. This venue shows its market only after a sign-in. Grey numbers are of that time.
      <button class="link" onClick=${() => set({ signingIn: true })}>Sign in</button></p>`;
  }
  if (problem && problem.status !== 401 && link.word === "live") {
    return html`<div class="banner" role="alert"><${Problem} of=${problem} retry=${loadListings} /></div>`;
  }
  return null;
}

function App() {
  const link = useStore((s) => s.link);
  const session = useStore((s) => s.session);
  const route = useStore((s) => s.route);
  const signingIn = useStore((s) => s.signingIn);
  const narrow = useStore((s) => s.narrowTab);
  const listings = useStore((s) => s.listings);
  const problem = useStore((s) => s.listingsProblem);
  const isOperator = route.startsWith("operator");
  return html`<div class=${"page " + (link.word === "live" ? "" : "lost")}>
    <a class="skip" href="#main" onClick=${(e) => { e.preventDefault(); document.querySelector("main")?.focus(); }}>To the content</a>
    <header class="top">
      <a class="brand" href="#/trade">Daybook</a>
      ${isOperator ? html`<span class="where">Operator</span>` : html`<${MarketHeader} choose=${chooseMarket} />`}
      <${Notices} />
      <${Link} isOperator=${isOperator} />
      <nav>${(isViewer() || isOperator) && html`<a href=${isOperator ? "#/trade" : "#/operator/overview"}>${isOperator ? "Market" : "Operator"}</a>`}
        <a href="/docs/api" target="_blank" rel="noopener">API</a></nav>
      <${Person} />
    </header>
    <${Banner} />
    ${isOperator ? html`<${Operator} />`
      : problem?.status === 401 && !session ? html`<main class="wall panel"><h2>Market</h2><p class="empty">This venue shows its market only after a sign-in.
          <button class="link" onClick=${() => set({ signingIn: true })}>Sign in</button></p></main>`
      : listings && listings.length === 0 ? html`<main class="wall panel"><h2>No market yet</h2><p class="empty">This venue has no listing. Add listings to its file, or let an operator add one.</p></main>`
      : html`<main class=${"trade show-" + narrow} tabindex="-1">
        <${Chart} /><${Depth} /><${Book} /><${Trades} />
        <div class="side-column"><${Ticket} /><${Balances} /></div>
        <${Orders} />
      </main>
      <${Tabs} kind="narrow-tabs" label="Parts of the page" tabs=${SCREENS} now=${narrow} choose=${(id) => set({ narrowTab: id })} />`}
    ${signingIn && html`<${SignIn} key=${session?.key ?? "nobody"} />`}
    <${LinkCode} />
  </div>`;
}

async function begin() {
  theme(state.theme);
  onRoute();
  addEventListener("hashchange", onRoute);
  const root = document.getElementById("app");
  root.textContent = "";
  render(html`<${App} />`, root);
  listings = loadListings();
  await resume();
  onRoute();
  start();
}

begin();
