import { useCallback, useState } from "react";

/**
 * A menu that opens as soon as its button is there, since the one that stood in its place was pressed. The button has the
 * focus first, so that it is given back to it.
 */
export function useOpenAtOnce() {
  const [isOpen, setOpen] = useState(false);
  const attach = useCallback((button: HTMLButtonElement | null) => {
    if (!button) return;
    button.focus();
    setOpen(true);
  }, []);
  return { isOpen, setOpen, attach };
}
