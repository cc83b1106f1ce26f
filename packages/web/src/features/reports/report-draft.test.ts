import fc from "fast-check";
import { reportConditions, reportFiles, reportKinds } from "@offgrid/contract/reports/report-choices";
import { expect, test } from "vitest";

import { draftOf, faultsOf, faultsOfPortal, newDraft, planOf, type ReportDraft } from "./report-draft.ts";
import type { Report } from "./reports.data.ts";

const begun = { zone: "Africa/Bamako", language: "en", ownId: "amina" } as const;

test("a new report says what it is about, is sent to oneself, and lacks but a name", () => {
  expect(newDraft(begun)).toMatchObject({ kind: "fleet_week", repeat: "week", people: ["amina"] });
  expect(newDraft({ ...begun, chart: "c" })).toMatchObject({ kind: "chart", chartId: "c", repeat: "week" });
  expect(newDraft({ ...begun, container: "gao" })).toMatchObject({ kind: "container_month", repeat: "month" });
  expect(faultsOf(newDraft(begun))).toEqual(["name"]);
  expect(faultsOf({ ...newDraft(begun), name: "Week", kind: "chart", people: [], days: [], time: "7" })).toEqual([
    ...["subject", "time", "days", "people"],
  ]);
  expect(faultsOfPortal(["plan.subject.containerId", "people"])).toEqual(["subject", "people"]);
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
