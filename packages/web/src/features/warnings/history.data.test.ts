import { calls } from "@offgrid/contract/registry";
import { beforeAll, expect, test } from "vitest";

import { timeReady } from "../../core/time.ts";
import { warningQuery } from "./history.data.ts";
import type { HistorySearch } from "./warnings.search.ts";

beforeAll(timeReady);

test("the portal is asked nothing that only the screen needs", () => {
  const whole: Required<HistorySearch> = {
    view: "warnings",
    incident: "i1",
    search: "low",
    container: "gao",
    cluster: "north",
    state: "open",
    severity: "critical",
    rule: "r1",
    period: "7_days",
    page: 2,
  };
  const asked = warningQuery(whole, Date.parse("2026-11-24T12:00:00Z"));
  expect(calls.getWarningHistory.input.safeParse(asked).error).toBeUndefined();
  expect(calls.getWarningContainerHistory.input.safeParse({ containerId: "gao", ...asked }).error).toBeUndefined();
  expect(asked).toMatchObject({ clusterId: "north" });
  expect(asked).toMatchObject({ search: "low", ruleId: "r1", state: "open", severity: "critical", page: 2 });
});
