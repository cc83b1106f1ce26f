import { Button } from "@mantine/core";
import { IconSolarPanel } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useContainers } from "../../domain/containers/containers.data.tsx";
import type { Member } from "../../domain/templates/member-list.tsx";
import { Async } from "../../ui/async.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { RemovalDialog } from "../../ui/removal-dialog.tsx";
import { sayDone } from "../../ui/toast.tsx";
import { browserZone } from "../../ui/use-locale.ts";
import { ApplyTemplateDialog } from "./apply-template-dialog.tsx";
import { MeasuredPart } from "./measured-part.tsx";
import {
  deleteTemplate,
  leaveTemplate,
  saveTemplate,
  type SolarTemplate,
  useMayApplyTemplates,
  useMayChangeTemplates,
  usePlacedContainers,
  useSolarTemplates,
} from "./solar-template.data.ts";
import type { SolarTemplateSearch } from "./solar-template.search.ts";
import { TemplateCard } from "./template-card.tsx";
import { TemplateForm } from "./template.form.tsx";
import { YieldPart } from "./yield-part.tsx";

const newOne = "new";

/** What is asked before it is done. */
type Asked =
  | { act: "delete"; template: SolarTemplate }
  | { act: "apply"; template: SolarTemplate; chosen: readonly string[] }
  | { act: "leave"; container: Member };

/** Templates of solar arrays: what each gives at a place, what came of it, and the containers that have it. */
export function SolarTemplatePage() {
  const { t } = useTranslation(["solar-template", "shared"]);
  const { edit, open }: SolarTemplateSearch = useSearch({ from: "/main/solar/template" });
  const navigate = useNavigate({ from: "/solar/template" });
  const templates = useSolarTemplates();
  const containers = usePlacedContainers();
  const [mayChange, mayApply] = [useMayChangeTemplates(), useMayApplyTemplates()];
  const [asked, setAsked] = useState<Asked>();
  const go = (search: SolarTemplateSearch) => void navigate({ search });
  const isNew = mayChange && edit === newOne;
  const form = (template: SolarTemplate | undefined) => (
    <TemplateForm
      key={template?.id ?? newOne}
      template={template}
      containers={containers}
      onSave={(figures) => saveTemplate(template?.id, figures)}
      onClose={() => go({})}
    />
  );
  return (
    <>
      <PageHeader
        title={t("shared:screen.solar_template")}
        context={<Context />}
        action={mayChange && !isNew && <Button onClick={() => go({ edit: newOne })}>{t("new")}</Button>}
      />
      <div className="og-stack">
        {isNew && form(undefined)}
        <Async of={templates} height={320} empty={!isNew && <NoTemplates mayChange={mayChange} />}>
          {(rows) => (
            <div className="og-stack">
              {rows.map((template) =>
                mayChange && template.id === edit ? (
                  form(template)
                ) : (
                  <TemplateCard
                    key={template.id}
                    template={template}
                    mayChange={mayChange}
                    mayApply={mayApply}
                    yields={template.id === open ? <Yields template={template} /> : undefined}
                    onYield={() => go(template.id === open ? {} : { open: template.id })}
                    onEdit={() => go({ edit: template.id })}
                    onDelete={() => setAsked({ act: "delete", template })}
                    onApply={(chosen) => setAsked({ act: "apply", template, chosen })}
                    onLeave={(container) => setAsked({ act: "leave", container })}
                  />
                ),
              )}
            </div>
          )}
        </Async>
      </div>
      <Questions asked={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}

function Context() {
  const { t } = useTranslation(["solar-template", "shared"]);
  return (
    <>
      {t("context")}{" "}
      <Link className="og-name-link" to="/settings/kit-size">
        {t("shared:screen.kit_sizes")}
      </Link>
    </>
  );
}

/** What a template gives at a place, and what came of it. */
function Yields({ template }: { template: SolarTemplate }) {
  const { t } = useTranslation("solar-template");
  const { data: rows } = useContainers();
  const { capacity, tilt, azimuth, loss, limitW, containers } = template;
  const zoneOf = (id: string) => rows?.find(({ containerId }) => containerId === id)?.zoneName ?? browserZone;
  return (
    <div className="og-stack">
      <h3 className="og-title">{t("yield.title")}</h3>
      <YieldPart
        array={{ capacity, tilt, azimuth, loss, limitW }}
        containers={usePlacedContainers()}
        own={containers.map(({ id }) => id)}
      />
      <h3 className="og-title">{t("measured.title")}</h3>
      <MeasuredPart template={template} zoneOf={zoneOf} />
    </div>
  );
}

function NoTemplates({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation("solar-template");
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

function Questions({ asked, onClose }: { asked: Asked | undefined; onClose: () => void }) {
  const { t } = useTranslation(["solar-template", "apply-template"]);
  const containers = usePlacedContainers();
  if (asked?.act === "delete") return <DeleteDialog template={asked.template} onClose={onClose} />;
  if (asked?.act === "leave")
    return (
      <RemovalDialog
        title={t("leaveTitle", { name: asked.container.name })}
        confirm={t("apply-template:leave")}
        onRemove={() => leaveTemplate(asked.container.id)}
        onClose={onClose}
      >
        {t("leaveText")}
      </RemovalDialog>
    );
  if (asked?.act !== "apply" || !containers) return null;
  return (
    <ApplyTemplateDialog
      template={asked.template}
      containers={containers}
      chosen={asked.chosen}
      onDone={(count) => {
        sayDone(t("apply-template:done", { count, name: asked.template.name }));
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** One that is used says by which containers, and cannot be deleted. */
function DeleteDialog({ template, onClose }: { template: SolarTemplate; onClose: () => void }) {
  const { t } = useTranslation("solar-template");
  const { id, name, containers, isUsed } = template;
  return (
    <RemovalDialog
      title={t("deleteTitle", { name })}
      confirm={t("delete")}
      onRemove={isUsed ? undefined : () => deleteTemplate(id)}
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
