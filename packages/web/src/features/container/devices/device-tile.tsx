import type { ValueAt } from "@offgrid/contract/devices/device.schema";
import { VisuallyHidden } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconPlugConnectedX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useIsLastKnown } from "../../../core/live/live.ts";
import { formatTime } from "../../../core/time.ts";
import { useAgeWords } from "../../../ui/use-freshness.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { kindIcons } from "./device-kinds.ts";
import { useMetricLabel, useMetricWords } from "../values/metric-words.ts";
import type { DeviceFacts, DeviceState } from "@offgrid/contract/devices/device-facts";
import { useDeviceName } from "./device-name.ts";
import styles from "./devices.module.css";
import { useShortLabel } from "./short-label.ts";

export interface DeviceTileProps {
  facts: DeviceFacts;
  values: Readonly<Record<string, ValueAt>>;
  everyS: number;
  now: number;
  zone: string;
  /** Is a value of an output that stands above, with its switch? */
  isAbove?: (metric: string) => boolean;
  onOpen: () => void;
}

const none = () => false;

/** How many values a tile shows. */
const shownValues = 3;

const stateIcons: Record<DeviceState, typeof IconCircleCheck> = {
  answering: IconCircleCheck,
  silent: IconAlertTriangle,
  gateway_silent: IconPlugConnectedX,
  never: IconAlertTriangle,
  no_values: IconCircleCheck,
  left_out: IconPlugConnectedX,
};

/** Of a state in which nothing is heard: amber where it is the device's own. */
const silentColors: Partial<Record<DeviceState, string>> = {
  silent: "og-amber",
  gateway_silent: "og-muted",
  never: "og-amber",
  left_out: "og-muted",
};

/** A device at a glance: what it is, how it answers, its leading values with their age, apart from those of outputs that stand above. */
export function DeviceTile({ facts, values, now, zone, isAbove = none, onOpen }: DeviceTileProps) {
  const { t } = useTranslation(["devices", "shared"]);
  const locale = useLocale();
  const write = useMetricWords();
  const label = useMetricLabel();
  const short = useShortLabel();
  const { device, kind, state, metrics, silent, lastReplyMs } = facts;
  const { ageOf } = useAgeWords();
  const name = useDeviceName(facts);
  const Icon = kindIcons[kind ?? "other"];
  const isLastKnown = useIsLastKnown();
  const wasAnswering = isLastKnown && state === "answering";
  const StateIcon = stateIcons[state];
  const stateColor = wasAnswering ? "og-muted" : silentColors[state];
  const own = metrics.filter((metric) => !isAbove(metric));
  const about = [device.maker, device.model, device.software && t("software", { version: device.software })];
  return (
    <article className={`og-card ${styles.tile}`} data-state={state}>
      <h3 className={styles.name}>
        <Icon className="og-icon" size={20} aria-hidden />
        <button type="button" className={styles.open} onClick={onOpen}>
          {name}
        </button>
      </h3>
      <p className="og-small og-anywhere">{about.filter(Boolean).join(" · ") || "—"}</p>
      <p className={`${styles.state} ${stateColor ?? ""}`}>
        <StateIcon className={stateColor ?? "og-accent"} size={16} aria-hidden />{" "}
        {t(wasAnswering ? "state.wasAnswering" : `state.${state}`)}
      </p>
      <dl className={styles.values}>
        {own.slice(0, shownValues).map((metric) => (
          <div key={metric} data-old={silent.includes(metric) || state !== "answering" || isLastKnown || undefined}>
            <ValueName whole={label(metric)} short={short(metric)} />
            <dd>{write(metric, values[metric]?.value)}</dd>
          </div>
        ))}
      </dl>
      {own.length > shownValues && (
        <p className="og-small">{t("shared:output.more", { count: own.length - shownValues })}</p>
      )}
      {own.length < metrics.length && <p className="og-small">{t("outputsAbove")}</p>}
      {silent.length > 0 && (
        <p className="og-small og-anywhere og-amber">{t("silentValues", { count: silent.length })}</p>
      )}
      <p className={styles.reply}>
        {lastReplyMs === undefined ? (
          t("noReply")
        ) : (
          <span title={formatTime(lastReplyMs, "dateTime", zone, locale)}>
            {t("lastReply", { age: ageOf(lastReplyMs, now) })}
          </span>
        )}
      </p>
    </article>
  );
}

/** Readers may come upon a value without the name of its device before it: they hear the whole name. */
function ValueName({ whole, short }: { whole: string; short: string | undefined }) {
  if (short === undefined) return <dt>{whole}</dt>;
  return (
    <dt>
      <span aria-hidden>{short}</span>
      <VisuallyHidden component="span">{whole}</VisuallyHidden>
    </dt>
  );
}
