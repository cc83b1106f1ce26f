import { fileURLToPath } from "node:url";

/** The repository's root; recordings for tests lie beside it, in ../shared/data, where they are present. */
export const repository = fileURLToPath(new URL("../../../../", import.meta.url));
