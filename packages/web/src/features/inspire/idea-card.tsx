import { Badge, Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import type { Widget } from "@offgrid/contract/widgets/widgets.schema";
import { useTick } from "../../core/live/tick.ts";
import { ChartThumb } from "../../domain/charts/chart-thumb.tsx";
import { WidgetBody } from "../../domain/widgets/widget-box.tsx";
import { useSeen } from "../../ui/use-seen.ts";
import type { Idea } from "./ideas.ts";

export interface IdeaWords {
  title: string;
  why: string;
  /** What a rule or an automation does. */
  sentence?: string | undefined;
}

export interface IdeaCardProps {
  idea: Idea;
  words: IdeaWords;
  /** Of the container that it is drawn with. */
  container: { id: string; name: string };
  /** What it lacks, in words; "": nothing. */
  lacks: string;
  /** Id of what does the same already. */
  usedAs: string | undefined;
  isApplying: boolean;
  onApply: () => void;
}

/** Something that is ready to be used, as it looks with one's own container. */
export function IdeaCard({ idea, words, container, lacks, usedAs, isApplying, onApply }: IdeaCardProps) {
  const { t } = useTranslation("inspire");
  const titleId = useId();
  const { title, why, sentence } = words;
  return (
    <article className="og-card og-close-stack" style={{ padding: 16, height: "100%" }} aria-labelledby={titleId}>
      <div className="og-ends og-top">
        <h2 className="og-title og-words" id={titleId}>
          {title}
        </h2>
        <Badge className="og-fixed" variant="default" tt="none" fw={400}>
          {t(`kind.${idea.kind}`)}
        </Badge>
      </div>
      <p className="og-note og-flush og-anywhere">{why}</p>
      {sentence !== undefined && <p className="og-flush og-anywhere">{sentence}</p>}
      {lacks === "" ? (
        <Picture idea={idea} />
      ) : (
        <p className="og-note og-flush og-anywhere">{t("lacks", { container: container.name, metrics: lacks })}</p>
      )}
      <div className="og-row og-wrap" style={{ marginTop: "auto" }}>
        {usedAs !== undefined ? (
          <>
            <Badge variant="light" tt="none" size="lg" leftSection={<IconCheck size={14} aria-hidden />}>
              {t("used")}
            </Badge>
            <OpenButton idea={idea} id={usedAs} containerId={container.id} title={title} />
          </>
        ) : (
          lacks === "" && (
            <Button loading={isApplying} onClick={onApply} aria-label={t("applyName", { title })}>
              {t("apply")}
            </Button>
          )
        )}
      </div>
    </article>
  );
}

/** As it looks now; it is only looked at. */
function Picture({ idea }: { idea: Idea }) {
  if (idea.kind === "widget") return <WidgetPicture widget={idea.widget} />;
  if (idea.kind === "chart") return <ChartThumb definition={idea.chart} />;
  return <Watched chart={idea.chart} />;
}

/** What a rule or an automation goes by. */
function Watched({ chart }: { chart: ChartDefinition | undefined }) {
  const { t } = useTranslation("inspire");
  if (!chart) return <p className="og-note og-flush">{t("nothingDrawn")}</p>;
  return (
    <figure className="og-flush">
      <ChartThumb definition={chart} />
      <figcaption className="og-note">{t("drawn")}</figcaption>
    </figure>
  );
}

/** A widget as on a board, seen from further away; a figure alone from nearer. Its room is kept before it comes. */
const [usualLook, figureLook] = [
  { zoom: 0.65, heightPx: 480 },
  { zoom: 1.5, heightPx: 84 },
];

function WidgetPicture({ widget }: { widget: Widget }) {
  const { ref, isSeen } = useSeen({ isForPaper: true });
  const now = useTick();
  const { zoom, heightPx } = widget.type === "kpi" ? figureLook : usualLook;
  return (
    <div ref={ref} inert aria-hidden style={{ zoom, height: heightPx, overflow: "hidden" }}>
      {isSeen && <WidgetBody widget={widget} now={now} heightPx={heightPx} />}
    </div>
  );
}

interface OpenProps {
  idea: Idea;
  id: string;
  containerId: string;
  title: string;
}

function OpenButton({ idea: { kind }, id, containerId, title }: OpenProps) {
  const { t } = useTranslation("inspire");
  return (
    <Button
      variant="default"
      aria-label={t("openName", { title })}
      renderRoot={(props) =>
        kind === "chart" ? (
          <Link to="/charts/$slug" params={{ slug: id }} search={{}} {...props} />
        ) : kind === "widget" ? (
          <Link to="/widgets" search={{}} {...props} />
        ) : kind === "rule" ? (
          <Link to="/warning/{-$slug}" params={{ slug: id }} {...props} />
        ) : (
          <Link to="/automation/{-$slug}" params={{ slug: id }} search={{ container: containerId }} {...props} />
        )
      }
    >
      {t("open")}
    </Button>
  );
}
