import { lazy, type ReactNode, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";

import { loadChunk } from "../../core/chunk.ts";
import { LaterPart } from "../../ui/later-part.tsx";
import { FailsAlone } from "../../ui/fails-alone.tsx";
import type { FleetMapProps } from "./fleet-map.types.ts";
import { useKnownMs } from "../containers/containers.data.tsx";
import styles from "./map.module.css";

const FleetMap = lazy(() =>
  loadChunk(() => import("./fleet-map.tsx")).then(({ FleetMap: loaded }) => ({ default: loaded })),
);

/**
 * The place of the map: fetches it when it is shown, and says so where the browser cannot draw it. What it shows stands in
 * a list beside it in any case.
 */
export function FleetMapFrame(props: FleetMapProps) {
  const { t } = useTranslation("map");
  const knownMs = useKnownMs(props.now);
  return (
    <MapFrame height={props.height + 64} unavailable={t("unavailable")}>
      {(onFailure) => <FleetMap {...props} knownMs={knownMs} onFailure={onFailure} />}
    </MapFrame>
  );
}

interface MapFrameProps {
  /** In pixels, of what will come. */
  height: number;
  /** What is said where there is no map. */
  unavailable: string;
  children: (onFailure: () => void) => ReactNode;
}

/** Where any map is drawn. */
export function MapFrame({ height, unavailable, children }: MapFrameProps) {
  const [canDraw, setCanDraw] = useState(hasWebGl);
  const fail = useCallback(() => setCanDraw(false), []);
  const notice = (
    <p className={styles.notice} role="status">
      {unavailable}
    </p>
  );
  if (!canDraw) return notice;
  return (
    <FailsAlone notice={() => notice}>
      <LaterPart height={height}>{children(fail)}</LaterPart>
    </FailsAlone>
  );
}

function hasWebGl(): boolean {
  try {
    const context = document.createElement("canvas").getContext("webgl2");
    // Browsers keep few of them; this one was only a question.
    context?.getExtension("WEBGL_lose_context")?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}
