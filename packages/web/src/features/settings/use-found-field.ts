import { useEffect } from "react";
import { useTranslation } from "react-i18next";

const labels = "main label, main legend, main h2, main dt, main summary, main button, main .og-strong";
const controls = "input, select, textarea, button, [tabindex]";

/** The element whose own words a key of the catalogue has, once it is there. */
export function elementOf(words: string): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>(labels)];
  const textOf = (one: HTMLElement) => one.textContent?.trim() ?? "";
  // The label of a switch holds what is said of it, too.
  return all.find((one) => textOf(one) === words) ?? all.find((one) => textOf(one).startsWith(words));
}

/** What takes the keyboard for a label: its control; of a title the card itself. */
function targetOf(label: HTMLElement): HTMLElement {
  if (label.matches("button")) return label;
  const control = label instanceof HTMLLabelElement ? label.control : null;
  if (control) return control;
  if (label.matches("legend")) return label.closest("fieldset")?.querySelector<HTMLElement>(controls) ?? label;
  return label;
}

/** Leads to the field that an address names by the key of its label, as soon as its form is there. */
export function useFoundField(at: string | undefined): void {
  const { t, i18n } = useTranslation("settings");
  useEffect(() => {
    if (at === undefined || !i18n.exists(at, { ns: "settings" })) return undefined;
    const words = t(at as "name.title");
    const lead = () => {
      const label = elementOf(words);
      if (!label) return false;
      const target = targetOf(label);
      if (target === label && !label.matches("button, summary")) label.tabIndex = -1;
      label.scrollIntoView({ block: "center" });
      target.focus({ preventScroll: true });
      return true;
    };
    if (lead()) return undefined;
    // Forms and facts come after the page.
    const watch = new MutationObserver(() => lead() && watch.disconnect());
    watch.observe(document.body, { childList: true, subtree: true });
    return () => watch.disconnect();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each address
  }, [at]);
}
