import { isExcluded } from "@offgrid/contract/core/menu";

import { useCan } from "../../core/can/can.ts";
import { useCurrentUser } from "../../core/can/current-user.ts";
import { rowsOf } from "../../domain/automations/automation-rows.ts";
import { type Automated, deleteAutomation, saveAutomation, seenNow } from "../../domain/automations/automated.data.ts";
import { deleteChart, saveChart, useCharts } from "../../domain/charts/charts.data.ts";
import { deleteRule, saveRule, useRules } from "../../domain/warnings/rules.data.ts";
import { useBoard, changeWidgets } from "../../domain/widgets/widgets.data.ts";
import type { Had, Idea } from "./ideas.ts";
import { type IdeaKind, ideaKinds } from "./inspire.search.ts";

/** What the person may make and can open afterwards. */
export function useAllowedKinds(): readonly IdeaKind[] {
  const user = useCurrentUser();
  const may = {
    chart: useCan("chartSave"),
    widget: useCan("widgetsChange"),
    rule: useCan("registerWarning"),
    automation: useCan("automationSave"),
  };
  const menuIds = { chart: "4", widget: "4", rule: "9_2_1", automation: "9_6" };
  return ideaKinds.filter((kind) => may[kind] && !isExcluded(menuIds[kind], user?.excludes ?? []));
}

/** What the person has of these kinds; undefined until it is known. */
export function useHad(automated: Automated | undefined, kinds: readonly IdeaKind[]): Had | undefined {
  const charts = useCharts({ enabled: kinds.includes("chart") });
  const widgets = useBoard();
  const rules = useRules({ enabled: kinds.includes("rule") });
  if ((kinds.includes("chart") && !charts.data) || (kinds.includes("rule") && !rules.data) || !widgets.data) return;
  return {
    charts: charts.data ?? [],
    widgets: widgets.data,
    rules: rules.data ?? [],
    automations: automated?.own ? rowsOf(automated.own).filter(({ standing }) => standing !== "leaving") : [],
  };
}

/**
 * Makes what an idea is about.
 * @param sites Ids of the containers that a rule looks at.
 * @returns What takes it back.
 * @throws ApiError
 */
export async function apply(
  idea: Idea,
  { sites, containerId, own }: { sites: readonly string[]; containerId: string; own: Automated["own"] | undefined },
): Promise<() => Promise<void>> {
  if (idea.kind === "chart") {
    const id = await saveChart(idea.chart);
    return () => deleteChart(id);
  }
  if (idea.kind === "widget") return changeWidgets({ put: [idea.widget] });
  if (idea.kind === "rule") {
    const id = await saveRule({ ...idea.rule, sites: [...sites] });
    return () => deleteRule(id);
  }
  const seen = own && { seen: await seenNow(own, undefined) };
  const { id } = await saveAutomation({ containerId, automation: idea.automation, ...seen });
  return () => deleteAutomation({ containerId, id });
}
