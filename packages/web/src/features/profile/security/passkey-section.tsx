import { Button, TextInput } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import type { PasskeyBarrier } from "../../../core/passkeys.ts";
import { formatTime } from "../../../core/time.ts";
import { browserName } from "../../../domain/sessions/browser-name.ts";
import { FormDone, FormFailure } from "../../../ui/form-notes.tsx";
import list from "../../../domain/sessions/session-list.module.css";
import { RemovalDialog } from "../../../ui/removal-dialog.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { browserZone, useLocale } from "../../../ui/use-locale.ts";
import type { Passkey } from "../profile.data.ts";

interface Props {
  passkeys: readonly Passkey[];
  /** Why none can be made here; absent: one can. */
  barrier: PasskeyBarrier | undefined;
  onAdd: (name: string) => Promise<void>;
  onRemove: (id: string) => Promise<void>;
}

/** Own passkeys: what they are for, each with a way to forget it, and one more. */
export function PasskeySection({ passkeys, barrier, onAdd, onRemove }: Props) {
  const { t } = useTranslation("profile");
  const locale = useLocale();
  const [name, setName] = useState(() => browserName(navigator.userAgent).system ?? "");
  const [leaving, setLeaving] = useState<Passkey>();
  const add = useAct(onAdd);
  const time = (iso: string) => formatTime(Date.parse(iso), "date", browserZone, locale);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void add.run(name.trim() === "" ? t("passkey_unnamed") : name.trim());
  };
  return (
    <div className="og-stack">
      <p className="og-quiet og-anywhere">{t("passkeys_help")}</p>
      {passkeys.length > 0 && (
        <ul className="og-plain-list og-lined og-words">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={list.row}>
              <IconFingerprint className="og-icon" size={22} aria-hidden />
              <div className="og-words og-rest">
                <span className="og-anywhere og-medium">{passkey.name}</span>
                <span className={list.facts}>
                  <span>{t("passkey_made", { date: time(passkey.createdAt) })}</span>
                  <span>
                    {passkey.lastUsed === null
                      ? t("passkey_never")
                      : t("passkey_used", { date: time(passkey.lastUsed) })}
                  </span>
                </span>
              </div>
              <Button
                variant="default"
                size="xs"
                aria-label={t("passkey_remove_named", { name: passkey.name })}
                onClick={() => setLeaving(passkey)}
              >
                {t("passkey_remove")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {barrier === undefined ? (
        <form noValidate className="og-stack" onSubmit={submit}>
          <TextInput
            label={t("passkey_name")}
            maxLength={64}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <FormFailure error={add.error} />
          <div className="og-line">
            <Button type="submit" variant="default" loading={add.isRunning}>
              {t("passkey_add")}
            </Button>
            <FormDone text={add.isDone ? t("passkey_added") : undefined} />
          </div>
        </form>
      ) : (
        <p className="og-quiet og-anywhere">{t(`passkeys_impossible.${barrier}`)}</p>
      )}
      {leaving && (
        <RemovalDialog
          title={t("passkey_remove_title", { name: leaving.name })}
          confirm={t("passkey_remove")}
          onRemove={() => onRemove(leaving.id)}
          onClose={() => setLeaving(undefined)}
        >
          {t("passkey_remove_text")}
        </RemovalDialog>
      )}
    </div>
  );
}
