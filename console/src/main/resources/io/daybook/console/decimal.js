// Exact decimals. A decimal is { units, scale }: units is a BigInt, and the value is units / 10^scale.
// Nothing here becomes a double; Number() is only for the pixels of charts.

const FORM = /^(-?)(\d{1,40})(?:\.(\d{1,30}))?$/;

const power = (n) => 10n ** BigInt(n);

/** The decimal in a text, or null. */
export function parse(text) {
  const found = FORM.exec(String(text ?? "").trim());
  if (!found) return null;
  const fraction = found[3] ?? "";
  const units = BigInt(found[2] + fraction);
  return { units: found[1] ? -units : units, scale: fraction.length };
}

/** A text that a person typed, without spaces and thousands separators. */
export const typed = (text) => String(text ?? "").replace(/[,\s]/g, "");

export function rescale(a, scale) {
  return scale >= a.scale
    ? { units: a.units * power(scale - a.scale), scale }
    : { units: a.units / power(a.scale - scale), scale };
}

function aligned(a, b) {
  const scale = Math.max(a.scale, b.scale);
  return [rescale(a, scale).units, rescale(b, scale).units, scale];
}

export function add(a, b) {
  const [x, y, scale] = aligned(a, b);
  return { units: x + y, scale };
}

export function sub(a, b) {
  const [x, y, scale] = aligned(a, b);
  return { units: x - y, scale };
}

export const mul = (a, b) => ({ units: a.units * b.units, scale: a.scale + b.scale });

/** Compares two decimals; returns -1, 0 or 1. */
export function compare(a, b) {
  const [x, y] = aligned(a, b);
  return x < y ? -1 : x > y ? 1 : 0;
}

/** a / b as a whole number, rounded down; both must not be negative. */
export function quotient(a, b) {
  const [x, y] = aligned(a, b);
  return y === 0n ? 0n : x / y;
}

/** Whether a is a multiple of a step. */
export function isMultiple(a, step) {
  const [x, y] = aligned(a, step);
  return y !== 0n && x % y === 0n;
}

/** a as a percentage of b, a text with its sign and two decimals; null if b is 0. */
export function percent(a, b) {
  const [x, y] = aligned(a, b);
  if (y === 0n) return null;
  const hundredths = (x * 10000n) / y;
  const text = format({ units: hundredths < 0n ? -hundredths : hundredths, scale: 2 });
  return (hundredths < 0n ? "−" : "+") + text + "%";
}

/** Writes a decimal with as many places as its scale. */
export function format(a) {
  const isNegative = a.units < 0n;
  const digits = (isNegative ? -a.units : a.units).toString().padStart(a.scale + 1, "0");
  const whole = a.scale === 0 ? digits : digits.slice(0, -a.scale) + "." + digits.slice(-a.scale);
  return (isNegative ? "-" : "") + whole;
}

/** Writes the same number without zeros at the end, but with at least this many decimals. */
export function trimmed(text, least = 2) {
  const a = parse(text);
  if (!a) return text;
  let { units, scale } = a;
  while (scale > least && units % 10n === 0n) {
    units /= 10n;
    scale--;
  }
  return format({ units, scale });
}

/** Rounds down to a number of decimals. */
export function down(a, places) {
  const short = rescale(a, places);
  return compare(short, a) > 0 ? { units: short.units - 1n, scale: places } : short;
}

/**
 * Rounds a number down or up to a number of decimals, negative numbers, too. A number that would become 0 keeps all its
 * digits.
 */
export function cut(text, places, isUp = false) {
  const a = parse(text);
  if (!a || a.scale <= places) return text;
  const short = down(a, places);
  if (isUp && compare(short, a) < 0) short.units++;
  return short.units === 0n && a.units !== 0n ? trimmed(text) : format(short);
}

/** The number of decimals that the amounts of a column need: those of the longest, without zeros at its end. */
export const places = (texts, least = 2) =>
  texts.reduce((most, text) => Math.max(most, parse(trimmed(text, least))?.scale ?? 0), least);

/** Writes a number with commas between thousands. */
export function grouped(text) {
  if (text === undefined || text === null || text === "") return "–";
  const [whole, fraction] = String(text).split(".");
  const commas = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",").replace("-", "−");
  return fraction === undefined ? commas : commas + "." + fraction;
}

/** Writes an amount of money; zeros beyond cents are left out. */
export const money = (text, least = 2) => grouped(trimmed(text, least));

/** Writes a gain or a loss with its sign. */
export const signed = (text) => (/[1-9]/.test(text) && !String(text).startsWith("-") ? "+" : "") + money(text);

/** Writes a size without zeros at its end: sizes of trades come with all places of a lot. */
export const size = (text) => grouped(trimmed(text, 0));
