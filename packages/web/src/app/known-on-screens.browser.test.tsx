import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";

import { setReachable } from "../core/api/reach.ts";
import { callQuery } from "../core/api/use-call.ts";
import { loadTexts } from "../core/i18n/i18n.ts";
import { fakeContainer, fakeNowMs } from "../domain/containers/container-row.fake.ts";
import { useKnownMs } from "../domain/containers/containers.data.tsx";
import { KpiView } from "../domain/widgets/views/kpi.view.tsx";
import { ListView } from "../domain/widgets/views/list.view.tsx";
import { ClusterCard } from "../features/clusters/cluster-card.tsx";
import { groupContainers } from "../features/clusters/cluster-groups.ts";
import { CompareNow } from "../features/containers/compare/compare-now.tsx";
import { useRows } from "../features/containers/list/use-rows.ts";
import { Shown } from "../features/containers/list/shown-rows.tsx";
import { answerCalls } from "../testing/answer-calls.ts";
import { render, say } from "../testing/render.tsx";

/** Screens an hour after the connection was lost: what grew old for that alone is nothing that is wrong with a container. */

const later = fakeNowMs + 3_600_000;
const well = fakeContainer({ name: "Aleg", solarPower: 1_200 });
const troubled = fakeContainer({ name: "Zinder", alarms: ["hot"], solarPower: 300 });
const rows = [well, troubled];
const cluster = { id: "1", name: "Sahel", containers: rows.map(({ containerId }) => containerId) };

function List() {
  const knownMs = useKnownMs(later);
  const shown = useRows(rows, {}, knownMs).rows;
  return (
    <>
      <Shown rows={shown} total={2} query={{}} now={later} knownMs={knownMs} onQuery={() => {}} />
      {shown.map(({ name }) => (
        <p key={name}>{name}</p>
      ))}
    </>
  );
}

const Cluster = () => {
  const { groups } = groupContainers([{ ...cluster, createdAt: "", canEdit: true }], rows, useKnownMs(later));
  return (
    <ClusterCard group={groups[0]!} isOpen onToggle={() => {}} pointedId={undefined} onPoint={() => {}} now={later} />
  );
};

const widget = { id: "w", v: 1, title: "", size: { w: 4, h: 2 }, pinned: false, type: "list", of: { kind: "all" } };
const Widget = () => <ListView widget={widget as never} now={later} heightPx={400} />;
const Charge = () => <KpiView widget={{ ...widget, type: "kpi", figure: "soc" } as never} now={later} heightPx={200} />;
const Compare = () => <CompareNow containers={rows} now={later} />;

beforeEach(() =>
  loadTexts("containers", "clusters", "widgets", "container-facts", "energy-state", "incidents", "dashboard"),
);

/** As they were known an hour ago, with a connection or without. */
async function show(Screen: ComponentType, isReachable: boolean) {
  answerCalls({ getSitesV2: () => new Promise(() => {}) });
  setReachable(isReachable);
  onTestFinished(() => setReachable(true));
  const client = new QueryClient();
  const answer = { status: "ok", total: 2, data: rows } as never;
  client.setQueryData(callQuery("getSitesV2", {}).queryKey, answer, { updatedAt: fakeNowMs });
  await render(() => (
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>
  ));
}

const order = () =>
  page
    .getByText(/^(Aleg|Zinder)$/)
    .elements()
    .map(({ textContent }) => textContent);

test.each(Object.entries({ List, Cluster, Widget, Compare }))(
  "%s has what is wrong first, and not what is only not known any more",
  async (_, Screen) => {
    await show(Screen, false);
    await expect.poll(order).toEqual(["Zinder", "Aleg"]);
    // With a connection nothing has come from either for an hour, which is what is wrong with both.
    await show(Screen, true);
    await expect.poll(order).toEqual(["Aleg", "Zinder"]);
  },
);

test("sums and counts are those of what was known last", async () => {
  await show(Cluster, false);
  await expect.element(page.getByRole("definition").first()).toHaveTextContent(/^1\.50\skW$/);
  await show(List, false);
  await expect.element(page.getByText("Zinder")).toBeVisible();
  await expect.element(page.getByText(say("containers:old", { count: 2 }))).not.toBeInTheDocument();
  await show(List, true);
  await expect.element(page.getByText(say("containers:old", { count: 2 }))).toBeVisible();
});

test("a figure of a widget is the one that was known last, with its age", async () => {
  await show(Charge, false);
  await expect.element(page.getByText("80", { exact: true })).toBeVisible();
  await expect.element(page.getByText(/1\sh ago/)).toBeVisible();
  await expect.element(page.getByText(/0 of 2/)).not.toBeInTheDocument();
  await show(Charge, true);
  await expect.element(page.getByText(/0 of 2/)).toBeVisible();
});
