import { zipSync } from "fflate";

import type { EvidenceFile } from "./evidence.store.ts";

const readMe = (sha256: string) => `Evidence of an energy container, as it was known at one moment.

manifest.json lists every file of the pack with its SHA-256. Its own SHA-256 stands in the audit log of the portal:
${sha256}
Check it with: sha256sum manifest.json *.json *.svg
Files of the list that are not here are for those who handle tickets. Times are UTC; t is in ms since 1970.

Preuves d'un conteneur d'énergie, telles que connues à un moment donné.

manifest.json nomme chaque fichier avec son SHA-256. Le sien figure dans le journal d'audit du portail, voir ci-dessus.
Les fichiers de la liste qui manquent ici sont réservés à ceux qui traitent les tickets. Les heures sont en UTC.
`;

/** The archive of a pack with these of its files. */
export function evidenceZip(
  { manifest, sha256, takenAt }: { manifest: string; sha256: string; takenAt: Date },
  files: readonly EvidenceFile[],
): Uint8Array {
  const entries = [
    ["README.txt", Buffer.from(readMe(sha256))],
    ["manifest.json", Buffer.from(manifest)],
    ...files.map(({ name, content }) => [name, content] as const),
  ] as const;
  return zipSync(Object.fromEntries(entries), { level: 6, mtime: takenAt });
}
