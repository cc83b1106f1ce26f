import { render } from "../../testing/render.tsx";
import type { Rule } from "./rule-input.ts";
import { RuleForm, type RuleFormProps } from "./rule.form.tsx";

/** The form of a rule, with what there is to choose from. For tests only. @param saved What is sent is added to it. */
export const showForm = (rule: Rule, saved: Rule[], look = {}, more: Partial<RuleFormProps> = {}) =>
  render(
    () => (
      <RuleForm
        rule={rule}
        isNew
        containers={[
          { id: "gao", name: "Gao" },
          { id: "kayes", name: "Kayes" },
        ]}
        clusters={[{ id: "north", name: "North", containers: ["gao"], createdAt: "", canEdit: true }]}
        kits={[{ id: "small", name: "5 kW" }]}
        sent={["battery.soc", "battery.temperature"]}
        onScope={() => {}}
        onSave={async (next) => {
          saved.push(next);
        }}
        {...more}
      />
    ),
    look,
  );
