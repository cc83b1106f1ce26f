import type { EnergyState } from "@offgrid/contract/energy-state/energy-state.schema";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Answer } from "../../core/api/call.ts";
import { patchAnswers, queryClient } from "../../core/api/query-client.ts";
import { fakeContainer } from "./container-row.fake.ts";
import { showForecast } from "./patch-containers.ts";

// What others have left under the same keys would be merged into what is set here.
beforeEach(() => queryClient.clear());
afterEach(() => queryClient.clear());

const at = (hour: number) => new Date(Date.UTC(2026, 10, 22, hour)).toISOString();
const ahead: EnergyState = { level: "cut_ahead", since: null, cutAt: at(19), backAt: at(23), at: at(18) };

test("a forecast made for one screen is at once what the header and the list say, and nothing else changes", async () => {
  const rows = [fakeContainer({ containerId: "kolda" }), fakeContainer({ containerId: "podor" })];
  const info = (containerId: string) =>
    ({ data: { ...fakeContainer({ containerId }), forecast: null } }) as unknown as Answer<"getContainerInfoV4">;
  queryClient.setQueryData(["getSitesV2", {}], { data: rows, total: 2 });
  for (const containerId of ["kolda", "podor"])
    queryClient.setQueryData(["getContainerInfoV4", { containerId }], info(containerId));
  const forecast = { state: "blackout", likely: at(19), hours: 1 } as const;

  showForecast("kolda", { data: forecast, energy: ahead } as unknown as Answer<"getBlackoutForecast">, Date.now());

  const shown = (containerId: string) =>
    queryClient.getQueryData<Answer<"getContainerInfoV4">>(["getContainerInfoV4", { containerId }])?.data;
  expect(shown("kolda")).toMatchObject({ energy: ahead, forecast });
  expect(shown("podor")).toEqual(info("podor").data);
  const list = () => queryClient.getQueryData<Answer<"getSitesV2">>(["getSitesV2", {}])?.data;
  await vi.waitFor(() => expect(list()?.[0]).toMatchObject({ energy: ahead, blackout: forecast }), { timeout: 30_000 });
  expect(list()?.[1]).toBe(rows[1]);
});

test("a forecast that was received before the list leaves the list as old as it is", async () => {
  const receivedAtMs = Date.UTC(2026, 10, 22, 18);
  const rows = [fakeContainer({ containerId: "kolda" })];
  queryClient.setQueryData(["getSitesV2", {}], { data: rows, total: 1 }, { updatedAt: receivedAtMs });
  const kept = { data: { state: "blackout", likely: at(19), hours: 1 }, energy: ahead };

  showForecast("kolda", kept as unknown as Answer<"getBlackoutForecast">, receivedAtMs - 60_000);

  const list = () => queryClient.getQueryState<Answer<"getSitesV2">>(["getSitesV2", {}]);
  await vi.waitFor(() => expect(list()?.data?.data[0]).toMatchObject({ energy: ahead }), { timeout: 30_000 });
  expect(list()?.dataUpdatedAt).toBe(receivedAtMs);
});

test("an answer in which nothing changed stays as old as it is", () => {
  const receivedAtMs = Date.UTC(2026, 10, 22, 18);
  queryClient.setQueryData(["getSitesV2", {}], { data: [], total: 0 }, { updatedAt: receivedAtMs });
  patchAnswers("getSitesV2", (answer) => answer);
  expect(queryClient.getQueryState(["getSitesV2", {}])?.dataUpdatedAt).toBe(receivedAtMs);
});
