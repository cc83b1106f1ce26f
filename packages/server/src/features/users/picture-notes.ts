/** What cameras and programs write into pictures besides their pixels: place, time, device, author. Pure. */

/** @param type As its content says. @returns whether a picture has such notes, or cannot be read to its end. */
export function hasNotes(type: string, bytes: Buffer): boolean {
  if (type === "image/png") return pngChunks(bytes).some((chunk) => pngNotes.has(chunk));
  if (type === "image/webp") return webpChunks(bytes).some((chunk) => webpNotes.has(chunk));
  return jpegHasNotes(bytes);
}

const unreadable = "unreadable";
const pngNotes = new Set(["eXIf", "tEXt", "zTXt", "iTXt", "tIME", unreadable]);
const webpNotes = new Set(["EXIF", "XMP ", unreadable]);

function pngChunks(bytes: Buffer): string[] {
  const found: string[] = [];
  for (let at = 8; at < bytes.length;) {
    if (at + 12 > bytes.length) return [...found, unreadable];
    const name = bytes.toString("latin1", at + 4, at + 8);
    found.push(name);
    at += 12 + bytes.readUInt32BE(at);
    // Nothing belongs after it.
    if (name === "IEND") return at === bytes.length ? found : [...found, unreadable];
  }
  return [...found, unreadable];
}

function webpChunks(bytes: Buffer): string[] {
  const found: string[] = [];
  for (let at = 12; at < bytes.length;) {
    if (at + 8 > bytes.length) return [...found, unreadable];
    found.push(bytes.toString("latin1", at, at + 4));
    const length = bytes.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return found;
}

/**
 * Segments other than the plain header, colours and pixels: those of applications, and comments. Cameras also append whole
 * pictures with notes of their own, so what follows the end counts too.
 */
function jpegHasNotes(bytes: Buffer): boolean {
  for (let at = 2; at + 2 <= bytes.length;) {
    if (bytes[at] !== 0xff) return true;
    const marker = bytes[at + 1] as number;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === 0xd9) return at + 2 !== bytes.length;
    if (at + 4 > bytes.length) return true;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const isColour = marker === 0xe2 && bytes.toString("latin1", at + 4, at + 15) === "ICC_PROFILE";
    const isApplication = marker >= 0xe1 && marker <= 0xef && marker !== 0xee && !isColour;
    if (isApplication || marker === 0xfe) return true;
    at = marker === 0xda ? pixelsEnd(bytes, end) : end;
  }
  return true;
}

/** Where the pixels of a scan end: at the next sign that is neither a filled byte nor a mark to go on from. */
function pixelsEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}
