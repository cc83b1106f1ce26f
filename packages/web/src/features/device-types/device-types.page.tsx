import { Button } from "@mantine/core";
import { writeTypes } from "@offgrid/contract/device-types/types-file";
import { IconCpu } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { saveFile } from "../../core/save-file.ts";
import { Async } from "../../ui/async.tsx";
import { RemovalDialog } from "../../ui/removal-dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { browserZone } from "../../ui/use-locale.ts";
import { DeviceTypeForm } from "./device-type.form.tsx";
import {
  deleteType,
  type DeviceType,
  previewFile,
  saveType,
  storeFile,
  useDeviceTypes,
  useMayChangeTypes,
} from "./device-types.data.ts";
import type { DeviceTypesSearch } from "./device-types.search.ts";
import { ImportCard } from "./import-card.tsx";
import { isFound } from "./type-input.ts";
import { TypesTable, type TypesTableProps } from "./types-table.tsx";

const newOne = "new";

/** The types of devices, what each measures, and files of them. */
export function DeviceTypesPage() {
  const { t } = useTranslation(["device-types", "shared"]);
  const { edit, q = "" }: DeviceTypesSearch = useSearch({ from: "/main/settings/manage-devices" });
  const navigate = useNavigate({ from: "/settings/manage-devices" });
  const types = useDeviceTypes();
  const mayChange = useMayChangeTypes();
  const [leaving, setLeaving] = useState<DeviceType>();
  const go = (search: DeviceTypesSearch) => void navigate({ search: { ...(q !== "" && { q }), ...search } });
  const form = (type: DeviceType | undefined) => (
    <DeviceTypeForm
      key={type?.id ?? newOne}
      type={type}
      zone={browserZone}
      onSave={(next, revision) => saveType(next, revision).then(() => go({}))}
      onCancel={() => go({})}
    />
  );
  return (
    <>
      <PageHeader
        title={t("shared:screen.manage_devices")}
        context={t("context")}
        action={mayChange && edit === undefined && <Button onClick={() => go({ edit: newOne })}>{t("new")}</Button>}
      />
      <div className="og-stack">
        {mayChange && edit === newOne && form(undefined)}
        <Async of={types} height={480} empty={edit !== newOne && <NoTypes mayChange={mayChange} />}>
          {(rows) => {
            const edited = mayChange ? rows.find(({ id }) => id === edit) : undefined;
            if (edited) return form(edited);
            return (
              <Types
                types={rows}
                q={q}
                mayChange={mayChange}
                onEdit={({ id }) => go({ edit: id })}
                onDelete={setLeaving}
              />
            );
          }}
        </Async>
        {mayChange && edit === undefined && <ImportCard onPreview={previewFile} onStore={storeFile} />}
      </div>
      {leaving && <DeleteDialog type={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

interface TypesProps extends Omit<TypesTableProps, "onExport"> {
  /** Words by which they are narrowed. */
  q: string;
}

/** The list with its search, and files of what it shows. */
function Types({ types, q, mayChange, ...acts }: TypesProps) {
  const { t } = useTranslation("device-types");
  const navigate = useNavigate({ from: "/settings/manage-devices" });
  const found = types.filter((type) => isFound(type, q));
  const exported = (some: readonly DeviceType[]) => {
    const contents = new Blob([writeTypes(some)], { type: "application/json" });
    saveFile({ name: `${some.length === 1 ? some[0]?.id : "device-types"}.json`, contents });
  };
  return (
    <section className="og-card og-stack" aria-label={t("caption")}>
      <div className="og-head">
        <SearchField
          label={t("search")}
          clearLabel={t("clear")}
          text={q}
          onText={(text) => void navigate({ search: text === "" ? {} : { q: text }, replace: true })}
        />
        <Button variant="default" disabled={found.length === 0} onClick={() => exported(found)}>
          {t("exportCount", { count: found.length })}
        </Button>
      </div>
      {found.length === 0 ? (
        <p className="og-flush">{t("noneFound")}</p>
      ) : (
        <TypesTable types={found} mayChange={mayChange} {...acts} onExport={(type) => exported([type])} />
      )}
    </section>
  );
}

function NoTypes({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation("device-types");
  return (
    <div className="og-card">
      <EmptyState
        title={t("empty.title")}
        why={t(mayChange ? "empty.why" : "empty.ask")}
        icon={<IconCpu size={40} />}
      />
    </div>
  );
}

/** One that is used says by which containers, and cannot be deleted. */
function DeleteDialog({ type, onClose }: { type: DeviceType; onClose: () => void }) {
  const { t } = useTranslation("device-types");
  return (
    <RemovalDialog
      title={t("deleteTitle", { name: type.name })}
      confirm={t("delete")}
      onRemove={() => deleteType(type)}
      onClose={onClose}
    >
      {t(type.isUsed ? "deleteUsed" : "deleteText")}
      {type.containers.length > 0 && (
        <ul>
          {type.containers.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      )}
    </RemovalDialog>
  );
}
