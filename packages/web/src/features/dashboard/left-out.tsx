import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";

import { formatAge } from "../../core/time.ts";
import { troublesOf, valueAt } from "../../domain/containers/container-facts.ts";
import { useTroubleWords } from "../../domain/containers/trouble-words.ts";
import { ageMs } from "../../ui/freshness.ts";
import { useLocale } from "../../ui/use-locale.ts";

/** Silences that explain why a container has no present value. */
const silences: readonly string[] = ["offline", "just_offline", "stale"];
/** More names than that are a list, which is a screen of its own. */
const mostNamed = 3;

interface LeftOutProps {
  containers: readonly ContainerRow[];
  /** What of them the figure is made of. */
  of?: "energy" | "charge";
  now: number;
}

/** Which containers a figure leaves out, each with a link and the reason. */
export function LeftOut({ containers, of = "energy", now }: LeftOutProps) {
  const { t } = useTranslation("dashboard");
  const words = useTroubleWords(now);
  const locale = useLocale();
  const unmeasured = (container: ContainerRow) => {
    if (of === "energy") return t("leftOut.unmeasured");
    const at = container.soc === null ? undefined : valueAt(container, "soc");
    return at === undefined
      ? t("leftOut.noCharge")
      : t("leftOut.oldCharge", { age: formatAge(ageMs(at, now), locale) });
  };
  const reasonOf = (container: ContainerRow) => {
    const silence = troublesOf(container, now).find(({ kind }) => silences.includes(kind));
    return (silence && words(silence, container)[0]) ?? unmeasured(container);
  };
  const more = containers.length - mostNamed;
  return (
    <>
      {t("leftOut.title")}{" "}
      {containers.slice(0, mostNamed).map((container, place) => (
        <Fragment key={container.containerId}>
          {place > 0 && ", "}
          <Link className="og-link" to="/containers/$slug" params={{ slug: container.containerId }}>
            {container.name}
          </Link>
          {` (${reasonOf(container)})`}
        </Fragment>
      ))}
      {more > 0 && (
        <>
          {", "}
          <Link className="og-link" to="/containers" search={{ sort: "seen", reversed: true }}>
            {t("leftOut.more", { count: more })}
          </Link>
        </>
      )}
    </>
  );
}
