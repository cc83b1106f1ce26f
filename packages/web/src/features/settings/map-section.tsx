import { TextInput } from "@mantine/core";
import { longestCredit, longestTileUrl } from "@offgrid/contract/settings/setting-limits";
import { type TileFault, tileFault } from "@offgrid/contract/settings/tile-address";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { FormFoot } from "../../ui/form-foot.tsx";
import { Section } from "../../ui/section.tsx";
import { useAct } from "../../ui/use-act.ts";
import type { PortalSettings, SettingChanges } from "./settings.data.ts";

export interface MapSectionProps {
  settings: PortalSettings;
  onSave: (changes: SettingChanges) => Promise<void>;
}

const fields = { url: longestTileUrl, credit: longestCredit } as const;
type Field = keyof typeof fields;
type Faults = Partial<Record<Field, TileFault | "credit">>;

/** Whoever makes tiles wants to be named. */
function faultsOf({ url, credit }: Record<Field, string>): Faults {
  if (url === "") return {};
  const wrong = tileFault(url);
  return { ...(wrong && { url: wrong }), ...(credit === "" && { credit: "credit" }) };
}

/** Whose tiles are drawn over the world map that comes with the portal. */
export function MapSection({ settings: { data, usual }, onSave }: MapSectionProps) {
  const { t } = useTranslation("settings");
  const [typed, setTyped] = useState<Partial<Record<Field, string>>>({});
  const [wrong, setWrong] = useState<Faults>({});
  const save = useAct(onSave);
  const saved = { url: data.mapTiles?.url ?? "", credit: data.mapTiles?.credit ?? "" };
  const draft = { ...saved, ...typed };
  const isDirty = draft.url !== saved.url || draft.credit !== saved.credit;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const tiles = { url: draft.url.trim(), credit: draft.credit.trim() };
    const faults = faultsOf(tiles);
    setWrong(faults);
    if (Object.keys(faults).length > 0) return;
    const isUsual = tiles.url === "" || JSON.stringify(tiles) === JSON.stringify(usual.mapTiles);
    if (await save.run({ mapTiles: isUsual ? null : tiles })) setTyped({});
  };
  return (
    <Section title={t("map.title")}>
      <p className="og-quiet og-flush">{t("map.help")}</p>
      <form noValidate className="og-stack" onSubmit={(event) => void submit(event)}>
        {(["url", "credit"] as const).map((name) => (
          <TextInput
            key={name}
            label={t(`map.fields.${name}`)}
            description={t(`map.fields.${name}Help`)}
            autoComplete="off"
            maxLength={fields[name]}
            value={draft[name]}
            error={wrong[name] && t(`map.wrong.${wrong[name]}`)}
            onChange={({ currentTarget: { value } }) => {
              setTyped({ ...typed, [name]: value });
              setWrong({});
              save.forget();
            }}
          />
        ))}
        <FormFoot
          send={t("save")}
          done={t("name.saved")}
          form={{ isDirty, isSending: save.isRunning, isDone: save.isDone && !isDirty, error: save.error }}
        />
      </form>
    </Section>
  );
}
