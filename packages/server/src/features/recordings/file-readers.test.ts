import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Refusal } from "@offgrid/contract/core/refusal";
import { CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import { expect, test, vi } from "vitest";

import { type ReaderProcess, FileReaders, HistoryFile } from "./file-readers.ts";
import { packed } from "./import-file.ts";

const start = Date.UTC(2026, 5, 1);
const options = {
  mapping: CsvMapping.parse({
    time: { column: "at", format: "epoch-ms" },
    columns: [
      { column: "pv", metric: "solar.power" },
      { column: "load", metric: "load.power" },
    ],
  }),
  options: { shiftMs: 0, ambiguity: "refuse" as const },
  limits: { nowMs: start + 900 * 86_400_000, earliestMs: 0, keptFromMs: 0 },
};
const count = 40_000;
const text = ["at,pv,load", ...Array.from({ length: count }, (_, row) => `${start + row * 1_000},${row},`)].join("\n");
const base64 = (file: string) => Buffer.from(file).toString("base64");
/** Takes much more memory than its length. */
const heavy = base64(`[${'{"a":{"b":1}},'.repeat(400_000)}{"a":1}]`);

const faultOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof Refusal ? (error.fields?.["file"] ?? error.code) : error),
  );
const pack = (file: string) => (reader: ReaderProcess) => reader.ask("pack", { file, sheet: 0 });
const pidOf = async (reader: ReaderProcess) => {
  await reader.ask("pack", { file: base64("at,load\n1,2"), sheet: 0 });
  return reader.pid;
};

test("a file is read in a program of its own, which knows nothing of the portal and is used again", async () => {
  const readers = new FileReaders();
  const first = (await readers.use(pidOf)) as number;
  expect(first).not.toBe(process.pid);
  if (process.platform === "linux") {
    const names = readFileSync(`/proc/${first}/environ`, "utf8")
      .split("\0")
      .map((one) => one.split("=")[0]);
    expect(names.filter((name) => name !== "" && !name?.startsWith("NODE_CHANNEL"))).toEqual([]);
  }
  expect(await readers.use(pidOf)).toBe(first);
});

test("rows come as they are in the file, from any line on, with gaps", async () => {
  const read = async (source: { text: string } | { body: Buffer }, after: number) =>
    new FileReaders().use(async (reader) => {
      const file = await HistoryFile.open(reader, source, options);
      const rows = [];
      for await (const row of file.rows(after)) rows.push(row);
      return rows;
    });
  const rows = await read({ text }, 0);
  expect(rows).toHaveLength(count);
  expect(rows[1]).toEqual({ line: 3, atMs: start + 1_000, values: [1, null] });
  expect(await read({ body: await packed(text) }, count)).toEqual(rows.slice(-1));
});

test("a file that takes too much memory ends its reader, not the portal", async () => {
  const readers = new FileReaders({ memoryMb: 24 });
  expect(await faultOf(readers.use(pack(heavy)))).toBe("too_heavy");
  expect(await faultOf(readers.use(pack(base64("at,load\n1,2"))))).toBeUndefined();
});

test("a file that takes too long ends its reader", async () => {
  const readers = new FileReaders({ longestMs: 1 });
  expect(await faultOf(readers.use(pack(base64(text))))).toBe("too_heavy");
});

test.skipIf(!existsSync("/proc/self/stat"))("a file that waits for a busy machine is not too heavy", async () => {
  const longestMs = 2_000;
  const readers = new FileReaders({ longestMs });
  const pid = (await readers.use(pidOf)) as number;
  const read = faultOf(readers.use(pack(base64("at,load\n1,2"))));
  // It gets no processor time for twice as long as it may take.
  process.kill(pid, "SIGSTOP");
  const stoppedAtMs = performance.now();
  await vi.waitUntil(() => performance.now() - stoppedAtMs > 2 * longestMs, { timeout: 20 * longestMs });
  process.kill(pid, "SIGCONT");
  expect(await read).toBeUndefined();
});

test("what nobody waits for any more ends at once, as does what is left in the middle", async () => {
  const readers = new FileReaders();
  const control = new AbortController();
  const one = readers.use(async (reader) => {
    const asked = reader.ask("pack", { file: heavy, sheet: 0 });
    control.abort(new Error("gone"));
    return asked;
  }, control.signal);
  await expect(one).rejects.toThrow("gone");
  await expect(readers.use(pidOf, control.signal)).rejects.toThrow("gone");
  const left = await readers.use(async (reader) => {
    const file = await HistoryFile.open(reader, { text }, options);
    for await (const row of file.rows()) if (row.line > 5) break;
    return reader.pid;
  });
  expect(await readers.use(pidOf)).not.toBe(left);
});

test("a person who hangs up while the file is read is refused, which is no fault of the portal", async () => {
  const control = new AbortController();
  const answer = new FileReaders().forPerson(
    "amina",
    async (reader) => {
      const asked = reader.ask("pack", { file: heavy, sheet: 0 });
      control.abort(new Error("gone"));
      return asked;
    },
    control.signal,
  );
  expect(await faultOf(answer)).toBe("too_many");
});

test("a reader that ends for another reason is no fault of the file", async () => {
  const ended = new FileReaders().use(async (reader) => {
    const asked = reader.ask("pack", { file: heavy, sheet: 0 });
    process.kill(reader.pid as number, "SIGKILL");
    return asked;
  });
  await expect(ended).rejects.toThrow("the reader of files ended (SIGKILL)");
});

test("a refusal comes as it is, and a reader goes on after it", async () => {
  await new FileReaders().use(async (reader) => {
    expect(await faultOf(pack(base64("[1, 2]"))(reader))).toBe("not_json");
    expect(await faultOf(reader.ask("inspect", { shown: 1 }))).toMatchObject({
      message: expect.stringContaining("no file is open") as string,
    });
    expect(await pack(base64("at,load\n1,2"))(reader)).toMatchObject({ kind: "csv", lines: 1 });
  });
});

test("a reader whose caller hung up is not given to the next one while it ends", async () => {
  const readers = new FileReaders();
  const caller = new AbortController();
  let left: ReaderProcess | undefined;
  const call = readers.use(async (reader) => {
    left = reader;
    await new Promise((_resolve, reject) => caller.signal.addEventListener("abort", () => reject(new Error("gone"))));
  }, caller.signal);
  caller.abort();
  await expect(call).rejects.toThrow();
  await readers.use(async (reader) => expect(reader).not.toBe(left));
});

test("a reader that cannot start says why in the error that the log gets", async () => {
  const folder = mkdtempSync(join(tmpdir(), "reader-"));
  const program = join(folder, "broken.mjs");
  writeFileSync(program, 'import "a-part-that-is-missing";\n');
  const readers = new FileReaders({ program });
  await expect(readers.use(pack("at,load\n1,2"))).rejects.toThrow(/ended \(code 1\): [^]*a-part-that-is-missing/);
  rmSync(folder, { recursive: true });
});
