import { List, Popover, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { currentLocale } from "../../core/i18n/locale.ts";
import type { LinkState } from "../../core/live/link-rules.ts";
import { lastMessageMs, useLinkState } from "../../core/live/live.ts";
import { useTick } from "../../core/live/tick.ts";
import { formatTime } from "../../core/time.ts";
import type { FailedPart } from "./shell.data.ts";
import classes from "./shell.module.css";

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** State of the live connection, and which parts of the page's edges could not be loaded. */
export function LinkChip({ failed }: { failed: readonly FailedPart[] }) {
  const { t } = useTranslation("shell");
  const state = useLinkState();
  useTick();
  const last = lastMessageMs();
  return (
    <Popover position="bottom-end" width={280} shadow="md" withArrow>
      <Popover.Target>
        <button type="button" className={classes.chip} aria-label={`${t("link")}: ${t(`link_${state}`)}`}>
          <LinkDot state={state} troubled={failed.length > 0} />
          <span className={classes.chipWord}>{t(`link_${state}`)}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">{t(`link_${state}_text`)}</Text>
        {last !== undefined && (
          <Text size="sm" c="dimmed">
            {t("link_last_message", { time: formatTime(last, "time", ownZone, currentLocale) })}
          </Text>
        )}
        {failed.length > 0 && (
          <>
            <Text size="sm" mt="xs">
              {t("link_failed")}
            </Text>
            <List size="sm">
              {failed.map((name) => (
                <List.Item key={name}>{t(name)}</List.Item>
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
    live: "var(--og-online)",
    reconnecting: "var(--og-just-offline)",
    polling: "var(--og-just-offline)",
    offline: "var(--og-offline)",
  };
  const colour = troubled && state === "live" ? "var(--og-just-offline)" : colours[state];
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden>
      {state === "live" && <circle cx="6" cy="6" r="5" fill={colour} />}
      {state === "reconnecting" && (
        <circle cx="6" cy="6" r="4" fill="none" stroke={colour} strokeWidth="2.5" strokeDasharray="16 9" />
      )}
      {state === "polling" && (
        <>
          <circle cx="6" cy="6" r="4.5" fill="none" stroke={colour} strokeWidth="1.5" />
          <path d="M6 1.5a4.5 4.5 0 0 1 0 9z" fill={colour} />
        </>
      )}
      {state === "offline" && <circle cx="6" cy="6" r="4.25" fill="none" stroke={colour} strokeWidth="2.5" />}
    </svg>
  );
}
