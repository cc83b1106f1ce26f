/** Which mails about tickets a person wants. */
export interface TicketMailChoices {
  /** Answers, messages and ends of tickets that they take part in. */
  mine: boolean;
  /** Each new ticket that they may handle. */
  new: boolean;
}

/** Reads them from the setting `notify`; a person who never chose is told of their own tickets. */
export function ticketMailChoices(notify: Readonly<Record<string, unknown>> | undefined): TicketMailChoices {
  const tickets = notify?.["tickets"];
  const chosen: Readonly<Record<string, unknown>> =
    typeof tickets === "object" && tickets !== null ? { ...tickets } : {};
  return { mine: chosen["mine"] !== false, new: chosen["new"] === true };
}

/** The setting `notify` with changed choices; the rest of it stays. */
export function withTicketMailChoices<Notify extends Readonly<Record<string, unknown>>>(
  notify: Notify | undefined,
  choices: TicketMailChoices,
) {
  return { ...notify, tickets: { mine: choices.mine, new: choices.new } };
}
