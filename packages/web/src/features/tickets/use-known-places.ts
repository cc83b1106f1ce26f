import { type LocaleCode, locales } from "@offgrid/contract/core/constants";
import type { TextPlace } from "@offgrid/contract/tickets/ticket-texts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { useCall } from "../../core/api/use-call.ts";
import { loadWithTexts } from "../../core/i18n/i18n.ts";
import { useContainers } from "../../domain/containers/containers.data.tsx";
import type { knownPlaces } from "./known-places.ts";
import type { Ticket } from "./tickets.data.ts";

/**
 * What the places of texts are filled with for a ticket, in the language of the text; nothing until that is loaded.
 * @param isAsked False: nothing is asked for yet.
 */
export function useKnownPlaces(
  ticket: Ticket,
  isAsked: boolean,
): (language: LocaleCode) => Partial<Record<TextPlace, string>> {
  const { i18n } = useTranslation("tickets");
  const { incidentId, container } = ticket;
  const [fill, setFill] = useState<{ places: typeof knownPlaces }>();
  const incident = useCall(
    "incidentGet",
    { id: incidentId ?? "" },
    { enabled: isAsked && incidentId !== null, select: ({ data }) => data.incident },
  ).data;
  const row = useContainers().data?.find(({ containerId }) => containerId === container?.id);
  useEffect(() => {
    if (!isAsked) return;
    // Customers are written to in their language.
    void loadWithTexts(["energy-state"], () => import("./known-places.ts"))
      .then((part) =>
        i18n.loadLanguages(locales.map(({ code }) => code)).then(() => setFill({ places: part.knownPlaces })),
      )
      // What is not loaded stays a place to be filled.
      .catch(() => undefined);
  }, [i18n, isAsked]);
  return (language) => {
    if (!fill || !i18n.hasResourceBundle(language, "energy-state")) return {};
    const words = { t: i18n.getFixedT(language, "energy-state"), locale: language, isLastKnown: false };
    return fill.places({ ticket, incident, row, nowMs: Date.now() }, words);
  };
}
