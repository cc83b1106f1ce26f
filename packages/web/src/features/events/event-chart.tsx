import { placedLines } from "@offgrid/contract/charts/drawn-lines";
import { definitionText, type GivenDefinition, readDefinitionText } from "@offgrid/contract/charts/definition-text";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import type { ChartWarning } from "../../chart/chart-series.ts";
import { phonePoints, useDrawing } from "../../domain/charts/drawing.data.ts";
import { DrawnPlots } from "../../domain/charts/drawn-plots.tsx";
import { Async, quiet } from "../../ui/async.tsx";
import { browserZone } from "../../ui/use-locale.ts";

interface Props {
  definition: GivenDefinition;
  /** The event itself. */
  mark: ChartWarning;
}

const heightPx = 200;

/** What was measured around an event, with the event marked in it. */
export function EventChart({ definition: given, mark }: Props) {
  const { t } = useTranslation("events");
  const text = definitionText(given);
  const definition = useMemo(() => readDefinitionText(text), [text]);
  const drawing = useDrawing({ definition: given, points: phonePoints });
  const drawn = drawing.data;
  const lines = useMemo(
    () => (drawn && definition ? placedLines(drawn, definition).filter(isMeasured) : []),
    [drawn, definition],
  );
  const warnings = useMemo(() => [mark], [mark]);
  return (
    <Async of={quiet(drawing)} height={heightPx}>
      {(answer) =>
        lines.length === 0 ? (
          <p className="og-note og-flush">{t("drawer.unmeasured")}</p>
        ) : (
          <DrawnPlots
            title={t("drawer.measured")}
            titleShown={false}
            // The other times of the drawer, and of the list, are by the reader's clock, too.
            drawn={{ ...answer, zone: browserZone }}
            lines={lines}
            warnings={warnings}
            heightPx={heightPx}
            definition={given}
          />
        )
      }
    </Async>
  );
}

function isMeasured({ values }: { values: readonly (number | null)[] }): boolean {
  return values.some((value) => value !== null);
}
