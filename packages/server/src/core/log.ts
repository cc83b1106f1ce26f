import { readFileSync } from "node:fs";
import { join } from "node:path";

import { type Logger, pino } from "pino";

import { currentSpan } from "./tracing.ts";

export const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

const secretKeys = [
  "password",
  "secret",
  "token",
  "authToken",
  "authorization",
  "cookie",
  "connectionString",
  "databaseUrl",
  "x-auth-token",
];
/** At the top and two levels down; logs are written flat, so nothing lies deeper. */
const secretPaths = secretKeys.flatMap((key) => {
  const quoted = key.includes("-") ? `["${key}"]` : key;
  const below = key.includes("-") ? quoted : `.${quoted}`;
  return [quoted, `*${below}`, `*.*${below}`];
});

/**
 * The log: JSON lines, or one readable line each when a person watches. Secrets are redacted in both. What is said during
 * a span has the id of its trace.
 */
export function openLog(level: LogLevel, output: NodeJS.WriteStream = process.stdout): Logger {
  const mixin = () => {
    const traceId = currentSpan()?.traceId;
    return traceId === undefined ? {} : { traceId };
  };
  const options = { level, base: null, mixin, redact: { paths: secretPaths, censor: "[redacted]" } };
  return output.isTTY
    ? pino(options, { write: (line: string) => output.write(readable(line)) })
    : pino(options, output);
}

/** The file `log-level` in DATA_DIR, which can be written while the portal runs; undefined: there is none, or no level in it. */
export function levelIn(dataDir: string): LogLevel | undefined {
  let text: string;
  try {
    text = readFileSync(join(dataDir, "log-level"), "utf8").trim();
  } catch {
    return undefined;
  }
  return logLevels.find((level) => level === text);
}

const levels: Readonly<Record<number, string>> = {
  10: "trace",
  20: "debug",
  30: "info",
  40: "warn",
  50: "ERROR",
  60: "FATAL",
};

function readable(line: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const clock = new Date(Number(time)).toTimeString().slice(0, 8);
  const details = Object.entries(rest).map(
    ([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const stack = isError(err) ? `\n${err.stack}` : "";
  const words = [clock, (levels[Number(level)] ?? "").padEnd(5), typeof msg === "string" ? msg : "", ...details];
  return `${words.join(" ").trimEnd()}${stack}\n`;
}

function isError(value: unknown): value is { stack: string } {
  return typeof value === "object" && value !== null && typeof (value as { stack?: unknown }).stack === "string";
}
