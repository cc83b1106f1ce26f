import { calls } from "@offgrid/contract/registry";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";

import { queryClient } from "../../core/api/query-client.ts";
import { timeReady } from "../../core/time.ts";
import { answerCalls } from "../../testing/answer-calls.ts";
import { acknowledge, mute, warningQuery } from "./history.data.ts";
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

test("what is done about a single warning shows at once in the incident that it is part of", async () => {
  vi.stubGlobal("document", { cookie: "" });
  answerCalls({});
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    queryClient.clear();
  });
  const shown = ["incidentGet", "incidentList", "getWarningHistory"] as const;
  const outdatedBy = async (act: () => Promise<unknown>) => {
    for (const name of shown) queryClient.setQueryData([name, {}], {});
    await act();
    return shown.filter((name) => queryClient.getQueryState([name, {}])?.isInvalidated);
  };
  expect(await outdatedBy(() => acknowledge("w1", "", undefined))).toEqual(shown);
  expect(await outdatedBy(() => mute("w1", 8))).toEqual(shown);
});
