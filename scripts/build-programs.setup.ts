/** Before tests that start programs. */
export { buildPrograms as setup } from "./build-programs.ts";
