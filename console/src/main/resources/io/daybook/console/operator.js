// The screens of operators. A viewer sees the same screens, without the buttons that change something.
import { html, useState } from "./preact.js";
import { hasEquity, isCutOff, isViewer, may, notice, set, state, useStore } from "./store.js";
import { call, encode, get, post } from "./api.js";
import * as decimal from "./decimal.js";
import { Amount, bytes, Choice, Confirm, count, day, Dialog, Empty, Field, go, isReserved, Loaded, micros, Problem, Table, Tabs, time, useLoad, useSending, ago, words, ZONE } from "./ui.js";

/** The uid in a text, or null; a number of at most 15 digits is exact. */
const uidOf = (text) => (/^\d{1,15}$/.test(text.trim()) ? Number(text) : null);

const mayAct = () => may("operator", "admin");

export function Operator() {
  const session = useStore((s) => s.session);
  const route = useStore((s) => s.route);
  if (!session) {
    return html`<main class="wall panel"><h2>Operator</h2><${Empty}>These pages need a key with the role viewer, operator or admin.
      <button class="link" onClick=${() => set({ signingIn: true })}>Sign in</button><//></main>`;
  }
  if (!isViewer()) {
    return html`<main class="wall panel"><h2>Operator</h2><${Empty}>Your key ${session.name} has the role ${session.roles.join(", ")}.
      These pages need viewer, operator or admin. <a href="#/trade">Back to the market</a><//></main>`;
  }
  const tabs = [["overview", "Overview"], ["users", "Users"], ["sessions", "Sessions"]];
  if (may("admin")) tabs.push(["keys", "Keys"]);
  tabs.push(["audit", "Audit"]);
  const now = tabs.some(([id]) => id === route.split("/")[1]) ? route.split("/")[1] : "overview";
  return html`<main class="operator">
    <div class="bar"><${Tabs} label="Operator" tabs=${tabs} now=${now} choose=${(id) => go("operator/" + id)} />
      ${!mayAct() && html`<span class="note">A viewer can change nothing here.</span>`}</div>
    ${now === "overview" && html`<${Overview} />`}
    ${now === "users" && html`<${Users} />`}
    ${now === "sessions" && html`<${Sessions} />`}
    ${now === "keys" && html`<${Keys} />`}
    ${now === "audit" && html`<${Audit} />`}
  </main>`;
}

/** The meanings of the overview's words, which are shown as tips of its tiles and as a list. */
const MEANINGS = {
  seq: "The number of the last command. Each change of the venue is a command, and each command has its number.",
  "commands a second": "The average since the last reading, over all senders.",
  "refused since start": "The share of all commands since the start that the exchange refused.",
  "live orders": "Orders that can still trade: on the book, or waiting for their trigger.",
  ring: "How full the queue in front of the engine is. When it is full, senders must send again.",
  "journal lag": "Commands that are not yet forced to the disk. They are answered once they are.",
  "mean force": "The time that the disk took to make a write durable, on average over the last minute.",
  "disk free": "Room on the disk that holds the venue's folder.",
  "listener errors": "Results at which a part of the venue failed; the log has each of them.",
  follower: "A part that reads every result in its order, such as the list of orders and the candles. A detached one receives no more results.",
  "journal kept": "Files of the journal that stay because a follower has not read them yet.",
  snapshot: "The state of the venue in a file, so that a start reads only the commands after it.",
  hop: "A step of a command through the venue, from one point of time to the next.",
};

function Fact({ name, children, title = "" }) {
  return html`<div class="fact" title=${[MEANINGS[name], title].filter(Boolean).join(" ")}><dt>${name}</dt><dd>${children}</dd></div>`;
}

let before = null;

function Overview() {
  const overview = useLoad(async () => {
    const now = await get("/v1/admin/overview");
    const at = performance.now();
    const past = before && at - before.at < 20_000 ? before : null;
    if (!past || at - past.at > 900) before = { at, commands: now.commands };
    const spent = past ? (at - past.at) / 1000 : 0;
    return {
      ...now,
      rate: past && spent > 0.5 ? Math.max(0, Math.round((now.commands - past.commands) / spent)) : null,
      refusedShare: now.commands ? ((100 * now.refused) / now.commands).toFixed(1) + "%" : "–",
    };
  }, [], 2_000);
  const latency = useLoad(() => get("/v1/admin/latency"), [], 5_000);
  const status = useStore((s) => s.status);
  const [asking, ask] = useState(null);
  const [books, check] = useState({ isBusy: false, data: null, problem: null });
  const [sending, send] = useSending();
  async function checkBooks() {
    check({ isBusy: true, data: null, problem: null });
    try {
      check({ isBusy: false, data: await get("/v1/admin/balance"), problem: null });
    } catch (problem) {
      check({ isBusy: false, data: null, problem });
    }
  }
  const act = (path, body, told) => send(async () => {
    const done = await post(path, body);
    notice(told(done));
    overview.reload();
    return done;
  });
  const last = overview.data?.snapshot;
  const snapshots = useLoad(async () => (last ? get("/v1/admin/snapshots") : null), [last?.seq]); // the venue reads each snapshot as a whole, so not each time
  const isLost = useStore(isCutOff);
  const isDamaged = snapshots.data?.items.some((one) => one.seq === last?.seq && !one.sound);
  return html`<div class="overview">
    <section class="panel" aria-label="State"><header class="bar"><h2>State</h2>
      ${overview.data && html`<span class=${"state live " + overview.data.state}>${overview.data.state.toUpperCase()}</span>`}
      ${isLost ? overview.data && html`<span class="note">as of ${time(overview.at)}</span>`
        : isDamaged ? html`<b class="sell">snapshot damaged</b>` : status && html`<span class="note">${status.status}${status.reasons.length ? ": " + status.reasons.join("; ") : ""}</span>`}</header>
      <div class="body">${isDamaged && html`<p class="stale bad" role="alert">The snapshot at seq ${count(last.seq)} is damaged: ${snapshots.data.items.some((one) => one.sound) ? "a start takes an earlier one" : "no other is sound, so a start needs the journal from its first command"}. Take another snapshot.</p>`}
      <${Loaded} of=${overview}>${(o) => html`<div class="live"><dl class="facts">
        <${Fact} name="seq">${count(o.seq)}<//>
        <${Fact} name="commands a second">${o.rate === null ? "measuring …" : count(o.rate)}<//>
        <${Fact} name="refused since start">${o.refusedShare}<//>
        <${Fact} name="live orders">${count(o.ordersLive)}<//>
        <${Fact} name="ring" title=${`Now: ${o.ringFill} of ${o.ringSize} places.`}>${((100 * o.ringFill) / o.ringSize).toFixed(1)}%<//>
        <${Fact} name="journal lag">${count(o.journalLag)}<//>
        <${Fact} name="mean force">${micros(o.forceMicros)}<//>
        <${Fact} name="disk free" title=${`It has ${bytes(o.diskBytes)}.`}>${bytes(o.diskFreeBytes)}<//>
        <${Fact} name="listener errors">${count(o.listenerErrors)}<//>
      </dl>
      <h3>Followers</h3>
      ${o.followers.length === 0 ? html`<${Empty}>No follower is attached.<//>` : html`<${Table} label="Followers" id=${(f) => f.name} rows=${o.followers} columns=${[
        ["Name", (f) => f.name],
        ["State", (f) => (f.attached ? "attached" : html`<span class="sell">detached</span>`)],
        ["Seq", (f) => count(f.seq), "n"],
        ["Behind", (f) => `${count(f.behind)} commands`, "n"],
        ["Journal kept", (f) => bytes(f.heldBytes), "n", MEANINGS["journal kept"]],
      ]} />`}</div>`}<//></div>
    </section>
    <div class="overview-side">
    <section class="panel" aria-label="Where the time goes"><header class="bar"><h2>Where the time goes</h2>
      ${latency.data && html`<span class="note">every ${latency.data.hopEvery}th command, ${count(latency.data.commands)} of them</span>`}</header>
      <div class="body"><${Loaded} of=${latency} isEmpty=${(l) => !l.items?.length} empty="No command was timed yet.">${(l) => html`<div class="live"><${Table} label="Hops" id=${(h) => h.hop} rows=${l.items} columns=${[
        ["Hop", (h) => h.hop],
        ["What", (h) => h.what],
        ["p50", (h) => micros(h.p50Ns / 1000), "n"],
        ["p99", (h) => micros(h.p99Ns / 1000), "n"],
        ["Max", (h) => micros(h.maxNs / 1000), "n"],
        ["Count", (h) => count(h.count), "n"],
      ]} /></div>`}<//></div>
    </section>
    <section class="panel" aria-label="Books and copies"><header class="bar"><h2>Books and copies</h2></header><div class="body">
      <p>${last ? html`Last snapshot at seq ${count(last.seq)}, ${ago(last.time / 1000)} ago, ${bytes(last.bytes)}${isDamaged && html`, <b class="sell">damaged</b>`}.` : overview.data ? "No snapshot yet." : ""}</p>
      <p class="buttons left">${mayAct() && html`<button onClick=${checkBooks} disabled=${isLost || books.isBusy} title="Adds up every balance: it walks the whole state">${books.isBusy ? "Checking …" : "Check books"}</button>
        <button disabled=${isLost || sending.isBusy} onClick=${() => act("/v1/admin/snapshot", undefined, (d) => `Snapshot taken at seq ${count(d.seq)}.`)}>Take a snapshot</button>
        <button disabled=${isLost} onClick=${() => ask("backup")}>Back up …</button>`}
        ${may("admin") && html`<button class="danger" disabled=${isLost} onClick=${() => ask("stop")}>End the venue …</button>`}</p>
      ${sending.problem && html`<${Problem} of=${sending.problem} />`}
      ${books.problem && html`<${Problem} of=${books.problem} retry=${checkBooks} />`}
      ${books.data && html`<${Totals} of=${books.data} />`}
    </div></section></div>
    <details class="panel"><summary>What these words mean</summary><dl class="meanings">${Object.entries(MEANINGS).map(([name, text]) => html`<dt key=${name}>${name}</dt><dd key=${name + ":"}>${text}</dd>`)}</dl></details>
    ${asking === "stop" && html`<${Confirm} title="End the venue" verb="End it" name="stop" onClose=${() => ask(null)}
      text="The venue takes no more orders, answers what is under way, and its process ends. It must be started again on its machine."
      act=${async () => { await post("/v1/admin/stop"); notice("The venue ends.", "bad"); return true; }} />`}
    ${asking === "backup" && html`<${Backup} onClose=${() => ask(null)} />`}
  </div>`;
}

/** A column of amounts: a member of rows that name their currency. */
const moneyOf = (name, heading = name[0].toUpperCase() + name.slice(1)) => [heading, (row) => html`<${Amount} of=${row[name]} currency=${row.currency} isUp=${isReserved(name)} />`, "n"];

function Totals({ of }) {
  return html`<p role="status"><b class=${of.balanced ? "buy" : "sell"}>${of.balanced ? "The books balance" : "The books do not balance"}</b> at seq ${count(of.seq)}${of.users !== undefined ? `: ${count(of.users)} users, ${count(of.orders)} orders` : ""}.
    ${(of.violations ?? []).map((v) => html`<br /><span class="sell">${v}</span>`)}</p>
    <${Table} label="Totals" id=${(t) => t.currency} rows=${of.totals} columns=${[
      ["Currency", (t) => t.currency],
      moneyOf("balances"),
      moneyOf("held"),
      moneyOf("fees"),
      moneyOf("adjustments", "From outside"),
      moneyOf("positions"),
      moneyOf("sum"),
    ]} />`;
}

function Backup({ onClose }) {
  const [name, say] = useState("");
  const [sending, send] = useSending();
  async function onSubmit(event) {
    event.preventDefault();
    const done = await send(() => post("/v1/admin/backup", { name: name.trim() }));
    if (done) {
      notice(`Backup ${done.name} made: seq ${count(done.seq)}, ${bytes(done.bytes)}.`);
      onClose();
    }
  }
  return html`<${Dialog} title="Back up" onClose=${onClose}><form onSubmit=${onSubmit}>
    <${Field} label="Name" hint="A folder of this name is made in backups, beside the venue's folder." value=${name} onInput=${say} autofocus />
    ${sending.problem && html`<${Problem} of=${sending.problem} />`}
    <p class="buttons"><button type="button" onClick=${onClose}>Go back</button><button class="main" disabled=${sending.isBusy || !name.trim()}>${sending.isBusy ? "Copying …" : "Back up"}</button></p>
  </form><//>`;
}

/** A list that is loaded page by page; a new page is added below. */
function usePages(path, keys) {
  const [more, put] = useState({ items: [], next: null, problem: null, isBusy: false });
  const first = useLoad(async () => {
    const page = await get(path());
    put({ items: page.items, next: page.next ?? null, problem: null, isBusy: false });
    return page;
  }, keys);
  const load = async () => {
    put((old) => ({ ...old, isBusy: true, problem: null }));
    try {
      const page = await get(path() + "&next=" + encode(more.next));
      put((old) => ({ items: [...old.items, ...page.items], next: page.next ?? null, problem: null, isBusy: false }));
    } catch (problem) {
      put((old) => ({ ...old, problem, isBusy: false }));
    }
  };
  return { first, ...more, load };
}

const More = ({ pages }) => html`
  ${pages.problem && html`<${Problem} of=${pages.problem} retry=${pages.load} />`}
  ${pages.next && html`<p class="buttons left"><button disabled=${pages.isBusy} onClick=${pages.load}>${pages.isBusy ? "Loading …" : "Load more"}</button></p>`}`;

function Users() {
  const isLost = useStore(isCutOff);
  const [turn, again] = useState(0);
  const pages = usePages(() => "/v1/admin/users?limit=100", [turn]);
  const [uid, find] = useState("");
  const [shown, show] = useState(null);
  const [adding, add] = useState(false);
  const onSubmit = (event) => {
    event.preventDefault();
    const number = uidOf(uid);
    if (number !== null) show(number);
    else if (uid.trim()) notice(`${uid.trim()} is not a uid that this page takes: a whole number of at most 15 digits.`, "bad");
  };
  // JSON.parse rounds larger numbers, perhaps to the uid of another user.
  const mayShow = (u) => Number.isSafeInteger(u.uid);
  const hasMoney = pages.items.some((u) => u.balances);
  const of = (u, currency) => u.balances?.find((b) => b.currency === currency)?.balance;
  const currencies = [...new Set(pages.items.flatMap((u) => (u.balances ?? []).map((b) => b.currency)))].sort();
  return html`<section class="panel grow" aria-label="Users"><header class="bar"><h2>Users</h2>
    <form class="find" onSubmit=${onSubmit}><label>uid <input value=${uid} inputmode="numeric" onInput=${(e) => find(e.currentTarget.value)} /></label><button>Show</button></form>
    ${mayAct() && html`<button disabled=${isLost} onClick=${() => add(true)}>Add a user …</button>`}</header>
    <div class="body live"><${Loaded} of=${pages.first} isEmpty=${(p) => !p.items.length} empty="No users yet.">${() => html`
      <${Table} label="Users" id=${(u) => u.uid} rows=${pages.items} columns=${[
        ["uid", (u) => (mayShow(u) ? html`<button class="link" onClick=${() => show(u.uid)}>${u.uid}</button>` : "too large for this page")],
        ...(hasMoney ? [["Status", (u) => html`<span class=${u.status === "suspended" ? "sell" : ""}>${u.status}</span>`],
          ...currencies.map((currency) => [currency, (u) => html`<${Amount} of=${of(u, currency)} currency=${currency} />`, "n"]), ["", () => null, "most"]] : []),
      ]} />
      <${More} pages=${pages} />`}<//></div>
    ${adding && html`<${AddUser} onClose=${(made) => { add(false); if (made) again(turn + 1); }} />`}
    ${shown !== null && html`<${User} uid=${shown} onChange=${() => again((n) => n + 1)} onClose=${() => show(null)} />`}
  </section>`;
}

function AddUser({ onClose }) {
  const [uid, say] = useState("");
  const [sending, send] = useSending();
  async function onSubmit(event) {
    event.preventDefault();
    if (await send(() => post("/v1/admin/users", { uid: uidOf(uid) }))) {
      notice(`User ${uid} is added.`);
      onClose(true);
    }
  }
  return html`<${Dialog} title="Add a user" onClose=${() => onClose(false)}><form onSubmit=${onSubmit}>
    <${Field} label="uid" inputmode="numeric" hint="A whole number that no other user has." value=${uid} onInput=${say} autofocus />
    ${sending.problem && html`<${Problem} of=${sending.problem} />`}
    <p class="buttons"><button type="button" onClick=${() => onClose(false)}>Go back</button><button class="main" disabled=${sending.isBusy || uidOf(uid) === null}>Add</button></p>
  </form><//>`;
}

function User({ uid, onChange, onClose }) {
  const user = useLoad(() => get("/v1/admin/users/" + uid), [uid]);
  const [asking, ask] = useState("");
  const [booking, put] = useState(null);
  const [way, turn] = useState("Deposit");
  const [currency, choose] = useState("");
  const [amount, say] = useState("");
  const [sending, send] = useSending();
  const isSuspended = user.data?.status === "suspended";
  const currencies = [...new Set((state.listings ?? []).flatMap((l) => [l.base, l.quote]))].sort();
  const act = (path, body, told) => async () => {
    await post(path, body);
    notice(told);
    user.reload();
    onChange();
    return true;
  };
  const adjust = (event) => {
    event.preventDefault();
    put({ currency: currency || currencies[0], amount: (way === "Deposit" ? "" : "-") + decimal.typed(amount), transactionId: user.data.lastTransactionId + 1 });
  };
  const done = booking && `${way === "Deposit" ? "Deposited" : "Withdrew"} ${decimal.grouped(booking.amount.replace("-", ""))} ${booking.currency}`;
  /** A refusal is shown at the field, so the dialog is closed in any case. */
  const book = async () => {
    if (await send(act(`/v1/admin/users/${uid}/adjust`, booking, `${done} for user ${uid}, transaction ${booking.transactionId}.`))) say("");
    return true;
  };
  return html`<${Dialog} title=${"User " + uid} onClose=${onClose}>
    <${Loaded} of=${user}>${(u) => html`
      <p>Status: <b class=${isSuspended ? "sell" : "buy"}>${u.status}</b>. Last transaction: ${u.lastTransactionId}.</p>
      ${u.balances.length === 0 ? html`<${Empty}>Nothing has been paid in yet.<//>` : html`<${Table} label="Balances" id=${(b) => b.currency} rows=${u.balances} columns=${[
        ["Currency", (b) => b.currency],
        ...["balance", "held", "margin", "available", "equity"].filter((name) => u.balances.some(hasEquity) || !["margin", "equity"].includes(name)).map((name) => moneyOf(name)),
      ]} />`}
      ${mayAct() && html`<${Tabs} kind="chips" label="Which way the money goes" now=${way} choose=${turn} tabs=${["Deposit", "Withdraw"].map((one) => [one, one])} />
        <form class="adjust" onSubmit=${adjust}>
        <${Field} label=${`Amount to ${way.toLowerCase()}`} name="amount" inputmode="decimal" value=${amount} onInput=${say} wrong=${sending.problem?.pointer === "/amount" && sending.problem.message} />
        <${Choice} label="Currency" value=${currency || currencies[0]} options=${currencies.map((c) => [c, c])} onChange=${choose} />
        <button disabled=${sending.isBusy || !/^\d/.test(decimal.typed(amount))}>${way} …</button></form>
        ${sending.problem && sending.problem.pointer !== "/amount" && html`<${Problem} of=${sending.problem} />`}
        <p class="buttons left">${isSuspended
          ? html`<button onClick=${() => ask("resume")}>Resume …</button><button onClick=${() => ask("kill")}>Cancel all orders …</button>`
          : html`<button onClick=${() => ask("suspend")}>Suspend …</button><button class="danger" onClick=${() => ask("kill")}>Kill switch …</button>`}</p>`}`}<//>
    ${booking && html`<${Confirm} title=${`${way} for user ${uid}`} verb=${way} name=${uid} onClose=${() => put(null)} act=${book}
      text=${`${way}s ${decimal.grouped(booking.amount.replace("-", ""))} ${booking.currency}, as transaction ${booking.transactionId}. That cannot be undone.`} />`}
    ${asking === "suspend" && html`<${Confirm} title=${"Suspend user " + uid} verb="Suspend" name=${uid} text="The user cannot place or move orders, but can cancel and reduce them. Open orders stay." onClose=${() => ask("")} act=${act(`/v1/admin/users/${uid}/suspend`, undefined, `User ${uid} is suspended.`)} />`}
    ${asking === "resume" && html`<${Confirm} title=${"User " + uid} verb="Resume" kind="main" text="The user may place and move orders again." onClose=${() => ask("")} act=${act(`/v1/admin/users/${uid}/resume`, undefined, `User ${uid} is resumed.`)} />`}
    ${asking === "kill" && html`<${Confirm} title=${isSuspended ? `Cancel all orders of user ${uid}` : "Kill switch: user " + uid} name=${uid}
      verb=${isSuspended ? "Cancel all" : "Suspend and cancel all"}
      text=${`${isSuspended ? "Cancels" : `Suspends user ${uid} and cancels`} all open orders. The orders cannot be restored; the user can be resumed.`} onClose=${() => ask("")} act=${act("/v1/admin/kill-switch", { uid }, `User ${uid} is suspended, all orders are cancelled.`)} />`}
  <//>`;
}

function Sessions() {
  const isLost = useStore(isCutOff);
  const sessions = useLoad(() => get("/v1/admin/sessions"), [], 3_000);
  const [ending, end] = useState(null);
  return html`<section class="panel grow" aria-label="Sessions"><header class="bar"><h2>Sessions</h2><span class="note">at every door: members over TCP and FIX, and keys with streams</span></header>
    <div class="body"><${Loaded} of=${sessions} isEmpty=${(s) => !s.items.length} empty="Nobody is connected, and no member is named in members.json.">${(s) => html`<div class="live"><${Table} label="Sessions" id=${(one) => one.protocol + one.session} rows=${s.items} columns=${[
      ["Session", (one) => one.session],
      ["Name", (one) => html`<span class="long" title=${one.name}>${one.name}</span>${"k" + one.session === state.session?.key && " (you)"}`],
      ["Door", (one) => one.protocol],
      ["State", (one) => html`<span class=${one.state === "up" ? "buy" : ""}>${words(one.state)}</span>`],
      ["Address", (one) => one.address ?? (one.streams ? html`see <a href="#/operator/audit">Audit</a>` : "–"), "", "Of a member's connection. The streams of a key may come from several addresses: Audit shows from where it acted"],
      ["Streams", (one) => one.streams && count(one.streams), "n"],
      ["In / out", (one) => (one.streams === undefined ? `${count(one.lastRequest)} / ${count(one.nextOut)}` : "–"), "n", "The number of the member's last request, and of the next message to it"],
      ["Unsent", (one) => bytes(one.unsentBytes), "n"],
      ["", (one) => mayAct() && one.state !== "down" && one.state !== "retired" && html`<span class="acts"><button class="risky" disabled=${isLost} onClick=${() => end(one)} aria-label=${"End session " + one.name}>End …</button></span>`],
    ]} /></div>`}<//></div>
    ${ending && html`<${Confirm} title=${"End the session of " + ending.name} verb="End it" name=${ending.name} onClose=${() => end(null)}
      text="Ends the connection. Orders that the member has marked are cancelled. It may log in again."
      act=${async () => { await post(`/v1/admin/sessions/${ending.session}/end`); notice(`The session of ${ending.name} is ended.`); sessions.reload(); return true; }} />`}
  </section>`;
}

function Keys() {
  const isLost = useStore(isCutOff);
  const keys = useLoad(() => get("/v1/admin/keys"), []);
  const [ending, end] = useState(null);
  const [making, make] = useState(false);
  async function on(key) {
    try {
      await post(`/v1/admin/keys/${key.number}/on`);
      notice(`The key of ${key.name} is on.`);
      keys.reload();
    } catch (problem) {
      notice(problem.message, "bad");
    }
  }
  const stateOf = (k) => (k.ended ? "ended" : k.off ? "off" : k.missing?.length ? "no user " + k.missing.join(", ") : k.expiresMs && k.expiresMs < Date.now() ? "expired" : "on");
  return html`<section class="panel grow" aria-label="Keys"><header class="bar"><h2>Keys</h2><button disabled=${isLost} onClick=${() => make(true)}>New key …</button></header>
    <div class="body live"><${Loaded} of=${keys}>${(list) => html`<${Table} label="Keys" id=${(k) => k.number} rows=${list.items} columns=${[
      ["Id", (k) => k.id + (k.id === state.session?.key ? " (you)" : "")],
      ["Name", (k) => html`<span class="long" title=${k.name}>${k.name}</span>`],
      ["Kind", (k) => k.kind],
      ["Roles", (k) => k.roles.join(", ")],
      ["Accounts", (k) => Object.entries(k.accounts).map(([name, uid]) => `${name} (user ${uid})`).join(", ") || "–"],
      ["Addresses", (k) => k.from.join(", ") || "anywhere"],
      ["Expires", (k) => (k.expiresMs ? day(k.expiresMs) : "never")],
      ["State", (k) => html`<span class=${stateOf(k) === "on" ? "buy" : "sell"}>${stateOf(k)}</span>`],
      ["", (k) => !k.ended && html`<span class="acts">${k.off && html`<button disabled=${isLost} onClick=${() => on(k)}>Switch on</button>`}<button class="risky" disabled=${isLost} onClick=${() => end(k)} aria-label=${"End the key of " + k.name}>End …</button></span>`],
    ]} />`}<//></div>
    ${ending && html`<${Confirm} title=${"End the key of " + ending.name} verb="End the key" name=${ending.name} onClose=${() => end(null)}
      text=${`${ending.id}: the key is no longer accepted, and its streams are closed. That cannot be undone.${ending.id === state.session?.key ? " It is the key that you are signed in with, so you are signed out." : ""}`}
      act=${async () => { await call("DELETE", "/v1/admin/keys/" + ending.number); notice(`The key of ${ending.name} is ended.`); keys.reload(); return true; }} />`}
    ${making && html`<${NewKey} onClose=${(made) => { make(false); if (made) keys.reload(); }} />`}
  </section>`;
}

function NewKey({ onClose }) {
  const [k, write] = useState({ name: "", kind: "bearer", role: "trader", account: "", uid: "", password: "", publicKey: "", from: "" });
  const [made, show] = useState(null);
  const [sending, send] = useSending();
  const change = (name) => (value) => write((old) => ({ ...old, [name]: value }));
  const wrong = (name) => sending.problem?.pointer === "/" + name && sending.problem.message;
  async function onSubmit(event) {
    event.preventDefault();
    const body = { name: k.name.trim(), kind: k.kind, roles: [k.role] };
    if (k.role === "trader") body.accounts = { [k.account.trim()]: uidOf(k.uid) };
    if (k.kind === "password") body.password = k.password;
    if (k.kind === "ed25519") body.publicKey = k.publicKey.trim();
    if (k.from.trim()) body.from = k.from.split(",").map((one) => one.trim());
    const key = await send(() => post("/v1/admin/keys", body));
    if (key) show(key);
  }
  if (made) {
    return html`<${Dialog} title=${"Key of " + made.name} onClose=${() => onClose(true)}>
      <p>${made.id}, ${made.kind}, ${made.roles.join(", ")}.</p>
      ${made.secret ? html`<${Field} label="Secret" hint="It is shown this once. Copy it now." value=${made.secret} onInput=${() => {}} readonly onFocus=${(e) => e.currentTarget.select()} />` : html`<p>A key of this kind has no secret to show.</p>`}
      <p class="buttons"><button class="main" onClick=${() => onClose(true)}>Done</button></p><//>`;
  }
  return html`<${Dialog} title="New key" onClose=${() => onClose(false)}><form onSubmit=${onSubmit}>
    <${Field} label="Name" value=${k.name} onInput=${change("name")} wrong=${wrong("name")} autofocus />
    <${Choice} label="Kind" value=${k.kind} onChange=${change("kind")} options=${[["bearer", "bearer: a token"], ["password", "password: for a person with a browser"], ["hmac", "hmac: signed requests"], ["ed25519", "ed25519: signed, the venue keeps only the public key"]]} />
    ${k.kind === "password" && html`<${Field} label="Password" type="password" autocomplete="new-password" hint="12 to 128 characters." value=${k.password} onInput=${change("password")} wrong=${wrong("password")} />`}
    ${k.kind === "ed25519" && html`<${Field} label="Public key" hint="base64" value=${k.publicKey} onInput=${change("publicKey")} wrong=${wrong("publicKey")} />`}
    <${Choice} label="Role" value=${k.role} onChange=${change("role")} options=${[["trader", "trader: trades for an account"], ["viewer", "viewer: sees metrics, users, the journal"], ["operator", "operator: adds users and money, suspends"], ["admin", "admin: all of that, and keys"]]} />
    ${k.role === "trader" && html`<div class="pair"><${Field} label="Account" hint="such as A-301" value=${k.account} onInput=${change("account")} /><${Field} label="uid" inputmode="numeric" value=${k.uid} onInput=${change("uid")} /></div>`}
    <${Field} label="From addresses" hint="Separated by commas; empty: from anywhere." value=${k.from} onInput=${change("from")} wrong=${wrong("from")} />
    ${sending.problem && !["name", "password", "publicKey", "from"].some((f) => wrong(f)) && html`<${Problem} of=${sending.problem} />`}
    <p class="buttons"><button type="button" onClick=${() => onClose(false)}>Go back</button><button class="main" disabled=${sending.isBusy || !k.name.trim() || (k.role === "trader" && uidOf(k.uid) === null)}>${sending.isBusy ? "…" : "Make the key"}</button></p>
  </form><//>`;
}

function Audit() {
  const [turn, again] = useState(0);
  const pages = usePages(() => "/v1/admin/audit?limit=100", [turn]);
  return html`<section class="panel grow" aria-label="Audit"><header class="bar"><h2>Audit</h2><span class="note">what was done, the newest first, in this browser's time</span><button onClick=${() => again(turn + 1)}>Refresh</button></header>
    <div class="body live"><${Loaded} of=${pages.first} isEmpty=${(p) => !p.items.length} empty="Nothing was done yet.">${() => html`
      <${Table} label="Audit" id=${(line) => line.before} rows=${pages.items} columns=${[
        ["Time", (line) => day(Date.parse(line.time)), "", ZONE],
        ["Who", (line) => html`<span class="long" title=${line.who}>${line.who}</span>`],
        ["From", (line) => line.from],
        ["Act", (line) => line.act],
        ...(pages.items.some((line) => line.what) ? [["What", (line) => line.what && html`<span class="long" title=${line.what}>${line.what}</span>`, "wide"]] : []),
        ...(pages.items.some((line) => line.seq) ? [["Seq", (line) => (line.seq ? count(line.seq) : null), "n"]] : []),
      ]} />
      <${More} pages=${pages} />`}<//></div></section>`;
}
