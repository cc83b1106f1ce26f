/** Words that are pages under /containers and so never ids (also in other cases, since routes ignore case). */
export const reservedContainerIds: readonly string[] = ["new"];

/** The MQTT client ids of screens begin so: a container with such an id would be taken for one and never connect. */
export const screenClientPrefix = "portal-";
