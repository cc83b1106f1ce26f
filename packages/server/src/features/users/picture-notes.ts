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
    if (isNote(marker, bytes.subarray(at, end))) return true;
    at = marker === 0xda ? pixelsEnd(bytes, end) : end;
  }
  return true;
}

/** @param segment With its mark. */
function isNote(marker: number, segment: Buffer): boolean {
  const isColour = marker === 0xe2 && segment.toString("latin1", 4, 15) === "ICC_PROFILE";
  const isApplication = marker >= 0xe1 && marker <= 0xef && marker !== 0xee && !isColour;
  return (isApplication && !isTurnAlone(segment)) || marker === 0xfe;
}

/** Where the pixels of a scan end: at the next sign that is neither a filled byte nor a mark to go on from. */
function pixelsEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

/**
 * A picture without its notes, its pixels as they are: of how it was taken only the way it is turned stays, since it would
 * lie on its side without. @returns undefined where it cannot be read to its end.
 */
export function withoutNotes(type: string, bytes: Buffer): Buffer | undefined {
  const plain = type === "image/png" ? plainPng(bytes) : type === "image/webp" ? plainWebp(bytes) : plainJpeg(bytes);
  return plain && !hasNotes(type, plain) ? plain : undefined;
}

function plainPng(bytes: Buffer): Buffer | undefined {
  const kept = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length;) {
    const name = bytes.toString("latin1", at + 4, at + 8);
    const end = at + 12 + bytes.readUInt32BE(at);
    if (!pngNotes.has(name)) kept.push(bytes.subarray(at, end));
    // What follows the end is no picture.
    if (name === "IEND") return Buffer.concat(kept);
    at = end;
  }
  return undefined;
}

/** Bits of the header that say that notes follow. */
const webpNoteBits = 0x08 | 0x04;

function plainWebp(bytes: Buffer): Buffer | undefined {
  const kept: Buffer[] = [];
  for (let at = 12; at < bytes.length;) {
    if (at + 8 > bytes.length) return undefined;
    const name = bytes.toString("latin1", at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    const chunk = Buffer.from(bytes.subarray(at, end));
    if (name === "VP8X" && chunk.length > 8) chunk[8] = (chunk[8] ?? 0) & ~webpNoteBits;
    if (!webpNotes.has(name)) kept.push(chunk);
    at = end;
  }
  const content = Buffer.concat(kept);
  const head = Buffer.from(bytes.subarray(0, 12));
  head.writeUInt32LE(content.length + 4, 4);
  return Buffer.concat([head, content]);
}

function plainJpeg(bytes: Buffer): Buffer | undefined {
  const kept = [bytes.subarray(0, 2)];
  for (let at = 2; at + 4 <= bytes.length || bytes[at + 1] === 0xd9;) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] as number;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === 0xd9) return Buffer.concat([...kept, bytes.subarray(at, at + 2)]);
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const segment = bytes.subarray(at, end);
    const turn = marker === 0xe1 ? turnOf(segment) : 1;
    if (turn > 1) kept.push(turnAlone(turn));
    const next = marker === 0xda ? pixelsEnd(bytes, end) : end;
    if (!isNote(marker, segment)) kept.push(bytes.subarray(at, next));
    at = next;
  }
  return undefined;
}

const exif = Buffer.from("Exif\0\0", "latin1");
/** The field of EXIF that says how a picture is turned: 1 to 8. */
const turnField = 0x0112;

/** Notes that say nothing else. */
function turnAlone(turn: number): Buffer {
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, turn, 0, 0, 0, 0, 0, 0];
  const content = Buffer.concat([exif, Buffer.from(tiff)]);
  return Buffer.concat([Buffer.from([0xff, 0xe1, 0, content.length + 2]), content]);
}

const isTurnAlone = (segment: Buffer) => [2, 3, 4, 5, 6, 7, 8].some((turn) => segment.equals(turnAlone(turn)));

/** How a picture is turned, by its notes; 1: they do not say, or not at all. */
function turnOf(segment: Buffer): number {
  const tiff = segment.subarray(4 + exif.length);
  if (!segment.subarray(4, 4 + exif.length).equals(exif) || tiff.length < 10) return 1;
  const isLittle = tiff.toString("latin1", 0, 2) === "II";
  const u16 = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let field = 0; field < u16(first); field++) {
    const at = first + 2 + field * 12;
    if (at + 12 > tiff.length) return 1;
    if (u16(at) === turnField) {
      const turn = u16(at + 8);
      return turn >= 1 && turn <= 8 ? turn : 1;
    }
  }
  return 1;
}
