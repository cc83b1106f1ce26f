/** Templates of solar arrays in the demonstration, one for each size of plant. */
import { fleet } from "@offgrid/simulator/fleet/fleet";
import { type KitSize, kitSizes } from "@offgrid/simulator/plant/plant.design";

import type { Call } from "./demo.call.ts";

const arrays: Record<KitSize, { name: string; strings: { panels: number; panelWp: number }[]; limitW: number }> = {
  small: { name: "Roof S", strings: alike(2, { panels: 3, panelWp: 550 }), limitW: 3_000 },
  medium: { name: "Roof M", strings: alike(4, { panels: 6, panelWp: 500 }), limitW: 10_500 },
  large: { name: "Roof L", strings: alike(8, { panels: 10, panelWp: 425 }), limitW: 30_000 },
};
/** One whose panels were corrected by hand since: its array is not as its template says. */
const corrected = "saint-louis";

/** Containers have the template of their size where their array is that of their kit. */
export async function addSolarTemplates(call: Call): Promise<void> {
  const { data: templates } = await call<{ data: unknown[] }>("solarTemplateList");
  if (templates.length > 0) return;
  for (const size of kitSizes) {
    const members = fleet.filter(({ kit, location }) => kit === size && location.panelShare === undefined);
    const array = { ...arrays[size], tilt: null, azimuth: null, loss: 12, provider: "auto" };
    const { data } = await call<{ data: { id: string } }>("solarTemplateSave", array);
    const containerIds = members.map(({ containerId }) => containerId);
    if (containerIds.length > 0) await call("solarTemplateApply", { id: data.id, containerIds, revision: 1 });
  }
  const { setting } = await call<{ setting: Record<string, unknown> }>("getSolcastQuery", { containerId: corrected });
  const { isGuessed: _, resourceId: _none, reserveSoc: _charge, ...panels } = setting;
  await call("setForecast", { containerId: corrected, ...panels, tilt: 10 });
}

function alike<String>(count: number, one: String): String[] {
  return Array.from({ length: count }, () => one);
}
