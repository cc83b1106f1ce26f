import { SimCardSections } from "../sim-card/sim-card.sections.tsx";
import type { TabProps } from "../tabs/container-tabs.ts";
import { ConfigurationTab } from "./configuration-tab.tsx";

/** Addresses of a container and of the portal as it finds it, and the SIM card behind its link. */
export function NetworkTab(props: TabProps) {
  return (
    <div className="og-stack">
      <ConfigurationTab {...props} name="network" />
      <SimCardSections containerId={props.info.containerId} now={props.now} />
    </div>
  );
}
