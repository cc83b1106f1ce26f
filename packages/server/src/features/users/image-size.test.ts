import { expect, test } from "vitest";

import { jpegSize, pngSize, webpSize } from "./image-size.ts";

const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");
const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(Math.max(0, 32 - bytes.length))]);
const webp = (chunk: string, body: string) =>
  padded(Buffer.concat([Buffer.from("RIFF\0\0\0\0WEBP"), Buffer.from(chunk), Buffer.alloc(4), hex(body)]));

test("the size of a picture is what its header says", () => {
  expect(pngSize(hex("89504e470d0a1a0a 0000000d 49484452 0000fde8 00000005"))).toEqual({ width: 65_000, height: 5 });
  // A comment, a filler and a table of codes before the frame, whose height comes first.
  const jpeg = hex("ffd8 fffe 0004 ffc0 ff ffc4 0003 00 ffc2 000b 08 1000 fde8 01 011100");
  expect(jpegSize(jpeg)).toEqual({ width: 65_000, height: 4_096 });
  expect(webpSize(webp("VP8 ", "000000 9d012a 0500 0700"))).toEqual({ width: 5, height: 7 });
  expect(webpSize(webp("VP8 ", "000000 9d012a ffff 0700"))).toEqual({ width: 16_383, height: 7 });
  expect(webpSize(webp("VP8L", "2f 04800100"))).toEqual({ width: 5, height: 7 });
  expect(webpSize(webp("VP8X", "00000000 e7fd00 060000"))).toEqual({ width: 65_000, height: 7 });
});

test.each([
  ["a PNG that is cut off", pngSize(hex("89504e470d0a1a0a 0000000d 49484452 0000"))],
  ["a JPEG without a frame", jpegSize(padded(hex("ffd8 ffe0 0004 0000")))],
  ["a JPEG whose pixels begin before its frame", jpegSize(padded(hex("ffd8 ffda 0004 0000 ffc0 000b 08 0001 0001")))],
  ["a JPEG with a segment of no length", jpegSize(padded(hex("ffd8 ffe0 0000")))],
  ["a WebP of an unknown kind", webpSize(webp("ALPH", "00"))],
  ["a WebP without the sign of its frame", webpSize(webp("VP8 ", "000000 000000 0500 0700"))],
])("%s has no size", (_, size) => {
  expect(size).toBeUndefined();
});
