import { usualPanels } from "@offgrid/contract/core/irradiance";
import { type PanelFigure, panelFigures } from "@offgrid/contract/solar-template/panel-figures";
import type {
  PanelSetting,
  SolarString,
  SolarTemplateFigures,
} from "@offgrid/contract/solar-template/solar-template.schema";

/** What a template makes of the panels of a container. Pure. */

export type StoredTemplate = SolarTemplateFigures & { id: string; revision: number };

/** A container with what is set of its panels; all null: nothing is. */
export type PanelRow = { id: string; name: string; latitude: number | null } & {
  [Figure in PanelFigure]: PanelSetting[Figure] | null;
};

/** Peak power of all strings, W. */
export function capacityOf(strings: readonly SolarString[]): number {
  return strings.reduce((sum, { panels, panelWp }) => sum + panels * panelWp, 0);
}

/** How the panels lie: where the template leaves it to the place, towards the equator and tilted by the latitude. */
export function planeAt(
  { tilt, azimuth }: Pick<SolarTemplateFigures, "tilt" | "azimuth">,
  latitudeDeg: number,
): Pick<PanelSetting, "tilt" | "azimuth"> {
  const usual = usualPanels({ latitudeDeg });
  return { tilt: tilt ?? Math.round(usual.tiltDeg), azimuth: azimuth ?? usual.azimuthDeg };
}

/** What the template sets at a container. Without a position it counts as on the equator, as everywhere in forecasts. */
export function plannedFor(template: StoredTemplate, { latitude }: Pick<PanelRow, "latitude">): PanelSetting {
  const { strings, loss, limitW, provider } = template;
  return { capacity: capacityOf(strings), ...planeAt(template, latitude ?? 0), loss, limitW, provider };
}

export function settingIn(row: PanelRow): PanelSetting | null {
  const { capacity, tilt, azimuth, loss, limitW, provider } = row;
  if (capacity === null || tilt === null || azimuth === null || loss === null || provider === null) return null;
  return { capacity, tilt, azimuth, loss, limitW, provider };
}

export function differences(before: PanelSetting | null, after: PanelSetting): PanelFigure[] {
  return panelFigures.filter((figure) => before?.[figure] !== after[figure]);
}
