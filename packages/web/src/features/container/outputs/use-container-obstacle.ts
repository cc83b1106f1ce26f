import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { useTranslation } from "react-i18next";

import { formatAge } from "../../../core/time.ts";
import { atMs } from "../../../domain/containers/container-facts.ts";
import { ageMs } from "../../../ui/freshness.ts";
import { useLocale } from "../../../ui/use-locale.ts";

/** Why nothing can be switched or restarted in this container now. */
export function useContainerObstacle(
  { status, lastSeen }: ContainerInfoV4,
  isAway: boolean,
  now: number,
): string | undefined {
  const { t } = useTranslation("command-words");
  const locale = useLocale();
  if (isAway) return t("blocked.away");
  if (status === "online") return undefined;
  const seen = atMs(lastSeen);
  return seen === undefined ? t("blocked.never") : t("blocked.offline", { age: formatAge(ageMs(seen, now), locale) });
}
