// The sign-in, and the balances of the account.
import { html, useState } from "./preact.js";
import { hasEquity, isTrader, isViewer, keep, NOTHING, notice, read, set, state, useStore } from "./store.js";
import { call, get, post } from "./api.js";
import * as decimal from "./decimal.js";
import { Amount, Confirm, Dialog, Empty, Field, go, Problem, Section, shares, Tabs, theme, useSending, Waiting } from "./ui.js";
import { reconnect } from "./stream.js";
import { loadOrders } from "./orders.js";

/** Continues a valid sign-in, or signs in by the code of a link; sends no request if this browser never signed in. */
export async function resume() {
  const code = /[#&]code=([A-Za-z0-9_.-]+)/.exec(location.hash)?.[1];
  if (code) history.replaceState(null, "", location.pathname + "#/trade");
  try {
    if (read("signedIn")) begin(await get("/v1/session"));
  } catch (problem) {
    if (problem.status === 401) {
      keep("signedIn", false);
      if (!code) set({ signingIn: true, sessionNote: "The venue has ended your sign-in, as it does after twelve hours. What you typed is kept." });
    }
  }
  if (!code) return;
  if (read("signedIn")) {
    set({ linkCode: code }); // the link may come from another person, so LinkCode asks first
    return;
  }
  try {
    begin(await post("/v1/session", { code }));
  } catch (problem) {
    set({ signingIn: true, sessionNote: problem.message });
  }
}

/** Asks before a link replaces a valid sign-in. */
export function LinkCode() {
  const code = useStore((s) => s.linkCode);
  const session = useStore((s) => s.session);
  const signIn = async () => {
    begin(await post("/v1/session", { code }));
    changed();
    notice(`Signed in as ${state.session.name}.`);
  };
  return code && html`<${Confirm} title="Sign in by the link?" verb="Sign in" kind="main" act=${signIn} onClose=${() => set({ linkCode: null })}
    text=${`You are signed in${session ? " as " + session.name : ""}. The link that you opened signs this browser in with its own key instead.`} />`;
}

function begin(session) {
  keep("signedIn", true);
  const account = session.accounts.includes(state.account) ? state.account : session.accounts[0] ?? "";
  set({ session, account, signingIn: false, sessionNote: "", ...NOTHING });
  if (!isTrader() && isViewer() && /^(#\/?(trade)?)?$/.test(location.hash)) go("operator/overview");
}

/** Called after a sign-in or sign-out: the stream connects again and loads the account. */
export function changed() {
  reconnect();
}

function forget() {
  keep("signedIn", false);
  set({ session: null, ...NOTHING });
  changed();
}

export function SignIn() {
  const note = useStore((s) => s.sessionNote);
  const [way, choose] = useState("password");
  const [name, sayName] = useState("");
  const [secret, saySecret] = useState("");
  const [sending, send, clear] = useSending();
  async function onSubmit(event) {
    event.preventDefault();
    const text = secret.trim();
    const body = way === "password" ? { name: name.trim(), password: secret } : way === "token" ? { token: text } : { code: /code=([^&\s]+)/.exec(text)?.[1] ?? text };
    const session = await send(() => post("/v1/session", body));
    if (session) {
      begin(session);
      changed();
    }
  }
  const other = (to) => {
    choose(to);
    saySecret("");
    clear();
  };
  return html`<${Dialog} title="Sign in" onClose=${() => set({ signingIn: false })}>
    <form onSubmit=${onSubmit} class="sign-in">
      ${note && html`<p class="stale" role="status">${note}</p>`}
      <${Tabs} kind="chips" label="Way to sign in" now=${way} choose=${other} tabs=${[["password", "Password"], ["token", "Token"], ["code", "One-time code"]]} />
      ${way === "password" && html`<${Field} label="Name" name="name" value=${name} onInput=${sayName} autocomplete="username" autofocus />
        <${Field} label="Password" name="password" type="password" value=${secret} onInput=${saySecret} autocomplete="current-password" />`}
      ${way === "token" && html`<${Field} label="Token" name="token" type="password" value=${secret} onInput=${saySecret} autofocus hint="Begins with dbk_. The operator gives it to you, or it is in the file admin-token." />`}
      ${way === "code" && html`<${Field} label="Code or link" name="code" value=${secret} onInput=${saySecret} autofocus hint="Works once, for five minutes. A demonstration prints two when it starts." />`}
      ${sending.problem && (sending.problem.status === 401 && way === "token"
        ? html`<${Empty} kind="problem">This token is not known here, has ended, or may not be used from this address.<//>`
        : html`<${Problem} of=${sending.problem} />`)}
      <p class="buttons"><button class="main" disabled=${sending.isBusy || !secret || (way === "password" && !name.trim())}>${sending.isBusy ? "Signing in …" : "Sign in"}</button></p>
      <p class="note">You stay signed in on this browser for twelve hours, or until the venue starts again.</p>
    </form>
  <//>`;
}

function Password({ onClose }) {
  const [old, sayOld] = useState("");
  const [fresh, sayFresh] = useState("");
  const [sending, send] = useSending();
  async function onSubmit(event) {
    event.preventDefault();
    if (await send(() => post("/v1/password", { old, new: fresh }))) {
      onClose();
      notice("The password is changed. Other browsers have to sign in again.");
      changed();
    }
  }
  return html`<${Dialog} title="Change password" onClose=${onClose}>
    <form onSubmit=${onSubmit}>
      <${Field} label="Password now" type="password" value=${old} onInput=${sayOld} autocomplete="current-password" autofocus />
      <${Field} label="New password" type="password" hint="12 to 128 characters." value=${fresh} onInput=${sayFresh} autocomplete="new-password"
        wrong=${sending.problem?.pointer === "/new" && sending.problem.message} />
      ${sending.problem && sending.problem.pointer !== "/new" && html`<${Problem} of=${sending.problem} />`}
      <p class="buttons"><button type="button" onClick=${onClose}>Go back</button><button class="main" disabled=${sending.isBusy}>Change</button></p>
    </form>
  <//>`;
}

function OtherDevice({ onClose }) {
  const [link, put] = useState("");
  const [sending, send] = useSending();
  const make = async () => {
    const made = await send(() => post("/v1/session/code"));
    if (made) put(`${location.origin}/#code=${made.code}`);
  };
  return html`<${Dialog} title="Sign in on another device" onClose=${onClose}>
    <p>A link that works once, for five minutes, and signs in with your key. Do not give it to anyone else.</p>
    ${link ? html`<${Field} label="Link" value=${link} onInput=${() => {}} readonly onFocus=${(event) => event.currentTarget.select()} />`
      : html`<p class="buttons"><button class="main" disabled=${sending.isBusy} onClick=${make}>Make a link</button></p>`}
    ${sending.problem && html`<${Problem} of=${sending.problem} />`}
  <//>`;
}

export function Person() {
  const session = useStore((s) => s.session);
  const account = useStore((s) => s.account);
  const now = useStore((s) => s.theme);
  const [open, show] = useState(false);
  const [dialog, ask] = useState("");
  const swap = () => {
    const other = now === "dark" ? "light" : "dark";
    keep("theme", other);
    theme(other);
  };
  const choose = (name) => {
    keep("account", name);
    set({ account: name, ...NOTHING });
    changed();
  };
  async function leave() {
    show(false);
    try {
      await call("POST", "/v1/logout");
      forget();
    } catch (problem) {
      if (problem.status === 401) forget();
      else notice("You are still signed in: " + problem.message, "bad");
    }
  }
  return html`<div class="person">
    <button class="quiet" onClick=${swap} aria-label=${now === "dark" ? "Light colours" : "Dark colours"} title=${now === "dark" ? "Light colours" : "Dark colours"}>${now === "dark" ? "☀" : "☾"}</button>
    ${!session ? html`<button class="main" onClick=${() => set({ signingIn: true })}>Sign in</button>`
      : html`${session.accounts.length > 1 && html`<label class="away" for="account">Account</label>
          <select id="account" value=${account} onChange=${(e) => choose(e.currentTarget.value)}>${session.accounts.map((one) => html`<option key=${one} value=${one} selected=${one === account}>${one}</option>`)}</select>`}
        <span class="menu-holder" onKeyDown=${(e) => e.key === "Escape" && show(false)}>
          <button class="name" aria-haspopup="menu" aria-expanded=${open} onClick=${() => show(!open)} title=${session.name}><span>${session.name}</span> ▾</button>
          ${open && html`<div class="menu" role="menu" onClick=${() => show(false)}>
            <p>${session.key} · ${session.roles.join(", ")}${session.accounts.length ? " · " + session.accounts.join(", ") : ""}</p>
            <button role="menuitem" onClick=${() => ask("device")}>Sign in on another device</button>
            <button role="menuitem" onClick=${() => ask("password")}>Change password</button>
            <button role="menuitem" onClick=${leave}>Sign out</button></div>`}
        </span>`}
    ${dialog === "password" && html`<${Password} onClose=${() => ask("")} />`}
    ${dialog === "device" && html`<${OtherDevice} onClose=${() => ask("")} />`}
  </div>`;
}

/** The gain if all positions in a currency were closed at their marks, and the equity after that. */
function Equity({ balance, sum }) {
  const gain = decimal.sub(decimal.parse(balance.equity), decimal.parse(balance.balance));
  const isLoss = gain.units < 0n;
  const shown = isLoss ? null : decimal.sub(decimal.parse(decimal.cut(balance.equity, sum.scale)), sum);
  return html`<small class="equity" title="A loss is taken off what is available; a gain is not added to it before the position is closed">
    <span>gain <${Amount} of=${decimal.format(gain)} currency=${balance.currency} isSigned shown=${shown} />, ${isLoss ? "in" : "not in"} Available</span>
    <span>equity <${Amount} of=${balance.equity} currency=${balance.currency} /></span></small>`;
}

function Rows({ of, parts }) {
  const { sum, of: shown } = shares(of, parts);
  return html`<tr><td>${of.currency}</td>${parts.map((name) => html`<td key=${name} class="n"><${Amount} of=${of[name]} currency=${of.currency} shown=${shown(name)} /></td>`)}</tr>
    ${hasEquity(of) && html`<tr><td colspan=${parts.length + 1}><${Equity} balance=${of} sum=${sum} /></td></tr>`}`;
}

export function Balances() {
  const session = useStore((s) => s.session);
  const balances = useStore((s) => s.balances);
  const parts = ["available", "held"];
  if (balances?.items.some(hasEquity)) parts.push("margin");
  const title = balances?.account ? `Balances of ${balances.account}` : "Balances";
  return html`<${Section} title=${title} label="Balances" area="balances">
    ${!session ? html`<${Empty}>Sign in to see what you have.<//>`
      : !isTrader() ? html`<${Empty}>This key has no account.<//>`
      : balances?.problem ? html`<${Problem} of=${balances.problem} retry=${loadOrders} />`
      : !balances ? html`<${Waiting} />`
      : balances.items.length === 0 ? html`<${Empty}>Nothing has been paid in yet.<//>`
      : html`<div class="live"><table class="table plain" aria-label="Balances">
        <thead><tr><th scope="col"><span class="away">Currency</span></th>${parts.map((name) => html`<th key=${name} class="n" scope="col">${name[0].toUpperCase() + name.slice(1)}</th>`)}</tr></thead>
        <tbody>${balances.items.map((b) => html`<${Rows} key=${b.currency} of=${b} parts=${parts} />`)}</tbody></table></div>`}
  <//>`;
}
