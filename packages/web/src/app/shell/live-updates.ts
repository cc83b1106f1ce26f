import type { ContainerStatus } from "@offgrid/contract/containers/containers.schema";
import type { CallName } from "@offgrid/contract/registry";
import type { EventNews, UserMessage } from "@offgrid/contract/live/live.schema";

import { patchAnswers, refresh } from "../../core/api/query-client.ts";
import { patchCommand } from "../../domain/commands/patch-commands.ts";
import { patchContainer } from "../../domain/containers/patch-containers.ts";
import { withStatus } from "../../domain/containers/row-changes.ts";
import { notificationsShown } from "../../domain/notifications/notifications-shown.ts";
import { worksShown } from "../../domain/works/works-shown.ts";
import { namesShown } from "../../domain/output-names/names-shown.ts";

/** What the page says on a message to this person; undefined: nothing. */
export interface Notice {
  kind: "event" | "warning";
  /** Absent: the default sentence. */
  content?: string;
  /** What the event says, for words of the page's own. */
  news?: EventNews;
}

/** What is fetched again on a message that only says that it changed. */
const outdatedBy: Partial<Record<string, readonly CallName[]>> = {
  locksChanged: ["outputList", "getStreetLight", "getAcStatus"],
  configChanged: [
    "getConfiguration",
    "getContainerSetting",
    "getStreetLight",
    "getAcStatus",
    "loadProtectGet",
    "getAutoLoadProtection",
    "getPhaseControlConfiguration",
    "getDeviceSetting",
    "getDeviceStatus",
    "getOfflineSetting",
    "getRebootSchedule",
    "automationList",
  ],
  outputNamesChanged: namesShown,
  worksChanged: worksShown,
  upgradeChanged: ["containerUpgradeList"],
};

/** What shows how many warnings are open, and which; a rule says when it fired. */
const warningsShown = [
  "getWarningConfiguration",
  "incidentGet",
  "incidentList",
  "getSitesV2",
  "getContainerInfoV4",
  "getWarningHistory",
  "getWarningContainerHistory",
] as const satisfies readonly CallName[];

/** Many containers change together, such as when an operator is back: what shows their warnings is fetched again once. */
const gatherMs = 250;
let isGathering = false;

function refreshWarnings(): void {
  if (isGathering) return;
  isGathering = true;
  setTimeout(() => {
    isGathering = false;
    refresh(...warningsShown);
  }, gatherMs);
}

/** Applies a message to what is shown: states of containers in place, lists and counts by fetching again. */
export function applyUserMessage(message: UserMessage): Notice | undefined {
  if (!("command" in message)) {
    patchState(message.containerId, message.status);
    return undefined;
  }
  if (message.command === "commandChanged") {
    patchCommand(message.data);
    return undefined;
  }
  if (message.command === "warningsChanged") {
    refreshWarnings();
    return undefined;
  }
  const outdated = outdatedBy[message.command];
  if (outdated) {
    refresh(...outdated);
    return undefined;
  }
  // Rights or containers changed: the answer about the user, and everything shown, may differ now.
  if (message.command === "resync" || message.command === "accessChanged") {
    refresh();
    return undefined;
  }
  if (message.command !== "newEventUpdate" && message.command !== "warningEvent") return undefined;
  const { content, code } = message.data;
  refresh(...notificationsShown);
  // Outputs say why they are as they are.
  if (code?.startsWith("output.") || code?.startsWith("protection."))
    refresh("outputList", "getStreetLight", "getAcStatus", "getAutoLoadProtection", "getPhaseControlEvents");
  // Also that one is over, which is an event and not a warning.
  if (code?.startsWith("warning.")) refresh(...warningsShown);
  const said = { news: message.data, ...(content === undefined || content === "" ? {} : { content }) };
  if (message.command === "warningEvent") {
    refresh(...warningsShown);
    return { kind: "warning", ...said };
  }
  return { kind: "event", ...said };
}

function patchState(containerId: string, status: ContainerStatus): void {
  patchContainer(containerId, (row) => withStatus(row, status));
  patchAnswers("getContainerInfoV4", (answer) =>
    answer.data.containerId === containerId
      ? { ...answer, data: { ...answer.data, status, isOnline: status === "online" } }
      : answer,
  );
}
