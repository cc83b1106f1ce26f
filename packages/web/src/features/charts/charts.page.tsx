import { formatList } from "@offgrid/contract/telemetry/format";
import { ActionIcon, Badge, Button, Menu } from "@mantine/core";
import { IconChartLine, IconDots, IconPencil, IconSearchOff } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { plainLetters } from "../../core/plain-letters.ts";
import { useContainerChoices } from "../../domain/containers/containers.data.tsx";
import { Async, quiet } from "../../ui/async.tsx";
import { columns } from "../../ui/columns.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListFilters } from "../../ui/list-page.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { useListSearch } from "../../ui/use-list-search.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { ChartThumb } from "../../domain/charts/chart-thumb.tsx";
import { type SavedChart, useCharts } from "../../domain/charts/charts.data.ts";
import { useChartPlaces } from "./chart-places.ts";
import { ChartItems } from "./view/chart-items.tsx";
import { OwnLinks } from "./links/share-links.tsx";
import { Templates } from "./builder/templates.tsx";

/** The charts of the person, and those that others share. */
export function ChartsPage() {
  const { t } = useTranslation(["charts", "shared"]);
  const navigate = useNavigate({ from: "/charts" });
  const list = useListSearch(useSearch({ from: "/main/charts" }), navigate);
  const charts = useCharts();
  const placesOf = useChartPlaces();
  const { search = "", tag } = list.search;
  const tags = [...new Set((charts.data ?? []).flatMap(({ definition }) => definition.tags))].toSorted((one, other) =>
    one.localeCompare(other),
  );
  return (
    <>
      <PageHeader
        title={t("shared:screen.charts")}
        context={t("context")}
        action={
          <div className="og-wrap og-tight">
            <LinksButton charts={charts.data ?? []} />
            <Button variant="default" renderRoot={(props) => <Link to="/reports" search={{}} {...props} />}>
              {t("shared:screen.reports")}
            </Button>
            <Button variant="default" renderRoot={(props) => <Link to="/widgets" search={{}} {...props} />}>
              {t("shared:screen.widgets")}
            </Button>
            <Button renderRoot={(props) => <Link to="/charts/add" search={{}} {...props} />}>{t("new")}</Button>
          </div>
        }
      />
      <div className="og-stack">
        {(charts.data?.length ?? 0) > 0 && (
          <ListFilters widthPx={240}>
            <SearchField
              label={t("search")}
              clearLabel={t("searchClear")}
              text={search}
              onText={(text) => list.put("search", text)}
            />
            <Tags {...{ tags, tag }} onTag={(one) => list.put("tag", one)} />
          </ListFilters>
        )}
        <Async of={quiet(charts)} height={320} empty={<NoCharts />}>
          {(all) => (
            <Cards
              charts={all
                .map((chart): PlacedChart => ({ ...chart, places: placesOf?.(chart.definition) }))
                .filter((one) => matches(one, search, tag))}
              onClear={() => list.change({})}
            />
          )}
        </Async>
      </div>
    </>
  );
}

interface TagsProps {
  tags: readonly string[];
  /** The one whose charts are shown. */
  tag: string | undefined;
  /** @param tag "": charts of every tag. */
  onTag: (tag: string) => void;
}

function Tags({ tags, tag, onTag }: TagsProps) {
  const { t } = useTranslation("charts");
  if (tags.length === 0) return null;
  return (
    <fieldset className="og-plain-group og-wrap og-tight" aria-label={t("tags")}>
      {tags.map((one) => (
        <Button
          key={one}
          size="compact-sm"
          variant={one === tag ? "filled" : "default"}
          aria-pressed={one === tag}
          onClick={() => onTag(one === tag ? "" : one)}
        >
          {one}
        </Button>
      ))}
    </fieldset>
  );
}

/** Opens the links that the person made; not there without any, unless the last one was just revoked there. */
function LinksButton({ charts }: { charts: readonly SavedChart[] }) {
  const { t } = useTranslation("charts");
  const [isListing, setListing] = useState(false);
  if (!isListing && charts.every(({ links }) => links === 0)) return null;
  return (
    <>
      <Button variant="default" onClick={() => setListing(true)}>
        {t("share.mine")}
      </Button>
      {isListing && <OwnLinks onClose={() => setListing(false)} />}
    </>
  );
}

/** @property places What it is of, in words; undefined until the names are known. */
interface PlacedChart extends SavedChart {
  places: readonly string[] | undefined;
}

function matches({ definition, owner, places = [] }: PlacedChart, search: string, tag: string | undefined): boolean {
  if (tag !== undefined && !definition.tags.includes(tag)) return false;
  const text = plainLetters([definition.name, owner.name ?? "", ...definition.tags, ...places].join(" "));
  return plainLetters(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function NoCharts() {
  const { t } = useTranslation("charts");
  return (
    <div className="og-stack">
      <div className="og-card og-line" style={{ padding: 16 }}>
        <IconChartLine size={28} aria-hidden />
        <div className="og-words">
          <p className="og-strong og-flush">{t("empty.title")}</p>
          <p className="og-note og-flush">{t("empty.why")}</p>
        </div>
      </div>
      <Templates title={t("templates.ready")} />
    </div>
  );
}

function Cards({ charts, onClear }: { charts: readonly PlacedChart[]; onClear: () => void }) {
  const { t } = useTranslation("charts");
  if (charts.length === 0)
    return (
      <EmptyState
        title={t("noMatch")}
        icon={<IconSearchOff size={40} />}
        action={
          <Button variant="default" onClick={onClear}>
            {t("clear")}
          </Button>
        }
      />
    );
  return (
    <ul className="og-plain-list og-grid" style={columns(300)} aria-label={t("list")}>
      {charts.map((chart) => (
        <li key={chart.id}>
          <ChartCard chart={chart} />
        </li>
      ))}
    </ul>
  );
}

function ChartCard({ chart }: { chart: PlacedChart }) {
  const { t } = useTranslation(["charts", "ui"]);
  const { id, definition, isOwn, owner, readers, links, places } = chart;
  const containers = useContainerChoices();
  // One that serves all containers is shown with the first.
  const isOfAny = definition.series.some((one) => one.kind === "metric" && one.of.kind === "$container");
  const first = isOfAny ? containers?.[0]?.id : undefined;
  const isShared = (readers?.roles.length ?? 0) + (readers?.people.length ?? 0) > 0;
  return (
    <article className="og-card og-close-stack og-relative" style={{ padding: 16 }}>
      <div className="og-ends">
        <h2 className="og-title og-words">
          <Link className="og-name-link og-cover-link" to="/charts/$slug" params={{ slug: id }} search={{}}>
            {definition.name}
          </Link>
        </h2>
        <CardMenu chart={chart} />
      </div>
      <ChartThumb definition={definition} containerId={first} isPlaced={!isOfAny || containers !== undefined} />
      <div className="og-wrap og-tight og-note">
        <Places names={(places ?? []).filter((name) => !definition.name.includes(name))} />
        <span>{t(`ui:period.${definition.period}`)}</span>
        <span>·</span>
        <span>{isOwn ? (isShared ? t("shared") : t("private")) : t("of", { name: owner.name ?? t("someone") })}</span>
        {links > 0 && (
          <Badge variant="light" tt="none">
            {t("links", { count: links })}
          </Badge>
        )}
        {definition.tags.map((tag) => (
          <Badge key={tag} variant="default" tt="none" fw={400}>
            {tag}
          </Badge>
        ))}
      </div>
    </article>
  );
}

/** So many are named; the others are counted, and named where the pointer rests on their number. */
const mostNamed = 2;

/** What a chart is of, where its own name does not say it. */
function Places({ names }: { names: readonly string[] }) {
  const locale = useLocale();
  const others = names.slice(mostNamed);
  if (names.length === 0) return null;
  return (
    <>
      <span>
        {names.slice(0, mostNamed).join(", ")}
        {others.length > 0 && (
          <span className="og-over-link og-nowrap" title={formatList(others, locale)}>
            {` + ${others.length}`}
          </span>
        )}
      </span>
      <span>·</span>
    </>
  );
}

function CardMenu({ chart }: { chart: SavedChart }) {
  const { t } = useTranslation("charts");
  const { id, definition, isOwn } = chart;
  const { name } = definition;
  return (
    <div className="og-over-link">
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" size={32} aria-label={t("acts", { name })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isOwn && (
            <Menu.Item
              leftSection={<IconPencil size={16} aria-hidden />}
              renderRoot={(props) => (
                <Link to="/charts/$slug" params={{ slug: id }} search={{ edit: "yes" }} {...props} />
              )}
            >
              {t("edit")}
            </Menu.Item>
          )}
          <ChartItems chart={chart} />
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
