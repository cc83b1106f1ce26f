import { List, Popover, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { currentLocale } from "../../core/i18n/locale.ts";
import type { LinkState } from "../../core/live/link-rules.ts";
import { receivedMs, useLinkState, useSilenceMs } from "../../core/live/live.ts";
import { useTick } from "../../core/live/tick.ts";
import { formatAge, formatAgeToSecond } from "../../core/time.ts";
import { useIsPhone } from "../../ui/use-list-search.ts";
import type { FailedPart } from "./shell.data.ts";
import classes from "./shell.module.css";

/** State of the live connection, and which parts of the page's edges could not be loaded. */
export function LinkChip({ failed }: { failed: readonly FailedPart[] }) {
  const { t } = useTranslation("shell");
  const phone = useIsPhone();
  const state = useLinkState();
  const nowMs = useTick();
  const silenceMs = useSilenceMs();
  const last = receivedMs();
  const ageNow = () => (last === undefined ? undefined : formatAge(nowMs - last, currentLocale));
  const age = silenceMs === undefined ? ageNow() : formatAgeToSecond(silenceMs, currentLocale);
  const lastMessage = age === undefined ? undefined : t("link_last_message", { age });
  // How long ago the last message came is what one reads first while none comes. Without a network the banner says how
  // old the data is: a second age beside it would contradict the first.
  const isPartly = state === "live" && failed.length > 0;
  const name = t(isPartly ? "link_partly" : `link_${state}`);
  const word = (state === "stalled" && silenceMs !== undefined && lastMessage) || name;
  return (
    <Popover position="bottom-end" width={280} shadow="md" withArrow>
      <Popover.Target>
        <button type="button" className={classes.chip} data-tour="link" aria-label={`${t("link")}: ${name}`}>
          <LinkDot state={state} troubled={failed.length > 0} />
          <span className={phone ? "visually-hidden" : undefined}>{word}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">{t(`link_${state}_text`)}</Text>
        {lastMessage !== undefined && (
          <Text size="sm" c="dimmed">
            {lastMessage}
          </Text>
        )}
        {failed.length > 0 && (
          <>
            <Text size="sm" mt="xs">
              {t("link_failed")}
            </Text>
            <List size="sm">
              {failed.map(({ name: part, atMs }) => (
                <List.Item key={part}>
                  {atMs === undefined
                    ? t(part)
                    : t("link_from", { part: t(part), age: formatAge(nowMs - atMs, currentLocale) })}
                </List.Item>
              ))}
            </List>
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** A shape per state: full, ring with a gap, half, hollow; amber when something else could not be loaded. */
function LinkDot({ state, troubled }: { state: LinkState; troubled: boolean }) {
  const colours = {
    connecting: "var(--og-just-offline)",
    live: "var(--og-online)",
    reconnecting: "var(--og-just-offline)",
    stalled: "var(--og-offline)",
    polling: "var(--og-just-offline)",
    offline: "var(--og-offline)",
  };
  const colour = troubled && state === "live" ? "var(--og-just-offline)" : colours[state];
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden>
      {state === "live" && <circle cx="6" cy="6" r="5" fill={colour} />}
      {(state === "connecting" || state === "reconnecting") && (
        <circle cx="6" cy="6" r="4" fill="none" stroke={colour} strokeWidth="2.5" strokeDasharray="16 9" />
      )}
      {state === "polling" && (
        <>
          <circle cx="6" cy="6" r="4.5" fill="none" stroke={colour} strokeWidth="1.5" />
          <path d="M6 1.5a4.5 4.5 0 0 1 0 9z" fill={colour} />
        </>
      )}
      {(state === "stalled" || state === "offline") && (
        <circle cx="6" cy="6" r="4.25" fill="none" stroke={colour} strokeWidth="2.5" />
      )}
    </svg>
  );
}
