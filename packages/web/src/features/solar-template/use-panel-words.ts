import { useTranslation } from "react-i18next";
import type { PanelFigure } from "@offgrid/contract/solar-template/panel-figures";

import { formatQuantityText } from "../../core/format.ts";
import { useLocale } from "../../ui/use-locale.ts";
import type { PanelSetting } from "./solar-template.data.ts";

/** North, and clockwise from there. */
const winds = ["n", "ne", "e", "se", "s", "sw", "w", "nw"] as const;

/** What is set of panels, in words. */
export function usePanelWords() {
  const { t } = useTranslation("solar-template");
  const locale = useLocale();
  const direction = (azimuth: number) => {
    const wind = winds[Math.round(azimuth / 45) % winds.length] as (typeof winds)[number];
    return `${formatQuantityText(azimuth, "deg", locale)} (${t(`wind.${wind}`)})`;
  };
  const figure = (of: PanelSetting, name: PanelFigure): string => {
    switch (name) {
      case "capacity":
        return formatQuantityText(of.capacity, "W", locale);
      case "tilt":
        return formatQuantityText(of.tilt, "deg", locale);
      case "azimuth":
        return direction(of.azimuth);
      case "loss":
        return formatQuantityText(of.loss, "percent", locale);
      case "limitW":
        return of.limitW === null ? t("noLimit") : formatQuantityText(of.limitW, "W", locale);
      case "provider":
        return t(`provider.${of.provider}`);
    }
  };
  return { direction, figure };
}
