import { Button } from "@mantine/core";
import { isUpgradeOver } from "@offgrid/contract/upgrades/upgrade-moves";
import { Link } from "@tanstack/react-router";
import { useState } from "react";

import { formatQuantityText, missing } from "../../../core/format.ts";
import { formatTime } from "../../../core/time.ts";
import { ReleaseNotes } from "../../../domain/releases/release-notes.tsx";
import type { DataBudget } from "../../../domain/sim-cards/sim-cards.data.ts";
import { Section } from "../../../ui/section.tsx";
import type { Release, Upgrades } from "./software.data.ts";
import { UpgradeDialog } from "./upgrade-dialog.tsx";
import { UpgradeHistory } from "./upgrade-history.tsx";
import { isFailure, TakenBack, UpgradeSteps, useWords, Waits } from "./upgrade-steps.tsx";

export interface SoftwareNowProps {
  container: string;
  upgrades: Upgrades;
  /** Null: there is none yet. */
  newest: Release | null;
  /** Without a link to it: what is shown is what was known last, and since when. */
  lastKnown: string | undefined;
  zone: string;
  now: number;
  /** Undefined while it is not known. */
  budget: DataBudget | undefined;
  mayUpgrade: boolean;
  onUpgrade: (version: string, when: number | undefined) => Promise<unknown>;
  onWithdraw: (upgradeId: string) => Promise<unknown>;
  onOverBundle: (upgradeId: string, reason: string) => Promise<unknown>;
}

/** What a container runs and what there is, the upgrade that is under way, and those before it. */
export function SoftwareNow({ upgrades, newest, lastKnown, ...rest }: SoftwareNowProps) {
  const { zone, now, mayUpgrade, onWithdraw, onOverBundle } = rest;
  const { t } = useWords(zone);
  const { data, running, waits } = upgrades;
  const [last] = data;
  const isOpen = last !== undefined && !isUpgradeOver(last.state);
  // The last one stays in sight where it left something to be looked at.
  const shown = last && (isOpen || isFailure(last)) ? last : undefined;
  return (
    <div className="og-stack">
      <Section title={t("title")}>
        {lastKnown !== undefined && <p className="og-note">{lastKnown}</p>}
        <Versions running={running} newest={newest} zone={zone} />
        {newest && Object.keys(newest.notes).length > 0 && (
          <p className="og-flush og-anywhere">
            {t("notes")} <ReleaseNotes notes={newest.notes} />
          </p>
        )}
        {!isOpen && <Offer upgrades={upgrades} newest={newest} {...rest} />}
        {mayUpgrade && (
          <div>
            <Link className="og-link" to="/settings/software">
              {t("campaigns")}
            </Link>
          </div>
        )}
      </Section>
      {shown && (
        <Section title={t(isOpen ? "underWay" : "lastUpgrade", { version: shown.version })}>
          <UpgradeSteps
            upgrade={shown}
            waits={waits}
            running={running}
            zone={zone}
            now={now}
            {...(mayUpgrade && {
              onWithdraw: () => onWithdraw(shown.upgradeId),
              onOverBundle: (reason: string) => onOverBundle(shown.upgradeId, reason),
            })}
          />
        </Section>
      )}
      {(shown === undefined || data.length > 1) && (
        <Section title={t("history")}>
          <UpgradeHistory upgrades={data.filter((one) => one !== shown)} zone={zone} now={now} />
        </Section>
      )}
    </div>
  );
}

function Versions({ running, newest, zone }: Pick<SoftwareNowProps, "newest" | "zone"> & Pick<Upgrades, "running">) {
  const { t, locale } = useWords(zone);
  return (
    <dl className="og-facts og-large-facts og-line">
      <div>
        <dt>{t("running")}</dt>
        <dd>{running ?? t("unknown")}</dd>
      </div>
      <div>
        <dt>{t("newest")}</dt>
        <dd>
          {newest?.version ?? missing}{" "}
          {newest && (
            <small>
              {t("released", {
                at: formatTime(Date.parse(newest.releasedAt), "date", zone, locale),
                size: formatQuantityText(newest.size, "B", locale),
              })}
            </small>
          )}
        </dd>
      </div>
    </dl>
  );
}

type OfferProps = Pick<
  SoftwareNowProps,
  "upgrades" | "newest" | "container" | "zone" | "now" | "budget" | "mayUpgrade" | "onUpgrade"
>;

/** The upgrade that can be asked for, or why there is none. */
function Offer({ upgrades, newest, container, zone, now, budget, mayUpgrade, onUpgrade }: OfferProps) {
  const words = useWords(zone);
  const { t } = words;
  const [isAsking, setAsking] = useState(false);
  const { data, running, canUpgrade, waits } = upgrades;
  const say = (text: string) => <p className="og-flush">{text}</p>;
  if (newest === null) return say(t("noRelease"));
  if (running === newest.version) return <p className="og-flush og-strong og-accent">{t("upToDate")}</p>;
  // A controller that has never said what it is may be one that can.
  if (!canUpgrade && running !== null) return say(t("gate.not_upgradable"));
  if (!mayUpgrade) return say(t("mayNot"));
  const failed = data.find((one) => one.version === newest.version && isFailure(one));
  const warning = failed && <TakenBack upgrade={failed} words={words} />;
  return (
    <>
      {warning}
      {waits.length > 0 && (
        <div>
          {say(t("question.waits"))}
          <Waits waits={waits} words={words} />
        </div>
      )}
      <div>
        <Button onClick={() => setAsking(true)}>{t("upgradeTo", { version: newest.version })}</Button>
      </div>
      {isAsking && (
        <UpgradeDialog
          container={container}
          release={newest}
          waits={waits}
          warning={warning}
          budget={budget}
          zone={zone}
          now={now}
          onUpgrade={(when) => onUpgrade(newest.version, when)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
