import { expect, test } from "vitest";

import { cast } from "../../testing/cast.ts";

test("a text for tickets is called by its title and a report by its name, also once they are gone", async () => {
  const { boss } = await cast({ boss: { role: "super_admin", containers: ["kidal"] } });
  const text = { category: null, language: "en", title: "Power is back", text: "There is power again." } as const;
  const { id: textId } = (await boss.call("ticketTextSave", text)).data;
  const schedule = { time: "07:00", zone: "Africa/Bamako", repeat: { kind: "week" as const, days: [1] } };
  const plan = { name: "Week of Kidal", subject: { kind: "fleet_week" as const }, schedule, language: "fr" as const };
  const { id: reportId } = (await boss.call("reportSave", { plan, people: [] })).data;
  const namesOf = async (isGone: boolean) => {
    const { names } = await boss.call("auditList", {});
    expect(names).toMatchObject({
      [textId]: { kind: "ticket_text", name: "Power is back", isGone },
      [reportId]: { kind: "report", name: "Week of Kidal", isGone },
    });
  };
  await namesOf(false);
  const found = await boss.call("auditList", { search: "power is b" });
  expect(found.data).toMatchObject([{ action: "ticketTextSave", target: textId }]);
  await boss.call("ticketTextDelete", { id: textId });
  await boss.call("reportDelete", { id: reportId });
  await namesOf(true);
});
