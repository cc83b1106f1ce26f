import { plainName } from "../../core/one-line.ts";
import { type PictureType, pictureTypeOf, pictureTypes } from "../../core/picture-type.ts";

/** What may go with a message of a ticket. Pure; no schema library here: screens import it. */

export const ticketFileLimits = {
  perMessage: 5,
  bytes: 10_000_000,
  longestName: 120,
  /** Of what one person brings within 24 hours. */
  bytesADay: 250_000_000,
  /** One that was uploaded and not sent is kept for so long. */
  keptMs: 24 * 3_600_000,
} as const;

export const ticketFileTypes = [...pictureTypes, "application/pdf", "text/csv", "text/plain"] as const;
export type TicketFileType = (typeof ticketFileTypes)[number];

/** Why a file is not taken, in `fields.file` of the refusal; notes: a picture says where, when or how it was taken. */
export const ticketFileFaults = [
  "empty",
  "too_large",
  "wrong_kind",
  "broken",
  "too_wide",
  "notes",
  "too_heavy",
] as const;
export type TicketFileFault = (typeof ticketFileFaults)[number];

/** Endings of names by type, the usual one first. None of them is of something that a computer runs. */
const endings: Record<TicketFileType, readonly string[]> = {
  "image/png": ["png"],
  "image/jpeg": ["jpg", "jpeg"],
  "image/webp": ["webp"],
  "application/pdf": ["pdf"],
  "text/csv": ["csv"],
  "text/plain": ["txt", "log", "md", "json", "yaml", "yml", "ini"],
};

/** What may be chosen, for fields of files. */
export const ticketFileChoices = Object.entries(endings)
  .flatMap(([type, names]) => [type, ...names.map((name) => `.${name}`)])
  .join(",");

export function isPicture(type: TicketFileType): type is PictureType {
  return pictureTypes.some((one) => one === type);
}

/** What a file is by its content; only whether a text is a table is known by its name. Undefined: nothing that is taken. */
export function ticketFileType(bytes: Uint8Array, name: string): TicketFileType | undefined {
  const picture = pictureTypeOf(bytes);
  if (picture) return picture;
  if (new TextDecoder("latin1").decode(bytes.subarray(0, 5)) === "%PDF-") return "application/pdf";
  if (!isText(bytes)) return undefined;
  return name.toLowerCase().endsWith(".csv") ? "text/csv" : "text/plain";
}

/** No control characters but those that lay out lines, in whatever encoding; UTF-16 says so by its first two bytes. */
function isText(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (!isUtf16) return bytes.every(isWritten);
  const text = new TextDecoder(first === 0xff ? "utf-16le" : "utf-16be").decode(bytes);
  for (let at = 0; at < text.length; at++) if (!isWritten(text.charCodeAt(at))) return false;
  return true;
}

const isWritten = (code: number) =>
  (code >= 0x20 && code !== 0x7f && code !== 0xfffd) || (code >= 0x09 && code <= 0x0d);

/** A name as it is kept: with an ending that belongs to what the file is, so that nobody opens it as something else. */
export function ticketFileName(given: string, type: TicketFileType): string {
  const name = plainName(given)
    .replaceAll(/[/\\:*?"<>|]+/g, "-")
    .trim();
  const [usual = "", ...others] = endings[type];
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const isKept = [usual, ...others].includes(ending);
  // The picture of a camera becomes one of another type; all else says what it was called, too.
  const stem = isKept || isPicture(type) ? name.replace(/\.[^.]*$/, "") : name;
  const most = ticketFileLimits.longestName - usual.length - 5;
  return `${stem.slice(-most).replace(/^[\uDC00-\uDFFF]?\.*/, "") || "file"}.${isKept ? ending : usual}`;
}
