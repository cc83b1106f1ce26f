/** Tickets of the demonstration, one or two in each state, by calls as people make them, once. */
import type { RequestOf } from "@offgrid/contract/core/call";
import type { Role } from "@offgrid/contract/core/access";
import type { Calls } from "@offgrid/contract/registry";

import type { Call } from "./demo.call.ts";

type As = (role: Role, play: (call: Call) => Promise<void>) => Promise<void>;
type Asked = Omit<RequestOf<Calls["ticketCreate"]>, "containerId">;

/** What customers ask, the later ones about a container. */
const asked = {
  bill: {
    category: "accounting_administrative",
    priority: "low",
    subject: "Bill of October",
    text: "The bill of October names two containers that we do not have. Could you look at it?",
  },
  lamps: {
    category: "technical_support",
    priority: "high",
    subject: "Two street lights stay dark",
    text: "The lamps at the gate have been dark for three nights. All others are lit.",
  },
  battery: {
    category: "technical_support",
    priority: "urgent",
    subject: "Battery is empty before midnight",
    text: "Since Monday the loads are cut before midnight.\nThe sun shines as always, and nothing new was connected.",
  },
  thanks: {
    category: "complaints_comments",
    priority: "medium",
    subject: "The cold room is too warm",
    text: "It shows 9 °C. The fish has to go out today.",
  },
} satisfies Record<string, Asked>;

const kioskMeter = "time;W\n2026-11-20 20:00;410\n2026-11-20 22:00;35\n2026-11-21 00:00;34\n2026-11-21 02:00;36\n";

/** What the support answers often. */
const texts = [
  {
    category: "technical_support",
    language: "en",
    title: "Loads are cut soon",
    text: "The battery of {container} is at {value}. Without sun its loads have power for {hours_left}: please switch off what can wait.",
  },
  {
    category: "technical_support",
    language: "fr",
    title: "Coupure proche",
    text: "La batterie du site «\u00A0{container}\u00A0» est à {value}. Sans soleil, l’énergie suffit pour {hours_left}\u00A0: merci d’éteindre ce qui peut attendre.",
  },
  {
    category: null,
    language: "en",
    title: "Who looks after it",
    text: "{agent} looks after it and will write to you.",
  },
] as const satisfies readonly RequestOf<Calls["ticketTextSave"]>[];

export async function addTickets(as: As): Promise<void> {
  const slugs = new Map<keyof typeof asked, string>();
  await as("user", async (call) => {
    const { total } = await call<{ total: number }>("ticketGetList");
    if (total > 0) return;
    const { data: sites } = await call<{ data: { id: string }[] }>("getSites");
    const containerId = sites[0]?.id;
    for (const [name, given] of Object.entries(asked)) {
      const about = name === "bill" || containerId === undefined ? {} : { containerId };
      const { data } = await call<{ data: { slug: string } }>("ticketCreate", { ...given, ...about });
      slugs.set(name as keyof typeof asked, data.slug);
    }
  });
  if (slugs.size === 0) return;
  await as("offgrid_staff", (call) => handle(call, (name) => slugs.get(name) ?? ""));
  await as("user", async (call) => {
    const clientId = "demo-thanks";
    const file = Buffer.from(kioskMeter).toString("base64");
    const { data } = await call<{ data: { id: string } }>("ticketFileUpload", { clientId, name: "kiosk.csv", file });
    await call("updateTicketChat", {
      id: slugs.get("battery"),
      clientId,
      text: "Thank you. The kiosk is closed at night. Its meter says the same.",
      files: [data.id],
    });
  });
}

/** What the support does: an answer, a note, a part that has to come, and an end. */
async function handle(call: Call, slugOf: (name: keyof typeof asked) => string): Promise<void> {
  const { info } = await call<{ info: { id: string } }>("getCurrentUserInfo");
  const agent = info.id;
  const say = (name: keyof typeof asked, text: string, isInternal = false) =>
    call("updateTicketChat", { id: slugOf(name), clientId: `demo-${name}-${isInternal}`, text, isInternal });
  for (const text of texts) await call("ticketTextSave", text);
  await call("ticketUpdate", { id: slugOf("lamps"), agent });
  await say("lamps", "The controller of these two lamps does not answer. A new one is on its way.");
  await call("ticketUpdate", { id: slugOf("lamps"), waitingFor: "part" });
  await call("ticketUpdate", { id: slugOf("battery"), agent, status: "Inprogress" });
  await say("battery", "We see it. What runs in the kiosk at night?");
  await say("battery", "Cells 7 and 8 are far below the others: ask for a date to change them.", true);
  await call("ticketUpdate", { id: slugOf("thanks"), agent });
  await say("thanks", "The door switch was stuck open. It is at 4 °C again.");
  await call("ticketUpdate", { id: slugOf("thanks"), status: "Closed", reason: "solved", cause: "wiring" });
}
