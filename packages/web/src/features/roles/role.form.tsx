import { Checkbox, Switch, TextInput } from "@mantine/core";
import { permissions } from "@offgrid/contract/core/access";
import { isExcluded } from "@offgrid/contract/core/menu";
import type { KeptWidget } from "@offgrid/contract/widgets/widgets.schema";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { FormFoot } from "../../ui/form-foot.tsx";
import { Section } from "../../ui/section.tsx";
import { useAct } from "../../ui/use-act.ts";
import { type ScreenName, useIsThere } from "../../core/screen.ts";
import { columns } from "../../ui/columns.ts";
import { type RoleDraft, changeOf, lockOfRight, lockOfRole, menuChoices, withEntry } from "./role-rights.ts";
import type { RoleChange, RoleRow } from "./roles.data.ts";
import { StarterBoard } from "./starter-board.tsx";
import styles from "./roles.module.css";

interface Props {
  role: RoleRow;
  /** The board of whoever looks; undefined until it is known. */
  ownBoard: readonly KeptWidget[] | undefined;
  onSave: (change: RoleChange) => Promise<void>;
}

/** Label, use, rights and menu of one role. What cannot be changed is shown with the reason. */
export function RoleForm({ role, ownBoard, onSave }: Props) {
  const { t } = useTranslation(["roles", "shared", "ui"]);
  // Only what was touched here, so that what others save meanwhile shows itself.
  const [touched, setTouched] = useState<Partial<RoleDraft>>({});
  const save = useAct(onSave);
  const draft: RoleDraft = { ...role, ...touched };
  const change = changeOf(role, draft);
  const isDirty = Object.keys(change).length > 0;
  const isNameless = draft.label.trim() === "";
  const lock = lockOfRole(role);
  const put = (part: Partial<RoleDraft>) => {
    save.forget();
    setTouched({ ...touched, ...part });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isNameless || !isDirty) return;
    if (await save.run(change)) setTouched({});
  };
  return (
    <form noValidate className={styles.page} onSubmit={(event) => void submit(event)}>
      <Section title={t("about", { role: role.label })}>
        {lock && <p className="og-quiet og-anywhere">{t(`lock.${lock}`)}</p>}
        <TextInput
          className="og-field-width"
          label={t("label")}
          maxLength={64}
          disabled={!role.editable}
          error={isNameless ? t("ui:form.fault.fill_field") : undefined}
          value={draft.label}
          onChange={(event) => put({ label: event.currentTarget.value })}
        />
        <Switch
          label={t("selectable")}
          description={t("selectable_help")}
          checked={draft.selectable}
          disabled={!role.editable}
          onChange={(event) => put({ selectable: event.currentTarget.checked })}
        />
        <Switch
          label={t("two_step")}
          description={t("two_step_help")}
          checked={draft.twoStepRequired}
          disabled={!role.editable}
          onChange={(event) => put({ twoStepRequired: event.currentTarget.checked })}
        />
        <Switch
          label={t("disabled")}
          description={t("disabled_help")}
          checked={draft.disabled}
          disabled={lock !== undefined}
          onChange={(event) => put({ disabled: event.currentTarget.checked })}
        />
      </Section>
      <Rights role={role} draft={draft} onChange={put} />
      {role.editable && (
        <StarterBoard board={draft.starterBoard} own={ownBoard} onChange={(starterBoard) => put({ starterBoard })} />
      )}
      <MenuEntries draft={draft} isLocked={lock !== undefined} onChange={put} />
      {role.editable && (
        <FormFoot
          form={{ isDirty, isSending: save.isRunning, isDone: save.isDone && !isDirty, error: save.error }}
          send={t("save")}
          done={t("saved")}
          isDisabled={!isDirty || isNameless}
        />
      )}
    </form>
  );
}

interface PartProps {
  draft: RoleDraft;
  onChange: (part: Partial<RoleDraft>) => void;
}

function Rights({ role, draft, onChange }: PartProps & { role: RoleRow }) {
  const { t } = useTranslation("roles");
  return (
    <Section title={t("rights")}>
      <div role="group" aria-label={t("rights")} className="og-grid" style={columns(300, { gap: "14px 16px" })}>
        {permissions.map((right) => {
          const lock = lockOfRight(role, right);
          return (
            <Checkbox
              key={right}
              label={t(`right.${right}`)}
              description={lock === "roles_right" ? t("lock.roles_right") : undefined}
              checked={draft.permissions.includes(right)}
              disabled={lock !== undefined}
              onChange={(event) =>
                onChange({
                  permissions: event.currentTarget.checked
                    ? [...draft.permissions, right]
                    : draft.permissions.filter((other) => other !== right),
                })
              }
            />
          );
        })}
      </div>
    </Section>
  );
}

function MenuEntries({ draft, isLocked, onChange }: PartProps & { isLocked: boolean }) {
  const { t } = useTranslation(["roles", "shared"]);
  const isThere = useIsThere();
  return (
    <Section title={t("menu")}>
      <p className="og-quiet og-anywhere">{t("menu_help")}</p>
      {/* Down and then across, so that entries stay below their group. */}
      <div role="group" aria-label={t("menu")} style={{ columns: "3 240px" }}>
        {menuChoices(isThere).map(({ id, labels, isChild }) => (
          <Checkbox
            key={id}
            style={{
              ...{ paddingBottom: 14, breakInside: "avoid" },
              ...(isChild && { paddingLeft: 28, breakBefore: "avoid" }),
            }}
            label={labels.map((label) => t(`shared:screen.${label as ScreenName}`)).join(", ")}
            checked={!isExcluded(id, draft.excludes)}
            disabled={isLocked}
            onChange={(event) => onChange({ excludes: withEntry(draft.excludes, id, event.currentTarget.checked) })}
          />
        ))}
      </div>
    </Section>
  );
}
