/** Clock time of a place; people live by it, so daylight saving moves their loads. */

const halfHourMs = 1_800_000;

const formats = new Map<string, Intl.DateTimeFormat>();
/** The newest answer by zone. Offsets only change on half hours of UTC, and plants ask in order of time. */
const newest = new Map<string, { halfHour: number; offsetMs: number }>();

/**
 * Local time minus UTC, ms; daylight saving included.
 * @param zone IANA name.
 * @throws RangeError when there is no such zone.
 */
export function zoneOffsetMs(zone: string, atMs: number): number {
  const halfHour = Math.floor(atMs / halfHourMs);
  const known = newest.get(zone);
  if (known?.halfHour === halfHour) return known.offsetMs;
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
    formats.set(zone, format);
  }
  // "GMT", "GMT+05:45", "GMT-03:30"
  const found = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(halfHour * halfHourMs));
  const offsetMs = found ? Number(`${found[1]}1`) * (Number(found[2]) * 60 + Number(found[3])) * 60_000 : 0;
  newest.set(zone, { halfHour, offsetMs });
  return offsetMs;
}

export interface LocalTime {
  /** 0 <= hour < 24, with its fraction. */
  hour: number;
  /** 0 is Monday. */
  weekday: number;
}

export function localTime(zone: string, atMs: number): LocalTime {
  const days = (atMs + zoneOffsetMs(zone, atMs)) / 86_400_000;
  const day = Math.floor(days);
  // 1 January 1970 was a Thursday.
  return { hour: (days - day) * 24, weekday: (((day + 3) % 7) + 7) % 7 };
}
