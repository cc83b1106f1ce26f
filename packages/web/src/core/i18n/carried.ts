import { beforeLocale, withoutLocale } from "./locale.ts";

/**
 * What was typed and not saved, over the load of the same page in another language: each form gives what it has, and finds it
 * again by its place. It is kept by the tab alone and only until the page is there; a page at another address finds nothing.
 */

const storedAs = "carried-forms";

interface Stored {
  path: string;
  forms: [place: string, content: unknown][];
}

const holders = new Map<string, () => unknown>();
let arrived: Map<string, unknown> | undefined;

const here = () => withoutLocale(location.pathname) + location.search;

/** A number that was not written to its end is none, and no empty text either. */
const noNumber = "\u0000NaN";

/** As the store keeps it, with numbers that are none. */
export function packed(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (Number.isNaN(one) ? noNumber : one));
}

export function unpacked(text: string): unknown {
  return JSON.parse(text, (_, one: unknown) => (one === noNumber ? NaN : one));
}

/** What forms find when they are drawn next. */
export function arriveWith(forms: Stored["forms"]): void {
  arrived = new Map(forms);
}

/** Takes what came out of the store, where it would outlive the page. */
function take(): Map<string, unknown> {
  const text = sessionStorage.getItem(storedAs);
  sessionStorage.removeItem(storedAs);
  const stored = text === null ? undefined : (unpacked(text) as Stored);
  return new Map(stored?.path === here() ? stored.forms : []);
}

/** What a form held before the page was loaded in this language; undefined: nothing. */
export function carriedTo(place: string): unknown {
  arrived ??= take();
  return arrived.get(place);
}

/**
 * A form that is there gives what was typed in it. @param read Undefined: nothing was typed. Nothing secret but
 * the password of a link, which opens one chart: it lies in the store of the tab meanwhile.
 * @returns Takes it back.
 */
export function carryFrom(place: string, read: () => unknown): () => void {
  // Found once: what is opened afresh later is empty.
  arrived?.delete(place);
  holders.set(place, read);
  beforeLocale(carryAll);
  return () => {
    if (holders.get(place) === read) holders.delete(place);
  };
}

/** What all forms have, by their places. */
export function carriedForms(): Stored["forms"] {
  return [...holders].flatMap(([place, read]): Stored["forms"] => {
    const content = read();
    return content === undefined ? [] : [[place, content]];
  });
}

/** Stores what all forms have, right before the page is loaded in another language. */
function carryAll(): void {
  const forms = carriedForms();
  if (forms.length > 0) sessionStorage.setItem(storedAs, packed({ path: here(), forms } satisfies Stored));
}
