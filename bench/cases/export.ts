import { setTimeout as wait } from "node:timers/promises";

import type { BenchCase } from "../bench.types.ts";
import { type BenchPortal, withPortal } from "../portal.ts";

const dayMs = 86_400_000;
const stepMs = 10_000;
const days = Number(process.env["BENCH_EXPORT_DAYS"] ?? 365);
const framesPerMessage = 2_000;
/** Another person's calls are measured for so long, with a new file begun as long as that lasts. */
const measuredS = 20;
const mostFiles = 4;

function* history(toMs: number) {
  const count = (days * dayMs) / stepMs;
  for (let first = 0; first < count; first += framesPerMessage)
    yield Array.from({ length: Math.min(framesPerMessage, count - first) }, (_, offset) => {
      const ts = toMs - (count - first - offset) * stepMs;
      const sun = Math.max(0, Math.sin((ts / dayMs - 0.25) * 2 * Math.PI));
      return { ts, values: { "solar.power": Math.round(4_000 * sun + ((ts / stepMs) % 61)) } };
    });
}

export const exportCase: BenchCase = {
  name: "export",
  summary: `single readings of ${days} days at 10 s as a CSV file, beside another person's calls (BENCH_EXPORT_DAYS)`,
  run: (say) =>
    withPortal(async (portal) => {
      const [container] = await portal.register("export", 1);
      if (!container) throw new Error("The container was not registered.");
      const toMs = Math.floor(Date.now() / dayMs) * dayMs;
      say(`sending ${days} days, a frame every 10 s`);
      await portal.sendHistory(container, history(toMs));
      say("summarising and sealing");
      await portal.summarise();
      await portal.seal();
      const { containerId } = container;
      const others = () =>
        portal.load("getContainerLiveData", [{ containerId }], { clients: 1, warmUpS: 1, measuredS });
      const quiet = await others();
      const before = await portal.usage();
      say("exporting");
      const [beside, files] = await besides(portal, others(), {
        ...{ from: toMs - days * dayMs, to: toMs, zone: "UTC", groupBy: "raw", format: "csv" },
        series: [{ containerId, metric: "solar.power" }],
      });
      const [first] = files;
      if (!first || files.some(({ rows }) => rows !== (days * dayMs) / stepMs))
        throw new Error(`A file has other rows than were sent: ${JSON.stringify(files)}`);
      const about = `${days} days raw at 10 s as CSV`;
      const reach = (60_000 * days) / 365;
      return [
        { case: `${about}, ${first.rows} rows`, value: first.ms, unit: "ms", reach },
        { case: `${about}: on the wire`, value: first.bytes / 1e6, unit: "MB" },
        {
          case: `${about}: another's calls meanwhile, p95`,
          ...{ value: beside.p95Ms, unit: "ms", reach: 2 * quiet.p95Ms, reference: quiet.p95Ms },
          referenceName: "the same in quiet",
        },
        {
          case: `${about}: most memory of the portal meanwhile`,
          value: Math.max(...files.map(({ rssBytes }) => rssBytes)) / 1e6,
          ...{ unit: "MB", reference: before.rssBytes / 1e6, referenceName: "before" },
        },
      ];
    }),
};

interface File {
  ms: number;
  rows: number;
  bytes: number;
  /** The most that was seen while it was made. */
  rssBytes: number;
}

/** Files one after the other, for as long as the other work goes on. */
async function besides<Result>(
  portal: BenchPortal,
  other: Promise<Result>,
  question: object,
): Promise<[Result, File[]]> {
  let isOver = false;
  const whenOver = other.finally(() => (isOver = true));
  const files: File[] = [];
  while (files.length === 0 || (!isOver && files.length < mostFiles)) files.push(await download(portal, question));
  return [await whenOver, files];
}

async function download({ url, session, usage }: BenchPortal, question: object): Promise<File> {
  const began = performance.now();
  let isDone = false;
  let rssBytes = 0;
  const watch = async () => {
    while (!isDone) {
      rssBytes = Math.max(rssBytes, (await usage()).rssBytes);
      await wait(250);
    }
  };
  const watching = watch();
  const answer = await fetch(`${url}/api/exportData`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Accept-Encoding": "identity",
      "X-Auth-Token": session.authToken,
      "X-User-Id": session.userId,
    },
    body: JSON.stringify(question),
  });
  if (!answer.ok || !answer.body) throw new Error(`The export was refused: ${await answer.text()}`);
  let [bytes, rows] = [0, -1];
  let text = "";
  for await (const piece of answer.body as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    for (const byte of piece) if (byte === 10) rows++;
    text = (text + Buffer.from(piece).toString("utf8")).slice(-2_000);
  }
  isDone = true;
  await watching;
  // What is said below the values are no rows, nor is the empty line before it.
  const said = text.slice(text.lastIndexOf("\r\n\r\n") + 2);
  rows -= said.split("\r\n").length - 1;
  return { ms: performance.now() - began, rows, bytes, rssBytes };
}
