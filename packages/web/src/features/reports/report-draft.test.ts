import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import fc from "fast-check";
import { reportConditions, reportFiles, reportKinds, reportLimits } from "@offgrid/contract/reports/report-choices";
import { expect, test } from "vitest";

import {
  draftOf,
  faultsOf,
  faultsOfPortal,
  freeName,
  newDraft,
  type Placeholder,
  placeholdersOf,
  planOf,
  type ReportDraft,
  subjectName,
} from "./report-draft.ts";
import type { Report } from "./reports.data.ts";

const begun = { zone: "Africa/Bamako", language: "en", ownId: "amina" } as const;

test("a new report says what it is about, is sent to oneself, and lacks but a name", () => {
  expect(newDraft(begun)).toMatchObject({ kind: "fleet_week", repeat: "week", people: ["amina"] });
  expect(newDraft({ ...begun, chart: "c" })).toMatchObject({ kind: "chart", chartId: "c", repeat: "week" });
  expect(newDraft({ ...begun, container: "gao" })).toMatchObject({ kind: "container_month", repeat: "month" });
  expect(faultsOf(newDraft(begun))).toEqual(["name"]);
  expect(faultsOf({ ...newDraft(begun), name: "Week", kind: "chart", people: [], days: [], time: "7" })).toEqual([
    ...["chart", "time", "days", "people"],
  ]);
});

test("no two reports of a person have the same name: a new one is numbered, and a name that is taken is refused", () => {
  expect(freeName("Fleet week", ["Gao"])).toBe("Fleet week");
  expect(freeName("Fleet week", ["fleet week ", "Fleet week 2"])).toBe("Fleet week 3");
  const long = "n".repeat(reportLimits.nameLength);
  expect(freeName(long, [long])).toBe(`${long.slice(2)} 2`);
  const draft = { ...newDraft(begun), name: "Week " };
  expect(faultsOf(draft, new Set(), ["week", "Month"])).toEqual(["taken"]);
  expect(faultsOf(draft, new Set(), ["Month"])).toEqual([]);
});

test("what a report is about lacks exactly what is not chosen of it", () => {
  const lacks = (about: Partial<ReportDraft>, ...placeholders: Placeholder[]) =>
    faultsOf({ ...newDraft(begun), name: "Month", ...about }, new Set(placeholders));
  expect(lacks({ kind: "container_month" })).toEqual(["container"]);
  expect(lacks({ kind: "container_month", containerId: "gao" })).toEqual([]);
  expect(lacks({ kind: "chart" })).toEqual(["chart"]);
  expect(lacks({ kind: "chart", chartId: "c" })).toEqual([]);
  expect(lacks({ kind: "chart", chartId: "c" }, "$container", "$cluster")).toEqual(["container", "cluster"]);
  expect(lacks({ kind: "chart", chartId: "c", clusterId: "north" }, "$cluster")).toEqual([]);
  const series = (kind: Placeholder) => ({ kind: "metric", of: { kind } }) as ChartDefinition["series"][number];
  expect([...placeholdersOf([series("$cluster")])]).toEqual(["$cluster"]);
  expect([...placeholdersOf()]).toEqual([]);
  expect(faultsOfPortal(["plan.subject.containerId", "people"])).toEqual(["container", "people"]);
  expect(faultsOfPortal(["clusterId", "plan.subject", "plan.subject.chartId"])).toEqual([
    ...["cluster", "subject", "chart"],
  ]);
});

test("a new report is called as the container or chart that it is about", () => {
  const charts = [{ id: "c", name: "Sun and use" }];
  const containers = [{ id: "gao", name: `Gao ${"x".repeat(reportLimits.nameLength)}` }];
  const named = (about: Partial<ReportDraft>) => subjectName({ ...newDraft(begun), ...about }, { charts, containers });
  expect(named({ chartId: "c", containerId: "gao" })).toBeUndefined();
  expect(named({ kind: "chart", chartId: "c", containerId: "gao" })).toBe("Sun and use");
  expect(named({ kind: "chart", containerId: "gao" })).toBeUndefined();
  const long = named({ kind: "container_month", chartId: "c", containerId: "gao" });
  expect(long).toMatch(/^Gao x+$/);
  expect(long).toHaveLength(reportLimits.nameLength);
  expect(subjectName(newDraft({ ...begun, container: "gao" }), {})).toBeUndefined();
});

test("a report that is opened and saved again is the same", () => {
  const place = fc.option(fc.constantFrom("gao", "kayes"), { nil: undefined });
  const drafts: fc.Arbitrary<ReportDraft> = fc.record({
    name: fc.constant("Week"),
    kind: fc.constantFrom(...reportKinds),
    chartId: fc.constant("c"),
    containerId: place,
    clusterId: place,
    time: fc.constantFrom("07:00", "23:59"),
    zone: fc.constant("UTC"),
    repeat: fc.constantFrom("day", "week", "month"),
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    day: fc.integer({ min: 1, max: 31 }),
    language: fc.constantFrom("en", "fr"),
    files: fc.uniqueArray(fc.constantFrom(...reportFiles)),
    condition: fc.constantFrom(...reportConditions),
    people: fc.constant(["amina"]),
  });
  fc.assert(
    fc.property(drafts, (draft) => {
      const plan = planOf(draft) as Report["plan"];
      const people = [{ userId: "amina", name: null, stoppedAt: null }];
      expect(planOf(draftOf({ id: "r", plan, people, nextAt: null, pauseReason: null, last: null }))).toEqual(plan);
    }),
  );
});
