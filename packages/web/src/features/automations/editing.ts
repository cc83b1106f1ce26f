import { useTranslation } from "react-i18next";

import type { Offer } from "../../domain/automations/automation-examples.ts";
import { type Faults, faultIn } from "./automation-input.ts";

/** What every field of the editor is given. */
export interface Editing {
  offer: Offer;
  /** What is wrong with the field at a path, in words. */
  faultAt: (path: string) => string | undefined;
}

export function useEditing(offer: Offer, faults: Faults): Editing {
  const { t } = useTranslation("automations");
  return {
    offer,
    faultAt: (path) => {
      const fault = faultIn(faults, path);
      return fault && t(`wrong.${fault}`);
    },
  };
}
