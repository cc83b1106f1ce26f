import { Button, CopyButton, NativeSelect, Switch, TextInput } from "@mantine/core";
import { channelLimits } from "@offgrid/contract/channels/channel-kinds";
import { placeholders } from "@offgrid/contract/channels/message-template";
import { warningSeverities } from "@offgrid/contract/warnings/warning-types";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../../core/api/api-error.ts";
import { DaysField } from "../../../ui/days-field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { FormFailure } from "../../../ui/form-notes.tsx";
import { TimeField } from "../../../ui/time-field.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { browserZone } from "../../../ui/use-locale.ts";
import {
  type ChannelDraft,
  type ChannelFault,
  draftOf,
  faultsOf,
  faultsOfPortal,
  inputOf,
  isWorded,
  leadsSomewhere,
  placeFields,
  type Refusals,
  refusalsOf,
  waits,
} from "./channel-draft.ts";
import type { Channel, ChannelInput, ChannelKind } from "./channels.data.ts";

interface Props {
  kind: ChannelKind;
  /** Absent: a new one. */
  channel?: Channel | undefined;
  onSave: (input: ChannelInput) => Promise<unknown>;
  onClose: () => void;
}

interface FieldProps {
  draft: ChannelDraft;
  faultAt: (field: ChannelFault) => string | undefined;
  onSet: (change: Partial<ChannelDraft>) => void;
}

/** Where a channel leads, what it tells and when. */
export function ChannelForm({ kind, channel, onSave, onClose }: Props) {
  const { t } = useTranslation("channels");
  const [draft, setDraft] = useState(() => draftOf(kind, t(`kind.${kind}`), channel));
  const [faults, setFaults] = useState<readonly ChannelFault[]>([]);
  const [refusals, setRefusals] = useState<Refusals>({});
  const save = useAct(async () => {
    try {
      await onSave(inputOf(draft, channel?.hours?.zoneName ?? browserZone));
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.fields) {
        setFaults(faultsOfPortal(Object.keys(error.fields)));
        setRefusals(refusalsOf(error.fields));
      }
      throw error;
    }
  });
  const send = () => {
    const found = faultsOf(draft);
    setFaults(found);
    setRefusals({});
    save.forget();
    if (found.length === 0) void save.run();
  };
  const faultAt = (field: ChannelFault) => {
    const refusal = refusals[field];
    if (!faults.includes(field)) return undefined;
    return refusal === undefined ? t(`fault.${field}`) : t(`refused.${refusal}`);
  };
  const fields = { draft, faultAt, onSet: (change: Partial<ChannelDraft>) => setDraft({ ...draft, ...change }) };
  return (
    <FormDialog
      title={channel ? t("edit_title", { name: channel.name }) : t("new_title", { kind: t(`kind.${kind}`) })}
      send={t("save")}
      isSending={save.isRunning}
      failure={faults.length === 0 && <FormFailure error={save.error} />}
      onSend={send}
      onClose={onClose}
    >
      <TextInput
        label={t("field.name")}
        maxLength={channelLimits.longestName}
        value={draft.name}
        error={faultAt("name") ?? faultAt("kind")}
        onChange={(event) => fields.onSet({ name: event.currentTarget.value })}
      />
      {leadsSomewhere(kind) && <PlaceField {...fields} field={placeFields[kind]} known={channel?.leadsTo} />}
      <WhatFields {...fields} />
      <HoursFields {...fields} zoneName={channel?.hours?.zoneName ?? browserZone} />
      {isWorded(kind) && <TemplateField {...fields} />}
      {channel?.secret !== null && channel?.secret !== undefined && <SigningKey secret={channel.secret} />}
    </FormDialog>
  );
}

/** It is the portal's to choose. */
function SigningKey({ secret }: { secret: string }) {
  const { t } = useTranslation("channels");
  const id = useId();
  return (
    <fieldset className="og-plain-group og-close-stack" aria-describedby={id}>
      <legend className="og-legend og-small">{t("field.secret")}</legend>
      <code className="og-anywhere">{secret}</code>
      <p className="og-flush og-note og-anywhere" id={id}>
        {t("field.secret_help")}
      </p>
      <div>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" onClick={copy}>
              <span aria-live="polite">{t(copied ? "field.secret_copied" : "field.secret_copy")}</span>
            </Button>
          )}
        </CopyButton>
      </div>
    </fieldset>
  );
}

function PlaceField({
  draft,
  faultAt,
  onSet,
  field,
  known,
}: FieldProps & { field: "url" | "chat" | "phone"; known: string | undefined }) {
  const { t } = useTranslation("channels");
  return (
    <TextInput
      label={t(`field.${field}`)}
      description={known === undefined ? t(`field.${field}_help`) : t("field.keep", { place: known })}
      inputMode={field === "url" ? "url" : field === "phone" ? "tel" : "text"}
      maxLength={channelLimits.longestUrl}
      value={draft.place}
      error={faultAt(field)}
      onChange={(event) => onSet({ place: event.currentTarget.value })}
    />
  );
}

/** What it tells, and how soon. */
function WhatFields({ draft, onSet }: FieldProps) {
  const { t } = useTranslation("channels");
  return (
    <>
      <NativeSelect
        label={t("field.severity")}
        value={draft.severity}
        data={warningSeverities.map((value) => ({ value, label: t(`from.${value}`) }))}
        onChange={(event) => onSet({ severity: event.currentTarget.value as Channel["severity"] })}
      />
      {waits(draft.kind) && (
        <NativeSelect
          label={t("field.timing")}
          description={t(`field.timing_help_${draft.timing}`)}
          value={draft.timing}
          data={(["at_once", "steps"] as const).map((value) => ({ value, label: t(`field.timing_${value}`) }))}
          onChange={(event) => onSet({ timing: event.currentTarget.value as Channel["timing"] })}
        />
      )}
    </>
  );
}

function TemplateField({ draft, faultAt, onSet }: FieldProps) {
  const { t } = useTranslation("channels");
  return (
    <TextInput
      label={t("field.template")}
      description={t("field.template_help", { list: placeholders.map((name) => `{${name}}`).join(", ") })}
      maxLength={channelLimits.longestTemplate}
      value={draft.template}
      error={faultAt("template")}
      onChange={(event) => onSet({ template: event.currentTarget.value })}
    />
  );
}

function HoursFields({ draft, faultAt, onSet, zoneName }: FieldProps & { zoneName: string }) {
  const { t } = useTranslation("channels");
  const { hasHours, from, to, days, exceptCritical } = draft;
  return (
    <>
      <Switch
        label={t("field.hours")}
        checked={hasHours}
        onChange={(event) => onSet({ hasHours: event.currentTarget.checked })}
      />
      {hasHours && (
        <>
          <div className="og-wrap">
            <TimeField
              label={t("field.from")}
              value={from}
              error={faultAt("hours")}
              onChange={(time) => onSet({ from: time })}
            />
            <TimeField label={t("field.to")} value={to} onChange={(time) => onSet({ to: time })} />
          </div>
          <DaysField legend={t("field.days")} days={days} onChange={(next) => onSet({ days: next })} />
          <p className="og-note">
            {days.length === 0 && `${t("field.any_day")} `}
            {t("field.zone", { zone: zoneName })}
          </p>
          <Switch
            label={t("field.except_critical")}
            checked={exceptCritical}
            onChange={(event) => onSet({ exceptCritical: event.currentTarget.checked })}
          />
        </>
      )}
    </>
  );
}
