import { createElement, lazy } from "react";

import { loadWithTexts } from "../../core/i18n/i18n.ts";
import type { ArchiveOf } from "./take-archive.ts";

/** The section that takes out all data; its code and words come when it is shown. */
export function archivePart() {
  return lazy(async () => {
    const [{ ArchiveSection }, { takeArchive }] = await loadWithTexts(["archive"], () =>
      Promise.all([import("./archive-section.tsx"), import("./take-archive.ts")]),
    );
    const Part = ({ of }: { of: ArchiveOf }) => createElement(ArchiveSection, { of, onTake: takeArchive });
    return { default: Part };
  });
}
