import { Button } from "@mantine/core";
import { isUpgradeOver } from "@offgrid/contract/upgrades/upgrade-moves";
import type { ContainerUpgrade, UpgradeWait } from "@offgrid/contract/upgrades/upgrades.schema";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../../core/format.ts";
import { formatTime } from "../../../core/time.ts";
import { FormFailure } from "../../../ui/form-notes.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { OverBundle, OverBundleButton } from "./over-bundle.tsx";
import { failedStep, reasonText, waitText, type Words } from "./upgrade-words.ts";

export interface UpgradeStepsProps {
  upgrade: ContainerUpgrade;
  /** What it waits for at present. */
  waits: readonly UpgradeWait[];
  /** Version that runs; null: not known. */
  running: string | null;
  zone: string;
  now: number;
  /** Absent: for those who may not. */
  onWithdraw?: (() => Promise<unknown>) | undefined;
  onOverBundle?: ((reason: string) => Promise<unknown>) | undefined;
}

/** How far an upgrade is, when each of its steps was, and what it waits for or why it failed. */
export function UpgradeSteps({ upgrade, waits, running, zone, now, onWithdraw, onOverBundle }: UpgradeStepsProps) {
  const words = useWords(zone);
  const { t, locale } = words;
  const withdraw = useAct(async () => onWithdraw?.());
  const { state, progress, bytes, installAt, version } = upgrade;
  const isPlanned = state === "gated" && installAt !== null && Date.parse(installAt) > now;
  const at = (iso: string | null) => (iso === null ? "" : formatTime(Date.parse(iso), "dateTime", zone, locale));
  const share = formatQuantityText(100 * progress, "percent", locale);
  return (
    <div className="og-stack og-mid">
      <p className="og-flush" role="status">
        <span className="og-strong">{t(`state.${state}`)}.</span>{" "}
        {t(isPlanned ? "note.planned" : `note.${state}`, { version, at: at(installAt), share })}
      </p>
      {state === "downloading" && (
        <div>
          <progress className="og-wide" value={progress} aria-label={t("progress")} />
          <p className="og-note">{t("received", { size: formatQuantityText(bytes, "B", locale) })}</p>
        </div>
      )}
      {state === "gated" && !isPlanned && waits.length > 0 && <Waits waits={waits} words={words} />}
      <OverBundle upgrade={upgrade} words={words} />
      <Times upgrade={upgrade} words={words} />
      {state === "cancelled" && upgrade.reason !== null && (
        <p className="og-flush">{reasonText(upgrade.reason, words)}</p>
      )}
      {isFailure(upgrade) && <Failure upgrade={upgrade} running={running} words={words} />}
      <FormFailure error={withdraw.error} />
      {state === "gated" && onWithdraw && (
        <div className="og-line">
          {onOverBundle && !isPlanned && waits.some(({ gate }) => gate === "data_bundle") && (
            <OverBundleButton onAllow={onOverBundle} />
          )}
          <Button variant="default" loading={withdraw.isRunning} onClick={() => void withdraw.run()}>
            {t("withdraw")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Texts with what they depend on. */
export function useWords(zone: string): Words {
  const { t, i18n } = useTranslation("software");
  return { t, i18n, locale: useLocale(), zone };
}

/** What keeps an upgrade from being offered, each with its figure. */
export function Waits({ waits, words }: { waits: readonly UpgradeWait[]; words: Words }) {
  return (
    <ul className="og-flush" aria-label={words.t("waitsFor")}>
      {waits.map((wait) => (
        <li key={wait.gate}>{waitText(wait, words)}</li>
      ))}
    </ul>
  );
}

/** When each step was. */
function Times({ upgrade, words }: { upgrade: ContainerUpgrade; words: Words }) {
  const { t, locale, zone } = words;
  const { at, startedAt, bootedAt, endedAt, state, by } = upgrade;
  const end = state === "healthy" ? "success" : isFailure(upgrade) ? upgrade.state : "over";
  const steps = [
    ["asked", at],
    ["start", startedAt],
    ["upgraded", bootedAt],
    [end, isUpgradeOver(state) ? endedAt : null],
  ] as const;
  return (
    <ol className="og-plain-list og-lined" aria-label={t("steps")}>
      {steps.map(
        ([step, iso]) =>
          iso !== null && (
            <li key={step} className="og-ends">
              <span>{t(`step.${step}`, { who: by ?? t("removed") })}</span>
              <span className="og-amount og-quiet">{formatTime(Date.parse(iso), "dateTime", zone, locale)}</span>
            </li>
          ),
      )}
    </ol>
  );
}

/** At which step it failed and why, what runs now, and the last lines of the release that was taken back. */
function Failure({ upgrade, running, words }: Pick<UpgradeStepsProps, "upgrade" | "running"> & { words: Words }) {
  const { t } = words;
  const { reason, log } = upgrade;
  return (
    <>
      <p className="og-flush og-anywhere">
        {t(`failedAt.${failedStep(upgrade)}`)} {reason !== null && reasonText(reason, words)}{" "}
        {running !== null && t("runsNow", { version: running })}
      </p>
      {log.length > 0 && (
        <details className="og-details">
          <summary>{t("log", { count: log.length })}</summary>
          <pre className="og-scroll og-note">{log.join("\n")}</pre>
        </details>
      )}
    </>
  );
}

/** This release did not stay in this container the last time, and why. */
export function TakenBack({ upgrade, words }: { upgrade: ContainerUpgrade; words: Words }) {
  const { t, locale, zone } = words;
  const { version, state, at, endedAt, reason } = upgrade;
  const day = formatTime(Date.parse(endedAt ?? at), "date", zone, locale);
  return (
    <p className="og-flush og-strong og-amber og-anywhere">
      {t(state === "rolled_back" ? "before.rolled_back" : "before.failed", { version, at: day })}{" "}
      {reason !== null && reasonText(reason, words)} {t("before.again")}
    </p>
  );
}

export function isFailure<Upgrade extends Pick<ContainerUpgrade, "state">>(
  upgrade: Upgrade,
): upgrade is Upgrade & { state: "failed" | "rolled_back" } {
  return upgrade.state === "failed" || upgrade.state === "rolled_back";
}
