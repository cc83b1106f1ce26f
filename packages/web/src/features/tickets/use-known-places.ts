import { type LocaleCode, locales } from "@offgrid/contract/core/constants";
import type { TextPlace } from "@offgrid/contract/tickets/ticket-texts";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";

import { useCall } from "../../core/api/use-call.ts";
import { useContainers } from "../../domain/containers/containers.data.tsx";
import { knownPlaces } from "./known-places.ts";
import type { Ticket } from "./tickets.data.ts";

/**
 * What the places of texts are filled with for a ticket, in the language of the text.
 * @param isAsked False: nothing is asked for yet.
 */
export function useKnownPlaces(
  ticket: Ticket,
  isAsked: boolean,
): (language: LocaleCode) => Partial<Record<TextPlace, string>> {
  const { i18n } = useTranslation("energy-state", { useSuspense: false });
  const { incidentId, container } = ticket;
  const incident = useCall(
    "incidentGet",
    { id: incidentId ?? "" },
    { enabled: isAsked && incidentId !== null, select: ({ data }) => data.incident },
  ).data;
  const row = useContainers().data?.find(({ containerId }) => containerId === container?.id);
  useEffect(() => {
    // Customers are written to in their language.
    if (isAsked) void i18n.loadLanguages(locales.map(({ code }) => code));
  }, [i18n, isAsked]);
  return (language) => {
    const isThere = i18n.hasResourceBundle(language, "energy-state");
    const words = { t: i18n.getFixedT(language, "energy-state"), locale: language, isLastKnown: false };
    return knownPlaces({ ticket, incident, row: isThere ? row : undefined, nowMs: Date.now() }, words);
  };
}
