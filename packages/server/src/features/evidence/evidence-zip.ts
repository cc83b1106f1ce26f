import { zipSync } from "fflate";

import { evidencePage } from "./evidence-page.ts";
import type { EvidenceFile } from "./evidence-file.ts";

const readMe = (sha256: string) => `Evidence of an energy container, as it was known at one moment.

index.html shows what is here, without a network; it is made of the files below when the archive is asked for.
manifest.json lists every other file of the pack with its SHA-256. Its own SHA-256 stands in the audit log of the portal:
${sha256}
Check it with: sha256sum manifest.json *.json *.svg
Files of the list that are not here are for those who handle tickets. elsewhere.json is not in the list: it counts
the containers that whoever asked for the archive sees, of those in elsewhere-containers.json, which nobody is given. Times in JSON are UTC, t is in ms
since 1970; drawings have the clock of the container, as their titles say.

Preuves d'un conteneur d'énergie, telles que connues à un moment donné.

index.html montre le contenu, sans réseau ; elle est faite des fichiers ci-dessous lorsque l'archive est demandée.
manifest.json nomme chaque autre fichier avec son SHA-256. Le sien figure dans le journal d'audit du portail, voir ci-dessus.
Les fichiers de la liste qui manquent ici sont réservés à ceux qui traitent les tickets. elsewhere.json n’est pas dans la
liste : il compte les conteneurs visibles de qui a demandé l’archive, parmi ceux de elsewhere-containers.json, qui n’est
remis à personne. Les heures
des fichiers JSON sont en UTC ; les dessins suivent l'heure du conteneur, comme le dit leur titre.
`;

/** The archive of a pack with these of its files. */
export function evidenceZip(
  {
    manifest,
    sha256,
    takenAt,
    containerName,
  }: { manifest: string; sha256: string; takenAt: Date; containerName: string },
  files: readonly EvidenceFile[],
): Uint8Array {
  const entries = [
    ["README.txt", Buffer.from(readMe(sha256))],
    ["index.html", Buffer.from(evidencePage({ takenAt, containerName }, files))],
    ["manifest.json", Buffer.from(manifest)],
    ...files.map(({ name, content }) => [name, content] as const),
  ] as const;
  return zipSync(Object.fromEntries(entries), { level: 6, mtime: takenAt });
}
