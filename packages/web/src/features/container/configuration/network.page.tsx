import type { TabProps } from "../tabs/container-tabs.ts";
import { ConfigurationTab } from "./configuration-tab.tsx";

/** Addresses of a container and of the portal as it finds it. */
export function NetworkTab(props: TabProps) {
  return <ConfigurationTab {...props} name="network" />;
}
