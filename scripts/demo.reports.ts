/** A report of the demonstration, by calls as people make them, once. */
import type { reportCalls } from "@offgrid/contract/reports/reports.calls";
import type { RequestOf } from "@offgrid/contract/core/call";

import type { Call } from "./demo.call.ts";

type Plan = RequestOf<(typeof reportCalls)["reportSave"]>["plan"];

/** The week of the whole fleet, each Monday morning to whoever looks after it. */
const week: Plan = {
  name: "Fleet week",
  subject: { kind: "fleet_week" },
  schedule: { time: "07:00", zone: "Africa/Nairobi", repeat: { kind: "week", days: [1] } },
  language: "en",
  files: ["pdf", "xlsx"],
};

export async function addReport(call: Call): Promise<void> {
  const { data: known } = await call<{ data: unknown[] }>("reportList");
  if (known.length > 0) return;
  const { info } = await call<{ info: { id: string } }>("getCurrentUserInfo");
  await call("reportSave", { plan: week, people: [info.id] });
}
