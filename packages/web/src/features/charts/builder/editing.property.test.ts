import { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import fc from "fast-check";
import { expect, test } from "vitest";

import { definitionText, readDefinitionText } from "@offgrid/contract/charts/definition-text";
import { anyDefinition } from "../definition.fake.ts";
import { began, edited, mostSteps, redone, undone } from "./editing.ts";

test("a definition that went through an address is the same definition", () => {
  fc.assert(
    fc.property(anyDefinition, (definition) => {
      const text = definitionText(definition);
      expect(text).toMatch(/^[\w-]*$/);
      expect(readDefinitionText(text)).toEqual(definition);
    }),
    { numRuns: 150 },
  );
});

test("whatever an address has instead of a definition is no definition", () => {
  for (const text of ["", "%%%", "AAAA", "e30", "bnVsbA", btoa('{"name":5}'), btoa('{"series":[5]}')])
    expect(readDefinitionText(text)).toBeUndefined();
});

test("undo of any sequence of edits leads back step by step to the beginning, and redo to its end", () => {
  fc.assert(
    fc.property(anyDefinition, fc.array(anyDefinition, { maxLength: 30 }), (first, edits) => {
      const states = [began(first)];
      for (const next of edits) states.push(edited(states.at(-1)!, next));
      const end = states.at(-1)!;
      let at = end;
      const seen = [at.now];
      while (at.past.length > 0) seen.push((at = undone(at)).now);
      expect(at.now).toEqual(first);
      expect(seen.length).toBe(end.past.length + 1);
      while (at.future.length > 0) at = redone(at);
      expect(at.now).toEqual(end.now);
      expect(at.past).toEqual(end.past);
    }),
  );
});

test("a hundred steps can be undone; letters typed into one field are one of them", () => {
  const base = ChartDefinition.parse({ name: "", series: [] });
  let typed = began(base);
  for (const name of ["P", "Po", "Power"]) typed = edited(typed, { ...base, name }, "name");
  expect(typed.past).toHaveLength(1);
  expect(undone(typed).now).toBe(base);
  let many = began(base);
  for (let step = 0; step < mostSteps + 20; step++) many = edited(many, { ...base, name: `Step ${step}` });
  let count = 0;
  for (let at = many; at.past.length > 0; at = undone(at)) count++;
  expect(count).toBe(mostSteps);
});
