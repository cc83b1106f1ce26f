import { Button, Checkbox } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { ExportMenu } from "./export-menu.tsx";
import type { DeviceType } from "./device-types.data.ts";

export interface TypesTableProps {
  types: readonly DeviceType[];
  mayChange: boolean;
  onEdit: (type: DeviceType) => void;
  /** Left out: the person may not. */
  onTest?: ((type: DeviceType) => void) | undefined;
  /** Ids of those that are chosen for a file. */
  chosen: ReadonlySet<string>;
  onChoose: (id: string, isChosen: boolean) => void;
  onDelete: (type: DeviceType) => void;
}

/** Room in which a name and its model stay on a line each. */
const nameWidthPx = 230;

/** The types with what they are of and where they are used. */
export function TypesTable({ types, mayChange, chosen, onChoose, ...acts }: TypesTableProps) {
  const { t } = useTranslation(["device-types", "container"]);
  return (
    <table className="og-table og-cell-lines">
      <caption className="visually-hidden">{t("caption")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("field.name")}</th>
          <th scope="col">{t("field.kind")}</th>
          <th scope="col">{t("usedBy")}</th>
          <th scope="col">
            <span className="visually-hidden">{t("actions")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {types.map((type) => (
          <tr key={type.id}>
            <th scope="row" style={{ minWidth: nameWidthPx }}>
              <Checkbox
                label={<span className="og-strong og-anywhere">{type.name}</span>}
                checked={chosen.has(type.id)}
                onChange={(event) => onChoose(type.id, event.currentTarget.checked)}
              />
              <div className="og-small og-anywhere">{[type.maker, type.model ?? t("anyModel")].join(" · ")}</div>
            </th>
            <td className="og-nowrap">
              {t(`container:device.${type.kind}`)}
              <div className="og-small">{t("parameters.count", { count: type.parameters.length })}</div>
            </td>
            <td>
              <Use type={type} />
            </td>
            <td>
              <Actions type={type} mayChange={mayChange} {...acts} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ActionsProps = Omit<TypesTableProps, "types" | "chosen" | "onChoose"> & { type: DeviceType };

function Actions({ type, mayChange, onEdit, onTest, onDelete }: ActionsProps) {
  const { t } = useTranslation("device-types");
  return (
    <div className="og-row og-wrap">
      {mayChange && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t("editTitle", { name: type.name })}
          onClick={() => onEdit(type)}
        >
          {t("edit")}
        </Button>
      )}
      {onTest && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t("testRead.openName", { name: type.name })}
          onClick={() => onTest(type)}
        >
          {t("testRead.open")}
        </Button>
      )}
      <ExportMenu types={[type]} word={t("export")} label={t("exportName", { name: type.name })} size="compact-sm" />
      {mayChange && (
        <Button
          size="compact-sm"
          variant="default"
          c="var(--og-danger)"
          aria-label={t("deleteName", { name: type.name })}
          onClick={() => onDelete(type)}
        >
          {t("delete")}
        </Button>
      )}
    </div>
  );
}

/** How many containers stand in a row of their own. */
const shownContainers = 3;

function Use({ type: { devices, containers, isUsed } }: { type: DeviceType }) {
  const { t } = useTranslation("device-types");
  if (devices === 0) return <span className="og-small">{t(isUsed ? "usedByOthers" : "unused")}</span>;
  const more = containers.length - shownContainers;
  return (
    <>
      {t("devices", { count: devices })}
      <div className="og-small og-wrap og-fine">
        {containers.slice(0, shownContainers).map(({ id, name }) => (
          <Link
            key={id}
            className="og-name-link og-anywhere"
            to="/containers/$slug"
            params={{ slug: id }}
            search={{ tab: "devices" }}
          >
            {name}
          </Link>
        ))}
        {more > 0 && <span>{t("moreContainers", { count: more })}</span>}
      </div>
    </>
  );
}
