import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { definitionText } from "@offgrid/contract/charts/definition-text";
import { useContainers } from "../../../domain/containers/containers.data.tsx";
import { columns } from "../../../ui/columns.ts";
import { ChartThumb } from "../../../domain/charts/chart-thumb.tsx";
import { template, templateNames } from "../../../domain/charts/templates.ts";

/** The container that templates are drawn with: one that is online, else the first. */
export function useOwnContainer(): { id: string; name: string } | undefined {
  const { data } = useContainers();
  const found = data?.find(({ isOnline }) => isOnline) ?? data?.[0];
  return found && { id: found.containerId, name: found.name };
}

/** What a chart can begin with, drawn with one's own container, under words that say where one is. */
export function Templates({ title }: { title: string }) {
  const { t } = useTranslation("charts");
  const own = useOwnContainer();
  if (!own) return null;
  return (
    <section className="og-close-stack" aria-label={title}>
      <h2 className="og-title">{title}</h2>
      <ul className="og-plain-list og-grid" style={columns(260)}>
        {templateNames.map((name) => {
          const title = t(`templates.${name}`, { container: own.name });
          const definition = template(name, title, own.id);
          return (
            <li key={name} className="og-card og-close-stack og-relative" style={{ padding: 16 }}>
              <Link
                className="og-name-link og-cover-link og-strong"
                to="/charts/add"
                search={{ d: definitionText(definition) }}
              >
                {title}
              </Link>
              <ChartThumb definition={definition} />
              <p className="og-note og-flush">{t(`templates.${name}_why`)}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
