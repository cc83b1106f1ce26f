import { Button } from "@mantine/core";
import { IconCpu } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

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
  useMayTestRead,
} from "./device-types.data.ts";
import type { DeviceTypesSearch } from "./device-types.search.ts";
import { ExportMenu } from "./export-menu.tsx";
import { ImportCard } from "./import-card.tsx";
import { TestReadPart } from "./test-read-part.tsx";
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
  const [isImporting, setImporting] = useState(false);
  const isNone = types.data?.length === 0;
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
        action={
          mayChange &&
          edit === undefined && (
            <Acts
              isImporting={isImporting || isNone}
              onImport={() => setImporting(!isImporting)}
              onNew={() => go({ edit: newOne })}
            />
          )
        }
      />
      <div className="og-stack">
        {mayChange && edit === newOne && form(undefined)}
        {mayChange && edit === undefined && (isImporting || isNone) && (
          <ImportCard onPreview={previewFile} onStore={storeFile} />
        )}
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
      </div>
      {leaving && <DeleteDialog type={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

interface ActsProps {
  isImporting: boolean;
  onImport: () => void;
  onNew: () => void;
}

function Acts({ isImporting, onImport, onNew }: ActsProps) {
  const { t } = useTranslation("device-types");
  return (
    <div className="og-wrap">
      <Button variant="default" aria-expanded={isImporting} onClick={onImport}>
        {t("import.title")}
      </Button>
      <Button onClick={onNew}>{t("new")}</Button>
    </div>
  );
}

interface TypesProps extends Omit<TypesTableProps, "chosen" | "onChoose" | "onTest"> {
  /** Words by which they are narrowed. */
  q: string;
}

/** The list with its search, files of what it shows, and the test read of one. */
function Types({ types, q, mayChange, ...acts }: TypesProps) {
  const { t } = useTranslation("device-types");
  const navigate = useNavigate({ from: "/settings/manage-devices" });
  const { test }: DeviceTypesSearch = useSearch({ from: "/main/settings/manage-devices" });
  const mayTest = useMayTestRead();
  const tested = mayTest ? types.find(({ id }) => id === test) : undefined;
  const turnTo = (id: string | undefined) =>
    void navigate({ search: { ...(q !== "" && { q }), ...(id !== undefined && { test: id }) } });
  const found = types.filter((type) => isFound(type, q));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const picked = found.filter(({ id }) => chosen.has(id));
  // Nothing chosen means all that are shown.
  const exported = picked.length > 0 ? picked : found;
  const choose = (id: string, isChosen: boolean) =>
    setChosen(new Set(isChosen ? [...chosen, id] : [...chosen].filter((one) => one !== id)));
  return (
    <section className="og-card og-stack" aria-label={t("caption")}>
      <div className="og-head">
        <SearchField
          label={t("search")}
          clearLabel={t("clear")}
          text={q}
          onText={(text) => void navigate({ search: text === "" ? {} : { q: text }, replace: true })}
        />
        <ExportMenu types={exported} word={t("exportCount", { count: exported.length })} />
      </div>
      {found.length === 0 ? (
        <p className="og-flush">{t("noneFound")}</p>
      ) : (
        <TypesTable
          types={found}
          mayChange={mayChange}
          {...acts}
          chosen={chosen}
          onChoose={choose}
          onTest={mayTest ? ({ id }) => turnTo(id) : undefined}
        />
      )}
      {tested && <TestReadPart type={tested} onClose={() => turnTo(undefined)} />}
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
