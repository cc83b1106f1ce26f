import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

import { packArchive, unpackArchive } from "./release.ts";
import { readTar, writeTar } from "./tar.ts";

const files = new Map([
  ["controller.mjs", Buffer.from("x".repeat(1_025))],
  ["LICENSE", Buffer.from("free")],
  ["drivers/empty.mjs", Buffer.alloc(0)],
]);

test("the same files give the same bytes in whichever order they come, and come back as they were", () => {
  const archive = packArchive(files);
  expect(packArchive(new Map([...files].reverse())).equals(archive)).toBe(true);
  expect(unpackArchive(archive)).toEqual(files);
});

test("tar of others reads the archive", () => {
  const dir = mkdtempSync(join(tmpdir(), "tar-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  writeFileSync(join(dir, "archive.tgz"), packArchive(files));
  execFileSync("tar", ["-xzf", "archive.tgz"], { cwd: dir });
  for (const [name, content] of files) expect(readFileSync(join(dir, name)).equals(content)).toBe(true);
});

test("an archive that is torn anywhere is refused", () => {
  const archive = writeTar(files);
  for (let end = 0; end < archive.length - 512; end += 256)
    expect(() => readTar(archive.subarray(0, end)), String(end)).toThrow(/^The archive/);
});

test("an archive with a link, or a name that leads out of its folder, is refused", () => {
  expect(() => writeTar(new Map([["../controller.mjs", Buffer.alloc(0)]]))).toThrow("cannot be in an archive");
  for (const [at, byte] of [
    [156, "2"],
    [0, "/"],
    [0, "."],
  ] as const) {
    const archive = writeTar(new Map([["abc", Buffer.alloc(0)]]));
    const was = archive.toString("latin1", at, at + 1);
    archive.write(byte, at, "latin1");
    const sum = Number.parseInt(archive.toString("latin1", 148, 154), 8) + byte.charCodeAt(0) - was.charCodeAt(0);
    archive.write(sum.toString(8).padStart(6, "0"), 148, "latin1");
    expect(() => readTar(archive)).toThrow("which is not a plain file");
  }
});

test("an archive whose file has a size below zero is refused, and not read for ever", () => {
  const archive = writeTar(new Map([["abc", Buffer.alloc(0)]]));
  const before = archive.subarray(124, 135).reduce((sum, byte) => sum + byte, 0);
  archive.write("-0000001000", 124, "latin1");
  const after = archive.subarray(124, 135).reduce((sum, byte) => sum + byte, 0);
  const sum = Number.parseInt(archive.toString("latin1", 148, 154), 8) + after - before;
  archive.write(sum.toString(8).padStart(6, "0"), 148, "latin1");
  expect(() => readTar(archive)).toThrow("says no size");
});
