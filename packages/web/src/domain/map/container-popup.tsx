import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { isNeverSeen, valueAt } from "../containers/container-facts.ts";
import { useRowAge } from "../containers/use-row-age.ts";
import { energyFacts } from "../containers/energy-facts.ts";
import { worstFirst } from "../containers/fleet-facts.ts";
import { useZoneNote } from "../containers/zone-note.ts";
import { EnergySentence } from "../energy-state/energy-sentence.tsx";
import { tellsTimes } from "../energy-state/energy-words.ts";
import { useAgeWords } from "../../ui/use-freshness.ts";
import { WarnedMark } from "../containers/warned-mark.tsx";
import { StatusMark } from "../containers/status-mark.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import type { PlacedContainer } from "./bubbles.ts";
import { chargeText } from "../container/charge-text.ts";

/** Lines of a place where many containers stand. */
const shownLines = 6;

/** What a click on the map tells about the containers at a place, the worst first. */
export function ContainerPopup({
  containers,
  now,
  knownMs = now,
}: {
  containers: readonly PlacedContainer[];
  now: number;
  /** When the containers were last known, epoch ms; absent: now. */
  knownMs?: number | undefined;
}) {
  const { t } = useTranslation("map");
  return (
    <ul className="og-close-stack og-plain-list">
      {worstFirst(containers, knownMs)
        .slice(0, shownLines)
        .map((container) => (
          <ContainerLine key={container.containerId} container={container} now={now} />
        ))}
      {containers.length > shownLines && <li>{t("more", { count: containers.length - shownLines })}</li>}
    </ul>
  );
}

function ContainerLine({ container, now }: { container: PlacedContainer; now: number }) {
  const { t } = useTranslation(["map", "container-facts"]);
  const locale = useLocale();
  const { ageOf } = useAgeWords();
  const { isValueStale } = useRowAge();
  const at = container.soc === null ? undefined : valueAt(container, "soc");
  const isNever = isNeverSeen(container);
  const zone = useZoneNote(now)(container.zoneName);
  return (
    <li className="og-words">
      <Link className="og-strong og-anywhere og-link" to="/containers/$slug" params={{ slug: container.containerId }}>
        {container.name}
      </Link>
      <EnergySentence {...energyFacts(container, now)} isShort />
      <span className="og-wrap og-fine">
        {!isNever && <StatusMark state={container.status} />}
        <WarnedMark of={container} />
        {container.works && <StatusMark state="works" />}
      </span>
      {!isNever && (
        <span className={isValueStale(container, "soc", now) ? "og-muted" : undefined}>
          {at === undefined
            ? t("container-facts:noValues")
            : t("charge", {
                percent: chargeText(container.soc, container.reserveSoc, locale),
                age: ageOf(at, now),
              })}
        </span>
      )}
      {zone !== undefined && tellsTimes(container.energy) && <span className="og-muted">{zone}</span>}
    </li>
  );
}
