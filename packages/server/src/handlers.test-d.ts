import type { noInput } from "@offgrid/contract/core/call";
import { z } from "zod";

import type { Handlers } from "./calls/handler.ts";

/** What must not compile. `tsc` fails when one of these lines does. */

const tickets = {
  ticketCount: {
    summary: "How many.",
    access: "tickets" as const,
    effect: "read" as const,
    input: z.strictObject({ open: z.boolean() }),
    output: z.object({ count: z.int() }),
  },
  ticketHello: {
    summary: "Anyone.",
    access: "public" as const,
    effect: "read" as const,
    input: z.strictObject({}) as typeof noInput,
    output: z.object({}),
  },
};

const ticketHello: Handlers<typeof tickets>["ticketHello"] = async () => ({});

export const right: Handlers<typeof tickets> = {
  ticketCount: async ({ open }, { actor }) => ({ count: open && actor.userId ? 1 : 0 }),
  ticketHello,
};

// @ts-expect-error a handler is missing
export const missing: Handlers<typeof tickets> = { ticketHello };

export const wrongOutput: Handlers<typeof tickets> = {
  // @ts-expect-error the output is not what the call says
  ticketCount: async () => ({ count: "many" }),
  ticketHello,
};

export const unknownCall: Handlers<typeof tickets> = {
  ticketCount: async () => ({ count: 1 }),
  ticketHello,
  // @ts-expect-error there is no such call
  ticketInvented: async () => ({}),
};

export const wrongInput: Handlers<typeof tickets> = {
  // @ts-expect-error the input has no such field
  ticketCount: async ({ closed }) => ({ count: closed ? 1 : 0 }),
  ticketHello,
};

export const anyoneIsNobody: Handlers<typeof tickets> = {
  ticketCount: async () => ({ count: 1 }),
  ticketHello: async (_, { actor }) => {
    // @ts-expect-error nobody needs to be signed in for a public call
    void actor.userId;
    return {};
  },
};
