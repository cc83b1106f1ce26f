import { type Lendable, longestTokenDays, usualTokenDays } from "@offgrid/contract/api-tokens/api-token-limits";
import { Checkbox, NativeSelect, Stack, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { FormDialog } from "../../../ui/form-dialog.tsx";
import { FormFailure } from "../../../ui/form-notes.tsx";
import { useAct } from "../../../ui/use-act.ts";
import type { NewApiToken } from "./api-tokens.data.ts";

const lives = [7, 30, usualTokenDays, longestTokenDays];

interface Props {
  rights: readonly Lendable[];
  onCreate: (input: NewApiToken) => Promise<void>;
  onClose: () => void;
}

/** A new token: what it is for, what it may do, and for how long. */
export function ApiTokenForm({ rights, onCreate, onClose }: Props) {
  const { t } = useTranslation("api-tokens");
  const [name, setName] = useState("");
  const [mayChange, setMayChange] = useState(false);
  const [lent, setLent] = useState<readonly Lendable[]>(
    rights.filter((right) => right === "view" || right === "charts"),
  );
  const [days, setDays] = useState(usualTokenDays);
  const [isTried, setIsTried] = useState(false);
  const create = useAct(onCreate);
  const send = () => {
    setIsTried(true);
    if (name.trim() === "" || lent.length === 0) return;
    void create.run({ name: name.trim(), permissions: [...lent], mayChange, days });
  };
  return (
    <FormDialog
      title={t("add")}
      send={t("create")}
      isSending={create.isRunning}
      failure={<FormFailure error={create.error} />}
      onSend={send}
      onClose={onClose}
    >
      <TextInput
        label={t("name")}
        description={t("name_help")}
        data-autofocus
        maxLength={64}
        value={name}
        error={isTried && name.trim() === "" ? t("name_missing") : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Switch
        label={t("may_change")}
        description={t("changes_help")}
        checked={mayChange}
        onChange={(event) => setMayChange(event.currentTarget.checked)}
      />
      <RightsField {...{ rights, lent }} isMissing={isTried && lent.length === 0} onChange={setLent} />
      <NativeSelect
        label={t("life")}
        value={days}
        onChange={(event) => setDays(Number(event.currentTarget.value))}
        data={lives.map((count) => ({ value: String(count), label: t("days", { count }) }))}
      />
    </FormDialog>
  );
}

interface RightsFieldProps {
  rights: readonly Lendable[];
  lent: readonly Lendable[];
  isMissing: boolean;
  onChange: (lent: readonly Lendable[]) => void;
}

function RightsField({ rights, lent, isMissing, onChange }: RightsFieldProps) {
  const { t } = useTranslation("api-tokens");
  return (
    <Checkbox.Group
      label={t("rights")}
      description={t("rights_help")}
      error={isMissing ? t("rights_missing") : undefined}
      value={[...lent]}
      onChange={(chosen) => onChange(rights.filter((right) => chosen.includes(right)))}
    >
      <Stack gap="xs" mt="xs">
        {rights.map((right) => (
          <Checkbox key={right} value={right} label={t(`right.${right}`)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
