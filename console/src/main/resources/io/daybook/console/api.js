// Requests to the venue that served the page, and to no other host.
import { NOTHING, set, state } from "./store.js";

const TIME_OUT_MS = 15_000;

/**
 * The codes of the venue's answers with a status of 503 or more after which nothing was done. A proxy's answer has none
 * of them.
 */
const NOT_DONE = ["STARTING", "RING_FULL", "BEHIND", "HALTED", "NO_SPACE"];

/** A refusal of the venue, or the reason why it could not be reached. */
export class Refusal extends Error {
  constructor(problem, status) {
    super(problem.detail || problem.title || "HTTP " + status);
    this.status = status;
    this.code = problem.code ?? "HTTP_" + status;
    this.pointer = problem.pointer ?? "";
    this.clientOrderId = problem.clientOrderId;
  }

  /** Whether the venue may have carried out the request despite the failure. */
  get isUncertain() {
    return this.code === "UNREACHABLE" || (this.status >= 500 && !NOT_DONE.includes(this.code));
  }
}

const unreachable = (detail) => new Refusal({ code: "UNREACHABLE", title: "No answer", detail }, 0);

/** Sends a request and returns the JSON of its answer. */
export async function call(method, path, body) {
  const aborting = new AbortController();
  const timer = setTimeout(() => aborting.abort(), TIME_OUT_MS);
  const headers = {};
  if (method !== "GET") headers["X-Daybook"] = "1";
  if (body !== undefined) headers["Content-Type"] = "application/json";
  try {
    const answer = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
      cache: "no-store",
      signal: aborting.signal,
    });
    const text = await answer.text();
    const json = text ? parsed(text) : {};
    if (answer.ok) return json;
    const refusal = new Refusal(json, answer.status);
    if (answer.status === 401 && state.session && !path.startsWith("/v1/session") && path !== "/v1/password") {
      sessionEnded();
    }
    throw refusal;
  } catch (failure) {
    if (failure instanceof Refusal) throw failure;
    throw unreachable(
      failure.name === "AbortError"
        ? "The venue has not answered for 15 s. It may have carried out the request: check before you send it again."
        : "The venue cannot be reached. If you sent a change, check whether it was done before you send it again.",
    );
  } finally {
    clearTimeout(timer);
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { detail: text.slice(0, 300) };
  }
}

export const get = (path) => call("GET", path);
export const post = (path, body) => call("POST", path, body);

/** The cookie is no longer valid: the venue was restarted, twelve hours have passed, or the key was ended. */
export function sessionEnded() {
  if (!state.session) return;
  set({
    session: null,
    ...NOTHING,
    signingIn: true,
    sessionNote: "The venue has ended your sign-in, as it does when it starts again. What you typed is kept.",
  });
}

export const encode = encodeURIComponent;
