import type { TabProps } from "../tabs/container-tabs.ts";
import { ImportPart } from "../import/import-part.tsx";
import { EnergyPricesSection } from "./energy-prices-section.tsx";

/** What is set for one container. */
export function GeneralTab({ info }: TabProps) {
  return (
    <div className="og-stack">
      <EnergyPricesSection containerId={info.containerId} />
      <ImportPart info={info} />
    </div>
  );
}
