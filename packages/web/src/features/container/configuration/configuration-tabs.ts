import { KeepAliveTab } from "./keep-alive.page.tsx";
import { NetworkTab } from "./network.page.tsx";
import { SyncTab } from "./sync.page.tsx";

/** Tabs about the configuration of a container, by their ids. They share most of what they load, so they load at once. */
export const configurationTabs = { network: NetworkTab, "keep-alive": KeepAliveTab, sync: SyncTab } as const;
