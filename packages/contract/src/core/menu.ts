/**
 * The side menu and the route of every screen. Source: the customer's specification, sections 2 and 6. Some screens
 * have no entry there and are shown and hidden with the one that they stand beside, whose id they share: the audit beside
 * the people whose acts it lists, commands beside events, since both tell what happened in the containers, and solar
 * templates beside kits, which are another part of what stands on a site.
 */
import type { Permission } from "./access.ts";

export interface MenuEntry {
  id: string;
  /** Key of the word in the shared catalogue. */
  label: string;
  path?: string;
  /** What is counted beside it: of tickets those with messages that the person has not read. */
  badge?: "events" | "warnings" | "tickets";
  /** Shown only when switched on in the profile. */
  hiddenByDefault?: true;
  /** Shown only to those who have it: others could not open the screen. */
  permission?: Permission;
  children?: readonly MenuEntry[];
}

export const menu: readonly MenuEntry[] = [
  { id: "1", label: "dashboard", path: "/" },
  { id: "2", label: "favorites", path: "/favorites", hiddenByDefault: true },
  { id: "3", label: "containers", path: "/containers", hiddenByDefault: true },
  { id: "4", label: "charts", path: "/charts" },
  { id: "5", label: "events", path: "/events", badge: "events" },
  { id: "5", label: "commands", path: "/commands", permission: "view" },
  { id: "6", label: "warnings", path: "/warning/history", badge: "warnings" },
  {
    id: "7",
    label: "users",
    children: [
      { id: "7_1", label: "add_user", path: "/users/add" },
      { id: "7_2", label: "users_list", path: "/users/list" },
      { id: "7_2", label: "audit", path: "/users/audit", permission: "audit" },
    ],
  },
  { id: "8", label: "tickets", path: "/tickets", badge: "tickets" },
  {
    id: "9",
    label: "settings",
    path: "/settings",
    children: [
      { id: "9_5", label: "general", path: "/settings/general" },
      { id: "9_5", label: "doctor", path: "/settings/doctor", permission: "settings" },
      { id: "9_5", label: "software", path: "/settings/software", permission: "upgrade" },
      { id: "9_1", label: "clusters", path: "/clusters" },
      { id: "9_2_1", label: "warning_rules", path: "/warning/list" },
      { id: "9_2_2", label: "others_warning_rules", path: "/warning/other-users" },
      { id: "9_3", label: "kit_sizes", path: "/settings/kit-size" },
      { id: "9_3", label: "solar_template", path: "/solar/template" },
      { id: "9_4", label: "new_container", path: "/containers/new" },
      { id: "9_5", label: "manage_devices", path: "/settings/manage-devices" },
      { id: "9_6", label: "automation", path: "/automation/list" },
    ],
  },
];

/** Is a menu id hidden for someone with these excludes? An excluded group hides its children too ("7" hides "7_1"). */
export function isExcluded(id: string, excludes: readonly string[]): boolean {
  return excludes.some((excluded) => id === excluded || id.startsWith(`${excluded}_`));
}
