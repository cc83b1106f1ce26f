import { createHash } from "node:crypto";

import { canonicalDoc, type ConfigDoc } from "./config-doc.ts";

/** What both ends compare a configuration by, in hexadecimal digits. For programs; browsers compare documents. */
export function configSha256(doc: ConfigDoc): string {
  return createHash("sha256").update(canonicalDoc(doc)).digest("hex");
}
