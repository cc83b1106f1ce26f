import type { CallName } from "@offgrid/contract/registry";

import { type Fixture, plain } from "./access-matrix.things.ts";

const solarPlane = { tilt: null, azimuth: null, loss: 14, limitW: null };
const solarArray = { ...solarPlane, name: "Roof", strings: [{ panels: 8, panelWp: 410 }], provider: "auto" };

/** The calls about kits and other templates. */
export const templateFixtures = {
  kitGet: plain(),
  kitSet: { plain: (fresh) => ({ name: fresh() }) },
  kitUpdate: { plain: (fresh) => ({ id: "no-kit", name: fresh() }) },
  kitDelete: plain({ id: "no-kit" }),
  kitPreview: ({ containerId }) => ({ id: "no-kit", containerIds: [containerId] }),
  kitApply: ({ containerId }) => ({
    id: "no-kit",
    containerIds: [containerId],
    kit: { pvWp: 3_000, reserveSoc: null },
  }),
  solarTemplateList: plain(),
  solarTemplateSave: plain({ id: "no-template", ...solarArray }),
  solarTemplateDelete: plain({ id: "no-template" }),
  solarTemplateYield: ({ containerId }) => ({ ...solarPlane, capacity: 3_000, place: { containerId } }),
  solarTemplateMeasured: ({ containerId }) => ({ id: "no-template", containerId }),
  solarTemplatePreview: ({ containerId }) => ({ id: "no-template", containerIds: [containerId] }),
  solarTemplateApply: ({ containerId }) => ({ id: "no-template", containerIds: [containerId], revision: 1 }),
  solarTemplateLeave: ({ containerId }) => ({ containerIds: [containerId] }),
} satisfies Partial<Record<CallName, Fixture>>;
