import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { PushBarrier } from "../../../core/push.ts";
import { browserName } from "../../../domain/sessions/browser-name.ts";
import { FormFailure } from "../../../ui/form-notes.tsx";
import { RemovalDialog } from "../../../ui/removal-dialog.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { ChannelForm } from "./channel.form.tsx";
import { ChannelLine } from "./channel-line.tsx";
import type { Channel, ChannelInput, ChannelKind, TestResult } from "./channels.data.ts";

interface Props {
  channels: readonly Channel[];
  /** Those that the portal has a service for. */
  kinds: readonly ChannelKind[];
  now: number;
  /** Why this browser cannot be sent messages; absent: it can. */
  barrier: PushBarrier | undefined;
  onSave: (input: ChannelInput) => Promise<unknown>;
  onAddBrowser: (name: string) => Promise<void>;
  onTest: (id: string) => Promise<TestResult>;
  onRemove: (id: string) => Promise<void>;
}

/** How a person is reached outside the portal. */
export function ChannelsSection({ channels, kinds, now, barrier, onSave, onAddBrowser, onTest, onRemove }: Props) {
  const { t } = useTranslation("channels");
  const [editing, setEditing] = useState<{ kind: ChannelKind; channel?: Channel }>();
  const [leaving, setLeaving] = useState<Channel>();
  // There is one address of one's own.
  const isOpen = (kind: ChannelKind) => kind !== "mail" || !channels.some((one) => one.kind === "mail");
  return (
    <div className="og-stack">
      <p className="og-quiet og-anywhere">{t("help")}</p>
      {channels.length === 0 ? (
        <p className="og-flush">{t("none")}</p>
      ) : (
        <ul className="og-plain-list og-lined og-words">
          {channels.map((channel) => (
            <ChannelLine
              key={channel.id}
              {...{ channel, now, onTest }}
              onChange={() => setEditing({ kind: channel.kind, channel })}
              onRemove={() => setLeaving(channel)}
            />
          ))}
        </ul>
      )}
      <AddChannel {...{ barrier, onAddBrowser }} kinds={kinds.filter(isOpen)} onAdd={(kind) => setEditing({ kind })} />
      {editing && <ChannelForm {...editing} onSave={onSave} onClose={() => setEditing(undefined)} />}
      {leaving && (
        <RemovalDialog
          title={t("remove_title", { name: leaving.name })}
          confirm={t("remove")}
          onRemove={() => onRemove(leaving.id)}
          onClose={() => setLeaving(undefined)}
        >
          {t("remove_text")}
        </RemovalDialog>
      )}
    </div>
  );
}

function AddChannel({
  kinds,
  barrier,
  onAdd,
  onAddBrowser,
}: Pick<Props, "kinds" | "barrier" | "onAddBrowser"> & { onAdd: (kind: ChannelKind) => void }) {
  const { t } = useTranslation("channels");
  const addBrowser = useAct(onAddBrowser);
  const add = (kind: ChannelKind) => {
    addBrowser.forget();
    if (kind !== "push") return onAdd(kind);
    void addBrowser.run(browserName(navigator.userAgent).system ?? t("kind.push"));
  };
  return (
    <fieldset className="og-plain-group og-close-stack">
      <legend className="og-legend">{t("add")}</legend>
      <div className="og-wrap">
        {kinds.map((kind) => (
          <Button
            key={kind}
            variant="default"
            size="xs"
            loading={kind === "push" && addBrowser.isRunning}
            disabled={kind === "push" && barrier !== undefined}
            onClick={() => add(kind)}
          >
            {t(`kind.${kind}`)}
          </Button>
        ))}
      </div>
      {kinds.includes("push") && (
        <p className="og-note">{barrier === undefined ? t("push_ask") : t(`push_impossible.${barrier}`)}</p>
      )}
      <FormFailure error={addBrowser.error} />
    </fieldset>
  );
}
