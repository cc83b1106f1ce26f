import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import type { UpgradeWait } from "@offgrid/contract/upgrades/upgrades.schema";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../../core/format.ts";
import { bundleShareText } from "../../../domain/sim-cards/budget-words.ts";
import type { DataBudget } from "../../../domain/sim-cards/sim-cards.data.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { FormFailure } from "../../../ui/form-notes.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { nextQuietHours, nightText } from "./quiet-hours.ts";
import type { Release } from "./software.data.ts";
import { useWords, Waits } from "./upgrade-steps.tsx";

interface UpgradeDialogProps {
  container: string;
  release: Release;
  waits: readonly UpgradeWait[];
  /** What came of this release in this container before. */
  warning: ReactNode;
  /** Undefined while it is not known. */
  budget: DataBudget | undefined;
  zone: string;
  now: number;
  /** @param when Epoch ms; undefined: as soon as it can be. */
  onUpgrade: (when: number | undefined) => Promise<unknown>;
  onClose: () => void;
}

/** Asks before a container is upgraded: what it costs, what it waits for, and when. */
export function UpgradeDialog({
  container,
  release,
  waits,
  warning,
  budget,
  zone,
  now,
  onUpgrade,
  onClose,
}: UpgradeDialogProps) {
  const { t } = useTranslation(["software", "ui"]);
  const words = useWords(zone);
  const { locale } = words;
  const [when, setWhen] = useState("");
  const { t: say } = useTranslation("sim-card");
  const upgrade = useAct(onUpgrade);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (await upgrade.run(when === "" ? undefined : Number(when))) onClose();
  };
  return (
    <Dialog onClose={onClose} title={t("question.title", { container, version: release.version })}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          {warning}
          <Text>
            {t("question.loads", { size: formatQuantityText(release.size, "B", locale) })}{" "}
            {bundleShareText(release.size, budget, say, locale)}
          </Text>
          <Text>{t("question.trial")}</Text>
          <WhenField when={when} zone={zone} now={now} onWhen={setWhen} />
          {when === "" && waits.length > 0 && (
            <div>
              <Text>{t("question.waits")}</Text>
              <Waits waits={waits} words={words} />
            </div>
          )}
          <FormFailure error={upgrade.error} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" data-autofocus onClick={onClose}>
              {t("ui:form.cancel")}
            </Button>
            <Button type="submit" loading={upgrade.isRunning}>
              {t("upgrade")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface WhenFieldProps {
  /** Epoch ms as text; empty: as soon as it can be. */
  when: string;
  zone: string;
  now: number;
  onWhen: (when: string) => void;
}

/** Now, or one of the nights to come. */
function WhenField({ when, zone, now, onWhen }: WhenFieldProps) {
  const { t, locale } = useWords(zone);
  const [nights] = useState(() => nextQuietHours(now, zone));
  return (
    <NativeSelect
      label={t("question.when")}
      description={t("question.whenHelp")}
      value={when}
      data={[
        { value: "", label: t("question.now") },
        ...nights.map((at) => ({ value: String(at), label: t("question.night", { at: nightText(at, zone, locale) }) })),
      ]}
      onChange={(event) => onWhen(event.currentTarget.value)}
    />
  );
}
