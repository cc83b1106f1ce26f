import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { missing } from "../../../core/format.ts";
import { placeOf } from "../../../domain/containers/place-input.ts";
import { FormFailure } from "../../../ui/form-notes.tsx";
import { Section } from "../../../ui/section.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { type Draft, toRegistration } from "./draft.ts";
import type { Step } from "./new-container.search.ts";
import { type register, useClusterChoices, useKitChoices, useZoneAt } from "./new-container.data.ts";

interface ReviewStepProps {
  draft: Draft;
  onGo: (step: Step) => void;
  onRegister: (registration: Parameters<typeof register>[0]) => Promise<void>;
}

/** Everything that was typed, each with the way back to it, and the button that registers it. */
export function ReviewStep({ draft, onGo, onRegister }: ReviewStepProps) {
  const { t } = useTranslation("new-container");
  const clusters = useClusterChoices();
  const kits = useKitChoices();
  const send = useAct(onRegister);
  const place = placeOf(draft);
  const zoneThere = useZoneAt(draft.zoneName === "" ? place : undefined);
  const zone = draft.zoneName || (place ? zoneThere : "UTC");
  const facts: readonly [step: Step, word: string, value: string | undefined][] = [
    ["device", t("serialNumber"), draft.serialNumber],
    ["device", t("uuid"), draft.uuid],
    ["name", t("name"), draft.name],
    ["name", t("kit"), kits?.find(({ id }) => id === draft.kitId)?.name],
    ["place", t("position"), place && t("degrees", place)],
    ["place", t("address"), draft.address],
    ["place", t("zone"), zone],
    ["network", t("network.operator"), draft.sim.operator],
    ["network", t("network.iccid"), draft.sim.iccid],
    ["network", t("network.bundle"), draft.sim.bundleMb],
    ["people", t("cluster"), clusters?.find(({ id }) => id === draft.clusterId)?.name],
    ["people", t("users"), draft.users.map(({ name }) => name).join(", ")],
  ];
  return (
    <Section title={t("step.review")}>
      <dl className="og-facts og-stack og-mid">
        {facts.map(([step, word, value]) => (
          <div key={word} className="og-ends">
            <div className="og-least">
              <dt>{word}</dt>
              <dd className="og-anywhere">{value || missing}</dd>
            </div>
            <dd>
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={t("changeOne", { word })}
                onClick={() => onGo(step)}
              >
                {t("change")}
              </Button>
            </dd>
          </div>
        ))}
      </dl>
      <p className="og-note">{t("review.why")}</p>
      <FormFailure error={send.error} />
      <div className="og-line">
        <Button variant="default" onClick={() => onGo("people")}>
          {t("back")}
        </Button>
        <Button loading={send.isRunning} onClick={() => void send.run(toRegistration(draft))}>
          {t("register")}
        </Button>
      </div>
    </Section>
  );
}
