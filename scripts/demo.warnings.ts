/** Rules, channels and works of the demonstration, by calls as people make them, each once. */
import { metrics } from "@offgrid/contract/telemetry/metrics";
import { ruleFromSuggestion } from "@offgrid/contract/warnings/rule-from-suggestion";
import { suggestedRules } from "@offgrid/contract/warnings/suggested-rules";
import type { WarningRuleInput } from "@offgrid/contract/warnings/warnings.schema";
import { fleet } from "@offgrid/simulator/fleet/fleet";
import type { z } from "zod";

import type { Call } from "./demo.call.ts";

type Rule = z.input<typeof WarningRuleInput>;

const sites = fleet.map(({ containerId }) => containerId);
const everySent: ReadonlySet<string> = new Set(Object.keys(metrics));

/** The usual ones for the whole fleet, and one that is true at any hour, so that a warning comes while somebody looks. */
function rulesOfAda(): Rule[] {
  const usual = suggestedRules
    .filter(({ isUsual }) => isUsual)
    .flatMap((suggestion) => {
      const rule = ruleFromSuggestion(suggestion, "en", everySent);
      return rule ? [withOwnLevel({ ...rule, sites }, suggestion.key)] : [];
    });
  const market: Rule = {
    ruleName: "Ice machine running",
    sites: ["saint-louis"],
    note: "Nothing is wrong: on cloudy days, keep an eye on the charge while it runs.",
    conditions: [
      {
        name: "Ice machine running",
        type: "above",
        attributes: ["load.power"],
        // The ice house alone takes more, by night too.
        threshold: 500,
        clearAt: 300,
        duration: 30,
      },
    ],
  };
  return [...usual, market];
}

/** The ice of the market keeps its cold: there a low charge is nothing to worry about yet. */
function withOwnLevel(rule: Rule, key: string): Rule {
  if (key !== "charge_low") return rule;
  const overrides = [{ containerId: "saint-louis", threshold: 15, clearAt: 20 }];
  return { ...rule, conditions: rule.conditions.map((condition) => ({ ...condition, overrides })) };
}

/** Of somebody else, for whoever looks after other people's rules. */
const ruleOfDaniela: Rule = {
  ruleName: "Wards too warm",
  sites: ["lodwar"],
  note: "Ask the clinic to open the shutters and to switch the second fan on.",
  conditions: [
    {
      name: "Above 32 °C inside",
      type: "above",
      attributes: ["inside.temperature"],
      threshold: 32,
      clearAt: 30,
      duration: 900,
      critical: { threshold: 38 },
      // With the clinic closed nobody is there to be too warm.
      when: [{ type: "above", attributes: ["load.power"], threshold: 50 }],
    },
  ],
};

export async function addRulesOfAda(call: Call): Promise<void> {
  await addRules(call, rulesOfAda());
}

export async function addRuleOfDaniela(call: Call): Promise<void> {
  await addRules(call, [ruleOfDaniela]);
}

async function addRules(call: Call, rules: readonly Rule[]): Promise<void> {
  const { data: known } = await call<{ data: unknown[] }>("getWarningConfiguration");
  if (known.length > 0) return;
  for (const rule of rules) await call("registerWarning", rule);
}

/** A mail and a webhook, both of which tell at once; the webhook leads to where it listens at this start. */
export async function addChannels(call: Call, hookUrl: string): Promise<void> {
  const { data: known } = await call<{ data: { id: string; kind: string; name: string }[] }>("channelList");
  const save = async (kind: "mail" | "webhook", name: string, place: object, isRenewed: boolean) => {
    const before = known.find((one) => one.kind === kind && one.name === name);
    if (before && !isRenewed) return;
    await call("channelSave", { ...(before && { id: before.id }), kind, name, timing: "at_once", ...place });
  };
  await save("mail", "My mail", {}, false);
  await save("webhook", "Duty room", { url: hookUrl }, true);
}

/** The container that lost its panels: the charge that runs out there is no news to anybody. */
const repaired = "tamale";
const worksLastMs = 8 * 3_600_000;

export async function announceRepair(call: Call): Promise<void> {
  const { data: known } = await call<{ data: unknown[] }>("maintenanceList", { containerId: repaired });
  if (known.length > 0) return;
  await call("maintenanceSet", {
    containerId: repaired,
    reason: "The storm took the panels: new ones are being mounted",
    endsAt: new Date(Date.now() + worksLastMs).toISOString(),
  });
}
