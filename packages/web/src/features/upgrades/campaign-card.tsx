import { Button } from "@mantine/core";
import { actOnCampaign, type CampaignAct } from "@offgrid/contract/upgrades/campaign-moves";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatCount } from "../../core/format.ts";
import { formatTime } from "../../core/time.ts";
import { Section } from "../../ui/section.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { CampaignDialog } from "./campaign-dialog.tsx";
import type { Campaign, ReasonedAct } from "./upgrades.data.ts";

export interface CampaignCardProps {
  campaign: Campaign;
  zone: string;
  /** Its containers, fetched when they are opened. */
  members: ReactNode;
  /** @param when Epoch ms; undefined: now. */
  onStart: (when: number | undefined) => Promise<unknown>;
  onAct: (act: ReasonedAct, reason: string) => Promise<unknown>;
  /** Of a draft. */
  onEdit: () => void;
}

const offered = ["start", "resume", "halt", "cancel"] as const satisfies readonly CampaignAct[];
const counted = ["succeeded", "failed", "underWay", "waiting", "over"] as const;

/** How a campaign stands, why it halted, and what can be done about it. */
export function CampaignCard({ campaign, zone, members, onStart, onAct, onEdit }: CampaignCardProps) {
  const { t } = useTranslation("upgrades");
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const { name, version, state, counts } = campaign;
  const all = counted.reduce((sum, key) => sum + counts[key], 0);
  return (
    <Section title={t("campaign", { name, version })}>
      <p className="og-flush" role="status">
        <span className={`og-strong ${state === "halted" ? "og-amber" : ""}`}>{t(`state.${state}`)}.</span>{" "}
        <StateNote campaign={campaign} zone={zone} />
      </p>
      <progress
        className="og-wide"
        max={all}
        value={all - counts.waiting - counts.underWay}
        aria-label={t("progress", { name })}
      />
      <dl className="og-facts og-line">
        {counted.map((key) => (
          <div key={key}>
            <dt>{t(`count.${key}`)}</dt>
            <dd>{formatCount(counts[key], locale)}</dd>
          </div>
        ))}
      </dl>
      <details className="og-details" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t("members", { count: all })}</summary>
        {isOpen && members}
      </details>
      <Acts campaign={campaign} zone={zone} onStart={onStart} onAct={onAct} onEdit={onEdit} />
    </Section>
  );
}

type ActsProps = Pick<CampaignCardProps, "campaign" | "zone" | "onStart" | "onAct" | "onEdit">;

/** What can be done about a campaign in its state, each after a question. */
function Acts({ campaign, zone, onStart, onAct, onEdit }: ActsProps) {
  const { t } = useTranslation("upgrades");
  const [asked, setAsked] = useState<(typeof offered)[number]>();
  const { name, state } = campaign;
  return (
    <>
      <div className="og-line">
        {offered
          .filter((act) => actOnCampaign(state, act))
          .map((act, place) => (
            <Button
              key={act}
              variant={place === 0 && act !== "halt" ? "filled" : "default"}
              onClick={() => setAsked(act)}
            >
              {t(`act.${act}`)}
            </Button>
          ))}
        {state === "draft" && (
          <Button variant="default" onClick={onEdit}>
            {t("act.edit")}
          </Button>
        )}
      </div>
      {asked && (
        <CampaignDialog
          name={name}
          act={asked}
          zone={zone}
          onSend={(given) => (asked === "start" ? onStart(given.when) : onAct(asked, given.reason))}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

function StateNote({ campaign, zone }: Pick<CampaignCardProps, "campaign" | "zone">) {
  const { t } = useTranslation("upgrades");
  const locale = useLocale();
  const { state, wave, waves, haltCause, reason, startsAt, soakUntil, endedAt, by, changedBy } = campaign;
  const time = (iso: string | null) => (iso === null ? "" : formatTime(Date.parse(iso), "dateTime", zone, locale));
  const at = time(state === "scheduled" ? startsAt : state === "soaking" ? soakUntil : endedAt);
  const note = state === "soaking" && wave === waves ? "soakingLast" : state;
  return (
    <>
      {t(`note.${note}`, { wave, waves, at, who: by ?? t("removed") })}{" "}
      {state === "halted" && haltCause !== null && t(`cause.${haltCause}`)}{" "}
      {reason !== null && <span className="og-anywhere">{t("said", { reason, who: changedBy ?? t("removed") })}</span>}
    </>
  );
}
