import { useEffect } from "react";

/** Gives the page this title while the component is shown, and the title before it afterwards. */
export function useOwnTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}
