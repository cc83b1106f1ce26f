import fc from "fast-check";
import { spawn } from "node:child_process";
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

import { Spool } from "./spool.ts";

const metrics = ["battery.soc", "solar.power"];
let dir = "";

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "spool-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function open(options: Partial<ConstructorParameters<typeof Spool>[0]> = {}): Spool {
  return new Spool({ dir, metrics, isSynced: false, ...options });
}

function claimAll(spool: Spool) {
  const claims = [];
  for (;;) {
    const claim = spool.claim({ order: "oldest", limit: 100_000 });
    if (!claim) return claims;
    claims.push(claim);
  }
}

test("a frame is read back exactly, with its missing readings", () => {
  const spool = open();
  spool.append({ atMs: 1_700_000_000_000, values: [0.1 + 0.2, null] });
  spool.close();
  const [claim] = claimAll(open());
  expect(claim).toMatchObject({ metrics, frames: [{ atMs: 1_700_000_000_000, values: [0.1 + 0.2, null] }] });
});

test("after any sequence of appends, acknowledgements, releases and reopenings, exactly the unacknowledged frames are there", () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.constant("append" as const) },
    { weight: 2, arbitrary: fc.constant("claim" as const) },
    { weight: 2, arbitrary: fc.constant("ack" as const) },
    { weight: 1, arbitrary: fc.constant("release" as const) },
    { weight: 1, arbitrary: fc.constant("reopen" as const) },
  );
  const property = fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
    rmSync(dir, { recursive: true, force: true });
    let spool = open({ segmentBytes: 250 });
    const expected = new Set<number>();
    let claimed: { ids: number[]; times: number[] } = { ids: [], times: [] };
    let count = 0;
    for (const name of steps) {
      if (name === "append") {
        expected.add(count);
        spool.append({ atMs: count++, values: [count, -count] });
      } else if (name === "claim") {
        const claim = spool.claim({ order: count % 2 ? "newest" : "oldest", limit: 3 });
        if (claim) claimed = { ids: claim.ids, times: claim.frames.map((frame) => frame.atMs) };
      } else if (name === "ack") {
        spool.ack(claimed.ids);
        claimed.times.forEach((atMs) => expected.delete(atMs));
      } else if (name === "release") spool.release(claimed.ids);
      else {
        spool.close();
        spool = open({ segmentBytes: 250 });
        claimed = { ids: [], times: [] };
      }
      expect(spool.pending).toBe(expected.size);
    }
    spool.close();
    const again = open({ segmentBytes: 250 });
    const times = claimAll(again).flatMap((claim) => claim.frames.map((frame) => frame.atMs));
    expect(times.sort((a, b) => a - b)).toEqual([...expected].sort((a, b) => a - b));
    again.close();
  });
  fc.assert(property, { numRuns: 60 });
});

test("a process that is killed while writing leaves every frame that it had kept, whole and in order", async () => {
  const script = fileURLToPath(new URL("../testing/spool-writer.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", script, dir], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  await new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (output.split("\n").length > 500) child.kill("SIGKILL");
    });
    child.on("close", () => resolve());
  });
  const kept = output.slice(0, output.lastIndexOf("\n")).split("\n").length;
  const spool = open();
  const frames = claimAll(spool).flatMap((claim) => claim.frames);
  expect(kept).toBeGreaterThanOrEqual(500);
  expect(frames.length).toBeGreaterThanOrEqual(kept);
  expect(frames).toEqual(frames.map((_, number) => ({ atMs: number, values: [number / 3, null] })));
});

test("a torn last record is cut off and the frames before it stay", () => {
  const spool = open();
  [1, 2, 3].forEach((atMs) => spool.append({ atMs, values: [atMs, null] }));
  spool.close();
  const file = join(dir, readdirSync(dir)[0] as string);
  truncateSync(file, statSync(file).size - 5);
  const again = open();
  expect(claimAll(again).flatMap((claim) => claim.frames.map((frame) => frame.atMs))).toEqual([1, 2]);
  again.append({ atMs: 4, values: [4, null] });
  again.close();
  expect(open().pending).toBe(3);
});

test("a damaged record in the middle is skipped and counted", () => {
  const spool = open();
  [1, 2, 3].forEach((atMs) => spool.append({ atMs, values: [atMs, null] }));
  spool.close();
  const file = join(dir, readdirSync(dir)[0] as string);
  const bytes = readFileSync(file);
  bytes[bytes.length - 40] = (bytes[bytes.length - 40] as number) ^ 0xff;
  writeFileSync(file, bytes);
  const again = open();
  expect(again.damaged).toBe(1);
  expect(claimAll(again).flatMap((claim) => claim.frames.map((frame) => frame.atMs))).toEqual([1, 3]);
});

test("an incomplete header and half an acknowledgement do no harm", () => {
  const spool = open();
  spool.append({ atMs: 1, values: [1, 1] });
  spool.append({ atMs: 2, values: [2, 2] });
  spool.ack([0]);
  spool.close();
  const name = readdirSync(dir).find((entry) => entry.endsWith(".ack")) as string;
  appendFileSync(join(dir, name), "xyz");
  writeFileSync(join(dir, "000000000099.seg"), "OG");
  const again = open();
  expect(again.pending).toBe(1);
  again.ack([1]);
  expect(readdirSync(dir)).toEqual([]);
});

test("a file whose header is damaged is put aside and named, not deleted: frames may be in it", () => {
  const spool = open();
  spool.append({ atMs: 1, values: [1, 1] });
  spool.close();
  const name = readdirSync(dir)[0] as string;
  const bytes = readFileSync(join(dir, name));
  bytes[20] = (bytes[20] as number) ^ 0xff;
  writeFileSync(join(dir, name), bytes);
  const again = open();
  expect(again).toMatchObject({ pending: 0, setAside: [join(dir, `${name}.damaged`)] });
  expect(readFileSync(join(dir, `${name}.damaged`))).toEqual(bytes);
  again.append({ atMs: 2, values: [2, 2] });
  again.close();
  expect(open()).toMatchObject({ pending: 1, setAside: [] });
});

test("of a failing disk the last eight damaged files are kept, and no others are named as kept", () => {
  for (let first = 0; first < 12; first++) {
    writeFileSync(join(dir, `${String(first).padStart(12, "0")}.seg`), Buffer.alloc(4_096));
  }
  const { setAside, deleted } = open();
  const kept = readdirSync(dir).sort();
  expect(kept).toHaveLength(8);
  expect(setAside).toEqual(kept.map((name) => join(dir, name)));
  expect(deleted).toHaveLength(4);
  expect(kept[0]).toBe("000000000004.seg.damaged");
});

test("a full spool drops its oldest frames and counts them", () => {
  const spool = open({ segmentBytes: 400, maxBytes: 1_600 });
  for (let atMs = 0; atMs < 200; atMs++) spool.append({ atMs, values: [atMs, atMs] });
  expect(spool.bytes).toBeLessThanOrEqual(1_600);
  expect(spool.dropped + spool.pending).toBe(200);
  const times = claimAll(spool).flatMap((claim) => claim.frames.map((frame) => frame.atMs));
  expect(times.at(-1)).toBe(199);
  expect(times[0]).toBe(spool.dropped);
});

test("seven days of a frame every 10 s with 512 metrics fit", () => {
  const frames = (7 * 86_400) / 10;
  const names = Array.from({ length: 512 }, (_, number) => `own.metric_${number}`);
  const spool = new Spool({ dir, metrics: names, isSynced: false });
  spool.append({ atMs: 0, values: names.map(() => 1.5) });
  const header = spool.bytes;
  spool.append({ atMs: 1, values: names.map(() => 1.5) });
  const record = spool.bytes - header;
  spool.close();
  const segments = Math.ceil(frames / Math.floor((2 ** 20 - header) / record));
  expect((segments + 1) * 2 ** 20).toBeLessThanOrEqual(256 * 2 ** 20);
});

test("frames of an earlier list of metrics keep their names", () => {
  const before = open();
  before.append({ atMs: 1, values: [1, 2] });
  before.close();
  const after = new Spool({ dir, metrics: ["load.power"], isSynced: false });
  after.append({ atMs: 2, values: [7] });
  expect(claimAll(after).map((claim) => [claim.metrics, claim.frames[0]?.values])).toEqual([
    [metrics, [1, 2]],
    [["load.power"], [7]],
  ]);
});
