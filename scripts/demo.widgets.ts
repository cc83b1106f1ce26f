/** The board of the demonstration's administrator. */
import type { Widget } from "@offgrid/contract/widgets/widgets.schema";
import { widgetVersion } from "@offgrid/contract/widgets/widget-types";

import type { Call } from "./demo.call.ts";

const usual = { v: widgetVersion, title: "" } as const;
const all = { kind: "all" } as const;

/** Six widgets: figures of the fleet, what goes on, a chart, an energy flow, and a note. */
const board: readonly Widget[] = [
  { ...usual, id: "sun-today", type: "kpi", of: all, figure: "solarToday", size: { w: 4, h: 2 }, pinned: true },
  { ...usual, id: "charge-now", type: "kpi", of: all, figure: "soc", size: { w: 4, h: 2 }, pinned: true },
  {
    ...{ ...usual, id: "duty", type: "text", title: "On duty", size: { w: 4, h: 2 }, pinned: false },
    text: "This week: Bruno, +223 70 00 00 00\nSpare fuses: Gao depot",
  },
  { ...usual, id: "going-on", type: "incidents", of: all, size: { w: 6, h: 6 }, pinned: false },
  {
    ...{ ...usual, id: "agadez-power", type: "chart", size: { w: 6, h: 6 }, pinned: false },
    chart: { kind: "template", template: "power", container: "agadez" },
  },
  { ...usual, id: "agadez-flow", type: "flow", container: "agadez", size: { w: 12, h: 7 }, pinned: false },
];

/** What customers begin with, about their own containers: four widgets and whom to call. */
const starter: readonly Widget[] = [
  { ...usual, id: "my-charge", type: "kpi", of: all, figure: "soc", size: { w: 4, h: 2 }, pinned: false },
  { ...usual, id: "my-sun", type: "kpi", of: all, figure: "solarToday", size: { w: 4, h: 2 }, pinned: false },
  { ...usual, id: "my-use", type: "kpi", of: all, figure: "loadToday", size: { w: 4, h: 2 }, pinned: false },
  {
    ...usual,
    id: "my-outlook",
    type: "outlook",
    container: "agadez",
    shows: "hours",
    size: { w: 6, h: 7 },
    pinned: false,
  },
  {
    ...{ ...usual, id: "help", type: "text", title: "Help", size: { w: 6, h: 2 }, pinned: false },
    text: "Something is not right? Call Bruno, +223 70 00 00 00",
  },
];

/** The starter board of one role, where it has none yet. */
export async function addStarterBoard(call: Call): Promise<void> {
  const { data } = await call<{ data: { id: string; starterBoard: unknown }[] }>("roleList");
  const role = data.find(({ id }) => id === "customer_staff");
  if (role?.starterBoard === null) await call("roleSave", { id: role.id, starterBoard: starter });
}

/** For whoever has none yet. */
export async function addBoard(call: Call): Promise<void> {
  const { userSetting } = await call<{ userSetting: { widgets?: unknown[] } }>("getUserSetting");
  if (userSetting.widgets === undefined) await call("widgetsChange", { put: board });
}
