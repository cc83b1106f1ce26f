import { QueryClient, QueryClientProvider } from "@tanstack/react-query";

import { type Answer } from "../../core/api/call.ts";
import { callQuery } from "../../core/api/use-call.ts";
import { render } from "../../testing/render.tsx";
import type { Rule } from "./rule-input.ts";
import { RuleForm, type RuleFormProps } from "./rule.form.tsx";

/** Codes of events that came in 30 days. */
export const fakeCodes: Answer<"getEventCodes"> = {
  status: "ok",
  data: [
    { code: "output.changed", count: 2_140 },
    { code: "door.opened", count: 12 },
    { code: "pump.dry", count: 1 },
  ],
  isMore: false,
};

/**
 * The form of a rule, with what there is to choose from. For tests only.
 * @param saved What is sent is added to it.
 * @param codes Null: they are asked for.
 */
export function showForm(
  rule: Rule,
  saved: Rule[],
  look = {},
  more: Partial<RuleFormProps> = {},
  codes: Answer<"getEventCodes"> | null = fakeCodes,
) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  if (codes) client.setQueryData(callQuery("getEventCodes", {}).queryKey, codes);
  return render(
    () => (
      <QueryClientProvider client={client}>
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
      </QueryClientProvider>
    ),
    look,
  );
}
