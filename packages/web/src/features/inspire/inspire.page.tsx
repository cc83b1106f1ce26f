import { Button } from "@mantine/core";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { IconBulb, IconRoute } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatList } from "../../core/format.ts";
import { startTour } from "../../core/tour.ts";
import { TourOffer } from "../../domain/account/tour-offer.tsx";
import { type Automated, offerOf, useAutomated } from "../../domain/automations/automated.data.ts";
import type { ExampleName } from "../../domain/automations/automation-examples.ts";
import { ContainerSelect } from "../../domain/containers/container-select.tsx";
import { type ContainerChoice, useContainers } from "../../domain/containers/containers.data.tsx";
import { OutputNamesContext } from "../../domain/output-names/use-output-words.ts";
import { Async, quiet } from "../../ui/async.tsx";
import { columns } from "../../ui/columns.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListFilters } from "../../ui/list-page.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { sayFailure, sayUndo } from "../../ui/toast.tsx";
import { useListSearch } from "../../ui/use-list-search.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { type ChartIdea, isTemplate } from "./chart-ideas.ts";
import { IdeaCard } from "./idea-card.tsx";
import { firstOfEach, hasWords, type Idea, ideasFor, sameAs } from "./ideas.ts";
import { apply, useAllowedKinds, useHad } from "./inspire.data.ts";
import type { IdeaKind } from "./inspire.search.ts";
import { useIdeaWords } from "./use-idea-words.ts";

/** Ready charts, widgets, rules and automations, drawn with one's own containers and applied with one click. */
export function InspirePage() {
  const { t } = useTranslation(["inspire", "shared"]);
  const navigate = useNavigate({ from: "/inspire" });
  const list = useListSearch(useSearch({ from: "/main/inspire" }), navigate);
  const containers = useContainers();
  const kinds = useAllowedKinds();
  const { kind, search = "", container } = list.search;
  const choices = containers.data?.map(({ containerId, name }) => ({ id: containerId, name }));
  const usual = containers.data?.find(({ isOnline }) => isOnline) ?? containers.data?.[0];
  const shown = container ?? usual?.containerId;
  return (
    <>
      <PageHeader
        title={t("shared:screen.inspire")}
        context={t("context")}
        action={
          <Button variant="default" leftSection={<IconRoute size={16} aria-hidden />} onClick={startTour}>
            {t("tour.start")}
          </Button>
        }
      />
      <div className="og-stack">
        <TourOffer />
        <Async of={quiet(containers)} height={480} empty={<NoContainers />}>
          {() => (
            <div className="og-stack">
              <div className="og-close-stack">
                <ListFilters widthPx={240}>
                  <ContainerSelect
                    label={t("container")}
                    containers={choices}
                    value={shown}
                    isNeeded
                    onChange={(id) => list.put("container", id ?? "")}
                  />
                  <SearchField
                    label={t("search")}
                    clearLabel={t("searchClear")}
                    text={search}
                    onText={(text) => list.put("search", text)}
                  />
                </ListFilters>
                <Kinds kinds={kinds} kind={kind} onKind={(one) => list.put("kind", one ?? "")} />
              </div>
              {shown !== undefined && (
                <OfContainer
                  key={shown}
                  {...{ containerId: shown, kinds }}
                  containers={choices ?? []}
                  isSought={kind !== undefined || search !== ""}
                  isShown={(idea, text) => (kind === undefined || idea.kind === kind) && hasWords(text, search)}
                />
              )}
            </div>
          )}
        </Async>
      </div>
    </>
  );
}

function NoContainers() {
  const { t } = useTranslation("inspire");
  return <EmptyState title={t("empty.title")} why={t("empty.why")} icon={<IconBulb size={40} />} />;
}

interface KindsProps {
  kinds: readonly IdeaKind[];
  kind: IdeaKind | undefined;
  onKind: (kind: IdeaKind | undefined) => void;
}

function Kinds({ kinds, kind, onKind }: KindsProps) {
  const { t } = useTranslation("inspire");
  return (
    <fieldset className="og-plain-group og-wrap og-tight" aria-label={t("kinds")}>
      {[undefined, ...kinds].map((one) => (
        <button
          key={one ?? "all"}
          type="button"
          className="og-choice"
          aria-pressed={one === kind}
          onClick={() => onKind(one)}
        >
          {t(one === undefined ? "all" : `of.${one}`)}
        </button>
      ))}
    </fieldset>
  );
}

interface GalleryProps {
  containerId: string;
  containers: readonly ContainerChoice[];
  kinds: readonly IdeaKind[];
  isShown: (idea: Idea, text: string) => boolean;
  /** A kind or words were chosen: then all that fit are shown. */
  isSought: boolean;
}

function OfContainer({ containerId, ...rest }: GalleryProps) {
  const automated = useAutomated(containerId);
  return (
    <Async of={automated} height={640}>
      {(known) => (
        <OutputNamesContext value={known.info.outputNames}>
          <Gallery containerId={containerId} known={known} {...rest} />
        </OutputNamesContext>
      )}
    </Async>
  );
}

/** All of them together are as high as fifteen screens of a phone. */
const fewOfKind = 3;

function Gallery({ containerId, known, containers, kinds, isShown, isSought }: GalleryProps & { known: Automated }) {
  const { t } = useTranslation("inspire");
  const wordsOf = useIdeaWords();
  const [isOpen, setOpen] = useState(false);
  const ideas = useIdeas(known, containerId, containers.length, kinds);
  const had = useHad(known, kinds);
  const locale = useLocale();
  const { applying, onApply } = useApply(
    containerId,
    containers.map(({ id }) => id),
    known.own,
  );
  const shown = ideas.flatMap((idea) => {
    const words = wordsOf(idea);
    const text = [words.title, words.why, words.sentence ?? "", t(`kind.${idea.kind}`)].join(" ");
    return isShown(idea, text) ? [{ idea, words }] : [];
  });
  if (shown.length === 0) return <p className="og-note">{t("noMatch")}</p>;
  const few = isSought ? shown : firstOfEach(shown, fewOfKind);
  return (
    <div className="og-stack">
      <ul className="og-plain-list og-grid" style={columns(300)} aria-label={t("list")}>
        {(isOpen ? shown : few).map(({ idea, words }) => (
          <li key={idea.key}>
            <IdeaCard
              idea={idea}
              words={words}
              container={{ id: containerId, name: known.info.name }}
              lacks={formatList(
                idea.lacks.map((name) => findMetric(name)?.[locale] ?? name),
                locale,
              )}
              usedAs={had && sameAs(idea, had)}
              isApplying={applying === idea.key || !had}
              onApply={() => void onApply(idea, words.title)}
            />
          </li>
        ))}
      </ul>
      {few.length < shown.length && (
        <div>
          <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t("fewer") : t("showAll", { count: shown.length })}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Made anew only where another container is chosen or it measures something new: new widgets keep their ids. */
function useIdeas(known: Automated, containerId: string, containers: number, kinds: readonly IdeaKind[]): Idea[] {
  const { t } = useTranslation(["inspire", "charts", "automations"]);
  const locale = useLocale();
  const { info } = known;
  const sent = Object.keys(info.values).toSorted().join(" ");
  const offer = offerOf(known);
  const outputs = offer.outputs.join(" ");
  return useMemo(() => {
    const nameOf = {
      chart: (name: ChartIdea) =>
        isTemplate(name)
          ? t(`charts:templates.${name}`, { container: info.name })
          : t(`chart.${name}.name`, { container: info.name }),
      automation: (name: ExampleName) => t(`automations:examples.${name}.name`),
    };
    const container = { id: containerId, name: info.name };
    return ideasFor({ container, containers, sent: new Set(sent.split(" ")), offer, locale, nameOf }, kinds);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- What is left out is made of what is named.
  }, [containerId, info.name, containers, sent, outputs, offer.hasPosition, locale, kinds.join(" "), t]);
}

function useApply(containerId: string, sites: readonly string[], own: Automated["own"]) {
  const { t } = useTranslation("inspire");
  const [applying, setApplying] = useState<string>();
  const onApply = async (idea: Idea, title: string) => {
    setApplying(idea.key);
    try {
      const undo = await apply(idea, { sites, containerId, own });
      sayUndo(t(`applied.${idea.kind}`, { title }), () => void undo().catch(() => sayFailure(t("notUndone"))));
    } catch {
      sayFailure(t("failed", { title }));
    } finally {
      setApplying(undefined);
    }
  };
  return { applying, onApply };
}
