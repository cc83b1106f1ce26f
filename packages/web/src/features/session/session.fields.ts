import { longestPassword, shortestPassword } from "@offgrid/contract/core/constants";
import * as z from "zod/mini";

// Compiled checks would need `new Function`, which the page's policy forbids.
z.config({ jitless: true });

/** What the forms of visitors ask for. The message of each check is a key of the catalogue `session`. */
export const emailField = z
  .string()
  .check(z.trim(), z.minLength(1, { error: "fill_email", abort: true }), z.email({ error: "bad_email" }));
export const givenPasswordField = z
  .string()
  .check(z.minLength(1, { error: "fill_fields" }), z.maxLength(longestPassword));
export const chosenPasswordField = z
  .string()
  .check(
    z.minLength(1, { error: "fill_fields", abort: true }),
    z.minLength(shortestPassword, { error: "short_password" }),
    z.maxLength(longestPassword),
  );
export const nameField = z.string().check(z.trim(), z.minLength(1, { error: "fill_fields" }), z.maxLength(64));

/** The keys that the checks above answer with. */
export type FieldFault = "fill_email" | "bad_email" | "fill_fields" | "short_password";
