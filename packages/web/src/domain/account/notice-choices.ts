/** The news that a person wants to see at the edge of the screen as it arrives. */
export interface NoticeChoices {
  event: boolean;
  warning: boolean;
}

/** Reads them from the setting `notify`; a person who never chose sees all. */
export function noticeChoices(notify: Readonly<Record<string, unknown>> | undefined): NoticeChoices {
  const portal = notify?.["portal"];
  const chosen: Readonly<Record<string, unknown>> = typeof portal === "object" && portal !== null ? { ...portal } : {};
  return { event: chosen["event"] !== false, warning: chosen["warning"] !== false };
}

/** The setting `notify` with changed choices; the rest of it stays. */
export function withNoticeChoices<Notify extends Readonly<Record<string, unknown>>>(
  notify: Notify | undefined,
  choices: NoticeChoices,
) {
  return { ...notify, portal: { event: choices.event, warning: choices.warning } };
}
