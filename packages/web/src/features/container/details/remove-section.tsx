import { Button, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Section } from "../../../ui/section.tsx";
import { useAct } from "../../../ui/use-act.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { forgetRemoved, removeContainer } from "./details.data.ts";

/** Removes a container, once its name was typed. */
export function RemoveSection({ info: { containerId, name } }: Pick<TabProps, "info">) {
  const { t } = useTranslation("container-details");
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const leave = async (typed: string) => {
    await removeContainer(containerId, typed);
    await navigate({ to: "/containers" });
    forgetRemoved();
  };
  return (
    <Section title={t("remove.title")}>
      <p className="og-note">{t("remove.why")}</p>
      <div>
        <Button color="red" variant="outline" onClick={() => setAsking(true)}>
          {t("remove.ask")}
        </Button>
      </div>
      {isAsking && <RemoveDialog name={name} onRemove={leave} onClose={() => setAsking(false)} />}
    </Section>
  );
}

interface RemoveDialogProps {
  name: string;
  onRemove: (typed: string) => Promise<void>;
  onClose: () => void;
}

export function RemoveDialog({ name, onRemove, onClose }: RemoveDialogProps) {
  const { t } = useTranslation("container-details");
  const [typed, setTyped] = useState("");
  const [isJudged, setJudged] = useState(false);
  const remove = useAct(onRemove);
  const isRight = typed.trim() === name;
  return (
    <ConfirmDialog
      title={t("remove.question", { name })}
      confirm={t("remove.confirm")}
      isRunning={remove.isRunning}
      error={remove.error}
      onConfirm={() => {
        setJudged(true);
        if (isRight) void remove.run(typed);
      }}
      onClose={onClose}
    >
      <div className="og-stack og-mid">
        <span>{t("remove.text")}</span>
        <TextInput
          label={t("remove.type", { name })}
          autoComplete="off"
          value={typed}
          error={isJudged && !isRight && t("remove.wrong")}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
    </ConfirmDialog>
  );
}
