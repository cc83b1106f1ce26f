import { z } from "zod";

import type { CollectorConfig } from "../core/collector.ts";
import type { Setting } from "./config.setting.ts";

/** Where traces go; the names are those that programs with OpenTelemetry have in common. */
export const tracingSettings = {
  otlpEndpoint: {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    fallback: undefined,
    shown: "unset: no traces",
    meaning: "collector of traces (OTLP over HTTP, as JSON), such as http://127.0.0.1:4318",
    expected: "an address such as http://127.0.0.1:4318, without /v1/traces",
    schema: z
      .url({ protocol: /^https?$/ })
      .transform((url) => url.replace(/\/+$/, ""))
      .refine((url) => !url.endsWith("/v1/traces"))
      .optional(),
  },
  otlpHeaders: {
    name: "OTEL_EXPORTER_OTLP_HEADERS",
    fallback: undefined,
    shown: "unset: none",
    meaning: "headers for the collector, such as `api-key=...`, separated by commas",
    expected: "names and values such as api-key=secret, separated by commas, with other characters written as %20",
    schema: z
      .string()
      .transform((list, context) => {
        try {
          return Object.fromEntries(list.split(",").map(headerOf));
        } catch {
          context.addIssue("not headers");
          return z.NEVER;
        }
      })
      .optional(),
  },
  otelServiceName: {
    name: "OTEL_SERVICE_NAME",
    fallback: "offgrid-portal",
    shown: "offgrid-portal",
    meaning: "name of this portal in its traces",
    expected: "a name of 1 to 100 characters",
    schema: z.string().trim().min(1).max(100),
  },
  otelShare: {
    name: "OTEL_TRACES_SAMPLER_ARG",
    fallback: "1",
    shown: "1",
    meaning: "share of all traces that is taken, such as 0.1 for one in ten",
    expected: "a number from 0 to 1",
    schema: z
      .string()
      .regex(/^(0|1|0?\.\d+|1\.0+)$/)
      .transform(Number),
  },
} satisfies Record<string, Setting>;

export const secretTracingSettings = ["OTEL_EXPORTER_OTLP_HEADERS"];

export interface TracingConfig {
  /** Undefined: nothing is traced. */
  collector: CollectorConfig | undefined;
}

type Read = <Key extends keyof typeof tracingSettings>(key: Key) => z.output<(typeof tracingSettings)[Key]["schema"]>;

/** @param read The value of a setting, or what stands for it. */
export function tracingConfig(read: Read): TracingConfig {
  const [endpoint, headers, serviceName, share] = [
    read("otlpEndpoint"),
    read("otlpHeaders") ?? {},
    read("otelServiceName"),
    read("otelShare"),
  ];
  return { collector: endpoint === undefined ? undefined : { endpoint, headers, serviceName, share } };
}

/** @throws Error when it is none. */
function headerOf(pair: string): [string, string] {
  const parts = /^\s*([\w!#$%&'*+.^|~-]+)\s*=\s*(.*?)\s*$/.exec(pair);
  const value = decodeURIComponent(parts?.[2] ?? "");
  if (parts?.[1] === undefined || !/^[\x20-\x7e]+$/.test(value)) throw new Error("not a header");
  return [parts[1], value];
}
