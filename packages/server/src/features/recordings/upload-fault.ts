import { Refusal } from "@offgrid/contract/core/refusal";
import type { UploadFault } from "@offgrid/contract/recordings/import-limits";

/** Refuses a file for what it is. @throws Refusal bad_input with the reason in `fields.file`. */
export function refuseFile(fault: UploadFault): never {
  throw new Refusal("bad_input", { fields: { file: fault } });
}
