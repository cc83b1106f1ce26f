import type { TabProps } from "../tabs/container-tabs.ts";
import { ImportPart } from "../import/import-part.tsx";
import { WorksSection } from "../works/works-section.tsx";
import { ControllerSection } from "./controller-section.tsx";
import { EnergyPricesSection } from "./energy-prices-section.tsx";

/** What is set for one container. */
export function GeneralTab({ info, now }: TabProps) {
  return (
    <div className="og-stack">
      <WorksSection info={info} now={now} />
      <ControllerSection info={info} now={now} />
      <EnergyPricesSection containerId={info.containerId} />
      <ImportPart info={info} />
    </div>
  );
}
