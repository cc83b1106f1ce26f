import type { SolarForecast, WeatherReport } from "../../../domain/weather/weather.data.ts";

type Answer = Pick<WeatherReport | SolarForecast, "problem" | "fetchedAt">;

/** Each cause once, however many services it keeps from answering. */
export function problemsOf(...answers: readonly (Answer | undefined)[]) {
  const found = new Map<NonNullable<Answer["problem"]>, boolean>();
  for (const answer of answers) {
    if (answer && answer.problem !== null) {
      found.set(answer.problem, (found.get(answer.problem) ?? false) || answer.fetchedAt !== null);
    }
  }
  return [...found].map(([problem, isOldShown]) => ({ problem, isOldShown }));
}
