import { z } from "zod";

import type { ExternalQuestion } from "../../external/external-services.ts";
import { type SolarStep, hourMs } from "./solar-model.ts";

/** Solcast's forecast of a rooftop site (https://docs.solcast.com.au), requested with a bearer token. */
export function solcastQuestion(
  { solcastUrl, solcastToken }: { solcastUrl: string; solcastToken: string },
  resourceId: string,
  freshMs: number,
): ExternalQuestion<SolarStep[]> {
  return {
    service: "solcast",
    key: `solcast 1 ${resourceId}`,
    url: `${solcastUrl}/rooftop_sites/${encodeURIComponent(resourceId)}/forecasts?format=json&hours=168`,
    headers: { authorization: `Bearer ${solcastToken}` },
    freshMs,
    read: readSolcast,
  };
}

const kilowatts = z.number().min(0).max(1_000_000);
const Answer = z.object({
  forecasts: z
    .array(
      z.object({
        pv_estimate: kilowatts,
        pv_estimate10: kilowatts,
        pv_estimate90: kilowatts,
        period_end: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/),
        period: z.string().regex(/^PT(5|10|15|20|30|60)M$|^PT1H$/),
      }),
    )
    .min(1)
    .max(5_000),
});

/**
 * Solcast's answer holds means of periods that end at an instant, in kW; the result full hours, in W. An hour of which a
 * part is missing at an end of the forecast is left out.
 * @throws where it is not such an answer.
 */
export function readSolcast(answer: unknown): SolarStep[] {
  const hours = new Map<number, { ms: number; p10: number; p50: number; p90: number }>();
  for (const { period, period_end: end, ...kw } of Answer.parse(answer).forecasts) {
    const lengthMs = period === "PT1H" ? hourMs : Number(/\d+/.exec(period)?.[0]) * 60_000;
    const startMs = Date.parse(`${end.slice(0, 19)}Z`) - lengthMs;
    const hour = Math.floor(startMs / hourMs) * hourMs;
    const sum = hours.get(hour) ?? { ms: 0, p10: 0, p50: 0, p90: 0 };
    sum.ms += lengthMs;
    sum.p10 += 1_000 * kw.pv_estimate10 * lengthMs;
    sum.p50 += 1_000 * kw.pv_estimate * lengthMs;
    sum.p90 += 1_000 * kw.pv_estimate90 * lengthMs;
    hours.set(hour, sum);
  }
  return [...hours]
    .filter(([, { ms }]) => ms === hourMs)
    .map(([atMs, { ms, p10, p50, p90 }]) => ({ atMs, p10: p10 / ms, p50: p50 / ms, p90: p90 / ms }))
    .sort((one, other) => one.atMs - other.atMs);
}
