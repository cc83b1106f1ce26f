import { Button } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";

import type { Flow } from "../../../domain/energy-flow/flow-balance.ts";
import { FlowAge } from "./flow-age.tsx";

export interface FlowHeadProps {
  flow: Flow;
  now: number;
  /** The earlier instant that is shown, in words; undefined: the present. */
  time: string | undefined;
  /** Nothing new comes: the present is the last that is known. */
  isLastKnown: boolean;
  onLive: () => void;
}

/** Of when the picture below is; an earlier one looks like that of now, and says its time and the way back to the present. */
export function FlowHead({ flow, now, time, isLastKnown, onLive }: FlowHeadProps) {
  const { t } = useTranslation("energy-flow");
  const title = useRef<HTMLHeadingElement>(null);
  return (
    // As high with the button as without it, since the picture below is compared from instant to instant.
    <div className="og-row og-ends og-wrap og-after-more" style={{ minHeight: 36 }}>
      <h2 className="og-title" id="container-flow" ref={title} tabIndex={-1}>
        {t("title")}
      </h2>
      {time === undefined ? (
        <FlowAge flow={flow} now={now} />
      ) : (
        <div className="og-row og-wrap">
          <strong className="og-figure">{time}</strong>
          <Button
            variant="default"
            size="compact-md"
            h={36}
            onClick={() => {
              // The button goes, and would take the focus along.
              title.current?.focus({ preventScroll: true });
              onLive();
            }}
          >
            {t(isLastKnown ? "replay.toLast" : "replay.toLive")}
          </Button>
        </div>
      )}
    </div>
  );
}
