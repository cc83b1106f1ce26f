import type { OutputNames } from "@offgrid/contract/output-names/output-names";
import { createContext, useContext, useMemo } from "react";
import { useTranslation } from "react-i18next";

import { type OutputWords, outputWords } from "./output-words.ts";

/** What people call the outputs of the container that this part of a page is about. */
export const OutputNamesContext = createContext<OutputNames>({});

/** What the outputs of the container around are called. */
export function useOutputWords(): OutputWords {
  const { t } = useTranslation();
  const names = useContext(OutputNamesContext);
  return useMemo(() => outputWords(t, names), [t, names]);
}
