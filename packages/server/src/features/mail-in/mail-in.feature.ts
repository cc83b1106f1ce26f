import { mailInLimits } from "@offgrid/contract/tickets/ticket-mail-in";

import { defineFeature } from "../../calls/feature.ts";
import { dropOld } from "./mail-in.store.ts";

const clearEveryMs = 3_600_000;

/** Mails themselves come in by `parts/mail-in.part.ts`. */
export const mailInFeature = defineFeature(({ db, clock }) => ({
  jobs: [{ name: "mail-in-clear", everyMs: clearEveryMs, run: () => dropOld(db, clock.now() - mailInLimits.keptMs) }],
}));
