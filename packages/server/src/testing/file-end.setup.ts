/** Runs before each test file, so that the hook is that file's own. */
import { afterAll } from "vitest";

import { endFile } from "./file-end.ts";

// A file of which no test runs has no hooks run either, but may have opened something while it was loaded.
await endFile();
afterAll(endFile);
