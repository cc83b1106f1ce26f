import type { ContainerInfoV4, ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";

import { useCan } from "../../core/can/can.ts";
import { config } from "../../core/config.ts";
import { loadChunk } from "../../core/chunk.ts";
import { idle } from "../../core/idle.ts";
import { useIsLinkMissing } from "../../core/live/live.ts";
import { useTick } from "../../core/live/tick.ts";
import { NothingHere } from "../../core/nothing-here.ts";
import { ChartSubjectProvider } from "../../chart/chart-subject.ts";
import { ChartContainerProvider } from "../../chart/chart-subject.ts";
import { Async, LostLine, quiet } from "../../ui/async.tsx";
import { useFavoriteToggle } from "../../domain/favorites/use-favorite-toggle.ts";
import { useGoingOnAt } from "../../domain/incidents/incidents.data.ts";
import { ContainerHeader } from "./header/container-header.tsx";
import { ContainerTabBar } from "./tabs/container-tab-bar.tsx";
import { ContainerTabContent, loadTabAhead } from "./tabs/container-tab-content.tsx";
import { type ContainerTab, partlyKnownTabs, type TabProps } from "./tabs/container-tabs.ts";
import { TabSkeleton } from "./tabs/tab-skeleton.tsx";
import { OutputNamesContext } from "../../domain/output-names/use-output-words.ts";
import { useContainer } from "./values/use-container.ts";
import { useIsOnlyContainer, useListedContainer } from "./container.data.ts";
import { infoFromRow } from "./info-from-row.ts";
import { OfflineNote } from "./header/offline-note.tsx";
import { knownFromInfo, knownFromRow } from "./header/known-container.ts";

/** Seldom shown, so no part of what every container waits for. */
const LostContainerNote = lazy(() =>
  loadChunk(() => import("./header/lost-container-note.tsx")).then((part) => ({ default: part.LostContainerNote })),
);
const SwitchedOff = lazy(() =>
  loadChunk(() => import("./header/switched-off.tsx")).then((part) => ({ default: part.SwitchedOff })),
);

/** Below everything else: it comes when the browser has nothing better to do. */
const TourOffer = lazy(async () => {
  await idle();
  return { default: (await loadChunk(() => import("../../domain/account/tour-offer.tsx"))).TourOffer };
});

/** One container: header, tabs, and the tab that the address names. An unknown id is the not-found screen. */
export function ContainerPage() {
  const { slug } = useParams({ from: "/main/containers/$slug" });
  const { tab = "overview", at } = useSearch({ from: "/main/containers/$slug" });
  const navigate = useNavigate({ from: "/containers/$slug" });
  const now = useTick();
  const container = useContainer(slug);
  useEffect(() => loadTabAhead(tab), [tab]);
  const listed = useListedContainer(slug);
  const info = container.data;
  const known = info ? knownFromInfo(info) : listed && knownFromRow(listed);
  const goingOn = useGoingOnAt(slug, Boolean(known?.openWarnings));
  const toggleFavorite = useFavoriteToggle();
  const mayAsk = useCan("ticketCreate");
  useOwnTitle(info?.name);
  const isGone = container.error?.code === "not_found" || container.error?.code === "bad_input";
  if (isGone && info) {
    return (
      <Suspense fallback={null}>
        <LostContainerNote name={info.name} />
      </Suspense>
    );
  }
  if (isGone) throw new NothingHere();

  const open = (next: ContainerTab) =>
    void navigate({ search: next === "overview" ? {} : { tab: next }, resetScroll: false });
  return (
    <OutputNamesContext value={info?.outputNames ?? noNames}>
      <ContainerHeader
        title={slug}
        known={known}
        isComing={container.isFetching || !container.error}
        switches={
          info &&
          mayBeSwitchedOff(info) && (
            <Suspense>
              <SwitchedOff info={info} now={now} />
            </Suspense>
          )
        }
        mayAsk={mayAsk}
        incidents={goingOn.isPlaceholderData ? undefined : goingOn.data?.data}
        isPastBelow={tab === "flow" && at !== undefined}
        now={now}
        onStar={({ containerId, name, favorite }) => toggleFavorite({ containerId, name, isFavorite: favorite })}
      />
      <ContainerTabBar open={tab} onOpen={open}>
        {/* Within the tabs, which are known without it: what cannot be fetched takes no way to another tab along. */}
        <PageOrPart {...{ tab, container, listed, now }} />
      </ContainerTabBar>
    </OutputNamesContext>
  );
}

interface PageOrPartProps {
  tab: ContainerTab;
  container: ReturnType<typeof useContainer>;
  listed: ContainerRow | undefined;
  now: number;
}

/** The open tab; where a container's page alone could not be loaded, the cards that need no more than the list has. */
function PageOrPart({ tab, container, listed, now }: PageOrPartProps) {
  const { t } = useTranslation("container");
  const isLinkMissing = useIsLinkMissing();
  const hasFailedAlone = container.data === undefined && container.errorUpdateCount > 0 && !isLinkMissing;
  if (hasFailedAlone && listed && partlyKnownTabs.includes(tab)) {
    return (
      <>
        <LostLine of={{ error: pageLost, refetch: container.refetch }} words={t("pageLost")} />
        <OpenTab tab={tab} info={infoFromRow(listed)} isPartly now={now} />
      </>
    );
  }
  return (
    <Async of={quiet(container)} title={listed?.name} height={640} skeleton={<TabSkeleton tab={tab} />}>
      {(data) => <OpenTab tab={tab} info={data} now={now} />}
    </Async>
  );
}

/** Also while it is asked for again, so that the cards stay. */
const pageLost = new Error("The page of this container could not be loaded.");

function OpenTab({ tab, ...props }: TabProps & { tab: ContainerTab }) {
  const { info, now } = props;
  return (
    <>
      {info.status !== "online" && <OfflineNote info={info} now={now} />}
      <ChartSubjectProvider value={info.name}>
        <ChartContainerProvider value={info.containerId}>
          <ContainerTabContent open={tab} {...props} />
        </ChartContainerProvider>
      </ChartSubjectProvider>
      <TourOfFirstScreen tab={tab} />
    </>
  );
}

/** Where this is the screen that somebody finds first. */
function TourOfFirstScreen({ tab }: { tab: ContainerTab }) {
  const isOnly = useIsOnlyContainer();
  return isOnly && tab === "overview" ? (
    <Suspense>
      <TourOffer />
    </Suspense>
  ) : null;
}

const noNames = {};

/** Is any relay or phase open? Which, and whether that is known now, is said by what is loaded then. */
function mayBeSwitchedOff({ values }: ContainerInfoV4): boolean {
  return Object.entries(values).some(([metric, { value }]) => value === 0 && /^(relay|phase)\.\d+\.on$/.test(metric));
}

/** The page title with the container's name, over the one that the route gave. */
function useOwnTitle(name: string | undefined): void {
  const { t } = useTranslation();
  useEffect(() => {
    if (name !== undefined) document.title = `${name} · ${t("screen.container")} · ${config.portalName}`;
  }, [name, t]);
}
