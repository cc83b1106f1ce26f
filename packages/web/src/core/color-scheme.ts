import { useSyncExternalStore } from "react";

/** The attribute of the page on which the tokens of colours hang. */
export const schemeAttribute = "data-mantine-color-scheme";

/** The colours that the page has now; on paper they are light, whatever the person chose. */
export function colorScheme(): "light" | "dark" {
  return document.documentElement.getAttribute(schemeAttribute) === "dark" ? "dark" : "light";
}

/** The same for what is drawn with colours of its own, and so has to be drawn again when they change. */
export function useColorScheme(): "light" | "dark" {
  return useSyncExternalStore(onChange, colorScheme);
}

function onChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: [schemeAttribute] });
  return () => observer.disconnect();
}
