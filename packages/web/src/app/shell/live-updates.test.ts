import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { queryClient } from "../../core/api/query-client.ts";
import { callQuery } from "../../core/api/use-call.ts";
import { fakeContainer } from "../../domain/containers/container-row.fake.ts";
import { applyUserMessage } from "./live-updates.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

test("containers that go offline together are one change of the list", () => {
  const { queryKey } = callQuery("getSitesV2", {});
  const rows = Array.from({ length: 500 }, (_, number) => fakeContainer({ containerId: `container-${number}` }));
  queryClient.setQueryData(queryKey, { status: "ok", data: rows, total: rows.length });
  let changes = 0;
  const stop = queryClient.getQueryCache().subscribe(({ type }) => void (changes += Number(type === "updated")));
  for (const { containerId } of rows.slice(0, 400)) applyUserMessage({ containerId, status: "just_offline" });
  vi.advanceTimersByTime(100);
  stop();
  expect(changes).toBe(1);
  const shown = queryClient.getQueryData(queryKey)?.data ?? [];
  expect(shown.filter(({ status, isOnline }) => status === "just_offline" && !isOnline)).toHaveLength(400);
  expect(shown[450]).toBe(rows[450]);
});

test("what shows a configuration or the names of outputs is fetched again when those change", () => {
  const isOutdated = (call: "getDeviceSetting" | "automationList" | "getAcStatus" | "getBlackoutForecast") => {
    const isInvalidated = queryClient
      .getQueryCache()
      .findAll({ queryKey: [call] })
      .map(({ state }) => state.isInvalidated);
    return isInvalidated.includes(true);
  };
  const show = (call: Parameters<typeof isOutdated>[0]) => void queryClient.setQueryData([call, {}], {});
  show("getDeviceSetting");
  show("automationList");
  applyUserMessage({ command: "configChanged", data: { containerId: "gao" } });
  vi.advanceTimersByTime(5_000);
  expect([isOutdated("getDeviceSetting"), isOutdated("automationList")]).toEqual([true, true]);
  show("getAcStatus");
  show("getBlackoutForecast");
  applyUserMessage({ command: "outputNamesChanged", data: { containerId: "gao" } });
  vi.advanceTimersByTime(5_000);
  expect([isOutdated("getAcStatus"), isOutdated("getBlackoutForecast")]).toEqual([true, true]);
});

test("warnings that change at many containers together have what shows them fetched again once", () => {
  const { queryKey } = callQuery("incidentList", { state: "going_on", containerId: "gao" });
  queryClient.setQueryData(queryKey, { status: "ok", data: [], total: 0, isMore: false });
  let changes = 0;
  const stop = queryClient
    .getQueryCache()
    .subscribe((event) => void (changes += Number(event.type === "updated" && event.action.type === "invalidate")));
  for (let number = 0; number < 50; number++)
    expect(
      applyUserMessage({ command: "warningsChanged", data: { containerId: `container-${number}` } }),
    ).toBeUndefined();
  vi.advanceTimersByTime(1_000);
  applyUserMessage({ command: "warningsChanged", data: { containerId: "gao" } });
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
  queryClient.setQueryData(queryKey, { status: "ok", data: [], total: 0, isMore: false });
  vi.advanceTimersByTime(1_000);
  stop();
  expect(changes).toBe(2);
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

test("works that somebody begins or ends are fetched at once where incidents are shown", () => {
  const shown = ["incidentList", "incidentGet", "maintenanceList"] as const;
  for (const call of shown) queryClient.setQueryData([call, {}], {});
  applyUserMessage({ command: "worksChanged", data: { containerId: "gao" } });
  vi.advanceTimersByTime(5_000);
  const states = shown.map((call) => queryClient.getQueryCache().find({ queryKey: [call, {}] })?.state.isInvalidated);
  expect(states).toEqual([true, true, true]);
});

test("a warning, and that it is over, bring the lists and counts of warnings up to date", () => {
  const shown = ["getWarningHistory", "getSitesV2", "incidentList", "getWarningConfiguration"] as const;
  const outdated = () =>
    shown.map((call) =>
      queryClient
        .getQueryCache()
        .findAll({ queryKey: [call] })
        .every(({ state }) => state.isInvalidated),
    );
  for (const code of ["warning.raised", "warning.cleared"]) {
    for (const call of shown) queryClient.setQueryData([call, {}], {});
    expect(outdated()).toEqual(shown.map(() => false));
    const command = code === "warning.raised" ? "warningEvent" : "newEventUpdate";
    expect(applyUserMessage({ command, data: { containerId: "gao", code } })?.kind).toBe(
      code === "warning.raised" ? "warning" : "event",
    );
    vi.advanceTimersByTime(5_000);
    expect(outdated()).toEqual(shown.map(() => true));
  }
});
