import type { SeriesPlace } from "@offgrid/contract/charts/chart-definition.schema";
import { expect, test } from "vitest";

import { chartPlaces } from "./chart-places.ts";
import { fakeDefinition, solarOfGao } from "./saved-chart.fake.ts";

const names: Record<string, string> = { gao: "Gao", kayes: "Kayes", agadez: "Agadez water works" };
const seen = {
  container: (id: string) => names[id],
  cluster: (id: string) => (id === "north" ? "North" : undefined),
};
const words = {
  cluster: (name: string) => `Cluster ${name}`,
  ...{ anyContainer: "Any container", anyCluster: "Any cluster" },
  ...{ hiddenContainer: "Container not visible", hiddenCluster: "Cluster not visible" },
};
const places = (of: readonly SeriesPlace[], more: Parameters<typeof fakeDefinition>[0] = {}) =>
  chartPlaces(
    fakeDefinition({ series: of.map((each, index) => ({ ...solarOfGao, id: `s${index}`, of: each })), ...more }),
    seen,
    words,
  );

test("a chart is of its containers and clusters, each once, in the order of its series", () => {
  expect(
    places([
      { kind: "containers", ids: ["agadez", "gao"] },
      { kind: "cluster", id: "north" },
      { kind: "containers", ids: ["gao", "kayes"] },
    ]),
  ).toEqual(["Agadez water works", "Gao", "Cluster North", "Kayes"]);
  expect(places([{ kind: "$container" }, { kind: "$cluster" }])).toEqual(["Any container", "Any cluster"]);
});

test("what it is compared with belongs to it", () => {
  const compare = { kind: "container", containerId: "kayes" } as const;
  expect(places([{ kind: "containers", ids: ["gao"] }], { compare })).toEqual(["Gao", "Kayes"]);
});

test("what the person does not see is said once, after what they see, without its id", () => {
  expect(
    places([
      { kind: "cluster", id: "south" },
      { kind: "containers", ids: ["away", "gao", "further"] },
    ]),
  ).toEqual(["Gao", "Cluster not visible", "Container not visible"]);
});
