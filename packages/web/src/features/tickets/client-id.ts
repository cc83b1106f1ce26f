/** A name for what is sent, so that it can be sent again. Also where the page has no `randomUUID`, as without https. */
export function newClientId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
