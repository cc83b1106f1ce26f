import { Refusal } from "@offgrid/contract/core/refusal";
import type { UploadFault } from "@offgrid/contract/recordings/import-limits";

/** Refuses a file for what it is. @throws Refusal bad_input with the reason in `fields.file`. */
export function refuseFile(fault: UploadFault): never {
  return refuseField("file", fault);
}

/** @throws Refusal bad_input with what is wrong with the field. */
export function refuseField(field: string, message: string): never {
  throw new Refusal("bad_input", { fields: { [field]: message } });
}
