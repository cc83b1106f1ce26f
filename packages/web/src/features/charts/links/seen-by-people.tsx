import { useTranslation } from "react-i18next";

import type { Input } from "../../../core/api/call.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { containersOf } from "../../../domain/charts/charted-containers.ts";
import type { SavedChart } from "../../../domain/charts/charts.data.ts";
import { useContainerChoices } from "../../../domain/containers/containers.data.tsx";
import { Async } from "../../../ui/async.tsx";
import { PublicView } from "./public-view.tsx";

interface TitleProps {
  definition: SavedChart["definition"];
  /** The one that a chart of any container is shared of. */
  container: string | undefined;
  isNamed: boolean;
}

interface Props extends TitleProps {
  /** Undefined: it is not whole yet, and there is nothing to see. */
  link: Input<"chartTokenPreview"> | undefined;
}

/** The chart as whoever has the link would see it now. */
export function SeenByPeople({ link, ...title }: Props) {
  const { t } = useTranslation("charts");
  return (
    <section className="og-frame" style={{ padding: 12 }} aria-label={t("share.preview")}>
      <h4 className="og-note og-flush">{t("share.preview")}</h4>
      <TitleShown {...title} />
      {link && <Seen link={link} />}
    </section>
  );
}

function Seen({ link }: { link: Input<"chartTokenPreview"> }) {
  const preview = useCall("chartTokenPreview", link, { select: ({ data }) => data });
  return (
    <Async of={preview} height={260}>
      {(seen) => <PublicView chart={seen} heightPx={200} />}
    </Async>
  );
}

/** The title is the owner's text and shown as it is: it may tell what the series no longer do. */
function TitleShown({ definition, container, isNamed }: TitleProps) {
  const { t } = useTranslation("charts");
  const choices = useContainerChoices();
  const ids = containersOf(definition, container);
  const title = definition.name.toLocaleLowerCase();
  const named = (choices ?? []).filter(({ id, name }) => ids.includes(id) && title.includes(name.toLocaleLowerCase()));
  return (
    <>
      <p className="og-title og-anywhere">{definition.name}</p>
      {!isNamed && named.length > 0 && (
        <p className="og-note og-amber" role="alert">
          {t("share.titleTells", { names: named.map(({ name }) => name).join(", ") })}
        </p>
      )}
    </>
  );
}
