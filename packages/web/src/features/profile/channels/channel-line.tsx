import { Badge, Button, VisuallyHidden } from "@mantine/core";
import {
  IconBrandTelegram,
  IconDeviceMobile,
  IconDeviceMobileMessage,
  IconMail,
  IconWebhook,
} from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatAge } from "../../../core/time.ts";
import list from "../../../domain/sessions/session-list.module.css";
import { FormFailure } from "../../../ui/form-notes.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { channelState, type ChannelState } from "./channel-state.ts";
import type { Channel, ChannelKind, TestResult } from "./channels.data.ts";

const icons = {
  mail: IconMail,
  push: IconDeviceMobile,
  webhook: IconWebhook,
  telegram: IconBrandTelegram,
  sms: IconDeviceMobileMessage,
} as const satisfies Record<ChannelKind, unknown>;

interface Props {
  channel: Channel;
  now: number;
  onTest: (id: string) => Promise<TestResult>;
  onChange: () => void;
  onRemove: () => void;
}

const colors = {
  arrives: "brand",
  speaks: "brand",
  untested: "gray",
  failed: "orange",
  unsent: "orange",
  paused: "red",
} as const satisfies Record<ChannelState["state"], string>;

/** A channel: where it leads, whether it works, what it tells and when. */
export function ChannelLine({ channel, now, onTest, onChange, onRemove }: Props) {
  const { t } = useTranslation(["channels", "shared"]);
  const [result, setResult] = useState<TestResult>();
  const [wasPaused, setWasPaused] = useState(false);
  const test = useAct(async () => {
    setWasPaused(channel.pausedAt !== null);
    setResult(await onTest(channel.id));
  });
  const { kind, name } = channel;
  const standing = channelState(channel);
  const { state } = standing;
  const Icon = icons[kind];
  const problem = standing.state === "paused" || standing.state === "failed" ? standing.problem : null;
  const isResumed = wasPaused && result === "ok";
  const outcome = test.isDone && result !== undefined && t(isResumed ? "resumed" : `tested.${result}`);
  // What the channel says of itself by now is not written twice.
  const isSaid = !isResumed && (problem === null ? state === "arrives" && result === "ok" : problem === result);
  return (
    <li className={list.row}>
      <Icon className="og-icon" size={22} aria-hidden />
      <div className="og-close-stack og-words og-rest">
        <span className="og-line og-fine">
          <span className="og-anywhere og-medium">{name}</span>
          <Badge variant="light" color={colors[state]} tt="none">
            {t(`state.${state}`)}
          </Badge>
        </span>
        <Facts channel={channel} now={now} />
        {problem !== null && (
          <p className="og-note">
            {t(`tested.${problem}`)} {state === "paused" && t("paused_help")}
          </p>
        )}
        {standing.state === "unsent" && (
          <p className="og-note">
            {t("shared:labelled", { label: t("delivery.failed") })} {t(`reason.${standing.problem}`)}
          </p>
        )}
        <div className="og-wrap">
          <Button
            variant={state === "paused" ? "filled" : "default"}
            size="xs"
            aria-label={t(state === "paused" ? "resume_named" : "test_named", { name })}
            loading={test.isRunning}
            onClick={() => void test.run()}
          >
            {t(state === "paused" ? "resume" : "test")}
          </Button>
          <Button variant="default" size="xs" aria-label={t("change_named", { name })} onClick={onChange}>
            {t("change")}
          </Button>
          <Button variant="default" size="xs" aria-label={t("remove_named", { name })} onClick={onRemove}>
            {t("remove")}
          </Button>
        </div>
        {isSaid ? <VisuallyHidden component="output">{outcome}</VisuallyHidden> : <output>{outcome}</output>}
        <FormFailure error={test.error} />
      </div>
    </li>
  );
}

/** Where it leads, what it tells and when, and when it spoke last. */
function Facts({ channel, now }: Pick<Props, "channel" | "now">) {
  const { t } = useTranslation("channels");
  const locale = useLocale();
  const { kind, leadsTo, severity, timing, hours, spokenAt } = channel;
  const waits = timing === "steps" && (kind === "mail" || kind === "sms");
  return (
    <span className={list.facts}>
      <span className="og-anywhere">{leadsTo}</span>
      <span>{t(`from.${severity}`)}</span>
      <span>{t(waits ? "steps" : "at_once")}</span>
      {hours && <span>{t("hours_between", { from: hours.from, to: hours.to })}</span>}
      <span>
        {spokenAt === null ? t("never_spoken") : t("spoken", { age: formatAge(now - Date.parse(spokenAt), locale) })}
      </span>
    </span>
  );
}
