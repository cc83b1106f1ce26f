import { Button } from "@mantine/core";
import { IconSolarPanel } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Async } from "../../ui/async.tsx";
import { RemovalDialog } from "../../ui/removal-dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ApplyKitDialog } from "./apply-kit-dialog.tsx";
import { KitCard } from "./kit-card.tsx";
import { KitForm } from "./kit.form.tsx";
import { deleteKit, type Kit, saveKit, useKits, useMayApplyKits, useMayChangeKits } from "./kits.data.ts";
import type { KitsSearch } from "./kits.search.ts";

const newOne = "new";

/** Templates of installed equipment, and the containers that are of them. */
export function KitsPage() {
  const { t } = useTranslation(["kits", "shared"]);
  const { edit }: KitsSearch = useSearch({ from: "/main/settings/kit-size" });
  const navigate = useNavigate({ from: "/settings/kit-size" });
  const kits = useKits();
  const mayChange = useMayChangeKits();
  const mayApply = useMayApplyKits();
  const [leaving, setLeaving] = useState<Kit>();
  const [applying, setApplying] = useState<{ kit: Kit; chosen: readonly string[] }>();
  const go = (search: KitsSearch) => void navigate({ search });
  const isNew = mayChange && edit === newOne;
  const form = (kit: Kit | undefined) => (
    <KitForm
      key={kit?.id ?? newOne}
      kit={kit}
      onSave={(next) => saveKit(kit?.id, next).then(() => go({}))}
      onCancel={() => go({})}
    />
  );
  return (
    <>
      <PageHeader
        title={t("shared:screen.kit_sizes")}
        context={<Context />}
        action={mayChange && !isNew && <Button onClick={() => go({ edit: newOne })}>{t("new")}</Button>}
      />
      <div className="og-stack">
        {isNew && form(undefined)}
        <Async of={kits} height={320} empty={!isNew && <NoKits mayChange={mayChange} />}>
          {(rows) => (
            <div className="og-stack">
              {rows.map((kit) =>
                mayChange && kit.id === edit ? (
                  form(kit)
                ) : (
                  <KitCard
                    key={kit.id}
                    kit={kit}
                    mayChange={mayChange}
                    onApply={mayApply ? (chosen) => setApplying({ kit, chosen }) : undefined}
                    onEdit={() => go({ edit: kit.id })}
                    onDelete={() => setLeaving(kit)}
                  />
                ),
              )}
            </div>
          )}
        </Async>
      </div>
      {leaving && <DeleteDialog kit={leaving} onClose={() => setLeaving(undefined)} />}
      {applying && <ApplyKitDialog {...applying} onClose={() => setApplying(undefined)} />}
    </>
  );
}

function Context() {
  const { t } = useTranslation(["kits", "shared"]);
  return (
    <>
      {t("context")}{" "}
      <Link className="og-name-link" to="/solar/template">
        {t("shared:screen.solar_template")}
      </Link>
    </>
  );
}

function NoKits({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation("kits");
  return (
    <div className="og-card">
      <EmptyState
        title={t("empty.title")}
        why={t(mayChange ? "empty.why" : "empty.ask")}
        icon={<IconSolarPanel size={40} />}
      />
    </div>
  );
}

/** One that is used says by which containers, and cannot be deleted. */
function DeleteDialog({ kit: { id, name, containers, isUsed }, onClose }: { kit: Kit; onClose: () => void }) {
  const { t } = useTranslation("kits");
  return (
    <RemovalDialog
      title={t("deleteTitle", { name })}
      confirm={t("delete")}
      onRemove={isUsed ? undefined : () => deleteKit(id)}
      onClose={onClose}
    >
      {t(isUsed ? "deleteUsed" : "deleteText")}
      {containers.length > 0 && (
        <ul>
          {containers.map((container) => (
            <li key={container.id}>{container.name}</li>
          ))}
        </ul>
      )}
    </RemovalDialog>
  );
}
