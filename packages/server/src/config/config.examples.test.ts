import { describe, expect, test } from "vitest";

import { exampleFile, examples } from "./config.examples.ts";
import { readConfig, settings } from "./config.ts";

/** Of these each is refused beside the others. */
const alone = ["mapStyleUrl"];

describe("the examples of the variables", () => {
  test.for(Object.entries(examples))("%s can be %s", ([key, example]) => {
    expect(settings[key as keyof typeof settings].schema.safeParse(example).error).toBeUndefined();
  });

  test("an installation can have all of them at once, as the file has them", () => {
    const lines = [...exampleFile().matchAll(/^#([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]);
    const named = lines.filter(([name]) => !alone.some((key) => settings[key as "port"].name === name));
    expect(named).toHaveLength(Object.keys(settings).length - 1 - alone.length);
    const config = readConfig(Object.fromEntries(named) as Record<string, string>);
    expect(config.misspelt).toEqual([]);
    expect(config.publicUrl).toBe("https://portal.example.org");
  });
});
