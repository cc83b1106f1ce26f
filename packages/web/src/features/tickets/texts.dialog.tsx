import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Async, quiet } from "../../ui/async.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { RemovalDialog } from "../../ui/removal-dialog.tsx";
import { useFocusReturn } from "../../ui/use-focus-return.ts";
import { TextDialog } from "./text.dialog.tsx";
import { deleteText, type TicketText, useTexts } from "./texts.data.ts";

/** Texts for answers, which those who handle tickets keep for all of them. */
export function TextsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("tickets");
  const texts = useTexts();
  const [edited, setEdited] = useState<TicketText | "new">();
  const [removed, setRemoved] = useState<TicketText>();
  // The list's own dialog goes away while a text is edited, and would know only that text's dialog to give the focus to.
  useFocusReturn();
  if (edited !== undefined)
    return <TextDialog {...(edited !== "new" && { text: edited })} onClose={() => setEdited(undefined)} />;
  if (removed)
    return (
      <RemovalDialog
        title={t("texts.deleteTitle", { title: removed.title })}
        confirm={t("delete")}
        onRemove={async () => deleteText(removed.id)}
        onClose={() => setRemoved(undefined)}
      >
        {t("texts.deleteText")}
      </RemovalDialog>
    );
  return (
    <Dialog size="lg" onClose={onClose} title={t("texts.title")}>
      <div className="og-stack">
        <p className="og-note og-flush">{t("texts.why")}</p>
        <Async of={quiet(texts)} height={160}>
          {(found) => <TextList texts={found} onEdit={setEdited} onDelete={setRemoved} />}
        </Async>
        <Button data-autofocus style={{ alignSelf: "start" }} onClick={() => setEdited("new")}>
          {t("texts.new")}
        </Button>
      </div>
    </Dialog>
  );
}

interface ListProps {
  texts: readonly TicketText[];
  onEdit: (text: TicketText) => void;
  onDelete: (text: TicketText) => void;
}

function TextList({ texts, onEdit, onDelete }: ListProps) {
  const { t } = useTranslation("tickets");
  if (texts.length === 0) return <p className="og-flush">{t("texts.none")}</p>;
  return (
    <ul className="og-plain-list og-close-stack" aria-label={t("texts.title")}>
      {texts.map((one) => (
        <li key={one.id} className="og-card og-close-stack og-tight" style={{ padding: 12 }}>
          <span className="og-strong og-anywhere">{one.title}</span>
          <span className="og-note">
            {[
              one.language.toUpperCase(),
              one.category === null ? t("texts.all") : t(`categories.${one.category}`),
            ].join(" · ")}
          </span>
          <p className="og-flush og-anywhere" style={{ whiteSpace: "pre-wrap" }} lang={one.language}>
            {one.text}
          </p>
          <div className="og-wrap">
            <Button variant="subtle" size="compact-sm" onClick={() => onEdit(one)}>
              {t("edit")}
            </Button>
            <Button variant="subtle" size="compact-sm" onClick={() => onDelete(one)}>
              {t("delete")}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
