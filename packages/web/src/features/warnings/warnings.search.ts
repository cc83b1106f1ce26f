import { eventLevels } from "@offgrid/contract/notifications/notification-types";
import type { WarningSeverity } from "@offgrid/contract/warnings/warning-types";

import { choiceParam, pageParam, type SearchParams, textParam } from "../../core/search-params.ts";

export interface RulesSearch {
  /** In names and conditions. */
  search?: string;
}

export function rulesSearch(given: SearchParams): RulesSearch {
  return textParam(given, "search");
}

/** What a new rule can begin with, by the keys of the suggested rules. */
export const presetNames = ["dark", "cut", "charge_low", "battery_hot"] as const;
export type PresetName = (typeof presetNames)[number];

export interface NewRuleSearch {
  /** It begins with this. */
  preset?: PresetName;
  /** Id of a rule that it begins as a copy of. */
  copy?: string;
  /** Id of the container that it looks at first. */
  container?: string;
  /** What it looks at, and the value that it warns above or below. */
  metric?: string;
  level?: number;
  type?: (typeof levelTypes)[number];
}

const levelTypes = ["above", "below"] as const;

export function newRuleSearch(given: SearchParams): NewRuleSearch {
  return {
    ...choiceParam(given, "preset", presetNames),
    ...textParam(given, "copy", 64),
    ...textParam(given, "container", 64),
    ...textParam(given, "metric", 64),
    ...(typeof given["level"] === "number" && { level: given["level"] }),
    ...choiceParam(given, "type", levelTypes),
  };
}

export const warningStates = ["open", "cleared"] as const;
export const warningPeriods = ["7_days", "30_days"] as const;

/** Are incidents shown? What only warnings have is searched for among warnings. */
export function showsIncidents({ view, search, rule, period }: HistorySearch): boolean {
  return view === undefined && search === undefined && rule === undefined && period === undefined;
}

/** Which incidents or warnings are shown; absent: all, the newest page. */
export interface HistorySearch {
  /** Warnings one by one; absent: incidents, unless what is searched for is of single warnings. */
  view?: "warnings";
  /** Id of the incident that is opened. */
  incident?: string;
  /** In names of rules, conditions and containers. */
  search?: string;
  /** Id of the container. */
  container?: string;
  /** Id of the cluster. */
  cluster?: string;
  state?: (typeof warningStates)[number];
  severity?: WarningSeverity;
  /** Id of the rule. */
  rule?: string;
  /** Days up to today in the zone of the browser. */
  period?: (typeof warningPeriods)[number];
  /** From 2. */
  page?: number;
}

export function historySearch(given: SearchParams): HistorySearch {
  return {
    ...choiceParam(given, "view", ["warnings"] as const),
    ...textParam(given, "incident", 64),
    ...textParam(given, "search"),
    ...textParam(given, "container", 64),
    ...textParam(given, "cluster", 64),
    ...choiceParam(given, "state", warningStates),
    ...choiceParam(given, "severity", eventLevels),
    ...textParam(given, "rule", 64),
    ...choiceParam(given, "period", warningPeriods),
    ...pageParam(given),
  };
}
