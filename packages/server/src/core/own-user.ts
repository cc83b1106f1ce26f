import { userInfo } from "node:os";

/** Whom files of this process have to belong to, as `chown` takes it: its name, or its number where it has none. */
export function ownUser(): string {
  try {
    return userInfo().username;
  } catch {
    // Containers run as numbers that no file of users knows.
    return String(process.getuid?.() ?? "this user");
  }
}
