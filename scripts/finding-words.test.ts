import { readFileSync } from "node:fs";

import { type FindingCode, findingCodes, findings } from "@offgrid/contract/doctor/findings";
import { locales } from "@offgrid/contract/core/constants";
import { expect, test } from "vitest";

type Words = Record<string, Record<string, string>>;

function read(path: string): { examined: unknown; findings: Words } {
  return JSON.parse(readFileSync(new URL(`../packages/${path}`, import.meta.url), "utf8")) as ReturnType<typeof read>;
}
const onScreen = (code: string) => read(`web/src/features/settings/doctor.${code}.json`);

test("what the doctor found reads the same on a command line as on the English screen", () => {
  const { examined, findings: words } = onScreen("en");
  expect(read("server/src/doctor/finding-words.en.json")).toEqual({ examined, findings: words });
});

test("words of findings take exactly the values that come with their code, and say what to do unless all is well", () => {
  const placesIn = (texts: Record<string, string>) =>
    new Set(
      Object.values(texts).flatMap((text) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => String(name))),
    );
  for (const { code: locale } of locales) {
    const words = onScreen(locale).findings;
    expect(new Set(Object.keys(words))).toEqual(new Set(findingCodes));
    for (const [code, texts] of Object.entries(words)) {
      const { level, values } = findings[code as FindingCode];
      expect(placesIn(texts), `${locale} ${code}`).toEqual(new Set(values));
      expect("remedy" in texts, `${locale} ${code}`).toBe(level !== "ok");
    }
  }
});
