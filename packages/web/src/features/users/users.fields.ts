import * as z from "zod/mini";

// Compiled checks would need `new Function`, which the page's policy forbids.
z.config({ jitless: true });

/** What the forms about a person ask for. The message of each check is a key of the catalogue `users`. */
export const nameField = z.string().check(z.trim(), z.minLength(1, { error: "fill_fields" }), z.maxLength(64));
export const emailField = z
  .string()
  .check(z.trim(), z.minLength(1, { error: "fill_email", abort: true }), z.email({ error: "bad_email" }));
const phoneShape = /^$|^\+?[0-9 ()./-]{3,32}$/;
export const phoneField = z.string().check(z.trim(), z.maxLength(32), z.regex(phoneShape, { error: "bad_phone" }));
export const neededPhoneField = z
  .string()
  .check(z.trim(), z.minLength(1, { error: "fill_phone", abort: true }), z.regex(phoneShape, { error: "bad_phone" }));
export const roleField = z.string().check(z.minLength(1, { error: "fill_fields" }));
export const languageField = z.enum(["en", "fr"]);

/** The keys that the checks above answer with. */
export type FieldFault = "fill_fields" | "fill_email" | "bad_email" | "fill_phone" | "bad_phone";
