import { expect, test } from "vitest";

import { hasNotes, withoutNotes } from "./picture-notes.ts";

const bytes = (...parts: (number[] | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))));
const segment = (marker: number, content: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};
/** EXIF with how a picture is turned and a field of a place, as a phone writes it. */
const phoneNotes = (turn: number) =>
  bytes(
    "Exif\0\0II*\0",
    [8, 0, 0, 0, 2, 0],
    [0x12, 0x01, 3, 0, 1, 0, 0, 0, turn, 0, 0, 0],
    [0x25, 0x88, 4, 0, 1, 0, 0, 0, 38, 0, 0, 0],
    [0, 0, 0, 0],
    "GPS 13.5N 2.1E",
  );
const jpeg = (...segments: Buffer[]) => Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments]);
const tables = segment(0xdb, Buffer.alloc(65, 1));
const scan = Buffer.concat([segment(0xda, Buffer.alloc(8, 1)), Buffer.from([1, 2, 0xff, 0, 3])]);
const end = Buffer.from([0xff, 0xd9]);

test("a photo loses its place, time and comments and what is appended, and keeps its pixels and the way it is turned", () => {
  const notes = [
    segment(0xe1, phoneNotes(6)),
    segment(0xed, Buffer.from("author")),
    segment(0xfe, Buffer.from("at home")),
  ];
  const photo = Buffer.concat([jpeg(...notes, tables, scan, end), Buffer.from("a second picture, GPS")]);
  const plain = withoutNotes("image/jpeg", photo);
  expect(plain?.toString("latin1")).not.toMatch(/GPS|13\.5N|author|home/);
  expect(hasNotes("image/jpeg", photo)).toBe(true);
  expect(plain && hasNotes("image/jpeg", plain)).toBe(false);
  expect(plain?.includes(Buffer.concat([tables, scan, end]))).toBe(true);
  expect(plain?.includes(Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6]))).toBe(true);
  // One that lies as it should needs no word of it.
  const upright = withoutNotes("image/jpeg", jpeg(segment(0xe1, phoneNotes(1)), tables, scan, end));
  expect(upright?.equals(jpeg(tables, scan, end))).toBe(true);
});

test("notes that say how a picture is turned and anything else besides are notes", () => {
  const turned = withoutNotes("image/jpeg", jpeg(segment(0xe1, phoneNotes(3)), tables, scan, end));
  expect(turned && hasNotes("image/jpeg", turned)).toBe(false);
  const more = jpeg(
    segment(0xe1, Buffer.concat([(turned ?? end).subarray(6, 38), Buffer.from("GPS")])),
    tables,
    scan,
    end,
  );
  expect(hasNotes("image/jpeg", more)).toBe(true);
});

test("a WebP loses its notes and says no more that it has any", () => {
  const chunk = (name: string, content: Buffer) => {
    const head = Buffer.from(`${name}\0\0\0\0`, "latin1");
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content]);
  };
  const file = (...chunks: Buffer[]) => {
    const content = Buffer.concat(chunks);
    const head = Buffer.from("RIFF\0\0\0\0WEBP", "latin1");
    head.writeUInt32LE(content.length + 4, 4);
    return Buffer.concat([head, content]);
  };
  const pixels = chunk("VP8L", Buffer.alloc(12, 7));
  const header = (flags: number) => chunk("VP8X", Buffer.from([flags, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
  const located = file(header(0x1c), pixels, chunk("EXIF", Buffer.from("GPS here")), chunk("XMP ", Buffer.from("me")));
  expect(withoutNotes("image/webp", located)?.equals(file(header(0x10), pixels))).toBe(true);
});

test("what cannot be read to its end is not made plain", () => {
  for (const broken of [jpeg(tables), jpeg(tables, scan), Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(40)])
    expect(withoutNotes("image/jpeg", broken)).toBeUndefined();
  expect(withoutNotes("image/png", Buffer.alloc(60))).toBeUndefined();
});
