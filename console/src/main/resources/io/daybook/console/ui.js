// The parts that all screens consist of.
import { html, useEffect, useRef, useState } from "./preact.js";
import { dismiss, places, set, useStore } from "./store.js";
import { Refusal } from "./api.js";
import * as decimal from "./decimal.js";

const SLOW_MS = 2_500;

export const time = (ms) => new Date(ms).toLocaleTimeString("en-GB");

/** A note about the time zone of all screens. */
export const ZONE = "In the time of this browser: " + Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A time of the venue, µs since the epoch. */
export const clock = (micros) => time(micros / 1000);

export function day(ms) {
  const date = new Date(ms);
  const two = (n) => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${time(ms)}`;
}

/** Writes a time of today without its day, and other times with it. */
export const when = (ms) => (new Date(ms).toDateString() === new Date().toDateString() ? time(ms) : day(ms));

export function ago(ms) {
  const s = Math.max(0, Math.round((Date.now() - ms) / 1000));
  return s < 120 ? `${s} s` : s < 7200 ? `${Math.round(s / 60)} min` : `${Math.round(s / 3600)} h`;
}

export const count = (n) => (n === undefined || n === null ? "–" : Number(n).toLocaleString("en-US"));

export function bytes(n) {
  if (n === undefined || n === null) return "–";
  const units = ["B", "KB", "MB", "GB", "TB"];
  let i = 0;
  while (n >= 1000 && i < units.length - 1) {
    n /= 1000;
    i++;
  }
  return (i === 0 || n >= 100 ? Math.round(n) : n.toFixed(1)) + " " + units[i];
}

export function micros(us) {
  if (us === undefined || us === null) return "–";
  return us < 1000 ? `${us.toFixed(us < 10 ? 1 : 0)} µs` : us < 1e6 ? `${(us / 1000).toFixed(1)} ms` : `${(us / 1e6).toFixed(2)} s`;
}

export const words = (text) => String(text ?? "").replaceAll("_", " ");

/**
 * Loads something, and returns the progress and the result.
 * @param every the ms after an answer when it is loaded again; 0 for once
 */
export function useLoad(load, keys, every = 0) {
  const [result, put] = useState({ data: null, problem: null, isSlow: false, at: 0 });
  const again = useRef(() => {});
  useEffect(() => {
    let isLeft = false;
    let timer = null;
    const run = async () => {
      clearTimeout(timer);
      const slow = setTimeout(() => !isLeft && put((old) => ({ ...old, isSlow: true })), SLOW_MS);
      try {
        const data = await load();
        if (!isLeft) put({ data, problem: null, isSlow: false, at: Date.now() });
      } catch (problem) {
        if (!(problem instanceof Refusal)) console.error(problem);
        if (!isLeft) put((old) => ({ ...old, problem, isSlow: false }));
      } finally {
        clearTimeout(slow);
        if (every && !isLeft) timer = setTimeout(run, every);
      }
    };
    again.current = run;
    put((old) => ({ ...old, problem: null, isSlow: false, data: null }));
    run();
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, keys);
  return { ...result, reload: () => again.current() };
}

/** A text that replaces content that cannot be shown. */
export function Empty({ children, kind = "", title = null }) {
  return html`<p class=${"empty " + kind} title=${title} role=${kind === "problem" ? "alert" : null}>${children}</p>`;
}

/** Shows that something is being loaded, and after a while that it is slow. */
export function Waiting({ what = "" }) {
  const [isSlow, tell] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => tell(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return html`<${Empty}>${isSlow ? "The venue is slow to answer. Still waiting …" : `Loading ${what}…`}<//>`;
}

/** The content of a section, or the reason why there is none: it is loading, slow, refused or empty. */
export function Loaded({ of, empty, isEmpty, children }) {
  const { data, problem, isSlow, at, reload } = of;
  if (problem && !data) return html`<${Problem} of=${problem} retry=${reload} />`;
  if (!data) return html`<${Waiting} />`;
  return html`
    ${problem && html`<p class="stale" role="status">This is the state at ${time(at)}: ${problem.message}</p>`}
    ${!problem && isSlow && html`<p class="stale" role="status">The venue is slow to answer. This is the state at ${time(at)}.</p>`}
    ${isEmpty?.(data) ? html`<${Empty}>${empty}<//>` : children(data)}
  `;
}

/**
 * Writes the amounts in a text of the venue as the page writes them: needed amounts are rounded up, available ones
 * down.
 */
function readable(text) {
  const told = {};
  return String(text).replace(/(?<![\w./:-])(\d+\.\d{3,})( (\w+))?/g, (_, amount, end = "", currency, at) => {
    const word = /(hold|available|missing) $/.exec(text.slice(0, at))?.[1];
    const isDifference = word === "missing" && told.hold && told.available;
    told[word] = isDifference ? decimal.format(decimal.sub(decimal.parse(told.hold), decimal.parse(told.available)))
      : /^[A-Z]{3,}$/.test(currency) ? decimal.cut(amount, places(currency), word === "hold" || word === "missing") : amount;
    return decimal.money(told[word]) + end;
  });
}

/** Whether a part of a balance is reserved, so that it is rounded up. */
export const isReserved = (part) => part === "held" || part === "margin";

/**
 * The parts of a balance as they are shown, the available amount first. That one is rounded down; of the others, those
 * that lose most are rounded up, so that the shown parts add up to the sum, which is rounded down.
 */
export function shares(balance, names) {
  const least = places(balance.currency);
  const exact = names.map((name) => decimal.parse(balance[name] ?? 0));
  const shown = exact.map((part) => decimal.down(part, least));
  const sum = decimal.down(exact.reduce(decimal.add), least);
  const lost = (i) => decimal.sub(exact[i], shown[i]);
  const most = names.map((_, i) => i).slice(1).sort((i, j) => decimal.compare(lost(j), lost(i)));
  const missing = Number(sum.units - shown.reduce(decimal.add).units);
  for (const i of most.slice(0, missing)) shown[i] = { ...shown[i], units: shown[i].units + 1n };
  return { sum, of: (name) => shown[names.indexOf(name)] };
}

/**
 * An amount of a currency, rounded down, or up if a person needs that much, or rounded as a part of a sum. Its title
 * has all digits.
 */
export function Amount({ of, currency, isUp = false, isSigned = false, shown = null }) {
  if (!decimal.parse(of)) return "–";
  const least = places(currency);
  const text = shown && (shown.units !== 0n || !/[1-9]/.test(of)) ? decimal.format(shown) : decimal.cut(of, least, isUp);
  return html`<span title=${`${decimal.money(of)} ${currency ?? ""}`}>${isSigned ? decimal.signed(text) : decimal.money(text, least)}</span>`;
}

/**
 * Writes the amounts of one column, exact and with the same number of decimals; zeros at the end are grey.
 * @param texts all amounts of the column; those that are missing are not counted
 */
export function column(texts, least = 2) {
  const places = decimal.places(texts, least);
  return (text) => {
    const amount = decimal.parse(text);
    if (!amount) return "–";
    const whole = decimal.grouped(decimal.format(decimal.rescale(amount, places)));
    const said = decimal.money(text, least).length;
    return html`${whole.slice(0, said)}<span class="zeros">${whole.slice(said)}</span>`;
  };
}

export function Problem({ of, retry }) {
  const isKnown = /^[A-Z_]+$/.test(of.code ?? "") && of.code !== "UNREACHABLE";
  const text = of.message ?? of.detail ?? of.title;
  return html`<${Empty} kind="problem" title=${text}>
    ${of.status === 403 ? "Your key may not see this. " : ""}${readable(text)}
    ${isKnown && html` <a href=${"/problems/" + of.code} target="_blank" rel="noopener">${of.code}</a>`}
    ${retry && of.status !== 403 && of.code !== "NOT_OFFERED" && html` <button type="button" class="link" onClick=${retry}>Try again</button>`}
  <//>`;
}

export function Section({ title, area, tools, children, label }) {
  return html`<section class=${"panel " + area} aria-label=${label ?? title}>
    <header class="bar"><h2>${title}</h2>${tools}</header>
    <div class="body">${children}</div>
  </section>`;
}

/** The keys Left and Right move from tab to tab, as in all tab lists. */
export function Tabs({ tabs, now, choose, label, kind = "tabs" }) {
  const onKey = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const i = tabs.findIndex(([id]) => id === now);
    const to = tabs[(i + step + tabs.length) % tabs.length][0];
    choose(to);
    event.currentTarget.querySelector(`[data-tab="${to}"]`)?.focus();
    event.preventDefault();
  };
  return html`<div class=${kind} role="tablist" aria-label=${label} onKeyDown=${onKey}>
    ${tabs.map(([id, text]) => html`<button type="button" key=${id} role="tab" data-tab=${id} aria-selected=${id === now}
      tabindex=${id === now ? 0 : -1} onClick=${() => choose(id)}>${text}</button>`)}
  </div>`;
}

/** A side as a word, also shown by its colour. */
export const Side = ({ side }) => html`<span class=${side}>${side}</span>`;

let fields = 0;

/** A labelled field with its explanation, or with a message about its error. */
export function Field({ label, hint, wrong, unit, value, onInput, ...rest }) {
  const id = useRef(null);
  id.current ??= "f" + ++fields;
  const said = wrong || hint;
  return html`<div class=${"field" + (wrong ? " wrong" : "")}>
    <label for=${id.current}>${label}</label>
    <span class="input"><input id=${id.current} value=${value} autocomplete="off" spellcheck=${false}
      aria-describedby=${said ? id.current + "h" : null} aria-invalid=${!!wrong}
      onInput=${(event) => onInput(event.currentTarget.value)} ...${rest} />
      ${unit && html`<span class="unit">${unit}</span>`}</span>
    ${said && html`<small id=${id.current + "h"}>${said}</small>`}
  </div>`;
}

export function Choice({ label, hint, value, options, onChange, isHidden = false }) {
  const id = useRef(null);
  id.current ??= "f" + ++fields;
  return html`<div class="field">
    <label for=${id.current} class=${isHidden ? "away" : ""}>${label}</label>
    <select id=${id.current} value=${value} aria-describedby=${hint ? id.current + "h" : null}
      onChange=${(event) => onChange(event.currentTarget.value)}>
      ${options.map(([name, text]) => html`<option key=${name} value=${name} selected=${name === value}>${text}</option>`)}
    </select>
    ${hint && html`<small id=${id.current + "h"}>${hint}</small>`}
  </div>`;
}

export function Check({ label, hint, value, onChange, disabled = false }) {
  return html`<label class="check"><input type="checkbox" checked=${value} disabled=${disabled}
    onChange=${(event) => onChange(event.currentTarget.checked)} /><span>${label}${hint && html` <small>${hint}</small>`}</span></label>`;
}

/** A dialog over the page; Escape closes it, and the focus goes back to where it was. */
export function Dialog({ title, onClose, children }) {
  const box = useRef(null);
  useEffect(() => {
    const before = document.activeElement;
    const opened = box.current;
    opened.showModal();
    return () => {
      opened.close(); // while the dialog is open, nothing else can have the focus
      before?.focus?.();
    };
  }, []);
  return html`<dialog ref=${box} aria-label=${title} onClose=${() => onClose?.()} onCancel=${(event) => {
    event.preventDefault();
    onClose?.();
  }}>
    <header class="bar"><h2>${title}</h2>${onClose && html`<button class="quiet" aria-label="Close" onClick=${onClose}>✕</button>`}</header>
    <div class="body">${children}</div>
    <${Notices} />
  </dialog>`;
}

/** The state of a form that is sent once at a time, shows a refusal, and can then be sent again. */
export function useSending() {
  const [sending, put] = useState({ isBusy: false, problem: null });
  const send = async (act) => {
    if (sending.isBusy) return undefined;
    put({ isBusy: true, problem: null });
    try {
      const done = await act();
      put({ isBusy: false, problem: null });
      return done ?? true;
    } catch (problem) {
      if (!(problem instanceof Refusal)) console.error(problem);
      put({ isBusy: false, problem });
      return undefined;
    }
  };
  return [sending, send, () => put({ isBusy: false, problem: null })];
}

/** Asks before an act. If a name is given, the person must type it. */
export function Confirm({ title, text, name, verb, act, onClose, kind = "danger" }) {
  const [typed, type] = useState("");
  const [sending, send] = useSending();
  const onSubmit = async (event) => {
    event.preventDefault();
    if (name && typed.trim() !== String(name)) return;
    if (await send(act)) onClose();
  };
  return html`<${Dialog} title=${title} onClose=${onClose}>
    <form onSubmit=${onSubmit}>
      <p>${text}</p>
      ${name && html`<${Field} label=${html`Type <b>${name}</b> to go on.`} value=${typed} onInput=${type} autofocus />`}
      ${sending.problem && html`<${Problem} of=${sending.problem} />`}
      <p class="buttons"><button type="button" onClick=${onClose} autofocus=${!name}>Go back</button>
        <button class=${kind} disabled=${sending.isBusy || (name && typed.trim() !== String(name))}>${sending.isBusy ? "…" : verb}</button></p>
    </form>
  <//>`;
}

/**
 * The latest message; an earlier message that has not ended is shown again after it. A dialog shows it, too, because it
 * covers the header.
 */
export function Notices() {
  const one = useStore((s) => s.notices).at(-1);
  return html`<div class="notices" role="status" aria-live="polite">
    ${one && html`<div key=${one.id} class=${"notice " + one.kind} title=${one.text}>
      <span>${one.text}${one.link && html` <a href=${one.link} target="_blank" rel="noopener">What this means</a>`}</span>
      <button class="quiet" aria-label="Dismiss" onClick=${() => dismiss(one.id)}>✕</button></div>`}
  </div>`;
}

/**
 * A table whose cells are aligned by kind: n for numbers. On narrow screens each row is a card with its headings.
 * @param columns the heading of each, its cell of a row, its kind, and what the heading means
 */
export function Table({ columns, rows, id, label }) {
  return html`<table class="table" aria-label=${label}>
    <thead><tr>${columns.map(([name, , kind, title]) => html`<th key=${name} class=${kind} title=${title} scope="col">${name}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr key=${id(row)}>${columns.map(([name, cell, kind]) => {
      const content = cell(row);
      return html`<td key=${name} class=${kind} data-name=${name}>${(content || content === 0) && html`<div>${content}</div>`}</td>`;
    })}</tr>`)}</tbody>
  </table>`;
}

/** Draws again each second, for texts with a time that has passed. */
export function useSeconds() {
  const [, draw] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => draw((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, []);
}

export function go(route) {
  location.hash = "#/" + route;
}

export function theme(name) {
  document.documentElement.dataset.theme = name;
  set({ theme: name });
}
