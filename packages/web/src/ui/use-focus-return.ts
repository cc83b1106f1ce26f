import { useEffect, useState } from "react";

/**
 * Gives the focus back to where it was, when what asks for something goes away. The library does so when a dialog closes,
 * not when it goes away with its parent's state.
 */
export function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}
