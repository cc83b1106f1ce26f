const isoPattern = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?)?\s?(Z|[+-]\d{2}:?\d{2})?$/;
const dayMs = 86_400_000;

/**
 * Reads a time as epoch ms; undefined when the text does not match the format or names a day or hour that does not
 * exist.
 */
export type TimeReader = (text: string) => number | undefined;

/**
 * @param format "iso", "epoch-s", "epoch-ms" or a pattern of yyyy MM dd HH mm ss.
 * @param zone Zone of times that carry none: "UTC", an offset such as "+05:45", or an IANA name. An hour that a clock
 * change repeats is read as the first of the two; an hour that it skips, as if the clock had not changed.
 * @throws RangeError when the format has no year, month and day or the zone does not exist.
 */
export function timeReader(format: string, zone: string): TimeReader {
  const toUtc = zoneReader(zone);
  if (format === "epoch-s" || format === "epoch-ms") {
    const factor = format === "epoch-s" ? 1000 : 1;
    return (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Math.round(Number(text) * factor) : undefined);
  }
  if (format === "iso") {
    return (text) => {
      const found = isoPattern.exec(text);
      if (!found) return undefined;
      const [, year, month, day, hour, minute, second, fraction, offset] = found;
      const wallMs = wallTime([year, month, day, hour, minute, second].map((part) => Number(part ?? 0)));
      if (wallMs === undefined) return undefined;
      const fractionMs = Math.round(Number(fraction ?? 0) * 1000);
      return (offset ? wallMs - offsetMs(offset) : toUtc(wallMs)) + fractionMs;
    };
  }
  const read = patternReader(format);
  return (text) => {
    const wallMs = read(text);
    return wallMs === undefined ? undefined : toUtc(wallMs);
  };
}

function patternReader(format: string): TimeReader {
  const order = [...format.matchAll(/yyyy|MM|dd|HH|mm|ss/g)].map(([part]) => part);
  if (!["yyyy", "MM", "dd"].every((part) => order.includes(part)))
    throw new RangeError(`The time format "${format}" needs yyyy, MM and dd, or is one of iso, epoch-s, epoch-ms`);
  const escaped = format.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const pattern = new RegExp(
    `^${escaped.replaceAll(/yyyy|MM|dd|HH|mm|ss/g, (part) => (part === "yyyy" ? "(\\d{4})" : "(\\d{1,2})"))}$`,
  );
  return (text) => {
    const found = pattern.exec(text);
    if (!found) return undefined;
    const part = (name: string) => Number(found[order.indexOf(name) + 1]);
    const clock = ["HH", "mm", "ss"].map((name) => (order.includes(name) ? part(name) : 0));
    return wallTime([part("yyyy"), part("MM"), part("dd"), ...clock]);
  };
}

/** Parts of a time as if it were UTC; undefined where they do not exist, such as 30 February. */
function wallTime([year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0]: number[]): number | undefined {
  const wallMs = Date.UTC(year, month - 1, day, hour, minute, second);
  const back = new Date(wallMs);
  const isSame = back.getUTCMonth() === month - 1 && back.getUTCDate() === day && back.getUTCHours() === hour;
  return isSame && back.getUTCMinutes() === minute && second < 60 ? wallMs : undefined;
}

function offsetMs(offset: string): number {
  if (offset === "Z") return 0;
  const sign = offset.startsWith("-") ? -1 : 1;
  return sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2))) * 60_000;
}

function zoneReader(zone: string): (wallMs: number) => number {
  if (zone === "UTC" || zone === "Z") return (wallMs) => wallMs;
  if (/^[+-]\d{2}:?\d{2}$/.test(zone)) return (wallMs) => wallMs - offsetMs(zone);
  let formatter: Intl.DateTimeFormat;
  try {
    formatter = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    throw new RangeError(
      `The time zone "${zone}" does not exist; write UTC, an offset such as +05:45 or a name such as Africa/Nairobi`,
    );
  }
  const offsetAt = (utcMs: number): number => {
    const parts = Object.fromEntries(formatter.formatToParts(utcMs).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(utcMs / 1000) * 1000;
  };
  return (wallMs) => {
    const offsets = [offsetAt(wallMs - dayMs), offsetAt(wallMs + dayMs)];
    const fitting = offsets.map((offset) => wallMs - offset).filter((utcMs) => wallMs - offsetAt(utcMs) === utcMs);
    return fitting.length > 0 ? Math.min(...fitting) : wallMs - (offsets[0] as number);
  };
}
