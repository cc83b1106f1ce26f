import { TextInput } from "@mantine/core";
import {
  offlineBounds,
  offlineFaults,
  offlineFields,
  type SilenceTimes,
} from "@offgrid/contract/offline-setting/offline-bounds";
import type { OfflineSetting } from "@offgrid/contract/offline-setting/offline-setting.calls";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { exactDurationText } from "../../../core/duration.ts";
import { readNumber } from "../../../core/typed-number.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { columns } from "../../../ui/columns.ts";
import { FormFoot } from "../../../ui/form-foot.tsx";
import { Section } from "../../../ui/section.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { noticedAfterS } from "./data-price.ts";
import { saveOfflineSetting, useMaySetOffline, useOfflineSetting } from "./offline-setting.data.ts";

/** When a container that is silent counts as lost; how often it gives a sign of life is set above. */
export function OfflineSettingSection({ containerId }: { containerId: string }) {
  const { t } = useTranslation("configuration");
  const setting = useOfflineSetting(containerId);
  const mayChange = useMaySetOffline();
  return (
    <Section title={t("offline.title")}>
      <p className="og-note">{t("offline.why")}</p>
      <Async of={quiet(setting)} height={180}>
        {(known) =>
          mayChange ? (
            <OfflineForm setting={known} onSave={(times, seen) => saveOfflineSetting(containerId, times, seen)} />
          ) : (
            <Consequence setting={known} times={known} />
          )
        }
      </Async>
    </Section>
  );
}

export interface OfflineFormProps {
  setting: OfflineSetting;
  /** @param timesSeen The version that was changed. */
  onSave: (times: SilenceTimes, timesSeen: number) => Promise<unknown>;
}

/** How much silence is granted, with what it comes to in words. */
export function OfflineForm({ setting, onSave }: OfflineFormProps) {
  const { t } = useTranslation("configuration");
  const [typed, setTyped] = useState<Partial<Record<keyof SilenceTimes, string>>>({});
  // What was typed first was made of the version that was shown then; after a refusal, of the one that is shown now.
  const [seen, setSeen] = useState<number>();
  const save = useAct((next: SilenceTimes) => onSave(next, seen ?? setting.timesVersion));
  const textOf = (field: keyof SilenceTimes) => typed[field] ?? String(setting[field]);
  const timeOf = (field: keyof SilenceTimes) => readNumber(textOf(field)) ?? NaN;
  const times = {
    offlineAfterSeconds: timeOf("offlineAfterSeconds"),
    justOfflineSeconds: timeOf("justOfflineSeconds"),
  };
  const faults = offlineFaults(times);
  const isDirty = offlineFields.some((field) => textOf(field) !== String(setting[field]));
  const isRight = Object.keys(faults).length === 0;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!isRight) return;
    if (await save.run(times)) setTyped({});
    setSeen(undefined);
  };
  return (
    <form className="og-stack og-mid" noValidate onSubmit={(event) => void submit(event)}>
      <div className="og-grid" style={columns(260, { isFilled: true })}>
        {offlineFields.map((field) => (
          <TextInput
            key={field}
            label={t(`offline.${field}`)}
            description={t("offline.bounds", offlineBounds[field])}
            inputWrapperOrder={["label", "input", "description", "error"]}
            inputMode="numeric"
            maxLength={5}
            value={textOf(field)}
            error={faults[field] && t(`offline.wrong.${faults[field]}`, offlineBounds[field])}
            onChange={({ currentTarget: { value } }) => {
              setTyped({ ...typed, [field]: value });
              setSeen(seen ?? setting.timesVersion);
              save.forget();
            }}
          />
        ))}
      </div>
      {isRight && <Consequence setting={setting} times={times} />}
      <FormFoot
        send={t("save")}
        done={t("offline.saved")}
        isDisabled={!isDirty || !isRight}
        form={{ isDirty, isSending: save.isRunning, isDone: save.isDone && !isDirty, error: save.error }}
      />
    </form>
  );
}

interface ConsequenceProps {
  setting: Pick<OfflineSetting, "runningKeepAliveSeconds">;
  times: SilenceTimes;
}

function Consequence({ setting: { runningKeepAliveSeconds: signS }, times }: ConsequenceProps) {
  const { t } = useTranslation("configuration");
  const locale = useLocale();
  const after = exactDurationText(times.offlineAfterSeconds, locale);
  const until = exactDurationText(times.justOfflineSeconds, locale);
  return (
    <p role="status">
      {signS !== null && `${t("offline.noticed", { noticed: exactDurationText(noticedAfterS(signS), locale) })} `}
      {t("offline.consequence", { after, until })}
    </p>
  );
}
