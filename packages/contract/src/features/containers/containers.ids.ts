/** Words that are pages under /containers and therefore never ids, in any case, since routes ignore case. */
export const reservedContainerIds: readonly string[] = ["compare", "new"];

/**
 * The MQTT client ids of screens begin with this: a container with such an id would be taken for a screen and could
 * never connect.
 */
export const screenClientPrefix = "portal-";
