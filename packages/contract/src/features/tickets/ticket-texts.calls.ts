import { z } from "zod";

import { type CallMap, noInput, noOutput } from "../../core/call.ts";
import { locales } from "../../core/constants.ts";
import { shownName } from "../../core/shown-name.ts";
import { MessageText } from "./ticket-chat.calls.ts";
import { textPlaces, placeSign, ticketTextLimits } from "./ticket-texts.ts";
import { ticketCategories } from "./ticket-types.ts";

const Language = z.enum(locales.map(({ code }) => code));
const TextRef = z.string().min(1).max(64);

export const TicketText = z.object({
  id: TextRef,
  category: z.enum(ticketCategories).nullable().describe("Null: for tickets of every category"),
  language: Language,
  title: z.string(),
  text: z.string().describe(`With places to be filled: ${textPlaces.map(placeSign).join(", ")}`),
});
export type TicketText = z.infer<typeof TicketText>;

export const ticketTextCalls = {
  ticketTextList: {
    summary: "Texts that those who handle tickets insert into their answers, by title.",
    access: "tickets_handle",
    effect: "read",
    input: noInput,
    output: z.object({ data: z.array(TicketText) }),
  },
  ticketTextSave: {
    summary: `Keep a text for answers, or with \`id\` change one; there are at most ${ticketTextLimits.most}. Where a place of it could not be filled, it is not sent to a customer before that was done by hand.`,
    access: "tickets_handle",
    effect: "write",
    perMinute: 60,
    input: z.strictObject({
      id: TextRef.optional(),
      category: z.enum(ticketCategories).nullable(),
      language: Language,
      title: shownName(ticketTextLimits.longestTitle).min(1, { error: "Give it a title." }),
      text: MessageText,
    }),
    output: z.object({ data: TicketText }),
  },
  ticketTextDelete: {
    summary: "Delete a text for answers. What was sent with it stays.",
    access: "tickets_handle",
    effect: "write",
    input: z.strictObject({ id: TextRef }),
    output: noOutput,
  },
} satisfies CallMap;
