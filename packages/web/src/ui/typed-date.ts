const written = /^(\d{1,2})\s*[./\- ]\s*(\d{1,2})\s*[./\- ]\s*(\d{2}|\d{4})$/;
/** As a phone's keypad of digits writes it. */
const digits = /^(\d{2})(\d{2})(\d{4})$/;
const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;

/**
 * A date as it is usually written, day first ("20/11/2026", "20.11.26", "1-2-2026", "20112026") or as 2026-11-20.
 * @returns YYYY-MM-DD; undefined where it is none, such as 31/02/2026.
 */
export function readTypedDate(text: string): string | undefined {
  const typed = text.trim();
  const [, year, month, day] = iso.exec(typed) ?? [];
  if (year && month && day) return toIso(Number(year), Number(month), Number(day));
  const [, first, second, third] = written.exec(typed) ?? digits.exec(typed) ?? [];
  if (!first || !second || !third) return undefined;
  return toIso(third.length === 2 ? 2_000 + Number(third) : Number(third), Number(second), Number(first));
}

/** As `readTypedDate` reads it back. @param isoDate YYYY-MM-DD; other texts stay as they are. */
export function writeDate(isoDate: string): string {
  const [, year, month, day] = iso.exec(isoDate) ?? [];
  return year && month && day ? `${day}/${month}/${year}` : isoDate;
}

/** The date this many days later. @param isoDate YYYY-MM-DD. */
export function addDays(isoDate: string, days: number): string {
  return new Date(Date.parse(`${isoDate}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

function toIso(year: number, month: number, day: number): string | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}
