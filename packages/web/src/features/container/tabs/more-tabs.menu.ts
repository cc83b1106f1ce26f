// A file of its own, since a late import of the library itself would bring all of it.
export { Menu } from "@mantine/core";
