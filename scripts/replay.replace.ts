/** `npm run replay -- --replace`: the call `importData` with `replace`, as the person who is named. */
import type { AnswerOf, RefusalAnswer, RequestOf } from "@offgrid/contract/core/call";
import type { CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import type { CallName, Calls } from "@offgrid/contract/registry";
import { commandLineIn } from "@offgrid/server/core/program";
import { readFileSync } from "node:fs";
import { basename } from "node:path";

import { UsageError } from "./replay.csv.ts";

export interface Correction {
  portal: string;
  user?: string | undefined;
  password: string | undefined;
  code?: string | undefined;
  container: string;
  csv: string;
  mapping: CsvMapping;
  /** `<from>/<to>`, as it was typed. */
  span: string;
  metrics?: string | undefined;
  /** Also remove what is stored in the span before and after the readings of the file. */
  beyond: boolean;
  shift?: string | undefined;
  ambiguous: string;
}

/** @throws UsageError in one sentence. */
export async function replaceSpan(given: Correction): Promise<void> {
  const [from, to] = spanOf(given.span);
  if (!given.user) throw new UsageError("A correction is somebody's: give --user <email>.");
  if (!given.password) throw new UsageError("The password is missing: give it in the variable OFFGRID_PASSWORD.");
  const metrics =
    given.metrics?.split(",").map((name) => name.trim()) ?? given.mapping.columns.map(({ metric }) => metric);
  const { portal, user: email, password, code } = given;
  const session = await ask(portal, "login", { email, password, ...(code !== undefined && { code }) });
  try {
    const { data } = await ask(
      portal,
      "importData",
      {
        ...{ containerId: given.container, step: "import", mapping: given.mapping },
        ...(given.shift !== undefined && { shift: given.shift }),
        ambiguous: given.ambiguous as "refuse",
        replace: { from, to, metrics, beyond: given.beyond },
        name: basename(given.csv),
        file: readFileSync(given.csv, "utf8"),
      },
      session,
    );
    if (!data.replaced) throw new UsageError("The portal found mistakes in the file, and nothing was replaced.");
    const { correction, readings, removed, ignored, conflicts } = data.replaced;
    process.stdout.write(
      `Done: ${readings} readings replaced, ${removed} removed; ${ignored} rows outside of the span were left out, ${conflicts} readings of the file repeat a time with another value.\n` +
        `For 30 days this can be undone in the portal, on the container's tab General, or with ${commandLineIn(process.env)} readings undo-replace ${correction}.\n`,
    );
  } finally {
    await ask(portal, "signOut", {}, session).catch(() => {});
  }
}

function spanOf(text: string): [from: string, to: string] {
  const [from = "", to = "", ...more] = text.split("/");
  const isInstant = (one: string) => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(one) && !Number.isNaN(Date.parse(one));
  if (more.length === 0 && isInstant(from) && isInstant(to)) return [from, to];
  throw new UsageError(
    `--replace must be two instants in UTC such as 2026-06-01T00:00:00Z/2026-06-08T00:00:00Z; it is "${text}".`,
  );
}

interface Session {
  authToken: string;
  userId: string;
}

async function ask<Name extends CallName>(
  portal: string,
  name: Name,
  input: RequestOf<Calls[Name]>,
  session?: Session,
): Promise<AnswerOf<Calls[Name]>> {
  const response = await fetch(`${portal.replace(/\/$/, "")}/api/${name}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      // The program ends with its last answer.
      connection: "close",
      ...(session && { "x-auth-token": session.authToken, "x-user-id": session.userId }),
    },
    body: JSON.stringify(input),
  }).catch((error: Error) => {
    throw new UsageError(
      `The portal cannot be reached at ${portal} (${(error.cause as Error | undefined)?.message ?? error.message}): start it, or give its address with --portal.`,
    );
  });
  const answer = (await response.json().catch(() => ({}))) as AnswerOf<Calls[Name]> | Partial<RefusalAnswer>;
  if (answer.status === "ok") return answer;
  const { message = `it answered ${response.status}.`, fields = {} } = answer;
  throw new UsageError(`The portal refused: ${[message, ...Object.values(fields)].join(" ")}`);
}
