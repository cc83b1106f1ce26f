/** Words that are pages under /containers and so never ids (also in other cases, since routes ignore case). */
export const reservedContainerIds: readonly string[] = ["new"];
