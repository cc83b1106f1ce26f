import { Suspense, lazy, useEffect, useState } from "react";

import { loadChunk } from "../../core/chunk.ts";
import { loadWithTexts } from "../../core/i18n/i18n.ts";
import { onTour } from "../../core/tour.ts";
import type { TourProps } from "./tour.tsx";

const Tour = lazy(() =>
  loadWithTexts(["tour"], () => loadChunk(() => import("./tour.tsx"))).then((part) => ({ default: part.Tour })),
);

/** Shows the tour when somebody asks for it. */
export function TourHost({ onEnd }: TourProps) {
  const [isOn, setOn] = useState(false);
  useEffect(() => onTour(() => setOn(true)), []);
  if (!isOn) return null;
  return (
    <Suspense fallback={null}>
      <Tour
        onEnd={(how) => {
          setOn(false);
          onEnd(how);
        }}
      />
    </Suspense>
  );
}
