import { useTranslation } from "react-i18next";

/** What a device's own values are called below its name, which need not say once more whose they are. */
const quantities = [
  "power",
  "voltage",
  "current",
  "temperature",
  "frequency",
  "energy",
  "state",
  "mode",
  "level",
] as const;
const ofDevice =
  /^(?:solar\.\d|battery(?:\.pack\.\d)?|inverter|generator|alternator\.\d|grid|ac|tank\.\w+\.\d)\.(\w+)$/;

/** Key of the short name of a metric; undefined: only its whole name tells what it is. */
export function shortQuantity(metric: string) {
  const last = ofDevice.exec(metric)?.[1];
  const found = quantities.find((one) => one === last);
  // A charger has two sides, so it matters which of them is meant.
  if (metric.startsWith("solar.") && found === "voltage") return "panelVoltage";
  if (metric.startsWith("solar.") && found === "current") return "outputCurrent";
  return found;
}

/** Names a metric below the name of its device; undefined: it has no shorter name than its whole one. */
export function useShortLabel(): (metric: string) => string | undefined {
  const { t } = useTranslation("devices");
  return (metric) => {
    const quantity = shortQuantity(metric);
    return quantity && t(`short.${quantity}`);
  };
}
