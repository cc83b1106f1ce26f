/** The guided tour, which the screen of ideas and the help menu begin and the frame of the portal shows. */
let begin: (() => void) | undefined;

/** @returns What ends it. */
export function onTour(start: () => void): () => void {
  begin = start;
  return () => {
    if (begin === start) begin = undefined;
  };
}

export function startTour(): void {
  begin?.();
}
