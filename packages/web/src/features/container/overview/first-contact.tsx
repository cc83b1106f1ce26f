import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { IconCircle, IconCircleCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../../core/time.ts";
import { Section } from "../../../ui/section.tsx";
import { useLocale } from "../../../ui/use-locale.ts";

/** The way to the first values of a new container, and how far it has come; each step shows itself by itself. */
export function FirstContact({ info }: { info: ContainerInfoV4 }) {
  const { t } = useTranslation("container");
  const locale = useLocale();
  const hasData = Object.keys(info.values).length > 0;
  const steps = [
    { id: "registered", isDone: true },
    { id: "connected", isDone: info.lastSeen !== null },
    { id: "data", isDone: hasData },
    { id: "clock", isDone: hasData && info.quality.clockOffsetS === null },
    { id: "devices", isDone: info.devices.length > 0 },
  ] as const;
  return (
    <div className="og-after-most">
      <Section title={t("first.title")}>
        <ol className="og-close-stack og-plain-list">
          {steps.map(({ id, isDone }) => (
            <li key={id} className="og-row og-top">
              {isDone ? (
                <IconCircleCheck className="og-fixed og-accent" size={20} aria-hidden />
              ) : (
                <IconCircle className="og-icon" size={20} aria-hidden />
              )}
              <span>
                <strong className="og-medium">{t(`first.step.${id}`)}</strong>{" "}
                <span className="og-quiet">
                  {id === "registered"
                    ? formatTime(Date.parse(info.createdAt), "dateTime", info.zoneName, locale)
                    : t(isDone ? "first.done" : "first.waiting")}
                </span>
              </span>
            </li>
          ))}
        </ol>
        <p className="og-note">{t("first.help")}</p>
      </Section>
    </div>
  );
}
