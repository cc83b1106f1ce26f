import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";

import { troublesOf } from "../../domain/containers/container-facts.ts";
import { useTroubleWords } from "../../domain/containers/trouble-words.ts";

/** Silences that explain why a container has no present value. */
const silences: readonly string[] = ["offline", "just_offline", "stale"];
/** More names than that are a list, which is a screen of its own. */
const mostNamed = 3;

/** Which containers a figure leaves out, each with a link and the reason. */
export function LeftOut({ containers, now }: { containers: readonly ContainerRow[]; now: number }) {
  const { t } = useTranslation("dashboard");
  const words = useTroubleWords(now);
  const reasonOf = (container: ContainerRow) => {
    const silence = troublesOf(container, now).find(({ kind }) => silences.includes(kind));
    return (silence && words(silence, container)[0]) ?? t("leftOut.unmeasured");
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
