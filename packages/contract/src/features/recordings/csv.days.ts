/** Midnight at the end of a time: workbooks and some loggers write it behind a day. */
export const midnight = /(?:^|[T ,])0?0:00(?::00(?:[.,]0+)?)?$/;

/** Is this the text of a day without a time of day, as far as the format of the times leaves that open? */
export function isDayAlone(text: string, format: string): boolean {
  return midnight.test(text) || (!/epoch|HH|hh/.test(format) && !text.includes(":"));
}

/** A time and its readings, null where a column has none. */
interface Row {
  atMs: number;
  values: readonly (number | null)[];
}

/**
 * Watches over files whose times are days alone: of several lines of a day only the first would be kept, so that all
 * others of it are refused. One line a day, or several with other columns filled, lose nothing.
 */
export class DaysAlone {
  readonly #format: string;
  #hasClock = false;
  #day: Row | undefined;

  constructor(format: string) {
    this.#format = format;
  }

  /** Takes the rows in order. @returns whether the day of this one has a reading of the same column already. */
  isTaken(text: string, { atMs, values }: Row): boolean {
    // Among times of day, midnight is one, too.
    this.#hasClock ||= !isDayAlone(text, this.#format);
    if (this.#hasClock) return false;
    const before = this.#day?.atMs === atMs ? this.#day.values : undefined;
    if (before && values.some((value, place) => value !== null && before[place] !== null)) return true;
    this.#day = { atMs, values: values.map((value, place) => value ?? before?.[place] ?? null) };
    return false;
  }
}
